extension NameTable {
  // Source: Statistics Korea, census of 2015 (surnames, thousands of bearers); given names after
  // court rankings by birth year, approximate.
  /// Names as in South Korea; romanised by the Revised Romanisation, surnames as customary.
  static let korean = NameTable(
    male: """
      72 지훈 = jihun, 70 영수 = yeongsu, 62 민준 = minjun, 60 현우 = hyeonu, 58 영호 = yeongho,
      58 동현 = donghyeon, 56 영철 = yeongcheol, 56 준호 = junho, 54 정훈 = jeonghun,
      52 서준 = seojun, 50 성호 = seongho, 48 성훈 = seonghun, 48 민수 = minsu, 46 하준 = hajun,
      44 상훈 = sanghun, 44 도윤 = doyun, 44 주원 = juwon, 42 시우 = siu, 42 지호 = jiho,
      42 준우 = junu, 40 준영 = junyeong, 40 예준 = yejun, 40 건우 = geonu, 40 성민 = seongmin,
      38 지후 = jihu, 38 우진 = ujin, 38 현준 = hyeonjun, 38 진우 = jinu, 36 민재 = minjae,
      36 재현 = jaehyeon, 36 정호 = jeongho, 34 승현 = seunghyeon, 34 승민 = seungmin,
      32 은우 = eunu, 32 이준 = ijun, 30 광수 = gwangsu, 30 상철 = sangcheol,
      30 경수 = gyeongsu, 30 재호 = jaeho, 30 선우 = seonu, 28 종수 = jongsu,
      28 태현 = taehyeon, 28 유준 = yujun, 24 병철 = byeongcheol, 24 동욱 = donguk,
      22 시윤 = siyun, 20 용호 = yongho, 18 대현 = daehyeon, 16 형준 = hyeongjun,
      16 철수 = cheolsu, 14 기현 = gihyeon, 12 한결 = hangyeol
      """,
    female: """
      70 영숙 = yeongsuk, 62 영자 = yeongja, 60 정숙 = jeongsuk, 60 지영 = jiyeong,
      58 영희 = yeonghui, 58 순자 = sunja, 56 미숙 = misuk, 56 서연 = seoyeon, 54 민지 = minji,
      52 미경 = migyeong, 52 지혜 = jihye, 50 은주 = eunju, 50 은정 = eunjeong, 50 수진 = sujin,
      50 서윤 = seoyun, 48 정희 = jeonghui, 48 미영 = miyeong, 48 은영 = eunyeong,
      48 유진 = yujin, 48 지우 = jiu, 46 지은 = jieun, 46 수빈 = subin, 46 서현 = seohyeon,
      44 현정 = hyeonjeong, 44 은경 = eungyeong, 44 경희 = gyeonghui, 44 민서 = minseo,
      44 하은 = haeun, 44 지민 = jimin, 44 혜진 = hyejin, 40 지유 = jiyu, 40 윤서 = yunseo,
      40 수아 = sua, 38 명숙 = myeongsuk, 38 채원 = chaewon, 38 지윤 = jiyun, 38 하윤 = hayun,
      36 다은 = daeun, 34 은서 = eunseo, 34 예은 = yeeun, 32 서아 = seoa, 28 예린 = yerin,
      28 나은 = naeun, 24 아름 = areum, 24 소연 = soyeon, 24 춘자 = chunja, 22 슬기 = seulgi,
      22 옥순 = oksun, 20 소율 = soyul, 18 보라 = bora, 18 하늘 = haneul, 8 말순 = malsun
      """,
    surnames: """
      10690 김 = kim, 7307 이 = lee, 4192 박 = park, 2334 최 = choi, 2152 정 = jung,
      1177 강 = kang, 1056 조 = cho, 1021 윤 = yoon, 993 장 = jang, 824 임 = lim, 773 한 = han,
      763 오 = oh, 752 서 = seo, 741 신 = shin, 706 권 = kwon, 697 황 = hwang, 686 안 = ahn,
      683 송 = song, 642 유 = yoo, 559 전 = jeon, 559 홍 = hong, 471 고 = ko, 464 문 = moon,
      461 양 = yang, 457 손 = son, 400 배 = bae, 382 백 = baek, 327 허 = heo, 275 남 = nam,
      272 심 = shim, 256 노 = noh, 231 하 = ha, 204 곽 = kwak, 199 성 = sung, 195 우 = woo,
      194 차 = cha, 194 주 = joo, 193 구 = koo, 171 민 = min, 164 류 = ryu, 161 나 = na,
      158 진 = jin, 153 지 = ji, 144 엄 = eom, 132 채 = chae, 129 원 = won, 121 천 = cheon,
      95 방 = bang, 92 공 = gong, 89 현 = hyun, 81 함 = ham, 78 변 = byun, 69 염 = yeom,
      64 여 = yeo, 60 추 = choo, 57 도 = do, 53 소 = so, 49 석 = seok, 43 선 = sun,
      42 설 = seol, 39 마 = ma, 38 길 = gil, 34 연 = yeon, 32 위 = wi, 30 표 = pyo,
      29 명 = myung, 28 기 = ki, 28 반 = ban, 26 왕 = wang, 26 금 = keum, 25 옥 = ok,
      23 육 = yook, 22 인 = in, 21 맹 = maeng, 21 남궁 = namgung, 20 제 = je, 11 황보 = hwangbo,
      4 선우 = sunwoo
      """)
}
