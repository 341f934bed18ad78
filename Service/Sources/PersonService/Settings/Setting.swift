/// A setting of the program, by the name of its environment variable.
package enum Setting: String, CaseIterable, Sendable {
  case database = "PERSONSTORE_DB"
  case host = "HOST"
  case port = "PORT"
  case tokens = "TOKENS"
  case names = "NAMES"
  case rate = "RATE"
  case time = "TIME"
  case history = "HISTORY"
  case readOnly = "READ_ONLY"
  case changeTables = "CHANGE_TABLES"
  case secureCookies = "SECURE_COOKIES"
  case proxies = "PROXIES"
  case logFormat = "LOG_FORMAT"
  case logLevel = "LOG_LEVEL"

  /// The option of the program, which overrides the variable.
  package var option: String {
    switch self {
    case .database: "--db"
    default: "--" + rawValue.lowercased().replacing("_", with: "-")
    }
  }
}

/// A setting whose value cannot be meant.
package struct SettingError: Error, Equatable, CustomStringConvertible {
  /// The option or the variable that was given.
  package let name: String
  package let value: String
  /// What is allowed, after "must be".
  package let allowed: String
  /// What the system or a file says about it.
  package var reason: String?

  package var description: String {
    "\(name) must be \(allowed), and is '\(value)'" + (reason.map { ": \($0)" } ?? "")
  }
}

/// The settings that were given, as texts.
struct GivenSettings {
  private let options: [Setting: String]
  private let environment: [String: String]

  init(_ options: [Setting: String], environment: [String: String]) {
    (self.options, self.environment) = (options, environment)
  }

  /// Returns the option or the variable that gives a setting.
  func name(of setting: Setting) -> String {
    options[setting] == nil ? setting.rawValue : setting.option
  }

  /// Returns what a setting means; nil if it is not given.
  ///
  /// - Parameters:
  ///   - allowed: what is allowed, after "must be".
  ///   - parse: returns nil for what is not allowed.
  func value<Value>(
    _ setting: Setting, _ allowed: String, _ parse: (String) -> Value?
  ) throws(SettingError) -> Value? {
    guard let text = options[setting] ?? environment[setting.rawValue] else { return nil }
    guard let value = parse(text) else {
      throw SettingError(name: name(of: setting), value: text, allowed: allowed)
    }
    return value
  }

  /// Returns a text; an empty one is not allowed, nor are control characters and, unless it is a
  /// path, white space.
  func text(
    _ setting: Setting, _ allowed: String, isPath: Bool = false
  ) throws(SettingError) -> String? {
    try value(setting, allowed) { text in
      let isUsable = text.unicodeScalars.allSatisfy {
        $0.value >= 32 && (isPath || !$0.properties.isWhitespace)
      }
      return isUsable && !text.allSatisfy(\.isWhitespace) ? text : nil
    }
  }

  /// Returns a number within bounds.
  func number(
    _ setting: Setting, _ range: ClosedRange<Double>, _ unit: String
  ) throws(SettingError) -> Double? {
    let bounds = "\(Self.text(of: range.lowerBound)) to \(Self.text(of: range.upperBound))"
    return try value(setting, "a number of \(unit) from \(bounds)") { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Returns whether something is wanted.
  func flag(_ setting: Setting) throws(SettingError) -> Bool? {
    try value(setting, "true or false (or 1, 0, yes, no)") { text in
      switch text.lowercased() {
      case "true", "1", "yes": true
      case "false", "0", "no": false
      default: nil
      }
    }
  }

  /// Returns one of the values of an enumeration.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ setting: Setting, _ type: Choice.Type
  ) throws(SettingError) -> Choice? {
    let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    return try value(setting, "one of \(all)") { Choice(rawValue: $0) }
  }

  /// Returns the values between commas.
  func list<Value>(
    _ setting: Setting, _ allowed: String, _ parse: (String) -> Value?
  ) throws(SettingError) -> [Value]? {
    try value(setting, allowed + ", with commas between them") { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { part in String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
      let values = parts.compactMap(parse)
      return values.count == parts.count ? values : nil
    }
  }

  private static func text(of number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
