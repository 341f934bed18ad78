// Regular expressions. What a regular expression matches depends on scalars too, so it gets the
// canonical form of a string, which every spelling of it has.

extension QueryExpression where Value: StringProtocol & Sendable {
  /// Returns whether a part of the string matches a regular expression.
  ///
  /// One that has a text, as a literal has, runs in SQL. One with closures of Swift in it runs in
  /// memory.
  ///
  /// ```swift
  /// people.where { $0.surname.contains(/^Mac[A-Z]/) }
  /// // … WHERE swift_contains_match(surname, ?) …
  /// ```
  public func contains<Output>(_ regex: Regex<Output>) -> QueryExpression<Bool> {
    matched(RegexFunctions.contains, regex)
  }

  /// Returns whether the string begins with a match of a regular expression.
  public func starts<Output>(with regex: Regex<Output>) -> QueryExpression<Bool> {
    matched(RegexFunctions.starts, regex)
  }

  /// Returns the string if a regular expression matches it as a whole; otherwise nil.
  ///
  /// In Swift, the result is a match, which has this part of the string as its first output.
  ///
  /// ```swift
  /// people.where { $0.email.map { $0.wholeMatch(of: /[^@]+@[^@]+/) != nil } == true }
  /// ```
  public func wholeMatch<Output>(of regex: Regex<Output>) -> QueryExpression<Substring?> {
    matched(RegexFunctions.whole, regex)
  }

  /// Returns the first part of the string that a regular expression matches, if there is one.
  public func firstMatch<Output>(of regex: Regex<Output>) -> QueryExpression<Substring?> {
    matched(RegexFunctions.first, regex)
  }

  /// Returns the part at the beginning of the string that a regular expression matches, if there is
  /// one.
  public func prefixMatch<Output>(of regex: Regex<Output>) -> QueryExpression<Substring?> {
    matched(RegexFunctions.prefix, regex)
  }

  /// Returns the string without the part at its beginning that a regular expression matches.
  public func trimmingPrefix<Output>(_ regex: Regex<Output>) -> QueryExpression<Substring> {
    matched(RegexFunctions.trimming, regex)
  }

  /// Returns the string with each match of a regular expression replaced.
  public func replacing<Output>(
    _ regex: Regex<Output>, with other: String
  ) -> QueryExpression<String> {
    let (text, other) = (asString, QueryExpression<String>(other))
    guard let pattern = CompiledRegexes.pattern(of: regex) else {
      return RegexFunctions.replacingUnwritten(
        text, QueryExpression<UnwrittenRegex>(UnwrittenRegex(regex)), other)
    }
    return RegexFunctions.replacing(text, QueryExpression<String>(pattern), other)
  }

  /// Returns the parts of the string that a regular expression matches.
  public func matches<Output>(of regex: Regex<Output>) -> QueryExpression<[String]> {
    listed(RegexFunctions.matches, regex)
  }

  /// Returns the parts of the string between the matches of a regular expression, without the empty
  /// ones.
  public func split<Output>(separator regex: Regex<Output>) -> QueryExpression<[String]> {
    listed(RegexFunctions.split, regex)
  }

  private func listed<Output>(
    _ function: RegexListFunction, _ regex: Regex<Output>
  ) -> QueryExpression<[String]> {
    let (text, body) = (asString.expressionValue, function.body)
    guard let pattern = CompiledRegexes.pattern(of: regex) else {
      let unwritten = UnwrittenRegex(regex)
      let arguments = [asString.expressionNode, .constant(unwritten)]
      return QueryExpression<[String]>(.function(function.function, arguments)) { scope in
        let text = CanonicalText.form(of: try text(scope))
        return unwritten.with { body(text, $0) }
      }
    }
    let arguments = [asString.expressionNode, .constant(pattern)]
    return QueryExpression<[String]>(.function(function.function, arguments)) { scope in
      let text = CanonicalText.form(of: try text(scope))
      return try CompiledRegexes.with(pattern) { body(text, $0) }
    }
  }

  private func matched<Output, Result>(
    _ function: RegexFunction<Result>, _ regex: Regex<Output>
  ) -> QueryExpression<Result> {
    guard let pattern = CompiledRegexes.pattern(of: regex) else {
      return function.unwritten(
        asString, QueryExpression<UnwrittenRegex>(UnwrittenRegex(regex)))
    }
    return function.written(asString, QueryExpression<String>(pattern))
  }
}

/// A function of a string and a regular expression.
private struct RegexFunction<Result: FunctionValue> {
  /// The function as engines call it, with the text of the regular expression.
  let written: StandardFunction<String, String, Result>
  /// The function with a regular expression that has no text. It is called in memory.
  let unwritten: QueryFunction<String, UnwrittenRegex, Result>

  init(
    _ name: String, _ body: @escaping @Sendable (String, Regex<AnyRegexOutput>) -> Result
  ) {
    written = StandardFunction(sql: name) { text, pattern in
      try CompiledRegexes.with(pattern) { body(CanonicalText.form(of: text), $0) }
    }
    unwritten = QueryFunction(
      name,
      { text, regex in
        regex.with { body(CanonicalText.form(of: text), $0) }
      }, nil)
  }
}

/// A function of a string and a regular expression that returns texts.
private struct RegexListFunction {
  let function: TextListFunction
  let body: @Sendable (String, Regex<AnyRegexOutput>) -> [String]

  init(
    _ name: String, _ body: @escaping @Sendable (String, Regex<AnyRegexOutput>) -> [String]
  ) {
    self.body = body
    function = TextListFunction(name, argumentCount: 2) { arguments in
      let text = try String.read(from: arguments, at: 0)
      return try CompiledRegexes.with(try String.read(from: arguments, at: 1)) { body(text, $0) }
    }
  }
}

/// The functions as engines call them.
private enum RegexFunctions {
  static let matches = RegexListFunction("swift_matches") { text, regex in
    text.matches(of: regex).map { String(text[$0.range]) }
  }
  static let split = RegexListFunction("swift_split_at_matches") { text, regex in
    text.split(separator: regex).map { String($0) }
  }
  static let contains = RegexFunction("swift_contains_match") { text, regex in
    text.contains(regex)
  }
  static let starts = RegexFunction("swift_starts_with_match") { text, regex in
    text.starts(with: regex)
  }
  static let whole = RegexFunction("swift_whole_match") { text, regex in
    text.wholeMatch(of: regex).map { text[$0.range] }
  }
  static let first = RegexFunction("swift_first_match") { text, regex in
    text.firstMatch(of: regex).map { text[$0.range] }
  }
  static let prefix = RegexFunction("swift_prefix_match") { text, regex in
    text.prefixMatch(of: regex).map { text[$0.range] }
  }
  static let trimming = RegexFunction("swift_trimming_match") { text, regex in
    text.trimmingPrefix(regex)
  }
  static let replacing = StandardFunction(sql: "swift_replacing_matches") {
    (text: String, pattern: String, other: String) in
    try CompiledRegexes.with(pattern) {
      CanonicalText.form(of: text).replacing($0, with: other)
    }
  }
  static let replacingUnwritten = QueryFunction<String, UnwrittenRegex, String, String>(
    "swift_replacing_matches",
    { text, regex, other in
      regex.with { CanonicalText.form(of: text).replacing($0, with: other) }
    }, nil)
}
