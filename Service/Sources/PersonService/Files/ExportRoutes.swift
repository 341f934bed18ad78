import Hummingbird
import People
import PeopleIO
import Tabular

/// `/api/export`: people as a file: those of a list with the same parameters, on all of its pages.
struct ExportRoutes {
  /// The store with the connections of exports.
  let store: PersonStore
  let limits: ServiceLimits

  func add(to roles: RoleRoutes) {
    roles.read.getOfUnknownLength("export", use: export)
  }

  private func export(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let parameters = try Parameters(
      request, known: PeopleSelection.parameters.union(["format", "safe"]),
      prefixes: PeopleFilter.prefixes)
    let selection = try PeopleSelection(parameters)
    let format = try parameters.choice("format", TableFormat.self) ?? .csv
    // Spreadsheets obey texts that begin with signs such as =.
    let protection: TextProtection = try parameters.flag("safe", default: true) ? .formulas : []
    let name = "people.\(format.rawValue)"
    guard request.method != .head else { return Response(head: format.contentType, name: name) }
    let file = try TemporaryFile()
    try await context.whileConnected { [store, limits] in
      _ = try await store.read { transaction in
        try PersonExporter().run(
          transaction, to: ByteSink(path: file.path), format: format, protection: protection
        ) { people in
          selection.query(of: people).policy(.allowFallback(maxRows: limits.rowsInMemory))
        }
      }
    }
    return try await Response(file, type: format.contentType, name: name, context: context)
  }
}

extension Response {
  /// The response to HEAD where GET has a file to download. The file is not made, so that its
  /// length is not known.
  init(head type: String, name: String) {
    var headers = Self.headers(type: type, name: name)
    headers[.transferEncoding] = "chunked"
    self.init(status: .ok, headers: headers)
  }

  private static func headers(type: String, name: String) -> HTTPFields {
    [.contentType: type, .contentDisposition: "attachment; filename=\"\(name)\""]
  }

  /// A response with a file to download, which is removed afterwards.
  init(
    _ file: TemporaryFile, type: String, name: String, context: ServiceContext
  ) async throws {
    let body = try await FileIO().loadFile(path: file.path, context: context)
    self.init(
      status: .ok, headers: Self.headers(type: type, name: name),
      body: ResponseBody(contentLength: body.contentLength) { writer in
        defer { withExtendedLifetime(file) {} }
        try await body.write(writer)
      })
  }
}

extension TableFormat {
  /// The media type of the format.
  var contentType: String {
    switch self {
    case .csv: "text/csv; charset=utf-8"
    case .tsv: "text/tab-separated-values; charset=utf-8"
    case .json: "application/json; charset=utf-8"
    case .ndjson: "application/x-ndjson; charset=utf-8"
    case .vcard: "text/vcard; charset=utf-8"
    }
  }
}
