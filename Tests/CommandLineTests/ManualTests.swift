import Foundation
import Testing

#if !os(Windows)
@Suite("The manual page and the completions")
struct ManualTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test("the page tells every command and every option")
  func page() throws {
    let page = try program.run("manual").output
    let help = try program.run("--help").output
    let commands = help.matches(of: /\n {2}([a-z]+) {2,}/).map { String($0.1) }
    #expect(commands.count > 10)
    for command in commands {
      #expect(page.contains("\n.SS personstore \(command)"), "\(command)")
      for option in try program.run(command, "--help").output.matches(of: /--[a-z][a-z-]+/) {
        guard option.output != "--help" else { continue }
        #expect(page.contains(option.output.replacing("-", with: "\\-")), "\(option.output)")
      }
    }
    #expect(page.contains(".SS personstore migrate down"))
    #expect(page.contains("personstore query \\(aqcountBy { $0.surname }"))
    #expect(!page.contains("experimental") && !help.contains("manual"))
  }

  @Test("man renders it without a warning")
  func rendered() throws {
    _ = try program.file("personstore.1", program.run("manual").output)
    let script =
      "MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings=w -l personstore.1 >page 2>messages || exit 99"
    guard try program.shell("command -v man >/dev/null").0 == 0 else {
      print("NOT TESTED: the manual page (there is no man)")
      return
    }
    // The name of the page is not the program's path here.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.currentDirectoryURL = program.folder
    process.arguments = ["-c", script]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try String(contentsOfFile: program.file("messages"), encoding: .utf8).isEmpty)
    let page = try String(contentsOfFile: program.file("page"), encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(page.contains("PERSONSTORE(1)") && page.contains("Exit status: 0 done"))
    #expect(page.contains("personstore query 'countBy { $0.surname }"))
    #expect(page.contains(#"sort(\.surname)"#))
  }

  @Test("bash completes commands, options and values")
  func completions() throws {
    guard try program.shell("command -v bash >/dev/null").0 == 0 else {
      print("NOT TESTED: completions (there is no bash)")
      return
    }
    _ = try program.file(
      "completions", program.run("--generate-completion-script", "bash").output)
    for (words, expected) in [
      (["que"], "query"), (["sta"], "stats"), (["query", "--forma"], "--format"),
      (["query", "--format", "ba"], "bars"), (["list", "--col"], "--columns"),
    ] {
      let line = "p " + words.joined(separator: " ")
      let list = words.map { "'\($0)'" }.joined(separator: " ")
      _ = try program.file(
        "complete.sh",
        """
        . ./completions
        COMP_WORDS=(p \(list)) COMP_CWORD=\(words.count) COMP_LINE='\(line)'
        COMP_POINT=${#COMP_LINE} COMP_TYPE=9
        _personstore p '\(words.last ?? "")' '\(words.dropLast().last ?? "p")' 2>messages
        printf '%s\\n' "${COMPREPLY[@]}" >reply
        """)
      try program.shell("bash complete.sh")
      let reply = try String(contentsOfFile: program.file("reply"), encoding: .utf8)
      #expect(
        reply.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
          .contains(expected), "\(words): \(reply)")
    }
    for shell in ["zsh", "fish"] {
      let run = try program.run("--generate-completion-script", shell)
      #expect(run.status == 0 && run.output.contains("personstore"))
    }
  }
}
#endif
