import Foundation
import Hummingbird
import Logging
import NIOHTTP1
import People
import PeopleIO
import Tabular

extension Problem {
  /// The problem of an error that ended a request.
  ///
  /// - Parameter chain: the text of the chain that the request ran.
  init(_ error: any Error, chain: String? = nil) {
    switch error {
    case let problem as Problem: self = problem
    case let error as RowError: self.init(error)
    case let error as ChainError: self.init(error, in: chain ?? "")
    case let error as QueryError: self.init(error)
    case let error as ExpressionError:
      self.init(.unprocessableContent, "expression", "The chain has no result", detail: "\(error)")
    case let error as DatabaseError: self.init(error)
    case let error as QueryChangeError:
      self.init(
        .unprocessableContent, "chain", "The chain cannot be used here", detail: "\(error)")
    case let error as TableDeclarationError:
      self.init(
        .unprocessableContent, "table", "The table cannot be read by chains", detail: "\(error)")
    case let error as DecodingError: self.init(error)
    case let error as ImportError: self.init(error)
    case let error as ImportHistoryError: self.init(error)
    case let error as MergeError: self.init(error)
    case let error as TabularError: self.init(error)
    case let error as TemporaryFileError: self.init(error)
    case let error as CocoaError where error.code == .fileWriteOutOfSpace: self = .full
    case is HTTPParserError:
      self.init(.badRequest, "request", "The body of the request is not sent as HTTP says")
      headers[.connection] = "close"
    case let error as HTTPError:
      self.init(error.status, "request", error.status.reasonPhrase, detail: error.body)
    case let error as any HTTPResponseError:
      self.init(error.status, "request", error.status.reasonPhrase)
    default: self.init(.internalServerError, "internal", "The service made a mistake")
    }
  }

  private init(_ error: RowError) {
    switch error {
    case .invalid(_, let problems):
      self = .invalid(
        problems.problems.map { Field(field: $0.field, value: $0.value, reason: $0.reason) })
    case .duplicate(_, let names):
      self.init(.conflict, "duplicate", "Another row has the same values")
      fields = names.map { Field(field: $0, value: nil, reason: "must be unique") }
    case .refused(_, let names, let rule):
      self.init(.unprocessableContent, "refused", "The database refuses the values")
      detail = rule
      fields = names.map { Field(field: $0, value: nil, reason: rule) }
    case .missingReference:
      self.init(.conflict, "reference", "Something refers to the row, or it refers to nothing")
    case .notFound(let table, let key):
      self.init(.notFound, "not-found", "There is no \(table) with id \(key)")
    case .outdated:
      self.init(.conflict, "changed", "Somebody else has changed the row meanwhile")
    }
  }

  private init(_ error: ImportError) {
    switch error {
    case .invalidMapping, .missingColumn, .unknownColumn, .invalidDateForm, .invalidKey,
      .nobodyIsFound:
      self.init(.unprocessableContent, "mapping", "The file has other columns")
    case .tooManyRejections:
      self.init(.unprocessableContent, "too-many-rejections", "Too many rows are not valid")
    }
    detail = "\(error)"
    switch error {
    case .unknownColumn(let purpose, let column, _):
      fields = [Field(field: purpose, value: column, reason: "is no column of the file")]
    case .missingColumn(let field, _):
      fields = [Field(field: field.rawValue, value: nil, reason: "needs a column")]
    case .invalidKey(let key, let reason):
      fields = [Field(field: "key", value: key, reason: reason)]
    case .nobodyIsFound:
      fields = [Field(field: "key", value: nil, reason: "is needed")]
    case .invalidMapping, .invalidDateForm, .tooManyRejections: break
    }
  }

  private init(_ error: ImportHistoryError) {
    switch error {
    case .unknown(let number):
      self.init(.notFound, "not-found", "There is no import \(number)")
      return
    case .undone(let number, _):
      self.init(.conflict, "undone", "Import \(number) has been undone before")
    case .changed(let number, _, _):
      self.init(.conflict, "changed", "People of import \(number) have been changed since")
    case .inGroups(let number, _, _):
      self.init(.conflict, "in-groups", "People of import \(number) are in groups")
    }
    detail = "\(error)"
  }

  private init(_ error: TabularError) {
    switch error {
    case .inflatedTooLarge(_, let limit): self = .tooLarge(limit)
    case .cannotWrite(_, _, let code), .cannotRead(_, _, let code):
      // Clients name no files. It is one of the service's own, whose path is nobody's business.
      self.init(TemporaryFileError(code: code))
    case .notFound, .isDirectory: self.init(TemporaryFileError(code: nil))
    default:
      self.init(.unprocessableContent, "file", "The file cannot be read", detail: "\(error)")
    }
  }

  private init(_ error: TemporaryFileError) {
    if error.isFull {
      self = .full
    } else {
      self.init(.internalServerError, "internal", "The service made a mistake")
    }
  }

  private init(_ error: MergeError) {
    switch error {
    case .samePerson(let id):
      self = .invalid([
        Field(field: "from", value: "\(id)", reason: "must be another person")
      ])
    case .nothingToTake(let names, let id):
      self = .invalid(
        names.map { Field(field: "take", value: $0, reason: "is nothing that person \(id) has") })
    case .changed:
      self.init(.conflict, "changed", "Somebody else has changed the person meanwhile")
      detail = "\(error)"
    }
  }

  private init(_ error: ChainError, in chain: String) {
    self.init(.badRequest, "chain", "The chain is not well formed", detail: error.message)
    place = Place(error.range, in: chain)
  }

  private init(_ error: QueryError) {
    switch error {
    case .tooManyRows:
      self.init(.contentTooLarge, "too-many-rows", "The chain reads too many rows into memory")
    case .tooMuchMemory:
      self.init(.contentTooLarge, "too-much-memory", "The chain takes too much memory")
    case .wouldRunInMemory:
      self.init(.unprocessableContent, "memory", "The chain would run in memory")
    case .noElements, .moreThanOneElement, .outOfRange:
      self.init(.unprocessableContent, "no-result", "The chain has no result")
    case .tooDeep: self.init(.badRequest, "chain", "The chain is nested too deeply")
    case .tooLarge: self.init(.badRequest, "chain", "The chain has too large an expression")
    case .cannotBeObserved, .parameterWithoutValue, .rowsWithoutDatabase, .orderWithoutSort:
      self.init(.unprocessableContent, "chain", "The chain cannot be used here")
    }
    detail = "\(error)"
  }

  private init(_ error: DatabaseError) {
    switch error {
    case .busy, .noConnection, .conflict:
      self.init(.serviceUnavailable, "busy", "The store is busy; try again")
      headers[.retryAfter] = "1"
    case .connectionLost, .cannotConnect, .closed, .interrupted:
      self.init(.serviceUnavailable, "unavailable", "The store cannot be reached; try again")
      headers[.retryAfter] = "5"
    case .replaced:
      self.init(
        .serviceUnavailable, "replaced", "The file of the store was moved, replaced or overwritten",
        detail: "Nothing is read or written any more until the service is started again.")
    case .tooSlow(let limit): self = .tooSlow(limit)
    case .readOnly: self.init(.forbidden, "read-only", "The service only reads")
    case .decoding:
      self.init(
        .unprocessableContent, "value", "A stored value has another type", detail: "\(error)")
    case .diskFull: self = .full
    default: self.init(.internalServerError, "internal", "The service made a mistake")
    }
  }

  private init(_ error: DecodingError) {
    let (path, reason): ([any CodingKey], String) =
      switch error {
      case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
      case .typeMismatch(_, let context): (context.codingPath, "has another type")
      case .valueNotFound(_, let context): (context.codingPath, "must not be null")
      case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
      @unknown default: ([], "\(error)")
      }
    let name = path.map(\.stringValue).joined(separator: ".")
    self.init(.badRequest, "body", "The body of the request cannot be read")
    if name.isEmpty {
      detail = reason
    } else {
      fields = [Field(field: name, value: nil, reason: reason)]
    }
  }
}

extension Problem {
  /// The problem of a disk without room: that of the store, or of temporary files.
  fileprivate static var full: Problem {
    Problem(
      HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"), "disk-full",
      "The disk of the service is full")
  }
}

extension Problem.Place {
  /// The place of a range of characters.
  init(_ range: Range<Int>, in text: String) {
    let before = text.prefix(range.lowerBound)
    let start =
      before.lastIndex(where: \.isNewline).map { text.index(after: $0) } ?? text.startIndex
    let line = text[start...].prefix { !$0.isNewline }
    column = text.distance(from: start, to: before.endIndex) + 1
    self.line = before.count(where: \.isNewline) + 1
    let count = max(1, min(range.count, line.count - column + 1))
    caret =
      "\(line)\n" + String(repeating: " ", count: column - 1)
      + String(repeating: "^", count: count)
  }
}

/// Answers errors with problem documents.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      let problem = Problem(error)
      problem.count()
      if problem.status.code >= 500 {
        context.logger.error("\(request.method) \(request.uri.path): \(error)")
      }
      return try problem.response(from: request, context: context)
    }
  }
}
