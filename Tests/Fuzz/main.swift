import ArgumentParser

/// Random chains and random inputs.
struct Fuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Looks for differences and crashes with random chains and inputs.",
    subcommands: [ChainsCommand.self, InputsCommand.self], defaultSubcommand: ChainsCommand.self)
}

Fuzz.main()
