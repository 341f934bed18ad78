extension NameTable {
  // Source: Forebears.io rankings of several Arab countries merged by hand; approximate.
  /// Names as in the Arab countries, without vowel marks.
  static let arabic = NameTable(
    male: """
      400 محمد = mohammed, 230 أحمد = ahmed, 150 علي = ali, 110 محمود = mahmoud,
      90 مصطفى = mustafa, 88 إبراهيم = ibrahim, 86 حسن = hassan, 84 عبد الله = abdullah,
      82 خالد = khaled, 80 عمر = omar, 74 حسين = hussein, 72 يوسف = youssef, 60 سعيد = said,
      50 عبد الرحمن = abdulrahman, 44 كريم = karim, 42 طارق = tariq, 40 عادل = adel,
      38 سامي = sami, 34 ياسر = yasser, 34 وليد = walid, 34 صالح = saleh, 32 سعد = saad,
      32 عبد العزيز = abdulaziz, 30 ناصر = nasser, 30 جمال = jamal, 30 حمزة = hamza,
      30 إسماعيل = ismail, 28 هشام = hisham, 28 فهد = fahd, 28 رشيد = rachid, 26 ماجد = majed,
      26 نبيل = nabil, 26 أيمن = ayman, 26 ياسين = yassin, 24 رامي = rami, 24 بلال = bilal,
      24 سليمان = suleiman, 24 عثمان = othman, 22 سلمان = salman, 22 أسامة = osama,
      20 أنس = anas, 20 فيصل = faisal, 20 عماد = imad, 16 زياد = ziad, 16 مروان = marwan,
      16 منصور = mansour, 14 باسم = bassem, 14 تامر = tamer, 12 جابر = jaber, 12 إدريس = idris
      """,
    female: """
      200 فاطمة = fatima, 120 مريم = maryam, 95 عائشة = aisha, 90 زينب = zainab, 84 سارة = sara,
      80 خديجة = khadija, 60 نور = nour, 52 هدى = huda, 50 أمينة = amina, 50 منى = mona,
      48 إيمان = iman, 44 أسماء = asmaa, 42 ليلى = layla, 42 نادية = nadia, 40 سعاد = souad,
      38 سميرة = samira, 38 أمل = amal, 36 آية = aya, 34 سلمى = salma, 34 ياسمين = yasmin,
      34 حنان = hanan, 32 هند = hind, 30 ريم = reem, 30 هبة = heba, 30 شيماء = shaimaa,
      28 رانيا = rania, 26 دينا = dina, 26 نورا = noura, 26 سناء = sanaa, 26 وفاء = wafaa,
      22 رشا = rasha, 22 لطيفة = latifa, 22 كريمة = karima, 22 إسراء = israa, 20 نجلاء = najlaa,
      20 جميلة = jamila, 20 حليمة = halima, 20 نعيمة = naima, 20 رحمة = rahma, 20 جنى = jana,
      20 آمنة = amna, 20 زهرة = zahra, 18 رقية = ruqayya, 18 ملاك = malak, 18 لينا = lina,
      18 دعاء = doaa, 18 سلوى = salwa, 16 رنا = rana, 16 بشرى = bushra
      """,
    surnames: """
      200 محمد = mohammed, 160 أحمد = ahmed, 150 علي = ali, 110 حسن = hassan,
      95 إبراهيم = ibrahim, 70 محمود = mahmoud, 70 عبد الله = abdullah, 66 حسين = hussein,
      48 صالح = saleh, 44 سعيد = said, 44 يوسف = youssef, 42 خليل = khalil,
      40 المصري = al-masri, 40 عمر = omar, 36 عثمان = othman, 34 سليمان = suleiman,
      32 ناصر = nasser, 30 العتيبي = al-otaibi, 30 الحربي = al-harbi, 30 منصور = mansour,
      30 موسى = moussa, 30 إسماعيل = ismail, 28 القحطاني = al-qahtani, 28 الغامدي = al-ghamdi,
      28 عباس = abbas, 28 سالم = salem, 26 الشمري = al-shammari, 26 الزهراني = al-zahrani,
      26 العنزي = al-anazi, 26 الخطيب = al-khatib, 26 حداد = haddad, 26 عيسى = issa,
      24 الدوسري = al-dosari, 24 المطيري = al-mutairi, 22 العلي = al-ali, 22 قاسم = qassem,
      20 الشهري = al-shehri, 20 العمري = al-omari, 20 عوض = awad, 20 رمضان = ramadan,
      20 العلوي = alaoui, 18 نجار = najjar, 18 جابر = jaber, 18 حمدان = hamdan,
      18 الحسن = al-hassan, 16 الشامي = al-shami, 16 داود = dawoud, 16 الأحمد = al-ahmad,
      16 بن علي = ben-ali, 16 الإدريسي = idrissi, 14 الحلبي = al-halabi,
      14 المغربي = al-maghribi, 14 فرج = faraj, 14 النجار = al-najjar, 14 شاهين = shahin,
      14 كمال = kamal, 14 يونس = younes, 12 البغدادي = al-baghdadi, 12 بكر = bakr,
      12 القاضي = al-qadi, 10 العراقي = al-iraqi, 10 شعبان = shaaban, 10 الصباغ = al-sabbagh,
      10 بن صالح = ben-saleh, 10 بناني = bennani, 10 الفاسي = el-fassi, 10 بوزيد = bouzid,
      10 زيدان = zidan, 8 التونسي = al-tounsi, 8 الجزائري = al-jazairi, 8 السوداني = al-sudani
      """)
}
