#if Postgres
internal import Foundation

extension PostgresConnection {
  /// Returns an address without its passwords.
  package static func name(of address: String) -> String {
    var name = address
    for password in passwords(in: address).reversed() {
      name.replaceSubrange(password.startIndex..<password.endIndex, with: "…")
    }
    return name.replacing(":…@", with: "@")
  }

  /// Returns the passwords in an address, in the order in which they stand there.
  private static func passwords(in address: String) -> [Substring] {
    var passwords = address.matches(of: #/password\s*=\s*('(?:[^'\\]|\\.)*'|[^\s&']+)/#)
      .map(\.output.1)
    if let scheme = address.firstRange(of: "://") {
      // The user and the password stand in front of the hosts. A password that contains a slash is
      // a mistake, but it is hidden too.
      let authority = address[scheme.upperBound...].prefix { $0 != "?" }
      if let at = authority.lastIndex(of: "@"),
        let colon = authority[..<at].firstIndex(of: ":")
      {
        passwords.insert(authority[authority.index(after: colon)..<at], at: 0)
      }
    }
    return passwords.filter { !$0.isEmpty }
  }

  /// Returns a message of `libpq`, which may quote a part of the address, without the passwords.
  static func hidingPassword(of address: String, in message: String) -> String {
    // The message may quote what stands between quotes, or before a slash.
    passwords(in: address).flatMap { $0.split { $0 == "'" || $0 == "/" } }
      .reduce(message) { $0.replacing($1, with: "…") }
  }
}
#endif
