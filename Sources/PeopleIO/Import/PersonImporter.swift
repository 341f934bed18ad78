public import People
internal import StoreSupport
public import Tabular

/// Imports people from a file into a store in one transaction: all rows that are not rejected, or
/// none.
///
/// ```swift
/// var options = ImportOptions(asOf: today)
/// options.maximumRejections = 100
/// let importer = PersonImporter(options: options)
/// let summary = try importer.run(ByteSource(path: "people.csv"), into: store) { print($0) }
/// // INSERT INTO person (name, …, id, text_version) VALUES (?, …, ?, 1)
/// print(summary.mapping)   // name ← first_name, surname ← last_name, attributes ← party, state
/// ```
///
/// What the columns are is guessed from their names and from the values of the first 200 rows, as
/// far as ``ImportOptions/mapping`` does not say it. Every column that is no field becomes an
/// attribute. Memory does not grow with the file.
public struct PersonImporter: Sendable {
  /// The options of the import.
  public let options: ImportOptions

  /// Creates an importer with its options.
  public init(options: ImportOptions) { self.options = options }

  /// Returns what an import would read from the columns of a file, and the first people. Nothing is
  /// stored.
  ///
  /// ```swift
  /// let guess = try importer.guess(ByteSource(path: "people.csv"))
  /// print(guess.mapping)   // name ← first_name, surname ← last_name, attributes ← party, state
  /// ```
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - isPart: whether the source is only the beginning of the file. Its last row, which may be
  ///     cut off, is left out.
  /// - Throws: ``ImportError`` and `TabularError`. A file that cannot be read beyond some of its
  ///   first rows is guessed from those before.
  public func guess(_ source: ByteSource, isPart: Bool = false) throws -> ImportGuess {
    let reader = try openRows(source)
    let first = try FirstRows(reader, options: options, isPart: isPart)
    if let failure = first.failure, first.rows.isEmpty { throw failure }
    return ImportGuess(first, reader.format)
  }

  /// Imports a file on the calling thread.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - store: the store.
  ///   - onProgress: called every few hundred rows with the number of bytes read so far, and the
  ///     total number if it is known.
  ///   - onRejection: called for each rejected row, in the order of the file. An error that it
  ///     throws ends the import, and nothing is stored.
  ///   - willStore: called with what is read from the columns and with the first people, before
  ///     anything is stored. An error that it throws ends the import.
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
    willStore: (ImportGuess) throws -> Void = { _ in },
    willCommit: (ImportSummary, StoreTransaction) throws -> Void = { _, _ in }
  ) throws -> ImportSummary {
    let reader = try openRows(source)
    let size = source.size
    let first = try FirstRows(reader, options: options)
    let format = reader.format
    if options.key == nil, options.onConflict != .error, format.hasHeader,
      [PersonField.id, .email].allSatisfy({ first.parser.mapping.assignment(of: $0) == nil })
    {
      throw ImportError.nobodyIsFound
    }
    // Reading takes a third of the time of storing, which cannot be parallelized: SQLite has one
    // writer.
    let reading = try BackgroundProducer<ReadBatch>(lookahead: 4) { give in
      try withoutActuallyEscaping(give) { give in
        var parsing = RowParsing(first.parser, source, give: give)
        try parsing.parse(first, then: reader)
      }
    }
    defer { reading.stop() }
    try willStore(ImportGuess(first, format))
    do {
      return try store.write { transaction in
        // The closure does not escape: the run ends with this closure.
        try withoutActuallyEscaping(onRejection) { onRejection in
          let run = try ImportRun(
            options: options, parser: first.parser, source: source.name,
            connection: transaction.connection, onRejection: onRejection)
          while let batch = try reading.next() {
            try run.take(batch)
            onProgress?(batch.bytesRead, size)
          }
          try run.checkMapping()
          try run.finish()
          try willCommit(run.summary, transaction)
          if options.isDryRun { throw DryRun(summary: run.summary) }
          return run.summary
        }
      }
    } catch let dryRun as DryRun<ImportSummary> {
      return dryRun.summary
    }
  }
}

extension PersonImporter {
  /// Opens a file. The quotes of an export are those that the program has written.
  private func openRows(_ source: ByteSource) throws(TabularError) -> any RecordReader {
    let reader = try openRecords(source, options: options.reader)
    if let table = reader as? DelimitedReader,
      ExportColumns.areOfExport(table.columns, table.format)
    {
      table.trustQuotes()
    }
    return reader
  }
}
