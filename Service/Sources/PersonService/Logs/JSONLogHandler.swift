import Foundation
package import Logging

/// Writes each entry of the log as a line of JSON, for programs that collect logs:
///
/// ```json
/// {"label":"personservice","level":"error","message":"…","time":"2026-03-01T08:30:00.125Z"}
/// ```
///
/// What an entry has beside its message are further members, numbers as numbers.
package struct JSONLogHandler: LogHandler {
  package var metadata: Logger.Metadata = [:]
  package var logLevel: Logger.Level
  package var metadataProvider: Logger.MetadataProvider?
  private let label: String
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - label: the name of the logger.
  ///   - level: the least level that is written.
  ///   - write: gets each line, with its end.
  package init(
    label: String, level: Logger.Level, write: @escaping @Sendable (String) -> Void
  ) {
    (self.label, logLevel, self.write) = (label, level, write)
  }

  /// Writes an entry.
  package func log(event: LogEvent) {
    var members: [String: Value] = [:]
    let all = (metadataProvider?.get() ?? [:]).merging(metadata) { $1 }
      .merging(event.metadata ?? [:]) { $1 }
    for (name, value) in all { members[Self.name(name)] = Value(value) }
    members["time"] = .text(Date().formatted(Self.time))
    members["level"] = .text(event.level.rawValue)
    members["label"] = .text(label)
    members["message"] = .text("\(event.message)")
    write(JSONText.of(members) + "\n")
  }

  /// Reads or sets what all further entries have beside their messages.
  package subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  private static let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// The id of a request has the name that it has in answers.
  private static func name(_ name: String) -> String { name == "hb.request.id" ? "id" : name }

  private indirect enum Value: Encodable {
    case text(String)
    case integer(Int)
    case number(Double)
    case list([Value])
    case members([String: Value])

    init(_ value: Logger.MetadataValue) {
      switch value {
      case .string(let text): self = .text(text)
      case .stringConvertible(let number as Int): self = .integer(number)
      case .stringConvertible(let number as Double) where number.isFinite: self = .number(number)
      case .stringConvertible(let other): self = .text("\(other)")
      case .array(let values): self = .list(values.map(Value.init))
      case .dictionary(let values): self = .members(values.mapValues(Value.init))
      @unknown default: self = .text("\(value)")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .integer(let number): try container.encode(number)
      case .number(let number): try container.encode(number)
      case .list(let values): try container.encode(values)
      case .members(let values): try container.encode(values)
      }
    }
  }
}
