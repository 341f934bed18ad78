/// Pairs of people who may be one.
public struct Duplicates: Sendable, Hashable, Encodable {
  /// Two people who may be one.
  public struct Pair: Sendable, Hashable, Encodable {
    /// The one who comes first in the query.
    public let first: Person
    /// The other one.
    public let second: Person
    /// What they have in common, the strongest first; not empty.
    public let matches: [DuplicateMatch]
  }

  /// Pairs that are not listed because they are too many to tell anything: a thousand people named
  /// alike, an address that stands for none.
  public struct LeftOut: Sendable, Hashable, Encodable {
    /// What the people have in common.
    public let criterion: DuplicateCriterion
    /// The address or the name, without case and accents; two names that are similar, and the birth
    /// date, after commas.
    public let value: String
    /// The number of the pairs.
    public let pairs: Int

    private enum CodingKeys: String, CodingKey {
      case criterion = "by"
      case value, pairs
    }
  }

  /// The pairs: those with the same address, then those with the same name and birth date, then
  /// those with similar names, the most similar first; equally strong ones in the order of the
  /// query.
  public let pairs: [Pair]

  /// The number of pairs that were found. It is more than there are in ``pairs`` if these are
  /// limited.
  public let count: Int

  /// What was left out, with more than ``most`` pairs each.
  public let leftOut: [LeftOut]

  /// The number of pairs that one address, one name, or two similar names have at most.
  public static let most = 1000
}
