internal import People

extension PersonStore {
  /// Brings the search index up to date, which a program that goes on does in the background. Says
  /// how long it took, if the user had to wait.
  ///
  /// What the command has stored stays stored if this fails, and the next one tries it again.
  func finishSearchIndex(isQuiet: Bool = false) {
    var progress = Progress("indexing", isQuiet: isQuiet)
    progress.show(0, of: nil)
    defer { progress.end() }
    do {
      try updateSearchIndex()
    } catch {
      return Terminal.say("note: the search index is not up to date: \(error)")
    }
    if !isQuiet, progress.seconds > 0.5 {
      Terminal.say("the search index took \(Numbers.seconds(progress.seconds))")
    }
  }
}
