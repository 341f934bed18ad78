/// The manual page of the program, in the language of `man`.
struct ManualPage {
  private let program: CommandDescription
  private let version: String

  /// - Parameter version: the name and the version of the program.
  init(_ program: CommandDescription, version: String) {
    self.program = program
    self.version = version
  }

  /// The text of the page.
  var text: String {
    let name = program.commandName
    var lines = [
      ".TH \(name.uppercased()) 1 \"\" \"\(Self.escaped(version))\"",
      // Lines are not filled up with spaces, nor words divided.
      ".ad l", ".nh",
      ".SH NAME", "\(name) \\- \(Self.escaped(program.abstract ?? ""))",
      ".SH SYNOPSIS", ".B \(name)", "\\fIcommand\\fR [\\fIoptions\\fR]",
      ".SH DESCRIPTION",
    ]
    lines += Self.paragraphs(program.discussion)
    lines.append(".SH OPTIONS OF ALL COMMANDS")
    lines += program.shownArguments.flatMap(Self.lines)
    lines.append(".SH COMMANDS")
    for command in program.commands { lines += section(of: command, name) }
    lines += [
      ".SH ENVIRONMENT", ".TP", ".B PERSONSTORE_DB", "The database, where \\-\\-db names none.",
      ".TP", ".B NO_COLOR", "Nothing is bold or colored if it is set.",
      ".SH FILES", ".TP", ".I people.db", "The database, where nothing names another one.",
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the section of a command, and those of its own commands.
  private func section(of command: CommandDescription, _ before: String) -> [String] {
    let path = "\(before) \(command.commandName)"
    let general = Set(program.shownArguments.map(\.names))
    let arguments = command.shownArguments.filter { $0.names == nil || !general.contains($0.names) }
    let synopsis = ([path] + arguments.map(Self.synopsis)).joined(separator: " ")
    var lines = [".SS \(Self.escaped(synopsis))", Self.line(command.abstract ?? "")]
    let discussion = Self.paragraphs(command.discussion)
    if !discussion.isEmpty { lines += [".PP"] + discussion }
    // What a command inherits is told once.
    lines += arguments.filter { $0.abstract != nil }.flatMap(Self.lines)
    for command in command.commands { lines += section(of: command, path) }
    return lines
  }

  /// Returns an argument as a command line shows it.
  private static func synopsis(_ argument: CommandDescription.Argument) -> String {
    let name = argument.names?.last?.text
    let text = [name, argument.value].compactMap { $0 }.filter { !$0.isEmpty }
      .joined(separator: " ")
    return argument.isOptional ? "[\(text)]" : text
  }

  private static func lines(_ argument: CommandDescription.Argument) -> [String] {
    let names = (argument.names ?? []).map { "\\fB\(escaped($0.text))\\fR" }
    let value = argument.value.isEmpty ? "" : "\\fI\(escaped(argument.value))\\fR"
    let heading = [names.joined(separator: ", "), value].filter { !$0.isEmpty }
    var text = argument.abstract ?? ""
    if let values = argument.allValues, !values.isEmpty {
      text += " Values: \(values.joined(separator: ", "))."
    }
    if let value = argument.defaultValue, !value.isEmpty { text += " Default: \(value)." }
    return [".TP", heading.joined(separator: " "), line(text)]
  }

  /// Returns a text with paragraphs, in which indented lines are examples.
  private static func paragraphs(_ text: String?) -> [String] {
    var lines: [String] = []
    var isExample = false
    for part in (text ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      if isExample != part.hasPrefix("  "), !part.isEmpty {
        isExample.toggle()
        lines += isExample ? [".RS 4", ".nf"] : [".fi", ".RE"]
      }
      lines.append(part.isEmpty ? ".PP" : line(String(part.drop { $0 == " " })))
    }
    if isExample { lines += [".fi", ".RE"] }
    return lines
  }

  /// Returns a line of text, which begins with nothing that `man` obeys.
  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
      .replacing("\"", with: "\\(dq").replacing("\n", with: " ")
  }
}
