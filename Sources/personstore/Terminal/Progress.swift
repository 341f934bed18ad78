/// A line on the terminal that shows the progress of the work. Nothing is shown if standard error
/// is not a terminal.
struct Progress {
  private let label: String
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var shown = ContinuousClock.now

  /// - Parameter isQuiet: whether the user has requested no output.
  init(_ label: String, isQuiet: Bool = false) {
    self.label = label
    isShown = Terminal.isErrorInteractive && Terminal.hasEscapes && !isQuiet
  }

  /// Shows how much of the total is done, at most ten times a second.
  mutating func show(_ done: Int, of total: Int?) {
    guard isShown, ContinuousClock.now - shown > .milliseconds(100) else { return }
    shown = .now
    var line = label
    if let total, total > 0 {
      let share = min(1, Double(done) / Double(total))
      let filled = Int(share * 30)
      line += " [" + String(repeating: "#", count: filled)
      line += String(repeating: "-", count: 30 - filled) + "] \(Int(share * 100)) %"
    } else {
      line += " \(done)"
    }
    Terminal.show("\r\(line)\u{1B}[K")
  }

  /// Removes the line.
  func end() {
    if isShown { Terminal.show("\r\u{1B}[K") }
  }

  /// The seconds since the work began.
  var seconds: Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
