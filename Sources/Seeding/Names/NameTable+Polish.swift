extension NameTable {
  // Source: PESEL register (Poland), thousands of bearers; approximate, in the order of published
  // rankings.
  /// Names as in Poland; surnames in -ski, -cki and -dzki agree with gender.
  static let polish = NameTable(
    male: """
      690 Piotr, 630 Krzysztof, 540 Tomasz, 530 Andrzej, 520 Paweł = pawel, 490 Michał = michal,
      480 Jan, 430 Marcin, 410 Jakub, 380 Adam, 370 Marek, 365 Łukasz = lukasz, 350 Grzegorz,
      340 Mateusz, 320 Stanisław = stanislaw, 310 Wojciech, 300 Dariusz, 290 Mariusz,
      280 Zbigniew, 275 Jerzy, 270 Maciej, 260 Rafał = rafal, 255 Robert, 250 Kamil, 240 Jacek,
      235 Józef = jozef, 230 Dawid, 220 Szymon, 215 Bartosz, 210 Tadeusz, 205 Ryszard,
      200 Kacper, 195 Filip, 190 Artur, 185 Jarosław = jaroslaw, 180 Przemysław = przemyslaw,
      175 Sebastian, 172 Janusz, 170 Antoni, 165 Damian, 160 Patryk, 158 Henryk, 156 Daniel,
      154 Karol, 150 Franciszek, 148 Sławomir = slawomir, 146 Adrian, 144 Aleksander,
      140 Kazimierz, 138 Mirosław = miroslaw, 120 Konrad, 118 Bartłomiej = bartlomiej,
      112 Leszek, 110 Wiktor, 105 Roman, 100 Mikołaj = mikolaj, 95 Waldemar,
      92 Radosław = radoslaw, 88 Oskar, 86 Arkadiusz, 84 Zdzisław = zdzislaw, 82 Dominik,
      80 Edward, 76 Władysław = wladyslaw, 72 Hubert, 70 Mieczysław = mieczyslaw, 66 Igor,
      64 Bogdan, 60 Leon, 56 Czesław = czeslaw, 50 Miłosz = milosz
      """,
    female: """
      1040 Anna, 610 Katarzyna, 590 Maria, 570 Małgorzata = malgorzata, 550 Agnieszka,
      480 Barbara, 470 Ewa, 430 Krystyna, 425 Magdalena, 415 Elżbieta = elzbieta, 400 Joanna,
      370 Zofia, 365 Aleksandra, 350 Monika, 330 Teresa, 310 Danuta, 300 Natalia, 295 Karolina,
      290 Marta, 285 Julia, 275 Beata, 270 Dorota, 265 Janina, 250 Jadwiga, 245 Alicja,
      240 Jolanta, 238 Halina, 230 Iwona, 225 Zuzanna, 222 Grażyna = grazyna, 220 Irena,
      215 Wiktoria, 212 Hanna, 205 Paulina, 200 Sylwia, 195 Oliwia, 190 Justyna, 185 Maja,
      180 Renata, 178 Helena, 175 Patrycja, 170 Bożena = bozena, 168 Weronika, 165 Amelia,
      160 Aneta, 155 Lena, 150 Wanda, 148 Izabela, 145 Emilia, 140 Martyna, 138 Gabriela,
      132 Kinga, 126 Nikola, 124 Urszula, 120 Milena, 118 Ewelina, 114 Edyta, 110 Kamila,
      106 Klaudia, 102 Dominika, 90 Łucja = lucja, 88 Mirosława = miroslawa,
      84 Stanisława = stanislawa, 80 Wiesława = wieslawa, 76 Kazimiera, 74 Lucyna, 70 Pola,
      64 Jagoda, 40 Żaneta = zaneta, 38 Bronisława = bronislawa, 36 Stefania
      """,
    surnames: """
      203 Nowak, 139 Kowalski/Kowalska, 110 Wiśniewski/Wiśniewska = wisniewski/wisniewska,
      99 Wójcik = wojcik, 98 Kowalczyk, 95 Kamiński/Kamińska = kaminski/kaminska,
      93 Lewandowski/Lewandowska, 91 Zieliński/Zielińska = zielinski/zielinska,
      89 Szymański/Szymańska = szymanski/szymanska, 88 Woźniak = wozniak,
      86 Dąbrowski/Dąbrowska = dabrowski/dabrowska,
      76 Kozłowski/Kozłowska = kozlowski/kozlowska, 69 Jankowski/Jankowska, 67 Mazur,
      66 Wojciechowski/Wojciechowska, 66 Kwiatkowski/Kwiatkowska, 64 Krawczyk, 62 Kaczmarek,
      61 Piotrowski/Piotrowska, 58 Grabowski/Grabowska, 55 Zając = zajac,
      54 Pawłowski/Pawłowska = pawlowski/pawlowska, 53 Michalski/Michalska, 52 Król = krol,
      50 Wieczorek, 49 Jabłoński/Jabłońska = jablonski/jablonska, 49 Wróbel = wrobel,
      48 Nowakowski/Nowakowska, 47 Majewski/Majewska, 46 Olszewski/Olszewska,
      46 Stępień = stepien, 45 Malinowski/Malinowska, 45 Jaworski/Jaworska, 44 Adamczyk,
      43 Dudek, 43 Nowicki/Nowicka, 42 Pawlak, 42 Górski/Górska = gorski/gorska,
      41 Witkowski/Witkowska, 41 Sikora, 40 Walczak, 40 Rutkowski/Rutkowska, 39 Baran,
      39 Michalak, 38 Szewczyk, 38 Ostrowski/Ostrowska, 37 Tomaszewski/Tomaszewska, 37 Pietrzak,
      36 Zalewski/Zalewska, 36 Wróblewski/Wróblewska = wroblewski/wroblewska, 35 Marciniak,
      35 Jasiński/Jasińska = jasinski/jasinska, 34 Zawadzki/Zawadzka, 34 Bąk = bak,
      34 Jakubowski/Jakubowska, 33 Sadowski/Sadowska, 33 Duda, 32 Włodarczyk = wlodarczyk,
      32 Wilk, 32 Chmielewski/Chmielewska, 31 Borkowski/Borkowska,
      31 Sokołowski/Sokołowska = sokolowski/sokolowska,
      30 Szczepański/Szczepańska = szczepanski/szczepanska, 30 Sawicki/Sawicka,
      29 Kucharski/Kucharska, 29 Lis, 29 Maciejewski/Maciejewska, 28 Kubiak,
      28 Kalinowski/Kalinowska, 28 Mazurek, 27 Wysocki/Wysocka, 27 Kołodziej = kolodziej,
      26 Kaźmierczak = kazmierczak, 26 Czarnecki/Czarnecka, 26 Sobczak, 25 Konieczny/Konieczna,
      25 Urbański/Urbańska = urbanski/urbanska, 25 Głowacki/Głowacka = glowacki/glowacka,
      24 Wasilewski/Wasilewska, 24 Zakrzewski/Zakrzewska, 24 Krajewski/Krajewska,
      23 Sikorski/Sikorska, 23 Laskowski/Laskowska,
      23 Ziółkowski/Ziółkowska = ziolkowski/ziolkowska, 22 Gajewski/Gajewska, 22 Mróz = mroz,
      22 Szulc, 21 Makowski/Makowska, 21 Brzeziński/Brzezińska = brzezinski/brzezinska,
      21 Baranowski/Baranowska, 20 Przybylski/Przybylska, 20 Kaczmarczyk, 20 Borowski/Borowska,
      19 Błaszczyk = blaszczyk, 19 Górecki/Górecka = gorecki/gorecka, 19 Cieślak = cieslak,
      18 Szymczak, 18 Kania
      """)
}
