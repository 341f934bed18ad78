internal import Foundation
internal import Tabular

/// The text of a chain, and the file that it comes from.
struct ChainText {
  let text: String
  /// The name of the file in messages; nil for a chain that is an argument.
  let name: String?

  private init(text: String, name: String?) {
    self.text = text
    self.name = name
  }

  /// Creates the text of an argument; `-` stands for the standard input.
  init(argument: String) throws {
    if argument == "-" {
      try self.init(file: argument)
    } else {
      self.init(text: argument, name: nil)
    }
  }

  /// Reads a file; `-` is the standard input.
  ///
  /// - Throws: ``ChainFileError``.
  init(file: String) throws {
    let name = file == "-" ? "standard input" : file
    guard let data = Self.content(of: file) else {
      throw ChainFileError(
        name: name, reason: "cannot be read: \(String(cString: strerror(errno)))")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ChainFileError(name: name, reason: "is not a text in UTF-8")
    }
    // Some editors write a mark before the text.
    self.init(text: text.first == "\u{FEFF}" ? String(text.dropFirst()) : text, name: name)
  }

  /// Returns the bytes of a file. If it fails, `errno` tells why.
  private static func content(of file: String) -> Data? {
    let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { if file != "-" { close(descriptor) } }
    var content = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return content }
      if count > 0 { content += buffer[..<count] } else if errno != EINTR { return nil }
    }
  }
}

/// A file with a chain cannot be used.
struct ChainFileError: Error, CustomStringConvertible {
  let name: String
  let reason: String

  var description: String { "\(name) \(reason)" }
}
