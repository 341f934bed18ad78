import Foundation

/// An address of the internet, or a range of them, such as `10.0.0.0/8`.
public struct AddressRange: Sendable, Equatable {
  private let bytes: [UInt8]
  /// The number of bits that an address has in common with the range.
  private let length: Int

  /// Parses an address, with the length of a range after a slash; nil for anything else, such as a
  /// name.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let bytes = Self.bytes(of: String(parts[0])) else { return nil }
    self.bytes = bytes
    guard parts.count == 2 else {
      length = bytes.count * 8
      return
    }
    guard parts[1].allSatisfy(\.isASCII), let given = UInt8(parts[1]), given <= bytes.count * 8
    else { return nil }
    length = Int(given)
  }

  /// Returns whether an address is in the range.
  func contains(_ address: String) -> Bool {
    guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
    for place in 0..<bytes.count {
      let bits = min(8, max(0, length - place * 8))
      let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
      guard bytes[place] & mask == other[place] & mask else { return false }
    }
    return true
  }

  /// Returns what counts as one client among addresses: an address of IPv4, or the network of an
  /// address of IPv6, whose first 64 bits are given to one customer or machine, who may use any of
  /// its addresses.
  static func network(of address: String) -> String {
    guard address.utf8.contains(UInt8(ascii: ":")), var bytes = bytes(of: address) else {
      return address
    }
    if bytes.count == 4 { return bytes.map { "\($0)" }.joined(separator: ".") }
    bytes.replaceSubrange(8..., with: repeatElement(0, count: 8))
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return address }
    return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } + "/64"
  }

  /// Returns whether a text is an address.
  static func isAddress(_ text: String) -> Bool { bytes(of: text) != nil }

  /// The 4 or 16 bytes of an address; 4 for one of IPv4 that is written as one of IPv6.
  private static func bytes(of address: String) -> [UInt8]? {
    var four = in_addr()
    if inet_pton(AF_INET, address, &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
    var six = in6_addr()
    guard inet_pton(AF_INET6, address, &six) == 1 else { return nil }
    let bytes = withUnsafeBytes(of: &six) { Array($0) }
    let isMapped = bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    return isMapped ? Array(bytes.suffix(4)) : bytes
  }
}
