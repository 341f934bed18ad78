internal import ArgumentParser
internal import Foundation
internal import LinqCore
internal import LinqText
internal import People
internal import StoreSupport
internal import Tabular

/// The command `personstore watch`.
struct WatchCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Shows the result of a chain, and what changes in it.",
    discussion: """
      The chain is one of personstore query. Its result comes first; then, whenever a program has \
      changed it, what has changed: lines with + are new, lines with - are gone, lines with > \
      stand in another place now.

        personstore watch 'where { $0.email == nil }.sort(\\.surname)'
        personstore watch 'count()'
        personstore watch --format ndjson 'select { ($0.id, $0.name) }'

      With ndjson each line is an object: {"insert": place, "value": …}, {"remove": place, \
      "value": …}, with "from" and "to" for an element that moves; "value" alone for a chain \
      that gives one value. The changes of one commit, or of several at once, end with {"state": \
      number of elements}. If the file is replaced, the result in the new one follows. Ctrl-C \
      ends it.

      A chain on a database of another program begins with a table, as those of personstore query \
      do.
      """)

  /// The formats of the output.
  enum Format: String, CaseIterable, ExpressibleByArgument { case plain, ndjson }

  @OptionGroup var store: StoreOptions

  @Argument(help: "The chain.")
  var chain: String

  @Option(help: "The format.")
  var format = Format.plain

  func run() throws {
    let (options, chain, format) = (store, try ChainText(argument: chain), format)
    try untilInterrupted {
      var isFirst = true
      while true {
        let (parsed, close) = try Self.open(options.database, chain)
        defer { close() }
        let shown = ShownResult(parsed, format)
        if !isFirst {
          Terminal.say("\(options.database.name) has been replaced; its new content follows")
        }
        isFirst = false
        do {
          try await parsed.observe { try shown.show($0) }
          return
        } catch DatabaseError.replaced {
          // What is read from now on is in the new file.
        }
      }
    }
  }
}

extension WatchCommand {
  /// Returns a chain over a database, and what closes the database.
  fileprivate static func open(
    _ database: Database, _ chain: ChainText
  ) throws -> (chain: ParsedChain, close: () -> Void) {
    let store: PersonStore
    do {
      store = try database.openToRead()
    } catch let error as StoreError where error.isOfAnotherProgram && chain.namesSource {
      let (chain, pool) = try AnyDatabase(database: database, files: nil).parse(chain)
      return (chain, { pool.close() })
    }
    do {
      return (try store.textForm.parse(chain), { store.close() })
    } catch {
      store.close()
      throw error
    }
  }
}

/// The last printed result, from which the changes of the next one are computed.
private final class ShownResult: Sendable {
  private let chain: ParsedChain
  private let format: WatchCommand.Format
  private let last = Locked<[ResultValue]?>(nil)

  init(_ chain: ParsedChain, _ format: WatchCommand.Format) {
    self.chain = chain
    self.format = format
  }

  func show(_ values: [ResultValue]) throws {
    try last.withLock { last in
      switch format {
      case .plain: try Output.write(plain(values, after: last))
      case .ndjson:
        try Output.write(ControlCharacters.escapedInJSON(ndjson(values, after: last)))
      }
      last = values
    }
  }

  private func plain(_ values: [ResultValue], after last: [ResultValue]?) -> String {
    guard !chain.isTerminal else {
      return values.map { Terminal.printable($0.text) + "\n" }.joined()
    }
    guard let last else {
      let heading =
        chain.columns.isEmpty ? "" : "  " + chain.columns.joined(separator: "\t") + "\n"
      return heading + values.map { line(" ", $0) }.joined()
    }
    return CollectionDifference(from: last, to: values).map { change in
      switch change {
      case .remove(_, let value, nil): line("-", value)
      case .insert(_, let value, nil): line("+", value)
      case .insert(_, let value, _?): line(">", value)
      case .remove: ""
      }
    }.joined()
  }

  private func line(_ mark: String, _ value: ResultValue) -> String {
    mark + " " + value.fields.map { Terminal.printable($0.text) }.joined(separator: "\t") + "\n"
  }

  private func ndjson(_ values: [ResultValue], after last: [ResultValue]?) -> String {
    guard !chain.isTerminal else {
      return values.map { #"{"value":\#($0.json)}"# + "\n" }.joined()
    }
    let changes = CollectionDifference(from: last ?? [], to: values).map { change in
      switch change {
      case .remove(let place, let value, let target):
        #"{"remove":\#(place),"value":\#(value.json)\#(target.map { #","to":\#($0)"# } ?? "")}"#
      case .insert(let place, let value, let origin):
        #"{"insert":\#(place),"value":\#(value.json)\#(origin.map { #","from":\#($0)"# } ?? "")}"#
      }
    }
    return (changes + [#"{"state":\#(values.count)}"#]).map { $0 + "\n" }.joined()
  }
}
