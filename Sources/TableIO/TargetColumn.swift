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
  let checked: @Sendable (String) -> Value?

  /// - Parameters:
  ///   - holdsWords: whether words for nothing are values, as texts are.
  ///   - isChecked: whether the column changes some texts, which are refused.
  private init(
    _ name: String, _ form: ColumnForm, isOptional: Bool, holdsWords: Bool, isChecked: Bool,
    _ forms: FieldForms
  ) {
    self.name = name
    self.isOptional = isOptional
    self.form =
      switch form.kind {
      case .int, .int64: .integer
      case .double, .float: .real
      case .bool: .bool
      case .day where form.encoding == nil: .day
      case .text where !isChecked: .text
      default: .checked
      }
    expected = form.noun(isChecked: isChecked)
    nullWords = holdsWords && !forms.areNullInTexts ? .none : forms.nullWords
    checked = { form.value(of: $0) }
  }

  /// Creates a column of a new table.
  convenience init(_ column: TableDesign.Column, _ forms: FieldForms) {
    self.init(
      column.name, column.fieldClass.form, isOptional: column.isOptional,
      holdsWords: column.fieldClass == .text, isChecked: false, forms)
  }

  /// Creates a column of a table that is there.
  convenience init(_ column: ColumnModel, _ stored: StoredColumn, _ forms: FieldForms) {
    let holdsWords =
      switch column.form.kind {
      case .text, .enumeration: true
      default: false
      }
    self.init(
      column.name, column.form, isOptional: column.isOptional || stored.isAssigned,
      holdsWords: holdsWords, isChecked: stored.convertsNumericTexts, forms)
  }

  /// Why a text is rejected.
  var reason: String { "\(name) is \(expected)" }
}

extension FieldClass {
  /// The form of a column whose fields have this class.
  fileprivate var form: ColumnForm {
    switch self {
    case .integer: ColumnForm(.int)
    case .real: ColumnForm(.double)
    case .bool: ColumnForm(.bool)
    case .day: ColumnForm(.day)
    case .empty, .nullWord, .time, .text: ColumnForm(.text)
    }
  }
}
