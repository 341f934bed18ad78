/// Reads a file of contacts, one card at a time, in constant memory: vCard 3.0 (RFC 2426), 4.0
/// (RFC 6350) and what telephones write as 2.1.
///
/// A record is a card, and its properties are the columns:
///
/// | property | columns |
/// |---|---|
/// | `FN` | `full name` |
/// | `N` | `family name`, `given name`, `additional name`, `prefix`, `suffix` |
/// | `TEL` | `phone` |
/// | `ADR` | `address.street`, `.city`, `.region`, `.postal code`, `.country`, `.po box`,
/// `.extended` |
/// | `BDAY` | `birthday`: `YYYY-MM-DD` if the day is complete, otherwise such as `--04-22` or
/// `1943` |
/// | `ORG` | `organization`, `organization.unit` and `organization.unit.2` |
/// | `X-COLUMN:name;text` | `name`: a column that ``VCardWriter`` has no property for |
/// | `VERSION`, `PRODID`, `REV` | none |
/// | others | the name in small letters: `email`, `title`, `note`, `x-skype` |
///
/// The types of a property are part of the name, unless they say nothing (`internet`, `pref`,
/// `voice`): `email.home`, `phone.work.fax`, `address.home.street`. The label of a group is a type,
/// too. Further properties with one name are numbered, the preferred one first: `email`, `email.2`.
/// What is empty is ``FieldKind/missing``. An image in Base64 is a `data:` URI. `FN` with
/// `DERIVED=TRUE` repeats the other properties and is left out, and so is any property with
/// `DERIVED=TRUE` whose columns are given by `X-COLUMN`.
///
/// These problems reject a single card: a missing `END`, a card within a card, a line without a
/// colon, text that is not UTF-8 or in an unknown character set, and a column of `X-COLUMN` that
/// occurs twice. Text outside of cards is a rejection, too.
///
/// ```swift
/// let text = "BEGIN:VCARD\nVERSION:4.0\nFN:Ada\nTEL;TYPE=home:1\nEND:VCARD\n"
/// let reader = try VCardReader(ByteSource(text: text))
/// if case .record(let record) = try reader.next() {
///   reader.columns    // ["full name", "phone.home"]
///   record.string(0)  // "Ada"
/// }
/// ```
public final class VCardReader: RecordReader {
  private let input: InputBuffer
  private let storage: RecordStorage
  private var scanner = CardScanner()
  private var parser: CardParser

  /// Creates a reader of cards. The options' format is ignored.
  ///
  /// - Throws: ``TabularError/otherContent(path:kind:advice:)`` and the errors of reading.
  public convenience init(
    _ source: ByteSource, options: ReaderOptions = ReaderOptions()
  ) throws(TabularError) {
    self.init(try InputBuffer(source, options: options, format: .vcard))
  }

  /// Creates a reader of an input.
  init(_ input: InputBuffer) {
    self.input = input
    storage = RecordStorage(input)
    parser = CardParser(storage)
  }

  /// The format, always ``TableFormat/vcard``.
  public var format: TableFormat { .vcard }

  /// The columns so far, in the order of their first occurrence.
  public var columns: [String] { storage.columns }

  /// Returns the next record or rejection, or nil at the end.
  ///
  /// - Throws: ``TabularError/recordTooLarge(path:line:limit:)``,
  ///   ``TabularError/tooManyColumns(path:line:limit:)``,
  ///   ``TabularError/cannotRead(path:reason:code:)``.
  public func next() throws(TabularError) -> RecordResult? {
    switch try scanner.next(input) {
    case nil: return nil
    case .problem(let rejection): return .rejected(rejection)
    case .card(let line, let content, let length):
      let bytes = UnsafeBufferPointer(
        start: input.bytes - length + content.lowerBound, count: content.count)
      do throws(Rejection) {
        try parser.parse(bytes, cardLine: line)
      } catch {
        try storage.checkColumnCount(line: line)
        return .rejected(error)
      }
      try storage.checkColumnCount(line: line)
      return .record(storage.record(line: line))
    }
  }
}
