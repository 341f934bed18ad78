public import LinqCore

// `joined(separator:)` without a closure is the standard library's.

extension Sequence {
  /// The texts of the elements in their order, with a separator between them, in canonical form.
  ///
  /// ```swift
  /// people.joined(separator: ", ") { $0.name }  // "bob, eva, joe, tim, jim"
  /// ```
  ///
  /// - Complexity: O(n) in the length of the result.
  @inlinable public func joined<Text: StringProtocol>(
    separator: String = "", _ text: (Element) throws -> Text
  ) rethrows -> String { try joined(separator: separator) { try Text?(text($0)) } }

  /// The texts that are not nil, with a separator between them, in canonical form.
  ///
  /// - Complexity: O(n) in the length of the result.
  @inlinable public func joined<Text: StringProtocol>(
    separator: String = "", _ text: (Element) throws -> Text?
  ) rethrows -> String {
    var joined = JoinedText(separator: separator)
    for element in self {
      if let text = try text(element) { joined.add(text) }
    }
    return joined.result
  }
}
