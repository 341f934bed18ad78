internal import Foundation
internal import StoreSupport
internal import Tabular

/// The terminal that the program runs on.
enum Terminal {
  /// Whether the standard output is a terminal.
  static let isOutputInteractive = isatty(STDOUT_FILENO) == 1

  /// Whether the standard error is a terminal.
  static let isErrorInteractive = isatty(STDERR_FILENO) == 1

  /// Whether the output may be colored.
  static let hasColor: Bool = {
    let isRefused = ProcessInfo.processInfo.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return isOutputInteractive && !isRefused && hasEscapes
  }()

  /// Whether the terminal obeys escape sequences.
  static let hasEscapes = ProcessInfo.processInfo.environment["TERM"] != "dumb"

  /// The number of columns of the output.
  static let width: Int = {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 100 }
    return Int(size.ws_col)
  }()

  /// Prints a message to the standard error, separate from the output.
  static func say(_ message: String) { show(printableLines(message) + "\n") }

  /// Writes a text to the standard error unchanged, including escapes for the terminal.
  static func show(_ text: String) {
    // If the standard error cannot be written, that cannot be reported either.
    try? Output.write(text, to: STDERR_FILENO, name: "standard error")
  }

  /// Returns a heading, bold if the terminal supports it.
  static func heading(_ text: String) -> String {
    hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  /// Returns a text that is safe on a terminal and stays on one line: control characters are
  /// escaped.
  static func printable(_ text: String) -> String { ControlCharacters.escaped(text) }

  /// Returns the lines of a text, each safe on a terminal, with all but the first one indented.
  static func printableLines(_ text: String, indent: String = "") -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }
      .joined(separator: "\n" + indent)
  }
}
