internal import ArgumentParser
internal import Foundation
internal import PeopleIO
internal import StoreSQLite
internal import StoreSupport
internal import Tabular

/// The program's entry: signals, errors and exit codes in one place.
@main
enum Program {
  static func main() {
    // A reader that has seen enough, and a file that may not grow, are errors like others.
    signal(SIGPIPE, SIG_IGN)
    #if !os(Windows)
    signal(SIGXFSZ, SIG_IGN)
    #endif
    TemporaryFiles.removeOnSignals()
    MemoryStatistics.switchOff()
    var running: (any ParsableCommand)?
    do {
      // The system's list of processes has them; without it there is not even the program's name.
      guard !CommandLine.arguments.isEmpty else { throw StartFailure.noArguments }
      var command = try PersonStoreCommand.parseAsRoot()
      running = command
      try command.run()
    } catch {
      exit(with: error, of: running)
    }
  }

  /// Says what went wrong and ends with the code that tells scripts about it.
  private static func exit(with error: any Error, of command: (any ParsableCommand)?) -> Never {
    if let outcome = error as? Outcome { Foundation.exit(outcome.rawValue) }
    if isBrokenOutput(error), let command = command as? any ListingCommand, command.isListing {
      Foundation.exit(0)
    }
    let code = PersonStoreCommand.exitCode(for: error)
    let message = PersonStoreCommand.fullMessage(for: error)
    if code.isSuccess {
      // The help, or the version.
      print(message)
      Foundation.exit(0)
    }
    if code == .validationFailure {
      Terminal.say(message)
      Foundation.exit(Outcome.usage.rawValue)
    }
    Terminal.say("personstore: \(describe(error))\(remedy(for: error).map { "; see \($0)" } ?? "")")
    Foundation.exit(Outcome.failed.rawValue)
  }

  private static func describe(_ error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription ?? "\(error)"
  }

  /// The option that helps: the library does not know what its remedies are called here.
  private static func remedy(for error: any Error) -> String? {
    switch error {
    case ImportError.missingColumn, ImportError.unknownColumn: "--map"
    case ImportError.tooManyRejections: "--max-errors"
    case BackupError.fileExists: "--overwrite"
    default: nil
    }
  }
}

/// A command whose work is what it prints: when the reader of its output has seen enough and closes
/// it, the command is done.
protocol ListingCommand: ParsableCommand {
  /// Whether it does nothing but print, with the options it was given.
  var isListing: Bool { get }
}

extension ListingCommand {
  /// True.
  var isListing: Bool { true }
}

/// Why the program does nothing.
private enum StartFailure: Error, CustomStringConvertible {
  case noArguments

  var description: String {
    "the command line cannot be read (on Linux from /proc/self/cmdline); nothing was done"
  }
}

/// How the program ends, for scripts. An outcome that is thrown has been explained already.
enum Outcome: Int32, Error {
  /// It could not be done, or a check found faults. Nothing was changed.
  case failed = 1
  /// The command line, or a part of it, is not well formed.
  case usage = 2
  /// `migrate status`: there are migrations to run.
  case pending = 3
  /// It is done and stored, but the report of it could not be written.
  case unreported = 4
}

/// Writes the report of what has been stored. Where that fails, what is stored stays.
///
/// - Parameter what: what has been done, as the beginning of a sentence.
func report(_ what: String, _ write: () throws -> Void) throws {
  do {
    try write()
  } catch let error as TabularError {
    Terminal.say("personstore: \(what), but the report of it could not be written: \(error)")
    throw Outcome.unreported
  }
}
