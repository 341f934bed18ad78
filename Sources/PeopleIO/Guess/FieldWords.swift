/// The words by which files name the fields of a person, in the languages in which files have been
/// seen: English, German, French, Spanish, Italian, Portuguese, Dutch, Danish, Norwegian, Swedish,
/// Finnish, Polish, Czech, Hungarian.
///
/// A word is compared with the name of a column without case, separators and accents, and without
/// the number of one of several columns: `E-mail 1 - Value` is `emailvalue`.
///
/// ```swift
/// FieldWords.role(of: HeaderText("Date of Birth"))   // (.birthDate, .word)
/// FieldWords.role(of: HeaderText("Employee_Name"))   // (.whole, .weak)
/// FieldWords.role(of: HeaderText("ManagerName"))     // nil: another person's
/// ```
enum FieldWords {
  /// The words of each role.
  static let words: [ColumnRole: [String]] = [
    .given: [
      "givenname", "firstname", "givennames", "firstnames", "forename", "forenames", "fname",
      "namefirst", "namegiven", "vorname", "vornamen", "rufname", "prenom", "prenoms",
      "nombredepila", "nombres", "primernombre", "primonome", "nomeproprio", "primeironome",
      "prenome", "voornaam", "voornamen", "fornavn", "fornamn", "etunimi", "etunimet", "imie",
      "jmeno", "krestnijmeno", "keresztnev", "utonev", "christianname", "prenomusuel",
      "prenomusage", "prenomdusage", "premierprenom", "nombrepropio", "nombresdepila",
      "primeirosnomes", "roepnaam", "tilltalsnamn", "imiona", "pierwszeimie",
    ],
    .family: [
      "surname", "surnames", "familyname", "lastname", "lastnames", "lname", "namelast",
      "namefamily", "nachname", "familienname", "zuname", "nomdefamille", "nomfamille", "patronyme",
      "apellido", "apellidos", "primerapellido", "cognome", "sobrenome", "apelido", "ultimonome",
      "achternaam", "familienaam", "etternavn", "efternavn", "efternamn", "sukunimi", "nazwisko",
      "prijmeni", "vezeteknev", "csaladnev", "nomusuel", "nomusage", "nomdusage",
      "apellidopaterno", "sobrenomes", "apelidos", "nomedefamilia", "cognomi", "geslachtsnaam",
      "familjenamn", "slaktnamn", "nazwiska",
    ],
    .whole: [
      "fullname", "name", "displayname", "completename", "wholename", "sortname", "formattedname",
      "personname", "namefull", "namedisplay", "commonname", "vollername", "anzeigename",
      "vollstandigername", "nom", "nomcomplet", "nometprenom", "prenometnom", "nomprenom", "nombre",
      "nombrecompleto", "nombreyapellido", "nombreyapellidos", "apellidosynombre",
      "apellidosynombres", "nome", "nomecompleto", "nomeecognome", "cognomeenome", "naam",
      "volledigenaam", "navn", "fuldenavn", "fulltnavn", "namn", "fullstandigtnamn", "nimi",
      "nazwa", "imieinazwisko", "jmenoaprijmeni", "nev", "teljesnev", "longname", "nomprenoms",
      "nometprenoms", "nombresyapellidos", "nominativo", "nomecognome", "cognomenome",
      "naamvolledig", "weergavenaam", "heltnamn", "visningsnamn", "nazwiskoiimie", "imienazwisko",
      "vorundnachname", "vornamenachname", "nachnamevorname", "namevorname", "vornameundnachname",
    ],
    .login: [
      "login", "username", "user", "handle", "screenname", "nickname", "nick", "benutzername",
      "nomdutilisateur", "usuario", "nombredeusuario", "nomeutente",
    ],
    .organization: [
      "organization", "organizationname", "organisation", "organisationname", "org", "company",
      "companyname", "firma", "societe", "entreprise", "empresa", "azienda", "bedrijf",
    ],
    .email: [
      "email", "emailaddress", "emailvalue", "emailsvalue", "mail", "mailaddress", "primaryemail",
      "emailprimary", "emailid", "emailadresse", "mailadresse", "courriel", "adressemail",
      "adresseemail", "adressecourriel", "adresseelectronique", "correo", "correoelectronico",
      "direcciondecorreo", "direcciondecorreoelectronico", "postaelettronica", "indirizzoemail",
      "indirizzodipostaelettronica", "emailendereco", "enderecodeemail", "correioeletronico",
      "emailadres", "epost", "epostadresse", "epostadress", "sahkoposti", "sahkopostiosoite",
      "adresemail", "emailcim", "courrierelectronique", "courrielprofessionnel",
      "adressedecourriel", "adressedecourrierelectronique", "adressedemessagerie", "direccionemail",
      "direccionelectronica", "direcciondeemail", "correioelectronico", "enderecoeletronico",
      "enderecodecorreioeletronico", "indirizzomail", "indirizzoelettronico", "mailadres",
      "emailadressen", "mejl", "mejladress", "mailadress", "pocztaelektroniczna", "adresmailowy",
      "adresemailowy", "adrespocztyelektronicznej",
    ],
    .birthDate: [
      "birthdate", "dateofbirth", "birthday", "dob", "bday", "bdate", "birthdaydate", "datebirth",
      "dateborn", "geburtsdatum", "geburtstag", "geboren", "geborenam", "datedenaissance",
      "datenaissance", "naissance", "anniversaire", "fechadenacimiento", "fechanacimiento",
      "nacimiento", "cumpleanos", "datadinascita", "datanascita", "nascita", "compleanno",
      "datadenascimento", "datanascimento", "nascimento", "geboortedatum", "fodselsdato",
      "fodselsdag", "fodelsedatum", "fodelsedag", "syntymaaika", "dataurodzenia", "datumnarozeni",
      "szuletesidatum", "datedenaiss", "datenaiss", "nele", "neele", "fechadenac", "fechanac",
      "fechadenacim", "nacidoel", "dtnascimento", "dtnasc", "datanasc", "datadenasc", "nascidoem",
      "natoil", "datadinasc", "geborenop", "geboortedag", "fodd", "foddatum", "urodzony",
      "urodzona", "dataur", "gebdatum", "gebdat", "gebtag", "geburtsdat",
    ],
    .birthYear: [
      "yearofbirth", "birthyear", "yob", "yearborn", "bornyear", "geburtsjahr", "jahrgang",
      "anneedenaissance", "anneenaissance", "anodenacimiento", "anonacimiento", "annodinascita",
      "annonascita", "anodenascimento", "anonascimento", "geboortejaar", "fodselsar", "fodelsear",
      "syntymavuosi", "rokurodzenia", "roknarozeni", "szuletesiev", "anneenaiss", "anonac",
      "annonasc", "anonasc", "gebjahr", "fodelsearet", "rokur",
    ],
    .age: [
      "age", "ages", "ageyears", "ageinyears", "currentage", "alter", "lebensalter", "edad", "eta",
      "idade", "leeftijd", "alder", "ika", "wiek", "vek", "eletkor", "edadanos", "edadenanos",
      "idadeemanos", "etaanni", "ageenannees", "alterinjahren", "leeftijdinjaren", "alderar",
      "wieklat",
    ],
  ]

  /// Words that name a role where nothing better does.
  static let weakWords: [ColumnRole: [String]] = [
    .given: ["first", "given"],
    .family: ["last", "family"],
    .birthDate: ["born", "birth"],
    .whole: [
      "person", "people", "player", "artist", "author", "athlete", "member", "employee",
      "passenger", "contact", "laureate", "politician", "candidate", "student", "contributor",
    ],
  ]

  /// Words before the name of a role that say whose it is, or which one of several.
  static let owners: Set<String> = [
    "person", "people", "persons", "player", "artist", "author", "athlete", "member", "employee",
    "passenger", "contact", "contacts", "laureate", "politician", "candidate", "student", "user",
    "customer", "client", "patient", "applicant", "participant", "attendee", "guest", "subscriber",
    "contributor", "profile", "primary", "main", "personal", "private", "work", "business", "home",
    "official", "your", "legal", "mitarbeiter", "kunde", "kunden",
  ]

  /// Words after the name of a role that say which one of several it is.
  static let kinds: Set<String> = [
    "work", "home", "other", "personal", "private", "business", "internet", "pref", "primary",
    "main", "value", "privat", "arbeit", "geschaftlich",
  ]

  /// Returns the role that a column's name says, and how well it fits; nil if it says none.
  static func role(of header: HeaderText) -> (role: ColumnRole, fit: RoleFit)? {
    if let role = roles[header.joined] {
      return (role, header.hasRemark ? .weak : role.isField(header.joined) ? .field : .word)
    }
    if let role = weakRoles[header.joined] { return (role, .weak) }
    var words = header.words[...]
    while let last = words.last, words.count > 1, kinds.contains(last) { words.removeLast() }
    while let first = words.first, words.count > 1, owners.contains(first) { words.removeFirst() }
    guard words.count < header.words.count, let role = roles[words.joined()] else { return nil }
    return (role, .weak)
  }

  private static let roles = byWord(words)
  private static let weakRoles = byWord(weakWords)

  private static func byWord(_ words: [ColumnRole: [String]]) -> [String: ColumnRole] {
    Dictionary(
      words.flatMap { role, words in words.map { ($0, role) } },
      uniquingKeysWith: { first, _ in first })
  }
}

extension ColumnRole {
  /// Whether a joined name is that of the field to which the role belongs.
  fileprivate func isField(_ joined: String) -> Bool {
    switch self {
    case .given, .whole: joined == "name"
    case .family: joined == "surname"
    case .email: joined == "email"
    case .birthDate: joined == "birthdate"
    case .age: joined == "age"
    case .login, .organization, .birthYear: false
    }
  }
}
