internal import LinqCore
internal import People
internal import Tabular

extension PersonParser {
  /// Reads name and surname, each from a column of its own, or both from one.
  func readName(
    of record: some ImportRecord, into person: inout Person, _ notes: inout ImportNotes
  ) throws(Rejection) {
    var isChecked = true
    var column: Int?
    if let (source, form) = whole.first(where: { record.kind($0.source.column) != .missing })
      ?? whole.first
    {
      (isChecked, column) = (source.isChecked, source.column)
      if let text = try name(record, source, .name, in: &person, &notes) {
        (person.name, person.surname) = form.split(text)
      }
    }
    // A part of the name that has a column of its own is read from there.
    if let source = source(of: .name, in: record) {
      (isChecked, column) = (source.isChecked, source.column)
      person.name = try name(record, source, .name, in: &person, &notes) ?? ""
    }
    if let source = source(of: .surname, in: record) {
      person.surname = try name(record, source, .surname, in: &person, &notes) ?? ""
    }
    guard person.name.isEmpty else { return }
    if !isChecked {
      if !person.surname.isEmpty {
        // Of somebody with one name only, it is the name.
        (person.name, person.surname) = (person.surname, "")
        return
      }
      for other in nameless {
        let text = text(record, other).map(NameRule.cleaned) ?? ""
        if text.isEmpty { continue }
        person.name = text
        return notes.count(.name, .named, column: other)
      }
    }
    // Who is found by a key has a name already.
    guard !options.findsByKey else { return }
    throw rejection(of: .name, column: column, line: record.line, because: "name is missing")
  }

  /// Returns a name; nil if there is none.
  private func name(
    _ record: some ImportRecord, _ source: Source, _ field: PersonField, in person: inout Person,
    _ notes: inout ImportNotes
  ) throws(Rejection) -> String? {
    switch record.kind(source.column) {
    case .missing, .null: return nil
    case .nested: throw record.rejection(source.column, because: "not a text")
    case .text, .number, .boolean: break
    }
    // A name that somebody says is one may be spelled like no value.
    if source.isChecked {
      let text = record.string(source.column)
      return options.trims && !mapping.isExport ? text.trimmingWhitespace() : text
    }
    guard let text = value(record, source) else { return nil }
    guard NameRule.problem(of: text, isRequired: true) != nil else { return text }
    let name = NameRule.cleaned(text)
    if name.isEmpty { return nil }
    keep(record, source.column, field, .cleaned, in: &person, &notes)
    return name
  }
}
