import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Tabular

extension Request {
  /// The type of the body, without parameters, in small letters.
  var mediaType: String {
    let type = headers[.contentType]?.prefix { $0 != ";" } ?? ""
    return type.trimmingCharacters(in: .whitespaces).lowercased()
  }

  /// Reads the body as JSON.
  ///
  /// - Parameter type: another media type that is JSON, besides `application/json`.
  func json<Body: RequestBody>(
    _ body: Body.Type, upTo limit: Int, or type: String? = nil
  ) async throws -> Body {
    try body.init(json: await json(upTo: limit, or: type))
  }

  /// Reads the bytes of a body that is JSON.
  func json(upTo limit: Int, or type: String? = nil) async throws -> Data {
    // A page of another site can send other types without being asked first.
    guard mediaType == "application/json" || mediaType == type else {
      let types = "application/json" + (type.map { " or \($0)" } ?? "")
      throw Problem(.unsupportedMediaType, "type", "The body of the request must be \(types)")
    }
    return try await bytes(upTo: limit)
  }

  /// Reads the bytes of the body, and inflates them.
  ///
  /// - Parameter limit: the number of bytes, also of those that were compressed.
  func bytes(upTo limit: Int) async throws -> Data {
    let isCompressed = try isCompressed
    try checkLength(upTo: limit)
    let bytes: Data
    do {
      bytes = Data(try await body.collect(upTo: limit).readableBytesView)
    } catch is NIOTooManyBytesError {
      throw Problem.tooLarge(limit)
    }
    guard isCompressed else { return bytes }
    do {
      return try await onThread {
        Data(try ByteSource(bytes: Array(bytes), name: "body").inflated(upTo: limit))
      }
    } catch TabularError.cannotInflate(_, let reason) {
      throw Problem(
        .badRequest, "body", "The body of the request cannot be decompressed", detail: reason)
    }
  }

  /// Whether the body is compressed.
  ///
  /// - Throws: a problem with status 415 for an encoding other than gzip.
  var isCompressed: Bool {
    get throws {
      switch headers[.contentEncoding]?.lowercased() {
      case nil, "identity": return false
      case "gzip", "x-gzip": return true
      case .some(let encoding):
        var problem = Problem(
          .unsupportedMediaType, "encoding",
          "The body of the request may be compressed with gzip, and with nothing else",
          detail: "Content-Encoding is \(encoding.prefix(60)).")
        problem.headers[.acceptEncoding] = "gzip"
        throw problem
      }
    }
  }

  /// Refuses a body that says itself that it is too large, before it is sent.
  func checkLength(upTo limit: Int) throws {
    if let length = headers[.contentLength].flatMap(Int.init), length > limit {
      throw Problem.tooLarge(limit)
    }
  }
}

extension Problem {
  /// The problem of a body that is larger than a limit in bytes.
  static func tooLarge(_ limit: Int) -> Problem {
    Problem(.contentTooLarge, "too-large", "The body of the request is larger than \(limit) bytes")
  }
}
