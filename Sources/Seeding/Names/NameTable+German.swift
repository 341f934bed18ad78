extension NameTable {
  // Source: Telephone-directory counts (surnames) and GfdS rankings by birth year (given names);
  // approximate, in the order of published rankings.
  /// Names as in Germany.
  static let german = NameTable(
    male: """
      300 Peter, 290 Michael, 280 Thomas, 265 Andreas, 250 Wolfgang, 240 Klaus,
      235 Jürgen = juergen, 225 Stefan, 220 Christian, 200 Günter = guenter, 198 Hans, 195 Uwe,
      190 Werner, 188 Frank, 170 Horst, 168 Martin, 165 Manfred, 162 Bernd, 160 Alexander,
      158 Helmut, 155 Matthias, 152 Daniel, 150 Dieter, 140 Karl, 138 Markus, 135 Jörg = joerg,
      132 Rainer, 130 Ralf, 128 Tobias, 126 Jan, 124 Sebastian, 122 Walter, 120 Heinz,
      118 Florian, 112 Torsten, 110 Lukas, 108 Gerhard, 106 Dirk, 104 Felix, 102 Sven,
      100 Maximilian, 98 Patrick, 96 Marcel, 95 Philipp, 94 Paul, 92 Jonas, 90 Tim, 88 Leon,
      87 Oliver, 86 Ulrich, 78 Björn = bjoern, 76 Dennis, 74 Kevin, 73 Fabian, 72 Johannes,
      70 Benjamin, 68 David, 66 Simon, 65 Moritz, 64 Niklas, 62 Finn, 60 Elias, 58 Ben, 56 Noah,
      55 Rolf, 54 Bernhard, 53 Holger, 52 Volker, 51 Jens, 50 Norbert, 48 Kurt,
      44 Rüdiger = ruediger, 24 Jörn = joern, 22 Sören = soeren, 12 Götz = goetz
      """,
    female: """
      270 Ursula, 255 Sabine, 250 Monika, 235 Susanne, 232 Petra, 228 Renate, 225 Karin,
      220 Birgit, 218 Andrea, 212 Helga, 208 Gabriele, 205 Brigitte, 202 Ingrid, 198 Claudia,
      195 Anna, 190 Erika, 188 Julia, 185 Christine, 182 Stefanie, 178 Elisabeth, 175 Angelika,
      172 Heike, 168 Nicole, 165 Gisela, 162 Maria, 158 Katharina, 155 Martina, 150 Barbara,
      148 Anja, 145 Christa, 140 Silke, 138 Melanie, 136 Sandra, 134 Katrin, 132 Laura,
      128 Lisa, 126 Sarah, 118 Anke, 115 Jutta, 113 Daniela, 112 Ute, 110 Lena, 108 Marie,
      106 Kerstin, 104 Simone, 102 Tanja, 98 Jana, 96 Hannah, 94 Sophie, 92 Lea, 90 Johanna,
      88 Ilse, 86 Margarete, 84 Ruth, 82 Cornelia, 80 Regina, 78 Nadine, 76 Jennifer,
      62 Bärbel = baerbel, 60 Vanessa, 59 Emma, 58 Mia, 56 Lina, 55 Leonie, 54 Franziska,
      52 Charlotte, 50 Annette, 48 Hildegard, 46 Waltraud, 45 Doris, 42 Sigrid,
      18 Käthe = kaethe, 14 Dörte = doerte, 10 Zoë = zoe, 6 Jördis = joerdis
      """,
    surnames: """
      320 Müller = mueller, 231 Schmidt, 135 Schneider, 118 Fischer, 104 Weber, 100 Meyer,
      96 Wagner, 89 Becker, 87 Schulz, 86 Hoffmann, 76 Schäfer = schaefer, 76 Koch, 75 Bauer,
      73 Richter, 68 Klein, 66 Wolf, 63 Schröder = schroeder, 61 Neumann, 59 Schwarz,
      58 Zimmermann, 56 Braun, 54 Krüger = krueger, 53 Hofmann, 52 Hartmann, 51 Lange,
      50 Schmitt, 49 Werner, 48 Schmitz, 47 Krause, 46 Meier, 45 Lehmann, 44 Schmid, 43 Schulze,
      42 Maier, 41 Köhler = koehler, 40 Herrmann, 40 König = koenig, 39 Walter, 38 Mayer,
      38 Huber, 37 Kaiser, 37 Fuchs, 36 Peters, 36 Lang, 35 Scholz, 35 Möller = moeller,
      34 Weiß = weiss, 33 Jung, 33 Hahn, 32 Schubert, 32 Vogel, 31 Friedrich, 31 Keller,
      30 Günther = guenther, 30 Frank, 29 Berger, 29 Winkler, 28 Roth, 28 Beck, 28 Lorenz,
      27 Baumann, 27 Franke, 26 Albrecht, 26 Schuster, 26 Simon, 25 Ludwig, 25 Böhm = boehm,
      25 Winter, 24 Kraus, 24 Martin, 24 Schumacher, 23 Krämer = kraemer, 23 Vogt, 23 Stein,
      22 Jäger = jaeger, 22 Otto, 22 Sommer, 21 Groß = gross, 21 Seidel, 21 Heinrich, 20 Brandt,
      20 Haas, 20 Schreiber, 19 Graf, 19 Schulte, 19 Dietrich, 19 Ziegler, 18 Kuhn,
      18 Kühn = kuehn, 18 Pohl, 18 Engel, 17 Horn, 17 Busch, 17 Bergmann, 17 Thomas, 17 Voigt,
      17 Sauer, 16 Arnold, 16 Wolff, 16 Pfeiffer
      """)
}
