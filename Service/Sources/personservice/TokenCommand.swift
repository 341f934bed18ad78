import ArgumentParser
import Foundation
import PersonService

/// Makes a token.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Makes a token for a client.",
    discussion: """
      Prints the token to the output, for the client, and adds its line to the file of tokens. The \
      token itself is kept nowhere. The service reads the file at its start and at SIGHUP.
      """)

  @Option(help: "What the client may do: read, write or admin.")
  var role: Role = .read

  @Option(help: "The name of the client, for logs and limits.")
  var name: String

  @Option(help: "The file of tokens. Without it the line is printed to the error output.")
  var file: String?

  func validate() throws {
    guard !name.isEmpty, !name.contains(where: \.isWhitespace) else {
      throw ValidationError("A name has no spaces.")
    }
  }

  func run() throws {
    let (token, line) = AccessTokens.new(role, name: name)
    if let file {
      let text =
        try FileManager.default.fileExists(atPath: file)
        ? String(contentsOfFile: file, encoding: .utf8) : ""
      let separator = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
      let new = text + separator + line + "\n"
      // A name that is used twice is found before anything is written.
      _ = try AccessTokens(parsing: new)
      try new.write(toFile: file, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    } else {
      FileHandle.standardError.write(Data((line + "\n").utf8))
    }
    print(token)
  }
}

extension Role: ExpressibleByArgument {}
