extension PersonField {
  /// Creates the field that a word names, as in the header of a file: `lastname`, `Vorname`; nil if
  /// it names none.
  package init?(word: String) {
    guard let (role, fit) = FieldWords.role(of: HeaderText(word)), fit > .weak else { return nil }
    switch role {
    case .given, .whole: self = .name
    case .family: self = .surname
    case .email: self = .email
    case .birthDate: self = .birthDate
    case .age: self = .age
    case .login, .organization, .birthYear: return nil
    }
  }
}
