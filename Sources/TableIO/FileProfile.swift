internal import Tabular

/// What a whole file has in its columns.
struct FileProfile {
  private(set) var columns: [ColumnProfile] = []
  /// The columns that may be the key, which are those with the name of one.
  private(set) var candidates: [KeyCandidate] = []
  /// The number of rows that are not rejected.
  private(set) var rowCount = 0
  let format: TableFormat
  /// The names of all columns of the file.
  private(set) var names: [String] = []

  private let forms: FieldForms
  private let trims: Bool
  private let isJSON: Bool
  private let isLeftOut: (String) -> Bool
  private let isCandidate: (_ column: String, _ index: Int) -> Bool
  /// The columns of the file that are in ``columns``, by their numbers in it.
  private var places: [Int?] = []
  /// Whether values are only compared with others, in a second reading.
  private var onlyCompares = false

  /// Reads a file to its end. Rejected rows are left out.
  init(
    _ source: () throws -> ByteSource, _ options: TableImportOptions,
    isCandidate: @escaping (_ column: String, _ index: Int) -> Bool
  ) throws {
    let reader = try openRecords(source(), options: options.reader)
    format = reader.format
    isJSON = format.hasTypes
    forms = options.forms
    trims = options.trims
    isLeftOut = options.isLeftOut
    self.isCandidate = isCandidate
    try read(reader)
    names = reader.columns
    for index in columns.indices where columns[index].rows < rowCount {
      columns[index].addMissing(rowCount - columns[index].rows)
    }
    if candidates.contains(where: \.needsComparison) {
      candidates = candidates.map {
        $0.needsComparison ? KeyCandidate(column: $0.column, .all) : $0
      }
      onlyCompares = true
      try read(openRecords(source(), options: options.reader))
    }
  }

  private mutating func read(_ reader: any RecordReader) throws {
    add(reader.columns)
    while let result = try reader.next() {
      guard case .record(let record) = result, !record.isEmptyRow(of: format) else { continue }
      if record.fieldCount > places.count { add(reader.columns) }
      add(record)
    }
  }

  private mutating func add(_ names: [String]) {
    for (index, name) in names.enumerated().dropFirst(places.count) {
      guard !isLeftOut(name) else {
        places.append(nil)
        continue
      }
      let isCandidate = isCandidate(name, index)
      if isCandidate {
        var candidate = KeyCandidate(column: columns.count)
        if rowCount > 0 { candidate.lacksValue() }
        candidates.append(candidate)
      }
      places.append(columns.count)
      columns.append(
        ColumnProfile(name, at: index, isCandidate: isCandidate, missing: rowCount))
    }
  }

  private mutating func add(_ record: Record) {
    if !onlyCompares { rowCount += 1 }
    for index in 0..<record.fieldCount {
      guard let place = places[index] else { continue }
      let isCandidate = columns[place].isCandidate
      guard isCandidate || !onlyCompares else { continue }
      let kind = record.kind(index)
      record.withUTF8(index) { bytes in
        let bytes = trims ? bytes.trimmed : bytes
        let fieldClass = FieldClass(bytes, kind, isJSON: isJSON, forms)
        if !onlyCompares { columns[place].add(bytes, fieldClass, line: record.line) }
        if isCandidate { compare(bytes, fieldClass, place, line: record.line) }
      }
    }
  }

  private mutating func compare(
    _ bytes: UnsafeBufferPointer<UInt8>, _ fieldClass: FieldClass, _ place: Int, line: Int
  ) {
    for index in candidates.indices where candidates[index].column == place {
      if onlyCompares, !candidates[index].comparesAll { continue }
      candidates[index].add(bytes, fieldClass, line: line)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes without the white space around them.
  var trimmed: UnsafeBufferPointer<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return UnsafeBufferPointer(rebasing: self[..<0]) }
    return UnsafeBufferPointer(rebasing: self[first...last])
  }
}
