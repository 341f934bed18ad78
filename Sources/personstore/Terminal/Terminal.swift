internal import Foundation
internal import Tabular

/// What the program knows of the terminal it talks to.
enum Terminal {
  /// Whether the output is read by a person.
  static let isOutputInteractive = isatty(STDOUT_FILENO) == 1

  /// Whether messages are read by a person.
  static let isErrorInteractive = isatty(STDERR_FILENO) == 1

  /// Whether the output may be coloured.
  static let hasColor: Bool = {
    let environment = ProcessInfo.processInfo.environment
    let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return isOutputInteractive && !isRefused && environment["TERM"] != "dumb"
  }()

  /// The number of columns of the output.
  static let width: Int = {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 100 }
    return Int(size.ws_col)
  }()

  /// Says something to the person, apart from the output.
  static func say(_ message: String) { show(printableLines(message) + "\n") }

  /// Writes a text to the person as it is, escapes for the terminal included.
  static func show(_ text: String) {
    // Where nobody can be told anything, nobody can be told that either.
    try? Output.write(text, to: STDERR_FILENO, name: "standard error")
  }

  /// A heading, bold where that is possible.
  static func heading(_ text: String) -> String {
    hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  /// Text that is safe on a terminal and stays on one line: what would control it as escapes.
  static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if isControl(scalar) {
        result += scalar.escaped(asASCII: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The lines of a text, each safe on a terminal, those after the first one indented.
  static func printableLines(_ text: String, indent: String = "") -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }
      .joined(separator: "\n" + indent)
  }

  /// Control characters, line breaks, and what would turn the direction of the rest of the line.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: false
    case 0x2028...0x202E, 0x2066...0x2069: true
    default: scalar.properties.generalCategory == .control
    }
  }
}
