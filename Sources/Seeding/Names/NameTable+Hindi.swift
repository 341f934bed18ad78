extension NameTable {
  // Source: Forebears.io rankings for India, names in use among Hindi speakers; approximate.
  /// Names as in northern India, in Devanagari.
  static let hindi = NameTable(
    male: """
      90 राम = ram, 88 राजेश = rajesh, 85 संजय = sanjay, 84 सुनील = sunil, 82 अनिल = anil,
      80 विजय = vijay, 76 अजय = ajay, 74 रमेश = ramesh, 74 सुरेश = suresh, 72 राकेश = rakesh,
      72 अमित = amit, 70 मनोज = manoj, 68 राहुल = rahul, 66 मुकेश = mukesh, 64 अशोक = ashok,
      62 दिनेश = dinesh, 62 दीपक = deepak, 60 विनोद = vinod, 60 रवि = ravi, 54 महेश = mahesh,
      54 संदीप = sandeep, 50 राजू = raju, 50 सचिन = sachin, 50 प्रदीप = pradeep, 48 अरुण = arun,
      48 विकास = vikas, 46 रोहित = rohit, 44 पंकज = pankaj, 44 प्रकाश = prakash,
      42 मोहन = mohan, 38 अभिषेक = abhishek, 38 विशाल = vishal, 38 मनीष = manish,
      34 आकाश = akash, 34 कृष्ण = krishna, 34 आशीष = ashish, 30 श्याम = shyam,
      30 जितेंद्र = jitendra, 30 नितिन = nitin, 30 गौरव = gaurav, 28 नरेंद्र = narendra,
      28 योगेश = yogesh, 28 विवेक = vivek, 26 गोपाल = gopal, 24 हरि = hari, 24 शिव = shiv,
      24 धर्मेंद्र = dharmendra, 24 अर्जुन = arjun, 24 आदित्य = aditya, 24 ओमप्रकाश = omprakash,
      22 आर्यन = aryan, 20 करण = karan, 20 भरत = bharat, 16 लक्ष्मण = lakshman,
      12 सत्येंद्र = satyendra
      """,
    female: """
      90 सुनीता = sunita, 84 अनीता = anita, 76 गीता = geeta, 76 पूजा = pooja, 70 सीमा = seema,
      70 रेखा = rekha, 66 लक्ष्मी = lakshmi, 62 ममता = mamta, 62 ज्योति = jyoti,
      60 संगीता = sangeeta, 58 मीना = meena, 56 उषा = usha, 54 कविता = kavita, 54 आशा = asha,
      54 मंजू = manju, 52 पुष्पा = pushpa, 50 सरिता = sarita, 50 प्रियंका = priyanka,
      50 नेहा = neha, 48 किरण = kiran, 46 शांति = shanti, 46 सुमन = suman, 42 आरती = aarti,
      40 राधा = radha, 40 रानी = rani, 40 कमला = kamla, 38 सीता = sita, 38 प्रिया = priya,
      34 सावित्री = savitri, 34 विमला = vimla, 34 अंजलि = anjali, 32 शीला = sheela,
      32 निर्मला = nirmala, 30 माया = maya, 30 बबीता = babita, 30 काजल = kajal, 30 निशा = nisha,
      28 कोमल = komal, 28 रीना = reena, 26 श्वेता = shweta, 26 वंदना = vandana, 26 सपना = sapna,
      24 स्वाति = swati, 22 दीपा = deepa, 22 दिव्या = divya, 22 शिवानी = shivani,
      20 सोनिया = sonia, 20 रिया = riya, 20 मीरा = meera, 20 सरस्वती = saraswati,
      20 पार्वती = parvati, 18 दुर्गा = durga, 18 खुशी = khushi, 14 अनन्या = ananya
      """,
    surnames: """
      300 कुमार = kumar, 290 सिंह = singh, 150 देवी = devi, 110 शर्मा = sharma,
      100 यादव = yadav, 70 गुप्ता = gupta, 60 वर्मा = verma, 50 मिश्रा = mishra,
      46 पटेल = patel, 46 राम = ram, 44 लाल = lal, 40 पांडेय = pandey, 40 दास = das,
      36 चौधरी = chaudhary, 36 प्रसाद = prasad, 34 तिवारी = tiwari, 32 चौहान = chauhan,
      30 जैन = jain, 28 जोशी = joshi, 28 साहू = sahu, 26 श्रीवास्तव = srivastava,
      26 ठाकुर = thakur, 24 शुक्ला = shukla, 24 राय = rai, 24 पाल = pal, 22 अग्रवाल = agarwal,
      20 झा = jha, 18 सोनी = soni, 18 प्रजापति = prajapati, 16 दुबे = dubey, 16 राजपूत = rajput,
      16 मीणा = meena, 16 रावत = rawat, 16 सिन्हा = sinha, 14 त्रिपाठी = tripathi,
      14 मेहता = mehta, 14 राठौड़ = rathore, 14 मौर्य = maurya, 14 विश्वकर्मा = vishwakarma,
      14 सैनी = saini, 12 सक्सेना = saxena, 12 गौतम = gautam, 12 कुशवाहा = kushwaha,
      12 भट्ट = bhatt, 12 उपाध्याय = upadhyay, 10 द्विवेदी = dwivedi, 10 कश्यप = kashyap,
      10 गुर्जर = gurjar, 10 बिष्ट = bisht, 10 नेगी = negi, 10 कपूर = kapoor, 10 अरोड़ा = arora,
      10 पाठक = pathak, 8 चतुर्वेदी = chaturvedi, 8 भारद्वाज = bhardwaj, 8 जाट = jat,
      8 मल्होत्रा = malhotra, 8 भाटिया = bhatia, 8 बंसल = bansal, 8 गोयल = goyal,
      8 दीक्षित = dixit, 6 बघेल = baghel, 6 खन्ना = khanna, 6 चोपड़ा = chopra,
      6 मित्तल = mittal, 6 ओझा = ojha, 4 सेठी = sethi, 4 मेहरा = mehra, 4 बाजपेयी = bajpai
      """)
}
