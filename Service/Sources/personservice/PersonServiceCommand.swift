import ArgumentParser

/// The program.
@main
struct PersonServiceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "personservice", abstract: "A store of people behind HTTP.",
    subcommands: [ServeCommand.self, TokenCommand.self], defaultSubcommand: ServeCommand.self)
}
