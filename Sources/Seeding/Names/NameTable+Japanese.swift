extension NameTable {
  // Source: Surnames after the myoji-yurai.net ranking, thousands of bearers; given names after
  // Meiji Yasuda rankings by birth year; approximate.
  /// Names as in Japan; romanised after Hepburn without macrons.
  static let japanese = NameTable(
    male: """
      60 誠 = makoto, 58 浩 = hiroshi, 54 清 = kiyoshi, 52 隆 = takashi, 52 大輔 = daisuke,
      50 修 = osamu, 50 実 = minoru, 50 博 = hiroshi, 48 茂 = shigeru, 46 豊 = yutaka,
      46 翔太 = shota, 45 和夫 = kazuo, 44 健一 = kenichi, 44 達也 = tatsuya, 44 健太 = kenta,
      44 拓也 = takuya, 42 正 = tadashi, 42 弘 = hiroshi, 42 直樹 = naoki, 42 翔 = sho,
      40 勇 = isamu, 40 進 = susumu, 40 哲也 = tetsuya, 38 蓮 = ren, 38 昭 = akira,
      38 秀樹 = hideki, 36 大樹 = daiki, 36 亮 = ryo, 36 正雄 = masao, 34 稔 = minoru,
      34 聡 = satoshi, 34 陽翔 = haruto, 34 大翔 = hiroto, 34 和也 = kazuya, 32 学 = manabu,
      32 剛 = tsuyoshi, 32 悠真 = yuma, 32 拓海 = takumi, 32 幸雄 = yukio, 30 翼 = tsubasa,
      30 颯太 = sota, 28 健 = ken, 28 湊 = minato, 28 陸 = riku, 28 義雄 = yoshio,
      26 悠斗 = yuto, 26 海斗 = kaito, 24 樹 = itsuki, 24 雄一 = yuichi, 24 裕太 = yuta,
      24 駿 = shun, 22 蒼 = aoi, 22 優斗 = yuto, 20 一郎 = ichiro, 20 康弘 = yasuhiro,
      18 朝陽 = asahi, 14 太郎 = taro, 14 律 = ritsu, 12 三郎 = saburo, 10 次郎 = jiro
      """,
    female: """
      66 和子 = kazuko, 64 恵子 = keiko, 62 洋子 = yoko, 60 幸子 = sachiko, 52 節子 = setsuko,
      48 京子 = kyoko, 48 由美子 = yumiko, 48 真由美 = mayumi, 46 明美 = akemi,
      46 智子 = tomoko, 46 美咲 = misaki, 44 久美子 = kumiko, 44 直美 = naomi, 44 陽子 = yoko,
      44 裕子 = yuko, 42 愛 = ai, 40 香織 = kaori, 40 恵 = megumi, 40 文子 = fumiko,
      40 敏子 = toshiko, 38 美智子 = michiko, 38 順子 = junko, 36 葵 = aoi, 36 陽菜 = hina,
      36 結衣 = yui, 36 純子 = junko, 36 悦子 = etsuko, 34 美香 = mika, 34 さくら = sakura,
      34 舞 = mai, 34 弘子 = hiroko, 34 光子 = mitsuko, 34 典子 = noriko, 32 彩 = aya,
      32 久子 = hisako, 32 遥 = haruka, 30 美穂 = miho, 28 美優 = miyu, 28 七海 = nanami,
      28 麻衣 = mai, 28 信子 = nobuko, 28 凛 = rin, 26 絵美 = emi, 26 友美 = tomomi,
      26 里美 = satomi, 24 千代子 = chiyoko, 24 莉子 = riko, 24 結愛 = yua, 22 千尋 = chihiro,
      20 未来 = miku, 20 紬 = tsumugi, 20 優奈 = yuna, 18 芽依 = mei, 18 あかり = akari,
      16 杏 = an, 16 ひかり = hikari, 14 ひなた = hinata, 14 詩 = uta, 12 まゆみ = mayumi,
      10 花子 = hanako
      """,
    surnames: """
      1830 佐藤 = sato, 1769 鈴木 = suzuki, 1383 高橋 = takahashi, 1312 田中 = tanaka,
      1053 伊藤 = ito, 1043 渡辺 = watanabe, 1029 山本 = yamamoto, 1023 中村 = nakamura,
      1010 小林 = kobayashi, 872 加藤 = kato, 817 吉田 = yoshida, 801 山田 = yamada,
      659 佐々木 = sasaki, 631 山口 = yamaguchi, 617 松本 = matsumoto, 602 井上 = inoue,
      566 木村 = kimura, 538 林 = hayashi, 533 斎藤 = saito, 522 清水 = shimizu,
      473 山崎 = yamazaki, 456 森 = mori, 443 池田 = ikeda, 440 橋本 = hashimoto,
      436 阿部 = abe, 418 石川 = ishikawa, 415 山下 = yamashita, 402 中島 = nakajima,
      385 石井 = ishii, 380 小川 = ogawa, 373 前田 = maeda, 372 岡田 = okada,
      371 長谷川 = hasegawa, 369 藤田 = fujita, 363 後藤 = goto, 360 近藤 = kondo,
      350 村上 = murakami, 326 遠藤 = endo, 323 青木 = aoki, 316 坂本 = sakamoto,
      305 福田 = fukuda, 304 太田 = ota, 302 西村 = nishimura, 301 藤井 = fujii,
      296 藤原 = fujiwara, 294 岡本 = okamoto, 292 三浦 = miura, 290 金子 = kaneko,
      288 中野 = nakano, 285 中川 = nakagawa, 284 原田 = harada, 283 松田 = matsuda,
      281 竹内 = takeuchi, 278 小野 = ono, 272 田村 = tamura, 265 中山 = nakayama,
      254 和田 = wada, 250 石田 = ishida, 240 森田 = morita, 236 上田 = ueda, 234 原 = hara,
      232 内田 = uchida, 230 柴田 = shibata, 228 酒井 = sakai, 226 宮崎 = miyazaki,
      224 横山 = yokoyama, 222 高木 = takagi, 220 安藤 = ando, 210 宮本 = miyamoto,
      208 大野 = ono, 206 小島 = kojima, 200 谷口 = taniguchi, 198 今井 = imai, 196 工藤 = kudo,
      192 高田 = takada, 190 増田 = masuda, 188 丸山 = maruyama, 186 杉山 = sugiyama,
      184 村田 = murata, 180 大塚 = otsuka, 178 新井 = arai, 176 小山 = koyama,
      174 平野 = hirano, 172 藤本 = fujimoto, 170 河野 = kono, 168 上野 = ueno,
      166 野口 = noguchi, 164 武田 = takeda, 162 松井 = matsui, 160 千葉 = chiba,
      158 岩崎 = iwasaki, 156 菅原 = sugawara, 154 木下 = kinoshita, 152 久保 = kubo
      """)
}
