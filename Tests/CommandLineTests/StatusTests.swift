import Foundation
import TestSupport
import Testing

#if !os(Windows)
/// Each command with each state of its output and of its messages: the status, and what is stored.
@Suite("The status of each command, whatever becomes of its output")
struct StatusTests {
  /// The state of the standard output.
  enum Output: String, CaseIterable {
    case file = ">written"
    case closed = ">&-"
    case full = ">/dev/full"
    /// The reader has gone before anything is written.
    case broken
    /// The reader takes its time.
    case slow

    /// Whether also a short run tries these states at once: one of them at least is as usual, or
    /// both are the same.
    func isTried(with messages: Messages) -> Bool {
      self == .file || messages == .file || rawValue == messages.rawValue.dropFirst()
    }
  }

  /// The state of the standard error.
  enum Messages: String, CaseIterable {
    case file = "2>messages"
    case closed = "2>&-"
    case full = "2>/dev/full"
  }

  /// What a command does.
  enum Purpose {
    /// It prints. The reader of its output may stop.
    case listing
    /// It prints, and stores nothing if it cannot.
    case report
    /// It stores, and then prints what it has stored.
    case change
    /// It stores and prints nothing.
    case silent

    /// The status for a state of the output.
    func status(_ output: Output) -> Int32 {
      switch (self, output) {
      case (_, .file), (_, .slow), (.silent, _), (.listing, .broken): 0
      case (.listing, _), (.report, _): 1
      case (.change, _): 4
      }
    }
  }

  static let commands: [(command: String, purpose: Purpose, people: Int)] = [
    ("list", .listing, 0), ("list --format json", .listing, 0), ("info", .listing, 0),
    ("info --json", .listing, 0), ("query 'select(\\.name)'", .listing, 0),
    ("query --explain 'count()'", .listing, 0), ("export -", .listing, 0),
    ("export - --format ndjson", .listing, 0), ("groups", .listing, 0),
    ("migrate status", .listing, 0), ("migrate verify", .silent, 0),
    ("seed --count 5 --seed 3 -o -", .listing, 0),
    ("import good.csv --dry-run --json", .listing, 0),
    ("import bad.csv -q --max-errors 9 --rejects -", .report, 1),
    ("import good.csv --json", .change, 1), ("groups --save", .change, 0),
    ("import good.csv", .silent, 1), ("seed --count 5 --seed 3", .silent, 5),
    ("export written.csv", .silent, 0), ("backup copy.db --overwrite", .silent, 0),
    ("check --repair", .silent, 0), ("show 1 2", .listing, 0), ("stats", .listing, 0),
    ("stats --json", .listing, 0), ("list --columns id,party", .listing, 0),
    ("query --format bars 'select { ($0.id, $0.id) }'", .listing, 0), ("manual", .listing, 0),
    ("schema", .listing, 0), ("generate", .listing, 0),
    ("query --file good.csv 'good.count()'", .listing, 0),
    (
      "import good.csv --table good --db t.db --key name --on-conflict ignore --dry-run --json",
      .listing, 0
    ),
    ("import good.csv --table good --db t.db --key name --on-conflict ignore --json", .change, 0),
    ("import good.csv --table good --db t.db --key name --on-conflict ignore", .silent, 0),
    ("add name=Ada", .change, 1), ("set 1 age=1 --json", .change, 0), ("delete 1", .silent, -1),
    ("query --yes 'take(2).delete()'", .silent, -2),
  ]

  @Test("status and rows", arguments: commands.indices)
  func matrix(index: Int) throws {
    let (command, purpose, people) = Self.commands[index]
    let program = try Program()
    _ = try program.file("good.csv", "name,surname,age\nAda,Lovelace,36\n")
    _ = try program.file("bad.csv", "name,surname,age\nAda,Lovelace,36\nBo,B,x\n")
    #expect(try program.run("seed", "--count", "40", "-q", "--db", "original.db").status == 0)
    for output in Output.allCases {
      for messages in Messages.allCases where triesEverything || output.isTried(with: messages) {
        try? FileManager.default.removeItem(atPath: program.file("people.db"))
        try FileManager.default.copyItem(
          atPath: program.file("original.db"), toPath: program.file("people.db"))
        let run = "personstore \(command) \(messages.rawValue)"
        // The status of the first of two commands in a pipe is written to a file.
        let script =
          switch output {
          case .broken:
            "{ sleep 0.05; \(run); echo $? >status; } | true"
          case .slow: "{ \(run); echo $? >status; } | { sleep 0.05; cat >written; }"
          default: "\(run) \(output.rawValue); echo $? >status"
          }
        _ = try program.shell(script)
        let status = try String(contentsOfFile: program.file("status"), encoding: .utf8)
        let label = Comment(rawValue: "\(command) \(output) \(messages)")
        #expect(Int32(status.trimmingCharacters(in: .newlines)) == purpose.status(output), label)
        if case .listing = purpose { continue }
        let stored = try program.run("query", "count()", output: "count").output
        let isStored = purpose.status(output) != 1
        #expect(stored == "\(40 + (isStored ? people : 0))\n", label)
        #expect(try program.run("check", output: "check").status == 0, label)
      }
    }
  }
}
#endif
