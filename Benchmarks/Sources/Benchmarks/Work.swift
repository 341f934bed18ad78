/// Who does a piece of work.
enum Contender: String, CaseIterable, Codable {
  case ours, hand, c
  case grdb
  case grdbCodable = "grdb-codable"
  case standard, lazy, sqlite3

  /// The heading of its column.
  var title: String {
    switch self {
    case .ours: "PersonStore"
    case .hand: "Swift on C API"
    case .c: "C"
    case .grdb: "GRDB"
    case .grdbCodable: "GRDB Codable"
    case .standard: "standard library"
    case .lazy: "lazy"
    case .sqlite3: "sqlite3"
    }
  }

  /// Whether it is the limit, not a peer.
  var isLimit: Bool { self == .hand || self == .c || self == .standard }
}

/// A piece of work that several do, with equal results.
struct Work: Sendable {
  let name: String
  /// How many single operations one run has.
  var operations = 1
  /// Whether it is left out of a quick run.
  var isSlow = false
  /// What each does. It times what matters with the clock and returns a text by which results are
  /// compared.
  let contenders: [(Contender, @Sendable (Bench) throws -> String)]
}

/// All pieces of work.
let works: [Work] =
  readingWork + pointWork + listWork + groupWork + relationWork + closureWork + writingWork
  + planningWork + sequenceWork + concurrentWork + parallelWork + typingWork + ownTableWork
  + programWork
