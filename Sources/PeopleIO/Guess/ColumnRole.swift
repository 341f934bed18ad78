/// What a column of a file of people may be, by its name.
enum ColumnRole: String, CaseIterable, Sendable {
  /// The given name.
  case given
  /// The family name.
  case family
  /// The whole name, in one column.
  case whole
  /// The name by which a person is known to a program.
  case login
  /// The name of an organization, which names a contact that has no name of its own.
  case organization
  /// An e-mail address.
  case email
  /// The day of birth.
  case birthDate
  /// The year of birth, of which no day is made.
  case birthYear
  /// The age in years.
  case age
}

/// How well the name of a column fits a role; a greater one wins.
enum RoleFit: Int, Comparable, Sendable {
  /// The name is that of a role after words are left out, or a word that may mean something else.
  case weak
  /// The name is a word for the role.
  case word
  /// The name is that of the field itself.
  case field

  static func < (left: RoleFit, right: RoleFit) -> Bool { left.rawValue < right.rawValue }
}
