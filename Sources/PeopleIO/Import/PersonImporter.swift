public import People
public import Tabular

/// Reads people from a file into a store, in one transaction: all that is not rejected, or nothing.
///
/// ```swift
/// var options = ImportOptions(asOf: today)
/// options.mapping = try ColumnMapping(parsing: "name=first_name,surname=last_name,age=birthday")
/// options.maximumRejections = 100
/// let importer = PersonImporter(options: options)
/// let summary = try importer.run(ByteSource(path: "people.csv"), into: store) { print($0) }
/// // INSERT INTO person (name, surname, age, email, birth_date) VALUES (?, ?, ?, ?, ?)
/// ```
///
/// Memory does not grow with the file.
public struct PersonImporter: Sendable {
  /// How the file is imported.
  public let options: ImportOptions

  /// An importer with its options.
  public init(options: ImportOptions) { self.options = options }

  /// Imports a file on the calling thread.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - store: the store.
  ///   - onProgress: called every few hundred rows with the bytes read so far and all there are,
  ///     where that is known.
  ///   - onRejection: called for each rejected row, in the order of the file. What it throws ends
  ///     the import; nothing is stored then.
  ///   - willCommit: called when the whole file has been read, before anything is stored for good.
  ///     What it throws ends the import; nothing is stored then.
  /// - Throws: ``ImportError``, `TabularError` for a file that cannot be read to its end,
  ///   `DatabaseError`. Nothing is stored then.
  @discardableResult
  public func run(
    _ source: ByteSource, into store: PersonStore,
    onProgress: ((_ bytes: Int, _ total: Int?) -> Void)? = nil,
    onRejection: (Rejection) throws -> Void,
    willCommit: (ImportSummary) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    let reader = try openRecords(source, options: options.reader)
    let size = source.size
    let reading = try ImportReading(reader, of: source, options: options)
    defer { reading.stop() }
    do {
      return try store.write { transaction in
        // The closure is not kept: the run ends with this one.
        try withoutActuallyEscaping(onRejection) { onRejection in
          let run = ImportRun(
            options: options, connection: transaction.connection, onRejection: onRejection)
          while let batch = try reading.next() {
            try run.take(batch)
            onProgress?(batch.bytesRead, size)
          }
          try willCommit(run.summary)
          if options.isDryRun { throw DryRun(summary: run.summary) }
          return run.summary
        }
      }
    } catch let dryRun as DryRun {
      return dryRun.summary
    }
  }
}

/// Thrown to roll a dry run back.
private struct DryRun: Error {
  let summary: ImportSummary
}
