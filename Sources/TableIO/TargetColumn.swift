internal import LinqCore
internal import LinqModels
internal import LinqSQL
internal import StoreEngine
internal import Tabular

/// A column of a table that gets the values of a column of a file.
final class TargetColumn: Sendable {
  /// How the text of a field becomes a value.
  enum Form: Sendable {
    case integer, real, bool, day, text
    /// A value that a type of Swift reads.
    case checked
  }

  /// The name in the table.
  let name: String
  let form: Form
  let isOptional: Bool
  /// What the values are, for the reasons of rejections.
  let expected: String
  /// The words that stand for no value.
  let nullWords: NullWords
  /// Returns the value that a text means, for the form of checked values; nil for none.
  let checked: (@Sendable (String) -> Value?)?

  private init(
    name: String, _ form: Form, isOptional: Bool, expected: String, nullWords: NullWords,
    checked: (@Sendable (String) -> Value?)? = nil
  ) {
    self.name = name
    self.form = form
    self.isOptional = isOptional
    self.expected = expected
    self.nullWords = nullWords
    self.checked = checked
  }

  /// Creates a column of a new table.
  convenience init(_ column: TableDesign.Column, _ forms: FieldForms) {
    let (form, expected): (Form, String) =
      switch column.fieldClass {
      case .integer: (.integer, "a whole number")
      case .real: (.real, "a number")
      case .bool: (.bool, "true or false")
      case .day: (.day, "a day")
      case .empty, .nullWord, .time, .text: (.text, "a text")
      }
    var isText = false
    if case .text = form { isText = column.fieldClass != .time }
    self.init(
      name: column.name, form, isOptional: column.isOptional, expected: expected,
      nullWords: isText && !forms.areNullInTexts ? .none : forms.nullWords)
  }

  /// Creates a column of a table that is there.
  convenience init(_ column: ColumnModel, _ stored: StoredColumn, _ forms: FieldForms) {
    let (form, expected): (Form, String) =
      switch column.form.kind {
      case .int, .int64: (.integer, "a whole number")
      case .double, .float: (.real, "a number")
      case .bool: (.bool, "true or false")
      case .day where column.form.encoding == nil: (.day, "a day")
      case .text where !stored.convertsNumericTexts: (.text, "a text")
      default: (.checked, column.form.noun)
      }
    // Where texts are values, so may be words for nothing.
    let isText =
      switch column.form.kind {
      case .text, .enumeration: true
      default: false
      }
    self.init(
      name: column.name, form, isOptional: column.isOptional || stored.isAssigned,
      expected: expected,
      nullWords: isText && !forms.areNullInTexts ? .none : forms.nullWords,
      checked: { column.form.value(of: $0) })
  }

  /// Why a text is rejected.
  var reason: String { "\(name) is \(expected)" }
}
