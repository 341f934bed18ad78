internal import StoreSupport

/// Regular expressions that were compiled from their texts. Swift does not say that one can be used
/// by several threads at a time, so each is taken out while it is used.
enum CompiledRegexes {
  /// The number of texts that are remembered.
  private static let limit = 64

  private static let idle = Locked<[String: [CompiledRegex]]>([:])

  /// Returns the text of a regular expression; nil if it has none that means the same.
  static func pattern<Output>(of regex: Regex<Output>) -> String? {
    // Foundation's predicates use this text too.
    guard let pattern = regex._literalPattern,
      pattern.utf8.elementsEqual(CanonicalText.form(of: pattern).utf8),
      (try? with(pattern) { _ in }) != nil
    else { return nil }
    return pattern
  }

  /// Calls a closure with the regular expression of a text.
  static func with<Result>(
    _ pattern: String, _ body: (Regex<AnyRegexOutput>) throws -> Result
  ) throws -> Result {
    let known = idle.withLock { $0[pattern]?.popLast() }
    let compiled = try known ?? CompiledRegex(Regex(pattern))
    defer {
      idle.withLock { idle in
        if idle.count >= limit, idle[pattern] == nil { idle.removeAll() }
        idle[pattern, default: []].append(compiled)
      }
    }
    return try body(compiled.regex)
  }
}

/// A regular expression that has no text, because it has closures of Swift in it. One thread at a
/// time uses it.
final class UnwrittenRegex: Sendable {
  private let compiled: Locked<CompiledRegex>

  init<Output>(_ regex: Regex<Output>) {
    compiled = Locked(CompiledRegex(Regex<AnyRegexOutput>(regex)))
  }

  /// Calls a closure with the regular expression.
  func with<Result>(_ body: (Regex<AnyRegexOutput>) -> Result) -> Result {
    compiled.withLock { body($0.regex) }
  }
}

/// A compiled regular expression.
///
/// `@unchecked Sendable`: one thread at a time uses it. Those of ``CompiledRegexes`` are compiled
/// there from texts, have no closures of the program in them, and are in no list while they are
/// used. That of an ``UnwrittenRegex`` is used while its lock is held; the program has a copy of
/// it, which shares with it only what the standard library makes atomically, and the closures in
/// it, which must not have mutable state (`Regex` cannot tell).
private struct CompiledRegex: @unchecked Sendable {
  let regex: Regex<AnyRegexOutput>

  init(_ regex: Regex<AnyRegexOutput>) { self.regex = regex }
}
