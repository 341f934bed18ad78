/// A position in the log of a database server. Each commit has one, and replicas reach it later
/// than the primary server.
///
/// The text of a position can be kept anywhere, for example with the session of a user:
///
/// ```swift
/// let position = try await store.logPosition()              // after the user's own commit
/// session["position"] = position.description                // "0/16B3748"
/// ```
public struct LogPosition: Sendable, Hashable, Comparable, Codable, LosslessStringConvertible {
  private let number: UInt64

  /// The position before all commits. It is the only one of a database without replicas.
  public static let start = LogPosition(number: 0)

  private init(number: UInt64) { self.number = number }

  /// Creates a position from its text; nil for another text.
  public init?(_ description: String) {
    let halves = description.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let high = UInt32(halves[0], radix: 16),
      let low = UInt32(halves[1], radix: 16)
    else { return nil }
    self.init(number: UInt64(high) << 32 | UInt64(low))
  }

  /// Decodes the text of a position.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let position = LogPosition(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not a position of a log")
    }
    self = position
  }

  /// Encodes the text of the position.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// The position as servers write it: two numbers in base 16, such as `0/16B3748`.
  public var description: String {
    String(number >> 32, radix: 16, uppercase: true) + "/"
      + String(number & 0xFFFF_FFFF, radix: 16, uppercase: true)
  }

  /// Returns whether a position is before another one.
  public static func < (left: LogPosition, right: LogPosition) -> Bool {
    left.number < right.number
  }
}
