extension NameTable {
  // Source: INE (Spain), frequencies of names and surnames, thousands of bearers; approximate, in
  // the order of published rankings.
  /// Names as in Spain.
  static let spanish = NameTable(
    male: """
      640 Antonio, 555 Manuel, 530 José = jose, 465 Francisco, 360 David, 320 Juan, 310 Javier,
      305 Daniel, 280 José Antonio = jose-antonio, 278 Francisco Javier,
      260 José Luis = jose-luis, 256 Carlos, 245 Alejandro, 242 Jesús = jesus, 238 Miguel,
      215 Rafael, 212 Miguel Ángel = miguel-angel, 210 José Manuel = jose-manuel, 205 Pablo,
      200 Pedro, 198 Ángel = angel, 180 Sergio, 172 José María = jose-maria, 168 Fernando,
      160 Jorge, 158 Luis, 152 Alberto, 145 Álvaro = alvaro, 140 Juan Carlos,
      135 Adrián = adrian, 132 Diego, 130 Juan José = juan-jose, 125 Raúl = raul,
      118 Iván = ivan, 112 Juan Antonio, 108 Rubén = ruben, 104 Enrique, 100 Óscar = oscar,
      95 Ramón = ramon, 90 Andrés = andres, 85 Vicente, 84 Juan Manuel, 80 Joaquín = joaquin,
      78 Santiago, 76 Mario, 75 Víctor = victor, 72 Eduardo, 70 Marcos, 66 Hugo, 62 Jaime,
      58 Ignacio, 56 Francisco José = francisco-jose, 54 Roberto, 52 Gabriel, 50 Alfonso,
      48 Salvador, 46 Martín = martin, 44 Lucas, 43 Ricardo, 42 Guillermo, 41 Emilio,
      40 Nicolás = nicolas, 38 Julián = julian, 36 Gonzalo, 34 Tomás = tomas, 33 Mateo,
      32 Samuel, 31 Agustín = agustin, 30 Joan, 28 Félix = felix, 27 Cristian
      """,
    female: """
      635 María Carmen = maria-carmen, 560 María = maria, 345 Carmen, 270 Ana María = ana-maria,
      255 Laura, 248 María Pilar = maria-pilar, 242 María Dolores = maria-dolores, 235 Isabel,
      225 Josefa, 222 María Teresa = maria-teresa, 218 Ana, 215 Marta, 205 Cristina,
      195 María Ángeles = maria-angeles, 190 Lucía = lucia, 185 María Isabel = maria-isabel,
      182 María José = maria-jose, 172 Francisca, 170 Antonia, 165 Paula, 158 Dolores, 152 Sara,
      150 Elena, 145 María Luisa = maria-luisa, 138 Raquel, 136 Rosa María = rosa-maria,
      132 Pilar, 126 Concepción = concepcion, 124 Manuela, 122 Mercedes,
      121 María Jesús = maria-jesus, 118 Julia, 116 Alba, 113 Beatriz, 110 Nuria, 108 Rosario,
      106 Juana, 104 Silvia, 102 Irene, 101 Teresa, 98 Patricia, 96 Encarnación = encarnacion,
      94 Montserrat, 92 Andrea, 90 Sofía = sofia, 86 Rocío = rocio, 82 Mónica = monica,
      80 Alicia, 78 María Mar = maria-mar, 76 Rosa, 75 Claudia, 74 Ángela = angela, 73 Sonia,
      72 Sandra, 70 Marina, 66 Susana, 64 Natalia, 63 Yolanda, 62 Margarita, 60 Inmaculada,
      59 Eva, 57 Ana Belén = ana-belen, 56 Martina, 54 Noelia, 52 Daniela, 50 Esther,
      48 Verónica = veronica, 46 Carolina, 44 Nerea, 43 Inés = ines, 42 Victoria,
      40 Ángeles = angeles
      """,
    surnames: """
      1449 García = garcia, 927 Rodríguez = rodriguez, 926 González = gonzalez,
      913 Fernández = fernandez, 868 López = lopez, 833 Martínez = martinez,
      814 Sánchez = sanchez, 780 Pérez = perez, 490 Gómez = gomez, 487 Martín = martin,
      400 Jiménez = jimenez, 380 Hernández = hernandez, 370 Ruiz, 343 Díaz = diaz, 321 Moreno,
      286 Muñoz = munoz, 283 Álvarez = alvarez, 224 Romero, 216 Gutiérrez = gutierrez,
      201 Alonso, 180 Navarro, 178 Torres, 172 Domínguez = dominguez, 170 Ramos,
      167 Vázquez = vazquez, 160 Ramírez = ramirez, 154 Gil, 150 Serrano, 146 Morales,
      143 Molina, 138 Blanco, 136 Suárez = suarez, 135 Castro, 130 Ortega, 129 Delgado,
      126 Ortiz, 124 Marín = marin, 122 Rubio, 118 Núñez = nunez, 116 Medina, 115 Castillo,
      112 Sanz, 110 Cortés = cortes, 108 Iglesias, 107 Santos, 105 Garrido, 104 Guerrero,
      102 Lozano, 100 Cano, 99 Cruz, 98 Méndez = mendez, 97 Flores, 95 Prieto, 94 Herrera,
      92 Peña = pena, 91 León = leon, 89 Márquez = marquez, 86 Cabrera, 85 Gallego, 84 Calvo,
      83 Vidal, 81 Campos, 79 Vega, 78 Reyes, 77 Fuentes, 76 Carrasco, 74 Díez = diez,
      73 Caballero, 71 Nieto, 70 Aguilar, 69 Pascual, 68 Herrero, 67 Santana, 66 Lorenzo,
      65 Hidalgo, 64 Montero, 63 Giménez = gimenez, 62 Ibáñez = ibanez, 61 Ferrer,
      60 Durán = duran, 59 Vicente, 58 Benítez = benitez, 57 Santiago, 56 Arias, 55 Mora,
      54 Vargas, 53 Carmona, 52 Crespo, 51 Román = roman, 50 Pastor, 49 Soto, 48 Sáez = saez,
      47 Velasco, 46 Soler, 45 Moya, 44 Esteban, 43 Parra, 42 Bravo, 41 Gallardo, 40 Rojas
      """)
}
