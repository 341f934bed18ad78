/// Finds the names of the columns: those of the header, those that are given, or numbered ones.
struct DelimitedHeader {
  /// The names.
  let columns: [String]
  /// Whether the storage has the first record of a file without a header.
  let hasReadRecord: Bool

  /// Reads the first record that is not an empty line.
  ///
  /// - Throws: ``TabularError`` if there is no header where one is needed, or if its names cannot
  ///   be those of columns.
  init(
    _ scanner: inout DelimitedScanner, from input: InputBuffer, into storage: RecordStorage,
    options: ReaderOptions
  ) throws(TabularError) {
    let path = input.source.name
    if let names = options.columns {
      guard names.count <= RecordStorage.maximumColumns else {
        throw .tooManyColumns(path: path, line: 1, limit: RecordStorage.maximumColumns)
      }
      try Self.check(names, path)
    }
    // In a table of one column, an empty line is a record.
    let skipsEmptyLines = options.hasHeader || options.columns?.count != 1
    repeat {
      guard try scanner.scan(input, into: storage) else {
        guard !options.hasHeader else { throw .empty(path: path) }
        (columns, hasReadRecord) = (options.columns ?? [], false)
        return
      }
    } while scanner.length == 0 && skipsEmptyLines
    guard scanner.fieldCount <= RecordStorage.maximumColumns else {
      throw .tooManyColumns(path: path, line: scanner.line, limit: RecordStorage.maximumColumns)
    }
    hasReadRecord = !options.hasHeader
    if let names = options.columns {
      guard names.count == scanner.fieldCount else {
        throw .wrongColumnCount(
          path: path, line: scanner.line, given: names.count, found: scanner.fieldCount)
      }
      columns = names
    } else if options.hasHeader {
      columns = try Self.names(scanner, storage, path)
    } else {
      columns = (0..<scanner.fieldCount).map { "column\($0 + 1)" }
    }
  }

  private static func names(
    _ scanner: DelimitedScanner, _ storage: RecordStorage, _ path: String
  ) throws(TabularError) -> [String] {
    if let rejection = scanner.rejection(of: storage, expecting: scanner.fieldCount) {
      throw .invalidHeader(path: path, rejection)
    }
    let names = (0..<scanner.fieldCount).map {
      trimmed(String(decoding: storage.bytes(of: $0), as: UTF8.self))
    }
    try check(names, path)
    return names
  }

  private static func check(_ names: [String], _ path: String) throws(TabularError) {
    let unnamed = names.indices.filter { names[$0].isEmpty }
    guard unnamed.count < 2 else {
      throw .unnamedColumns(path: path, numbers: unnamed.map { $0 + 1 })
    }
    var numbers: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      if let first = numbers.updateValue(index + 1, forKey: name) {
        throw .duplicateColumn(path: path, name: name, first: first, second: index + 1)
      }
    }
  }
}

/// Returns a name without the white space around it.
private func trimmed(_ name: String) -> String {
  // A space with a combining mark is one character, of which the mark stays.
  let scalars = name.unicodeScalars.drop { $0.properties.isWhitespace }
  guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
  return String(scalars[...last])
}
