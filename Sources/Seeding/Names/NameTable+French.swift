extension NameTable {
  // Source: INSEE (France), files of given names and of surnames, thousands of bearers;
  // approximate, in the order of published rankings.
  /// Names as in France.
  static let french = NameTable(
    male: """
      900 Jean, 640 Michel, 560 Pierre, 470 Philippe, 430 André = andre, 420 Alain, 400 Patrick,
      385 Nicolas, 380 Bernard, 370 Christophe, 350 Daniel, 340 Jacques, 335 David, 325 Julien,
      320 Laurent, 310 Éric = eric, 300 Frédéric = frederic, 298 Stéphane = stephane,
      290 Thierry, 285 François = francois, 280 Sébastien = sebastien, 270 Pascal,
      265 Alexandre, 260 Thomas, 250 Olivier, 230 Dominique, 225 Gérard = gerard, 220 Christian,
      210 Guillaume, 205 Claude, 200 Vincent, 195 Antoine, 190 Maxime, 180 Bruno,
      170 Kévin = kevin, 168 Romain, 165 Jérôme = jerome, 160 Mathieu, 155 Anthony, 152 Louis,
      150 Hugo, 148 Paul, 145 Lucas, 140 Serge, 138 Benjamin, 136 Marc, 130 Florian,
      125 Quentin, 122 Arnaud, 120 Fabrice, 118 Didier, 115 Cédric = cedric, 112 Théo = theo,
      110 Gilles, 106 Denis, 103 Jérémy = jeremy, 100 Clément = clement, 98 Franck, 96 Damien,
      94 Mickaël = mickael, 86 Rémi = remi, 84 Raphaël = raphael, 82 Gabriel, 80 Léo = leo,
      76 Loïc = loic, 74 Arthur, 72 Adrien, 70 Fabien, 68 Jules, 66 Benoît = benoit,
      64 Hervé = herve, 58 Étienne = etienne, 56 Yves, 54 Nathan, 52 Enzo,
      50 Aurélien = aurelien
      """,
    female: """
      980 Marie, 370 Nathalie, 355 Isabelle, 345 Sylvie, 340 Catherine, 320 Martine,
      310 Christine, 300 Françoise = francoise, 285 Valérie = valerie, 270 Sandrine,
      260 Véronique = veronique, 258 Monique, 255 Stéphanie = stephanie, 250 Céline = celine,
      248 Nicole, 245 Sophie, 240 Anne, 235 Jacqueline, 230 Julie, 225 Aurélie = aurelie,
      215 Christelle, 210 Camille, 205 Patricia, 200 Laurence, 198 Brigitte, 195 Chantal,
      185 Annie, 180 Léa = lea, 178 Émilie = emilie, 175 Manon, 170 Karine, 168 Laura,
      165 Caroline, 160 Corinne, 158 Élodie = elodie, 155 Dominique, 152 Virginie, 150 Pauline,
      148 Sarah, 145 Emma, 143 Chloé = chloe, 140 Mélanie = melanie, 138 Michèle = michele,
      135 Hélène = helene, 132 Claire, 128 Delphine, 126 Florence, 115 Agnès = agnes, 112 Lucie,
      110 Marine, 108 Danielle, 106 Jeanne, 103 Mathilde, 100 Élisabeth = elisabeth, 96 Alice,
      94 Charlotte, 92 Colette, 90 Audrey, 85 Inès = ines, 83 Louise, 80 Denise,
      78 Anaïs = anais, 74 Jade, 72 Clara, 66 Lola, 62 Zoé = zoe, 60 Cécile = cecile,
      58 Béatrice = beatrice, 56 Geneviève = genevieve, 54 Thérèse = therese,
      50 Gaëlle = gaelle, 48 Noémie = noemie, 46 Justine, 44 Océane = oceane
      """,
    surnames: """
      235 Martin, 105 Bernard, 95 Thomas, 95 Petit, 91 Robert, 90 Richard, 84 Durand, 82 Dubois,
      78 Moreau, 75 Laurent, 73 Simon, 72 Michel, 71 Lefebvre, 68 Leroy, 60 Roux, 58 David,
      57 Bertrand, 56 Morel, 55 Fournier, 53 Girard, 51 Bonnet, 50 Dupont, 49 Lambert,
      48 Fontaine, 47 Rousseau, 47 Vincent, 46 Muller, 45 Lefèvre = lefevre, 44 Faure,
      44 André = andre, 43 Mercier, 42 Blanc, 41 Guérin = guerin, 40 Boyer, 39 Garnier,
      38 Chevalier, 38 François = francois, 37 Legrand, 37 Gauthier, 36 Garcia, 36 Perrin,
      35 Robin, 34 Clément = clement, 34 Morin, 33 Nicolas, 33 Henry, 32 Roussel, 32 Mathieu,
      31 Gautier, 31 Masson, 30 Marchand, 30 Duval, 29 Denis, 29 Dumont, 28 Marie, 28 Lemaire,
      28 Noël = noel, 27 Meyer, 27 Dufour, 27 Meunier, 26 Brun, 26 Blanchard, 26 Giraud,
      25 Joly, 25 Rivière = riviere, 25 Lucas, 24 Brunet, 24 Gaillard, 24 Barbier, 23 Arnaud,
      23 Martinez, 23 Gérard = gerard, 22 Roche, 22 Renard, 22 Schmitt, 22 Roy, 21 Leroux,
      21 Colin, 21 Vidal, 21 Caron, 20 Picard, 20 Roger, 20 Fabre, 20 Aubert, 20 Lemoine,
      19 Renaud, 19 Dumas, 19 Lacroix, 19 Olivier, 18 Philippe, 18 Bourgeois, 18 Pierre,
      18 Benoît = benoit, 18 Rey, 18 Leclerc, 17 Payet, 17 Rolland, 17 Leclercq, 17 Guillaume,
      17 Lecomte, 17 Lopez
      """)
}
