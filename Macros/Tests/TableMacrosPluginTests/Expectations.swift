import Testing

/// Expects that a source gets one declaration, without a mistake.
func expectTable(
  _ table: String, of source: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let expansion = try Expansion(source)
  #expect(expansion.declarations == [table], sourceLocation: sourceLocation)
  #expect(expansion.mistakes == [], sourceLocation: sourceLocation)
}

/// Expects mistakes in a source, and what it is with their remedies where they have some.
func expectMistakes(
  _ mistakes: [String], in source: String, remedied: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let expansion = try Expansion(source)
  #expect(expansion.mistakes == mistakes, sourceLocation: sourceLocation)
  #expect(expansion.remedied == remedied ?? source, sourceLocation: sourceLocation)
}
