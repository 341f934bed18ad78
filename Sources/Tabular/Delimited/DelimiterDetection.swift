/// Returns the delimiter that occurs most often, outside quotes, in the first line that is not
/// empty.
///
/// Of delimiters with equal counts it returns the likelier one, and a comma if there is none at all
/// (a table of one column).
func detectDelimiter(_ input: InputBuffer) throws(TabularError) -> Delimiter {
  var counts = [Int](repeating: 0, count: Delimiter.detectable.count)
  var isInQuotes = false
  var hasBegun = false
  var index = 0
  scan: while true {
    if index == input.count {
      guard try input.more(line: 1) else { break }
    }
    let byte = input.bytes[index]
    index += 1
    if byte == Byte.quote {
      isInQuotes.toggle()
    } else if byte.isLineBreak, !isInQuotes {
      if hasBegun { break scan }
      continue
    } else if !isInQuotes, let found = Delimiter.detectable.firstIndex(where: { $0.byte == byte }) {
      counts[found] += 1
    }
    hasBegun = true
  }
  var best = 0
  for candidate in counts.indices where counts[candidate] > counts[best] { best = candidate }
  return Delimiter.detectable[best]
}
