internal import ArgumentParser
internal import Foundation

/// A command as the parser of arguments describes it.
struct CommandDescription: Decodable {
  struct Name: Decodable, Hashable {
    let kind: String
    let name: String

    /// As it is written: `--format`, `-o`.
    var text: String { (kind == "long" ? "--" : "-") + name }
  }

  struct Argument: Decodable, Hashable {
    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let defaultValue: String?
    let allValues: [String]?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool

    /// What stands for its value: `<file>`, `<ids> ...`.
    var value: String {
      kind == "flag" ? "" : "<\(valueName ?? "value")>\(isRepeating ? " ..." : "")"
    }
  }

  let commandName: String
  let abstract: String?
  let discussion: String?
  let shouldDisplay: Bool
  let arguments: [Argument]?
  let subcommands: [CommandDescription]?

  private struct Tool: Decodable {
    let command: CommandDescription
  }

  /// Returns the description of a command with all that it contains.
  static func of(_ command: any ParsableCommand.Type) throws -> CommandDescription {
    try JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8)).command
  }

  /// Its commands, without the ones that are not shown.
  var commands: [CommandDescription] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// The arguments that are shown.
  var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }
}
