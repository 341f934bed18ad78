internal import ArgumentParser
internal import CArguments
internal import Foundation
internal import LinqText
internal import PeopleIO
internal import StoreSQLite
internal import StoreSupport
internal import Tabular

/// The entry point of the program, which handles signals, errors and exit codes.
@main
enum Program {
  static func main() {
    // A closed pipe and the file size limit are then reported as ordinary errors.
    signal(SIGPIPE, SIG_IGN)
    #if !os(Windows)
    signal(SIGXFSZ, SIG_IGN)
    #endif
    occupyClosedDescriptors()
    TemporaryFiles.removeOnSignals()
    MemoryStatistics.switchOff()
    var running: (any ParsableCommand)?
    do {
      // Even the program's name is missing if they cannot be read.
      guard !arguments.isEmpty else { throw StartFailure.noArguments }
      var command = try PersonStoreCommand.parseAsRoot(Array(arguments.dropFirst()))
      running = command
      try command.run()
    } catch {
      exit(with: error, of: running)
    }
  }

  /// Keeps files that the program opens from becoming its output, where that is closed: what is
  /// written to it would be written to them. Reading and writing stay errors.
  private static func occupyClosedDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // It gets the lowest number that is free.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The name of the program and its arguments.
  private static let arguments =
    // On Linux they come from the system's list of processes.
    CommandLine.arguments.isEmpty
    ? (0..<carguments_count()).map { String(cString: carguments_argument($0)) }
    : CommandLine.arguments

  /// Prints the error, and exits with the code that reports it to scripts.
  private static func exit(with error: any Error, of command: (any ParsableCommand)?) -> Never {
    if let outcome = error as? Outcome { Foundation.exit(outcome.rawValue) }
    if isBrokenOutput(error), let command = command as? any ListingCommand, command.isListing {
      Foundation.exit(0)
    }
    let code = PersonStoreCommand.exitCode(for: error)
    let message = message(for: error, of: command)
    if code.isSuccess {
      // This is the help or the version.
      print(message)
      Foundation.exit(0)
    }
    if code == .validationFailure {
      if let name = intendedCommand(message) { Terminal.say("Did you mean '\(name)'?") }
      Terminal.say(message)
      Foundation.exit(Outcome.usage.rawValue)
    }
    Terminal.say("personstore: \(describe(error))\(remedy(for: error).map { "; see \($0)" } ?? "")")
    Foundation.exit(Outcome.failed.rawValue)
  }

  /// Returns the message of an error. That of wrong usage has the usage of the command, also if the
  /// command found it while it ran.
  private static func message(for error: any Error, of command: (any ParsableCommand)?) -> String {
    guard let error = error as? ValidationError, let command else {
      return PersonStoreCommand.fullMessage(for: error)
    }
    let type = type(of: command)
    let path = (path(to: type, from: PersonStoreCommand.self) ?? []).joined(separator: " ")
    return "Error: \(error.message)\nUsage: \(PersonStoreCommand.usageString(for: type))\n"
      + "  See '\(path) --help' for more information."
  }

  /// Returns the names of the commands that lead to one; nil if it is not among them.
  private static func path(
    to wanted: any ParsableCommand.Type, from command: any ParsableCommand.Type
  ) -> [String]? {
    if command == wanted { return [command._commandName] }
    for subcommand in command.configuration.subcommands {
      if let rest = path(to: wanted, from: subcommand) { return [command._commandName] + rest }
    }
    return nil
  }

  /// The name of the command that a misspelled one is similar to; nil if there is none.
  private static func intendedCommand(_ message: String) -> String? {
    let names = PersonStoreCommand.configuration.subcommands.compactMap {
      $0.configuration.commandName
    }
    guard let given = message.firstMatch(of: /Unexpected argument '([^']*)'/)?.1,
      !arguments.contains(where: names.contains)
    else { return nil }
    return nearest(to: String(given), among: names)
  }

  private static func describe(_ error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription ?? "\(error)"
  }

  /// Returns the option that solves the problem, whose name the library does not know.
  private static func remedy(for error: any Error) -> String? {
    switch error {
    case ImportError.missingColumn, ImportError.unknownColumn: "--map"
    case ImportError.invalidKey: "--key"
    case ImportError.tooManyRejections: "--max-errors"
    case BackupError.fileExists: "--overwrite"
    default: nil
    }
  }
}

/// A command whose purpose is its output. It is done when the reader of the output closes it.
protocol ListingCommand: ParsableCommand {
  /// Whether it only prints, with the given options.
  var isListing: Bool { get }
}

extension ListingCommand {
  /// True by default.
  var isListing: Bool { true }
}

/// The reason why the program cannot start.
private enum StartFailure: Error, CustomStringConvertible {
  case noArguments

  var description: String {
    "the command line cannot be read; nothing was done"
  }
}

/// The exit status of the program. The message for an outcome that is thrown has been printed
/// already.
enum Outcome: Int32, Error {
  /// The command failed, or a check found faults.
  case failed = 1
  /// The command line, or a part of it, is malformed.
  case usage = 2
  /// `migrate status` found pending migrations.
  case pending = 3
  /// The changes are stored, but the report could not be written.
  case unreported = 4
}

/// Writes the report of changes that have been stored. If that fails, the changes are kept.
///
/// - Parameter what: the stored changes, as the beginning of a sentence.
func report(_ what: String, _ write: () throws -> Void) throws {
  do {
    try write()
  } catch let error as TabularError {
    Terminal.say("personstore: \(what), but the report of it could not be written: \(error)")
    throw Outcome.unreported
  }
}
