import Crypto
import Foundation

/// The tokens that clients may send, read from a file that contains their hashes only.
///
/// Each line of the file is a role, the SHA-256 of the token in base 16, and a name that logs show:
///
///     # comments and empty lines are left out
///     read 5994471abb01112afcc18159f6cc74b4f511b99806da59b3caf5a9c173cacfc5 dashboard
///
/// A token is 256 random bits, so one hash without salt is enough.
public struct AccessTokens: Sendable {
  struct Entry: Sendable {
    let role: Role
    let name: String
    fileprivate let hash: [UInt8]
  }

  private let entries: [Entry]

  /// Reads a file of tokens.
  ///
  /// - Throws: ``AccessTokensError``, or the system's error if the file cannot be read.
  public init(file path: String) throws {
    try self.init(parsing: String(contentsOfFile: path, encoding: .utf8))
  }

  /// Parses the text of a file of tokens.
  ///
  /// - Throws: ``AccessTokensError``.
  public init(parsing text: String) throws {
    var entries: [Entry] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated()
    where !line.allSatisfy(\.isWhitespace) && !line.utf8.starts(with: "#".utf8) {
      func error(_ reason: String) -> AccessTokensError {
        AccessTokensError(line: number + 1, reason: reason)
      }
      let parts = line.split(whereSeparator: \.isWhitespace)
      guard parts.count == 3 else { throw error("is not a role, a hash and a name") }
      guard let role = Role(rawValue: String(parts[0])) else {
        throw error("'\(parts[0])' is no role; these are: read, write, admin")
      }
      guard let hash = [UInt8](base16: parts[1]), hash.count == SHA256.byteCount else {
        throw error("'\(parts[1])' is not a SHA-256 of 64 digits in base 16")
      }
      let name = String(parts[2])
      guard !entries.contains(where: { $0.name == name }) else {
        throw error("the name '\(name)' is used twice")
      }
      entries.append(Entry(role: role, name: name, hash: hash))
    }
    self.entries = entries
  }

  /// Returns what a token stands for; nil if it is not known. Takes the same time for each token.
  func entry(of token: some StringProtocol) -> Entry? {
    let digest = SHA256.hash(data: Data(token.utf8))
    var found: Entry?
    // The comparison of digests takes the same time wherever they differ.
    for entry in entries where digest == entry.hash { found = entry }
    return found
  }

  /// Returns a new token, and the line of the file that stands for it.
  public static func new(_ role: Role, name: String) -> (token: String, line: String) {
    let token = Data(SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
      .base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
    let hash = SHA256.hash(data: Data(token.utf8)).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return (token, "\(role.rawValue) \(hash.joined()) \(name)")
  }
}

/// A line of a file of tokens that cannot be used.
public struct AccessTokensError: Error, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  public let line: Int
  /// What is wrong with it.
  public let reason: String

  /// The line and the reason.
  public var description: String { "line \(line) of the file of tokens: \(reason)" }
}

extension [UInt8] {
  /// Creates the bytes of a text in base 16; nil if it is none.
  fileprivate init?(base16 text: Substring) {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
