/// Reads rows of a connection one after another, and may have more to read.
package protocol OpenRead: AnyObject {
  /// Reads all that is left into memory.
  func readToEnd()
}

/// The reads of a connection that have more rows to come.
///
/// SQLite changes the rows of a table under a statement that reads them: rows that are inserted or
/// updated meanwhile may come later, again and again. So what is left is read before a statement
/// writes, and a read sees one state of the database (S32).
package struct OpenReads {
  private struct Entry {
    weak var read: (any OpenRead)?
  }

  private var entries: [Entry] = []

  package var isEmpty: Bool { entries.isEmpty }

  package mutating func add(_ read: any OpenRead) {
    entries.removeAll { $0.read == nil }
    entries.append(Entry(read: read))
  }

  /// Removes all reads, and returns them.
  package mutating func take() -> [any OpenRead] {
    defer { entries = [] }
    return entries.compactMap(\.read)
  }
}
