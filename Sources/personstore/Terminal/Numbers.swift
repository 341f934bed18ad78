/// The formatting of numbers for people.
enum Numbers {
  /// Returns a number in the form `1,234,567`.
  static func grouped(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    groups.insert(digits, at: 0)
    return (number < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// Returns a number of people.
  static func people(_ count: Int) -> String {
    count == 1 ? "1 person" : "\(grouped(count)) people"
  }

  /// Returns a time in the form `0.42 s`.
  static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    let fraction = String(hundredths % 100)
    return "\(hundredths / 100).\(fraction.count == 1 ? "0" : "")\(fraction) s"
  }

  /// Returns a size in the form `12.3 MiB`.
  static func bytes(_ count: Int) -> String {
    guard count >= 1024 else { return "\(count) B" }
    var size = Double(count) / 1024
    var units = ["KiB", "MiB", "GiB", "TiB"][...]
    while size >= 1024, units.count > 1 {
      size /= 1024
      units.removeFirst()
    }
    return "\((size * 10).rounded() / 10) \(units.first ?? "")"
  }

  /// Returns a rate in the form `250,000/s`.
  static func rate(_ count: Int, in seconds: Double) -> String {
    "\(grouped(seconds > 0 ? Int(Double(count) / seconds) : count))/s"
  }
}
