/// What two people must have in common to be taken for one.
public enum DuplicateCriterion: String, CaseIterable, Sendable, Hashable, Codable {
  /// The same e-mail address up to case. People without one never match by it.
  case email
  /// The same name and surname without case and accents, and the same birth date.
  case nameAndBirthDate = "name"
  /// Similar names, in either order, unless both birth dates are known and different.
  ///
  /// A name and a surname of 4 to 7 characters each may have one mistake, longer ones two, shorter
  /// ones and those with digits none. Names with fewer than 10 characters in all may have one
  /// mistake together, others two. A mistake is a character more, less or another one, or two
  /// neighbors in the wrong order; case and accents are none, nor is the sign between two words.
  case similarName = "similar"
}

/// What two people have in common.
public enum DuplicateMatch: Sendable, Hashable {
  /// The e-mail address up to case.
  case email
  /// The name and the birth date.
  case nameAndBirthDate
  /// The name up to a number of mistakes, 0 to 2.
  case similarName(distance: Int)

  /// The criterion of the match.
  public var criterion: DuplicateCriterion {
    switch self {
    case .email: .email
    case .nameAndBirthDate: .nameAndBirthDate
    case .similarName: .similarName
    }
  }
}

extension DuplicateMatch: CustomStringConvertible, Encodable {
  /// `email`, `name`, or `similar` with the number of mistakes: `similar (1)`.
  public var description: String {
    guard case .similarName(let distance) = self else { return criterion.rawValue }
    return "\(criterion.rawValue) (\(distance))"
  }

  private enum CodingKeys: CodingKey { case by, distance }

  /// Writes the criterion (`by`) and, of similar names, the number of mistakes (`distance`).
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(criterion, forKey: .by)
    if case .similarName(let distance) = self { try values.encode(distance, forKey: .distance) }
  }
}
