internal import ArgumentParser
internal import Foundation
internal import Intentions
internal import People
internal import StoreSupport

/// The command `personstore edit`.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edits a person's name with single keys.",
    discussion: """
      r reverses the name, u puts it into capital letters, q ends. Each change is stored at once; \
      changes by other programs appear while it is open. In a pipe the keys are read from the \
      input, and each name is a line of the output.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The person's id.")
  var id: Int64

  func run() throws {
    let store = try store.database.openToChange()
    defer { store.close() }
    let keyboard = try Keyboard()
    defer { keyboard.restore() }
    let id = id
    try untilInterrupted {
      let person = try await store.people.stored(id)
      guard person.container.model != nil else { throw EditFailure.noPerson(id) }
      try await PersonEditor(person).run(keyboard)
    }
  }
}

private enum EditFailure: Error, CustomStringConvertible {
  case noPerson(Int64)
  case refused
  case gone

  var description: String {
    switch self {
    case .noPerson(let id): "there is no person \(id)"
    case .refused: "a change was not stored"
    case .gone: "the person has been deleted"
    }
  }
}

/// The label and the keys for one person.
private struct PersonEditor: Sendable {
  private let person: StoredModel<Person>
  private let reverse: ReverseIntention<Person>
  private let uppercase: UppercaseIntention<Person>

  init(_ person: StoredModel<Person>) {
    self.person = person
    reverse = ReverseIntention(person.container, \.name)
    uppercase = UppercaseIntention(person.container, \.name)
  }

  func run(_ keyboard: Keyboard) async throws {
    if Terminal.isOutputInteractive { Terminal.say("r Reverse  u Uppercase  q Quit") }
    let label = TerminalLabel()
    let follow = ObserveIntention(person.container, \.name, on: label, \.text)
    let isGone = Locked(false)
    let notice = person.container.observe { person in
      guard person == nil else { return }
      isGone.withLock { $0 = true }
      keyboard.finish()
    }
    defer {
      withExtendedLifetime((follow, notice)) {}
      label.end()
    }
    var isRefused = false
    loop: for await key in keyboard.keys {
      switch key {
      case UInt8(ascii: "r"), UInt8(ascii: "R"): reverse.perform()
      case UInt8(ascii: "u"), UInt8(ascii: "U"): uppercase.perform()
      case UInt8(ascii: "q"), UInt8(ascii: "Q"), 3, 4: break loop
      default: continue
      }
      do {
        try await person.saved()
      } catch {
        isRefused = true
        Terminal.say("personstore: \(error)")
      }
    }
    try Task.checkCancellation()
    if isGone.withLock({ $0 }) { throw EditFailure.gone }
    if isRefused { throw EditFailure.refused }
  }
}

/// A line that shows a text. On a terminal it replaces the previous text.
private final class TerminalLabel: Sendable {
  private static let replaces = Terminal.isOutputInteractive && Terminal.hasEscapes

  private let shown = Locked("")

  var text: String {
    get { shown.withLock { $0 } }
    set {
      shown.withLock { shown in
        shown = newValue
        var line = Terminal.printable(newValue)
        // A line that goes on in the next one could not be replaced as a whole.
        if Self.replaces { line = DisplayWidth.cut(line, to: Terminal.width - 1) }
        // An error is ignored: if the output has been closed, the keys end too.
        try? Output.write(Self.replaces ? "\r\u{1B}[2K\(line)" : line + "\n")
      }
    }
  }

  func end() {
    if Self.replaces { try? Output.write("\n") }
  }
}

/// The keys that are pressed, as a stream.
private final class Keyboard: Sendable {
  let keys: AsyncStream<UInt8>
  private let continuation: AsyncStream<UInt8>.Continuation
  private let settings: termios?

  init() throws {
    var current = termios()
    if isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &current) == 0 {
      settings = current
      // Keys arrive immediately and are not echoed. Ctrl-C remains a signal.
      current.c_lflag &= ~tcflag_t(ICANON | ECHO)
      tcsetattr(STDIN_FILENO, TCSANOW, &current)
    } else {
      settings = nil
    }
    (keys, continuation) = AsyncStream.makeStream(of: UInt8.self)
    do {
      try BackgroundThread.start { [continuation] in Self.read(into: continuation) }
    } catch {
      restore()
      throw error
    }
  }

  private static func read(into continuation: AsyncStream<UInt8>.Continuation) {
    var key: UInt8 = 0
    while true {
      let count = Foundation.read(STDIN_FILENO, &key, 1)
      if count == 1 { continuation.yield(key) } else if count == 0 || errno != EINTR { break }
    }
    continuation.finish()
  }

  /// Ends the stream: no further key is read.
  func finish() { continuation.finish() }

  /// Restores the settings of the terminal.
  func restore() {
    if var settings { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
  }
}
