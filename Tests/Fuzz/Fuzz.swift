import ArgumentParser

/// Random chains, programs, inputs and commits, and cancellations at random moments.
@main struct Fuzz: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Looks for differences, crashes and work that does not end.",
    subcommands: [
      ChainsCommand.self, ProgramsCommand.self, CommitsCommand.self, InputsCommand.self,
      CancellationsCommand.self,
    ],
    defaultSubcommand: ChainsCommand.self)
}
