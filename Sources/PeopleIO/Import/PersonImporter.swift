public import People
public import Tabular

/// Imports people from a file into a store in one transaction: all rows that are not rejected, or
/// none.
///
/// ```swift
/// var options = ImportOptions(asOf: today)
/// options.mapping = try ColumnMapping(parsing: "name=first_name,surname=last_name,age=birthday")
/// options.maximumRejections = 100
/// let importer = PersonImporter(options: options)
/// let summary = try importer.run(ByteSource(path: "people.csv"), into: store) { print($0) }
/// // INSERT INTO person (name, …, id, text_version) VALUES (?, …, ?, 1)
/// ```
///
/// Memory does not grow with the file.
public struct PersonImporter: Sendable {
  /// The options of the import.
  public let options: ImportOptions

  /// Creates an importer with its options.
  public init(options: ImportOptions) { self.options = options }

  /// Imports a file on the calling thread.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - store: the store.
  ///   - onProgress: called every few hundred rows with the number of bytes read so far, and the
  ///     total number if it is known.
  ///   - onRejection: called for each rejected row, in the order of the file. An error that it
  ///     throws ends the import, and nothing is stored.
  ///   - willCommit: called when the whole file has been read, before the commit, with the
  ///     transaction, which can store more. An error that it throws ends the import, and nothing is
  ///     stored.
  /// - Throws: ``ImportError``, `TabularError` for a file that cannot be read to its end,
  ///   `DatabaseError`. Nothing is stored then.
  @discardableResult
  public func run(
    _ source: ByteSource, into store: PersonStore,
    onProgress: ((_ bytes: Int, _ total: Int?) -> Void)? = nil,
    onRejection: (RejectedRow) throws -> Void,
    willCommit: (ImportSummary, StoreTransaction) throws -> Void = { _, _ in }
  ) throws -> ImportSummary {
    let reader = try openRecords(source, options: options.reader)
    let size = source.size
    let reading = try ImportReading(reader, of: source, options: options)
    defer { reading.stop() }
    do {
      return try store.write { transaction in
        // The closure does not escape: the run ends with this closure.
        try withoutActuallyEscaping(onRejection) { onRejection in
          let run = ImportRun(
            options: options, connection: transaction.connection, onRejection: onRejection)
          while let batch = try reading.next() {
            try run.take(batch)
            onProgress?(batch.bytesRead, size)
          }
          try run.checkMapping()
          try willCommit(run.summary, transaction)
          if options.isDryRun { throw DryRun(summary: run.summary) }
          return run.summary
        }
      }
    } catch let dryRun as DryRun {
      return dryRun.summary
    }
  }
}

/// An error that is thrown to roll back a dry run.
private struct DryRun: Error {
  let summary: ImportSummary
}
