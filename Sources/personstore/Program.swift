internal import ArgumentParser
internal import Foundation
internal import PeopleIO
internal import SQLite

/// The program's entry: signals, errors and exit codes in one place.
@main
enum Program {
  static func main() {
    // A reader that has seen enough, and a file that may not grow, are errors like others.
    signal(SIGPIPE, SIG_IGN)
    #if !os(Windows)
    signal(SIGXFSZ, SIG_IGN)
    #endif
    MemoryStatistics.switchOff()
    do {
      var command = try PersonStoreCommand.parseAsRoot()
      try command.run()
    } catch {
      exit(with: error)
    }
  }

  /// Says what went wrong and ends with the code that tells scripts about it.
  private static func exit(with error: any Error) -> Never {
    if let outcome = error as? Outcome { Foundation.exit(outcome.rawValue) }
    if isBrokenPipe(error) { Foundation.exit(0) }
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

/// How the program ends, for scripts. An outcome that is thrown has been explained already.
enum Outcome: Int32, Error {
  /// It could not be done, or a check found faults.
  case failed = 1
  /// The command line, or a part of it, is not well formed.
  case usage = 2
  /// `migrate status`: there are migrations to run.
  case pending = 3
}
