/// How many of the bytes of a table without a header are examined, after its first line.
private let examinedSize = 64 << 10

/// How many lines of a table without a header are examined.
private let examinedLines = 10

/// Returns the delimiter that occurs most often, outside quotes that enclose, in the first line
/// that is not empty.
///
/// Of delimiters with equal counts it returns the likelier one, and a comma if there is none at all
/// (a table of one column).
func detectDelimiter(
  _ input: InputBuffer, _ quoting: Quoting
) throws(TabularError) -> Delimiter {
  let counts = try delimiterCounts(input, quoting, lines: 1).first
  return mostFrequent(counts) ?? .comma
}

/// Returns the delimiter of a table without a header, whose first line is one of data: decimal
/// commas, for example, may be as frequent as the semicolons between the fields.
///
/// It is the delimiter that splits the first line into the given number of columns, or one that
/// occurs equally often in each of the first lines, or otherwise the most frequent one in the first
/// line.
func detectDelimiter(
  _ input: InputBuffer, _ quoting: Quoting, columnCount: Int?
) throws(TabularError) -> Delimiter {
  let counts = try delimiterCounts(input, quoting, lines: examinedLines)
  guard let first = counts.first else { return .comma }
  if let columnCount, columnCount > 1 {
    let fitting = first.map { $0 == columnCount - 1 ? $0 : 0 }
    if let delimiter = mostFrequent(fitting) { return delimiter }
  }
  let steady = first.indices.map { candidate in
    counts.allSatisfy { $0[candidate] == first[candidate] } ? first[candidate] : 0
  }
  return mostFrequent(steady) ?? mostFrequent(first) ?? .comma
}

/// Returns the first of the delimiters with the highest count; nil if none occurs.
private func mostFrequent(_ counts: [Int]?) -> Delimiter? {
  guard let counts, let most = counts.max(), most > 0 else { return nil }
  return counts.firstIndex(of: most).map { Delimiter.detectable[$0] }
}

/// Counts the delimiters outside quotes that enclose in each of the first lines that are not empty.
/// What follows the first line is examined up to a fixed size, and without its last, incomplete
/// line.
private func delimiterCounts(
  _ input: InputBuffer, _ quoting: Quoting, lines: Int
) throws(TabularError) -> [[Int]] {
  let none = [Int](repeating: 0, count: Delimiter.detectable.count)
  let limit = min(examinedSize, input.maximumRecordSize)
  var found: [[Int]] = []
  var counts = none
  var isInQuotes = false
  var hasBegun = false
  var index = 0
  while found.count < lines {
    if !found.isEmpty, index >= limit { return found }
    if index == input.count {
      guard try input.more(line: 1) else { break }
    }
    let byte = input.bytes[index]
    index += 1
    if byte == Byte.quote, quoting == .enclosing {
      isInQuotes.toggle()
    } else if byte.isLineBreak, !isInQuotes {
      if hasBegun { found.append(counts) }
      (counts, hasBegun) = (none, false)
      continue
    } else if !isInQuotes, let found = Delimiter.detectable.firstIndex(where: { $0.byte == byte }) {
      counts[found] += 1
    }
    hasBegun = true
  }
  if hasBegun { found.append(counts) }
  return found
}
