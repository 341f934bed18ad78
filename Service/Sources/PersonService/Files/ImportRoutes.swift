import Crypto
import Foundation
import Hummingbird
import People
import PeopleIO
import Tabular

/// `/api/import`: a file of people is looked at, and stored.
struct ImportRoutes {
  let store: PersonStore
  let log: ChangeLog
  let limits: ServiceLimits

  func add(to roles: RoleRoutes) {
    roles.read.post("import/preview", use: preview)
    roles.write.post("import", use: importFile)
  }

  /// Answers what an import with the same parameters would make of a file. Nothing is stored.
  private func preview(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let parameters = try Parameters(request, known: ImportParameters.names.union(["part"]))
    let isPart = try parameters.flag("part")
    let given = try ImportParameters(request, parameters, limits)
    let bytes = Array(try await request.bytes(upTo: limits.bodySize))
    let preview = try await onThread {
      let guess = try PersonImporter(options: given.options).guess(
        ByteSource(bytes: bytes, name: given.source), isPart: isPart)
      return ImportPreview(guess, asOf: given.options.asOf)
    }
    return Response(json: preview)
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
    let given = try Self.parameters(of: request, limits)
    let (file, hash) = try await upload(request)
    let key = try RequestKey(request, context, body: hash)
    if let key, let repeated = try await store.read({ try key.answer(in: $0) }) {
      return repeated.response(isRepeated: true)
    }
    let (lines, output) = AsyncThrowingStream<ByteBuffer, any Error>.makeStream()
    let run = ImportRun(
      store: store, log: log, author: context.author, file: file, given: given, key: key,
      output: output)
    let work = Task {
      await withTaskCancellationHandler {
        do {
          try await onThread(of: WorkThreads.imports) { run.run() }
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
    let isCompressed = try request.isCompressed
    try request.checkLength(upTo: limits.importSize)
    let file = try TemporaryFile()
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
    var (size, beginning, hash) = (0, Data(), SHA256())
    for try await part in request.body {
      size += part.readableBytes
      guard size <= limits.importSize else { throw Problem.tooLarge(limits.importSize) }
      let bytes = Data(part.readableBytesView)
      hash.update(data: bytes)
      if beginning.count < 2 { beginning += bytes.prefix(2) }
      try await onThread { try output.write(contentsOf: bytes) }
    }
    try output.close()
    // What is compressed is inflated while it is read, whether the headers say so or not.
    if isCompressed, !beginning.starts(with: [0x1F, 0x8B]) {
      throw Problem(.badRequest, "body", "The body of the request is not compressed with gzip")
    }
    return (file, hash.finalize())
  }

  private static func parameters(
    of request: Request, _ limits: ServiceLimits
  ) throws -> ImportParameters {
    let parameters = try Parameters(
      request, known: ImportParameters.names.union(["maxErrors", "dryRun", "noUndo"]))
    var given = try ImportParameters(request, parameters, limits)
    given.options.maximumRejections = try parameters.number("maxErrors", 0...Int.max) ?? 0
    given.options.isDryRun = try parameters.flag("dryRun")
    given.options.isUndoable = try !parameters.flag("noUndo")
    given.options.keepsRows = true
    return given
  }
}
