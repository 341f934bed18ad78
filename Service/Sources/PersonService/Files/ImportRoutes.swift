import Crypto
import Foundation
import Hummingbird
import People
import PeopleIO
import Tabular

/// `/api/import`: a file of people is looked at, and stored.
struct ImportRoutes {
  let store: PersonStore
  let limits: ServiceLimits

  func add(to roles: RoleRoutes) {
    roles.read.post("import/preview", use: preview)
    roles.write.post("import", use: importFile)
  }

  private func preview(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let parameters = try Parameters(request, known: ["format"])
    let format = try Self.format(of: request, parameters)
    let bytes = Array(try await request.bytes(upTo: limits.bodySize))
    return Response(json: try await onThread { try ImportPreview(of: bytes, format: format) })
  }

  /// Stores the people of a file in one transaction, and answers with a line for each step:
  ///
  ///     {"progress":{"bytes":65536,"total":1048576}}
  ///     {"rejected":{"line":3,"reason":"must not be negative",…}}
  ///     {"isDryRun":false,"summary":{"read":10,…}}
  ///
  /// The upload is kept in a file first, so that a slow client does not hold up other writers. If
  /// the client goes away before the end, nothing is stored.
  private func importFile(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let options = try Self.options(of: request)
    let (file, hash) = try await upload(request)
    let key = try RequestKey(request, context, body: hash)
    if let key, let repeated = try await store.read({ try key.answer(in: $0) }) {
      return repeated.response(isRepeated: true)
    }
    let (lines, output) = AsyncThrowingStream<ByteBuffer, any Error>.makeStream()
    let run = ImportRun(store: store, file: file, options: options, key: key, output: output)
    let work = Task {
      await withTaskCancellationHandler {
        do {
          try await onThread { run.run() }
        } catch {
          // Work that is canceled before it has a thread does not run.
          output.finish(throwing: error)
        }
      } onCancel: {
        run.cancel()
      }
    }
    return try await Response(lines: lines, of: Producer(work))
  }

  /// Writes the body of a request to a file, and returns its hash.
  private func upload(_ request: Request) async throws -> (TemporaryFile, SHA256Digest) {
    let file = try TemporaryFile()
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
    var (size, hash) = (0, SHA256())
    for try await part in request.body {
      size += part.readableBytes
      guard size <= limits.importSize else { throw Problem.tooLarge(limits.importSize) }
      let bytes = Data(part.readableBytesView)
      hash.update(data: bytes)
      try await onThread { try output.write(contentsOf: bytes) }
    }
    try output.close()
    return (file, hash.finalize())
  }

  private static func options(of request: Request) throws -> ImportOptions {
    let parameters = try Parameters(
      request, known: ["format", "map", "onConflict", "maxErrors", "dryRun", "asOf"])
    var options = ImportOptions(asOf: try day(parameters["asOf"]))
    options.reader.format = try format(of: request, parameters)
    if let map = parameters["map"] {
      do {
        options.mapping = try ColumnMapping(parsing: map)
      } catch {
        throw Problem.parameter("map", map, "\(error)")
      }
    }
    options.onConflict =
      try parameters.choice("onConflict", ImportOptions.OnConflict.self) ?? .error
    options.maximumRejections = try parameters.number("maxErrors", 0...Int.max) ?? 0
    options.isDryRun = try parameters.flag("dryRun")
    options.keepsRows = true
    return options
  }

  /// The day on which ages hold; today in UTC if it is not given.
  private static func day(_ text: String?) throws -> CalendarDate {
    let today = Date().formatted(.iso8601.year().month().day())
    guard let day = CalendarDate(text ?? today) else {
      throw Problem.parameter("asOf", text ?? today, "must be a day YYYY-MM-DD")
    }
    return day
  }

  /// The format of a file by the parameter or by the type of the body; nil to find it by the
  /// content.
  ///
  /// - Throws: a problem for a type that a form of another site can send without being asked first.
  private static func format(of request: Request, _ parameters: Parameters) throws -> TableFormat? {
    let type = request.headers[.contentType]?.lowercased().prefix { $0 != ";" } ?? ""
    let byType: TableFormat? =
      switch type {
      case "text/csv": .csv
      case "text/tab-separated-values": .tsv
      case "application/json": .json
      case "application/x-ndjson": .ndjson
      case "application/octet-stream": nil
      default:
        throw Problem(
          .unsupportedMediaType, "type",
          "The body of the request must be text/csv, text/tab-separated-values, "
            + "application/json, application/x-ndjson or application/octet-stream")
      }
    return try parameters.choice("format", TableFormat.self) ?? byType
  }
}
