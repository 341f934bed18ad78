/// Parses the lines of cards into the fields of records.
///
/// A property becomes a column at its first occurrence, and keeps that index.
struct CardParser {
  /// A property of the current card, with the parts of its value that are not empty.
  private struct Entry {
    let head: CardHead
    let parts: Range<Int>
    /// The label of its group, in the place of a type.
    var label: String?
  }

  private let storage: RecordStorage
  private let text = CardText()
  private var columnIndexes: [String: Int] = [:]
  /// Heads that have been parsed. The files of a program have a few.
  private var heads: [[UInt8]: CardHead] = [:]
  private static let (headLimit, headSize) = (1000, 200)

  private var entries: [Entry] = []
  private var parts: [(part: Int, slot: FieldSlot)] = []
  /// The columns of any name.
  private var named: [(name: String, slot: FieldSlot)] = []
  /// The labels of groups, with the numbers of their entries.
  private var labels: [(group: String, text: String, entry: Int)] = []
  /// The places of the names among the numbers of properties.
  private var countIndexes: [String: Int] = [:]
  /// How many properties of each name the card has so far.
  private var counts: [Int] = []
  private var isOldVersion = false
  private var hasPreference = false

  /// The line on which the card begins.
  private var cardLine = 0
  private var line: [UInt8] = []

  init(_ storage: RecordStorage) {
    self.storage = storage
    storage.owner = text
  }

  /// Fills the storage from the lines of a card.
  ///
  /// - Parameter cardLine: the line before them.
  mutating func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, cardLine: Int
  ) throws(Rejection) {
    storage.clear()
    for _ in storage.columns { storage.append(.missing) }
    text.removeAll()
    entries.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    named.removeAll(keepingCapacity: true)
    labels.removeAll(keepingCapacity: true)
    for index in counts.indices { counts[index] = 0 }
    isOldVersion = false
    hasPreference = false
    self.cardLine = cardLine

    try parseLines(bytes)
    storage.current.pointee.bytes = UnsafePointer(text.bytes)
    try assignFields()
  }

  /// Puts lines together, and parses each.
  private mutating func parseLines(_ bytes: UnsafeBufferPointer<UInt8>) throws(Rejection) {
    var joiner = CardLineJoiner()
    var number = cardLine
    var firstNumber = number
    var start = 0
    line.removeAll(keepingCapacity: true)
    while start < bytes.count {
      let rest = UnsafeBufferPointer(rebasing: bytes[start...])
      let length = rest.firstIndex(of: Byte.lineFeed) ?? rest.count
      let hasReturn = length > 0 && rest[length - 1] == Byte.carriageReturn
      let next = UnsafeBufferPointer(rebasing: rest[..<(hasReturn ? length - 1 : length)])
      start += length + 1
      number += 1
      switch joiner.join(next) {
      case .none:
        try parseLine(firstNumber)
        line.removeAll(keepingCapacity: true)
        line += next
        firstNumber = number
      case .fold:
        // Version 2.1 breaks lines at spaces, which stay.
        line += isOldVersion ? next[...] : next.dropFirst()
      case .softBreak:
        line.removeLast()
        line += next
      }
    }
    try parseLine(firstNumber)
  }

  // MARK: Properties

  private mutating func parseLine(_ number: Int) throws(Rejection) {
    guard !line.allSatisfy({ $0.isBlank }) else { return }
    guard let colon = colon() else {
      throw malformed("line \(number) has no colon after the name of a property")
    }
    let head = try head(line[..<colon], number)
    let value = line[(colon + 1)...]
    guard head.property.style != .none else {
      if head.property.name == "VERSION" { isOldVersion = value.elementsEqual("2.1".utf8) }
      return
    }
    // What it was made of is in the card, too.
    if head.property.name == "FN", head.isDerived { return }
    try parseValue(decoded(value, head, number), of: head)
  }

  /// Returns the place of the first colon outside of quotes.
  private func colon() -> Int? {
    var isQuoted = false
    for (index, byte) in line.enumerated() {
      if byte == Byte.quote { isQuoted.toggle() }
      if byte == Byte.colon, !isQuoted { return index }
    }
    return nil
  }

  private mutating func head(
    _ bytes: ArraySlice<UInt8>, _ number: Int
  ) throws(Rejection) -> CardHead {
    let key = Array(bytes)
    if let head = heads[key] { return head }
    guard let text = String(validating: key, as: UTF8.self) else {
      throw rejection(storage.input.invalidText, bytes)
    }
    do throws(CardHead.Problem) {
      let head = try CardHead(text)
      guard key.count <= Self.headSize else { return head }
      if heads.count >= Self.headLimit { heads.removeAll(keepingCapacity: true) }
      heads[key] = head
      return head
    } catch {
      throw malformed("\(error.text) on line \(number)")
    }
  }

  /// Returns a value in UTF-8, with escapes.
  private func decoded(
    _ value: ArraySlice<UInt8>, _ head: CardHead, _ number: Int
  ) throws(Rejection) -> ArraySlice<UInt8> {
    do throws(CardHead.ValueProblem) {
      return try head.decoded(value, isDecodedInput: storage.input.isDecoded)
    } catch {
      switch error {
      case .malformed(let finding): throw malformed("line \(number) \(finding)")
      case .notUTF8(let bytes):
        let name = head.property.columnName(part: 0, types: head.types, number: 1)
        throw rejection(
          storage.input.invalidText, bytes, column: columnIndexes[name], name: name)
      }
    }
  }

  private mutating func parseValue(
    _ value: ArraySlice<UInt8>, of head: CardHead
  ) throws(Rejection) {
    let first = parts.count
    switch head.property.style {
    case .none: return
    case .name, .address, .organization:
      for (index, part) in CardEscapes.parts(of: value).enumerated() {
        addPart(index) { CardEscapes.appendUnescaped(part, to: $0) }
      }
    case .list: addPart(0) { CardEscapes.appendList(value, to: $0) }
    case .date: addPart(0) { $0.append(head.date(value).utf8) }
    case .binary where head.isBase64:
      let mediaType = head.mediaType ?? "application/octet-stream"
      addPart(0) {
        guard value.contains(where: { !$0.isBlank }) else { return }
        $0.append("data:\(mediaType);base64,".utf8)
        $0.append(value.filter { !$0.isBlank })
      }
    case .text, .uri, .binary:
      if head.property.name == CardProperty.anyColumn, addColumn(value) { return }
      var value = value
      if head.property.name == "TEL", head.valueKind == "uri", value.prefix(4).matches("TEL:".utf8)
      {
        value = value.dropFirst(4)
      }
      addPart(0) { CardEscapes.appendUnescaped(value, to: $0) }
    }
    guard parts.count > first else { return }
    if head.property.name == CardProperty.groupLabel, let group = head.group {
      labels.append((group, string(parts[first].slot), entries.count))
    }
    if head.preference < 101 { hasPreference = true }
    entries.append(Entry(head: head, parts: first..<parts.count))
  }

  /// Adds a part of a value, unless it is empty.
  private mutating func addPart(_ part: Int, _ append: (CardText) -> Void) {
    if let slot = slot(append) { parts.append((part, slot)) }
  }

  private func slot(_ append: (CardText) -> Void) -> FieldSlot? {
    let start = text.count
    append(text)
    guard text.count > start else { return nil }
    return FieldSlot(start: start, count: text.count - start, kind: .text, isQuoted: true)
  }

  /// Adds a column of any name: its name and its text, with a semicolon between them. Returns false
  /// for another value.
  private mutating func addColumn(_ value: ArraySlice<UInt8>) -> Bool {
    let pair = CardEscapes.parts(of: value)
    guard pair.count == 2 else { return false }
    let name = CardText()
    CardEscapes.appendUnescaped(pair[0], to: name)
    if let slot = slot({ CardEscapes.appendUnescaped(pair[1], to: $0) }) {
      let bytes = UnsafeBufferPointer(start: name.bytes, count: name.count)
      named.append((String(decoding: bytes, as: UTF8.self), slot))
    }
    return true
  }

  // MARK: Columns

  private mutating func assignFields() throws(Rejection) {
    for (name, slot) in named {
      let column = try column(name)
      guard storage.current.pointee.slots[column].kind == .missing else {
        throw storage.rejection(column, line: cardLine, reason: .duplicateKey)
      }
      storage.set(column, slot)
    }
    let used = useLabels()
    guard hasPreference else {
      for index in entries.indices where !used.contains(index) { try assign(entries[index]) }
      return
    }
    for index in order() where !used.contains(index) { try assign(entries[index]) }
  }

  /// Makes the labels of groups types of the properties that have none. Returns the labels that are
  /// in the name of a column.
  private mutating func useLabels() -> Set<Int> {
    var used: Set<Int> = []
    guard !labels.isEmpty else { return used }
    let byGroup = Dictionary(labels.map { ($0.group, $0) }) { first, _ in first }
    for index in entries.indices {
      guard let group = entries[index].head.group, let label = byGroup[group],
        index != label.entry, entries[index].head.types.isEmpty
      else { continue }
      entries[index].label = Self.plain(label.text)
      used.insert(label.entry)
    }
    return used
  }

  /// Returns a label without the marks of those that Apple's programs translate: `_$!<Home>!$_`.
  private static func plain(_ label: String) -> String {
    guard label.hasPrefix("_$!<"), label.hasSuffix(">!$_"), label.utf8.count > 8 else {
      return label
    }
    return label.dropFirst(4).dropLast(4).lowercased()
  }

  /// Returns the numbers of the entries, in the order in which they get their columns: the
  /// preferred ones of a name before the others.
  private func order() -> [Int] {
    var ranks: [String: Int] = [:]
    let keys = entries.indices.map { index in
      let name = countedName(entries[index])
      let rank = ranks[name] ?? ranks.count
      ranks[name] = rank
      return (rank, entries[index].head.preference, index)
    }
    return keys.sorted { $0 < $1 }.map(\.2)
  }

  private func countedName(_ entry: Entry) -> String {
    entry.label.map { "\(entry.head.property.name).\($0)" } ?? entry.head.countedName
  }

  private mutating func assign(_ entry: Entry) throws(Rejection) {
    let head = entry.head
    let countIndex = countIndex(entry)
    counts[countIndex] += 1
    if head.isDerived, isRepeated(entry, number: counts[countIndex]) { return }
    if counts[countIndex] == 1, entry.label == nil, assignKnown(entry) { return }
    while true {
      let number = counts[countIndex]
      let names = names(of: entry, number: number)
      if !isAnyTaken(names) {
        for (name, part) in zip(names, parts[entry.parts]) {
          let column = try column(name)
          storage.set(column, part.slot)
          if number == 1, entry.label == nil { head.keep(column, part: part.part) }
        }
        return
      }
      counts[countIndex] += 1
    }
  }

  /// Returns the names of the columns of a property.
  private func names(of entry: Entry, number: Int) -> [String] {
    let types = entry.label.map { [$0] } ?? entry.head.types
    var names: [String] = []
    for part in parts[entry.parts] {
      names.append(entry.head.property.columnName(part: part.part, types: types, number: number))
    }
    return names
  }

  /// Returns whether the card has the exact texts of a derived property as columns of any name.
  private func isRepeated(_ entry: Entry, number: Int) -> Bool {
    for name in names(of: entry, number: number) where !isAnyTaken([name]) { return false }
    return true
  }

  /// Assigns the parts of a first property whose columns are known and free; returns false for any
  /// other one.
  private func assignKnown(_ entry: Entry) -> Bool {
    for part in parts[entry.parts] {
      guard let column = entry.head.column(part: part.part),
        storage.current.pointee.slots[column].kind == .missing
      else { return false }
    }
    for part in parts[entry.parts] {
      if let column = entry.head.column(part: part.part) { storage.set(column, part.slot) }
    }
    return true
  }

  private mutating func countIndex(_ entry: Entry) -> Int {
    if entry.label == nil, let index = entry.head.countIndex { return index }
    let name = countedName(entry)
    let index = countIndexes[name] ?? counts.count
    if index == counts.count {
      countIndexes[name] = index
      counts.append(0)
    }
    if entry.label == nil { entry.head.countIndex = index }
    return index
  }

  /// Returns whether the card has a value in one of the columns.
  private func isAnyTaken(_ names: [String]) -> Bool {
    for name in names {
      if let column = columnIndexes[name],
        storage.current.pointee.slots[column].kind != .missing
      {
        return true
      }
    }
    return false
  }

  /// Returns the column of a name, and adds it if it is new.
  private mutating func column(_ name: String) throws(Rejection) -> Int {
    if let column = columnIndexes[name] { return column }
    let column = storage.columns.count
    // The reader throws an error when it sees so many columns.
    guard column <= RecordStorage.maximumColumns else { throw malformed("too many columns") }
    columnIndexes[name] = column
    storage.columns.append(name)
    storage.append(.missing)
    return column
  }

  private func string(_ slot: FieldSlot) -> String {
    String(
      decoding: UnsafeBufferPointer(start: text.bytes + slot.start, count: slot.count),
      as: UTF8.self)
  }

  // MARK: Problems

  private func malformed(_ text: String) -> Rejection {
    rejection(.malformedCard(text), line[...])
  }

  private func rejection(
    _ reason: Rejection.Reason, _ value: ArraySlice<UInt8>, column: Int? = nil, name: String? = nil
  ) -> Rejection {
    Rejection(
      line: cardLine, columnNumber: column.map { $0 + 1 }, columnName: name,
      value: value.withUnsafeBufferPointer { Rejection.shown($0) }, reason: reason)
  }
}
