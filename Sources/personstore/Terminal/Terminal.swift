internal import Foundation

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
  static func say(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
  }

  /// A heading, bold where that is possible.
  static func heading(_ text: String) -> String {
    hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  /// Text that is safe on a terminal: control characters as escapes.
  static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return text
    }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.properties.generalCategory == .control {
        result += scalar.escaped(asASCII: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
