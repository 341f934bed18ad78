internal import ArgumentParser
internal import Foundation

/// The question before a change that loses something.
enum Confirmation {
  /// Throws unless the user agrees: by the word `yes` on a terminal. Elsewhere it is an error
  /// that names the option which agrees.
  ///
  /// - Parameter what: what is about to happen, as a sentence without its end.
  static func ask(_ what: String) throws {
    guard isatty(STDIN_FILENO) == 1, Terminal.isErrorInteractive else {
      throw ValidationError("\(what); --yes agrees to that.")
    }
    Terminal.show(Terminal.printable(what) + ". Type yes to go on: ")
    guard readLine() == "yes" else {
      Terminal.say("nothing was changed")
      throw Outcome.failed
    }
  }
}
