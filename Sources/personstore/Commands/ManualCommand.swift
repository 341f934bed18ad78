internal import ArgumentParser

/// The command `personstore manual`, with which the manual page is installed.
struct ManualCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Prints the manual page in the language of man.",
    shouldDisplay: false)

  func run() throws {
    let page = ManualPage(
      try CommandDescription.of(PersonStoreCommand.self),
      version: PersonStoreCommand.configuration.version)
    try Output.write(page.text)
  }
}
