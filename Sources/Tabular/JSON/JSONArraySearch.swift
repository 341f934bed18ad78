/// The search for the array of records in a JSON document that is an object.
///
/// All other values are left out without being kept in memory.
struct JSONArraySearch {
  private let wanted: String?
  /// The names of the open objects, from the outermost to the innermost, each with those before it
  /// and a dot: `["", "data."]`.
  private var open: [String] = []
  private var hasMember = false
  /// The path of the array that was found.
  private var found: String?
  /// The paths of further ones, and the line of the first of them.
  private var others: [String] = []
  private var otherLine = 0
  /// The paths of the first arrays of objects inside of members that are objects.
  private var nested: [String] = []
  /// The path of the array, if the document has been read to its end and has only one of objects,
  /// inside of a member that is an object.
  private(set) var onlyPath: String?
  /// The line on which the document begins.
  private var firstLine = 1

  private static let listedCount = 10
  private var members: [String] = []
  private var memberCount = 0
  private var objectCount = 0
  private var emptyCount = 0

  /// - Parameter path: the path of the array; nil for the only one of objects.
  init(_ path: String?) { wanted = path }

  /// Advances into the next array of records and returns whether there is one; if not, the document
  /// has been read to its end.
  ///
  /// - Throws: a ``TabularError`` if there is no array at all, or a second one.
  mutating func findArray(_ scanner: JSONScanner) throws(TabularError) -> Bool {
    if found == nil {
      firstLine = scanner.line
      enter("", scanner)
    } else {
      hasMember = true
    }
    while let prefix = open.last {
      guard let byte = try scanner.nextVisibleByte() else {
        throw scanner.invalid("the document ends within an object")
      }
      if byte == Byte.closeBrace {
        scanner.input.position += 1
        open.removeLast()
        hasMember = true
        continue
      }
      if hasMember {
        try scanner.expect(Byte.comma, "',' or '}' expected")
      }
      hasMember = true
      let path = try prefix + scanner.takeKey()
      try scanner.expect(Byte.colon, "':' expected")
      if try enterArray(at: path, scanner) { return true }
    }
    guard try scanner.nextVisibleByte() == nil else {
      throw scanner.invalid("text after the end of the object; one object a line is ndjson")
    }
    if let found, !others.isEmpty {
      throw .severalArrays(
        path: scanner.input.source.name, line: otherLine, paths: [found] + others)
    }
    if found == nil {
      if nested.count == 1 { onlyPath = nested[0] }
      throw missing(scanner)
    }
    return false
  }

  private mutating func enter(_ prefix: String, _ scanner: JSONScanner) {
    scanner.input.position += 1
    open.append(prefix)
    hasMember = false
  }

  /// Advances into a value that is the array, into one that may contain it, or past any other one.
  /// Returns whether it is the array.
  private mutating func enterArray(
    at path: String, _ scanner: JSONScanner
  ) throws(TabularError) -> Bool {
    let byte = try scanner.nextVisibleByte()
    if open.count == 1 {
      memberCount += 1
      if members.count < Self.listedCount { members.append(path) }
      if byte == Byte.openBrace { objectCount += 1 }
    }
    if let wanted, path != wanted {
      if byte == Byte.openBrace, wanted.hasPrefix(path + ".") {
        enter(path + ".", scanner)
      } else {
        try scanner.skipValue()
      }
      return false
    }
    guard byte == Byte.openBracket else {
      if wanted != nil {
        throw .noArray(
          path: scanner.input.source.name, line: scanner.line, at: wanted, members: members)
      }
      if byte == Byte.openBrace, found == nil, open.count < JSONCursor.maximumDepth {
        enter(path + ".", scanner)
      } else {
        try scanner.skipValue()
      }
      return false
    }
    let line = scanner.line
    scanner.input.position += 1
    if wanted == nil {
      let first = try scanner.nextVisibleByte()
      if first == Byte.closeBracket, open.count == 1 { emptyCount += 1 }
      let hasObjects = first == Byte.openBrace
      if hasObjects, found != nil {
        if others.isEmpty { otherLine = line }
        if others.count < Self.listedCount { others.append(path) }
      } else if hasObjects, open.count > 1, nested.count < Self.listedCount {
        nested.append(path)
      }
      guard hasObjects, found == nil, open.count == 1 else {
        try scanner.skipArray()
        return false
      }
    } else if found != nil {
      throw .severalArrays(
        path: scanner.input.source.name, line: line, paths: [path, path])
    }
    found = path
    return true
  }

  /// Whether several paths differ only in their first names: those of the same member of objects of
  /// one kind.
  private func areAlike(_ paths: [String]) -> Bool {
    let members = paths.map { $0.drop { $0 != "." } }
    return paths.count > 1 && Set(members).count == 1
  }

  /// Returns the error that there is no array.
  private func missing(_ scanner: JSONScanner) -> TabularError {
    let file = scanner.input.source.name
    let isOfObjects = objectCount > 1 && objectCount == memberCount
    if wanted == nil, isOfObjects, nested.isEmpty || areAlike(nested) {
      return .objectOfObjects(path: file, line: firstLine)
    }
    if !nested.isEmpty { return .severalArrays(path: file, line: firstLine, paths: nested) }
    if wanted != nil || objectCount > 0 || emptyCount > 0 {
      let listed = memberCount > members.count ? members + ["…"] : members
      return .noArray(path: file, line: firstLine, at: wanted, members: listed)
    }
    return .invalidJSON(
      path: file, line: firstLine,
      reason: "an array of objects expected; one object a line is ndjson")
  }
}

extension JSONScanner {
  /// Advances past a key, and returns it.
  fileprivate func takeKey() throws(TabularError) -> String {
    guard try nextVisibleByte() == Byte.quote else { throw invalid("a string expected") }
    var length = 1
    var isEscaped = false
    while true {
      if length == input.count {
        guard try input.more(line: line) else { throw invalid("the key is not closed") }
      }
      let byte = input.bytes[length]
      length += 1
      if !isEscaped, byte == Byte.quote { break }
      isEscaped = !isEscaped && byte == Byte.backslash
    }
    var cursor = JSONCursor(input.bytes, count: length)
    do throws(JSONFailure) { _ = try cursor.string() } catch { throw invalid("\(error.reason)") }
    let text = input.bytes + 1
    guard isValidUTF8(text, length - 2), let count = unescapeJSON(text, length - 2) else {
      throw invalid("a key that is not UTF-8")
    }
    let key = String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    input.position += length
    return key
  }
}
