public import Foundation

extension MigrationError: CustomStringConvertible {
  /// The file, the line, the problem, and how to solve it.
  public var description: String {
    switch self {
    case .noFolder(let path): "there is no folder \(path)"
    case .notReadable(let path, let reason): "cannot read \(path): \(reason)"
    case .badFileName(let file):
      "\(file): the name of a migration is NNNN_name.sql or NNNN_name.down.sql, with a number from "
        + "0001 and a name of letters, digits, _ and -; rename it"
    case .duplicateNumber(let number, let files):
      "\(files.joined(separator: " and ")) have the same number \(number); renumber the one "
        + "that has not been applied anywhere"
    case .downWithoutUp(let file, let expected):
      "\(file) has no \(expected) beside it; add that file or remove this one"
    case .emptyFile(let file): "\(file) has no statement; write one or remove the file"
    case .otherEncoding(let file, let encoding):
      "\(file) is \(encoding), not UTF-8; convert it: iconv -f \(encoding) -t UTF-8"
    case .notUTF8(let file, let line): "\(file), line \(line): not UTF-8; save the file as UTF-8"
    case .containsNUL(let file, let line):
      "\(file), line \(line): a NUL character, after which SQLite would not read on; remove it"
    case .unclosedComment(let file, let line):
      "\(file), line \(line): this comment is never closed and hides the rest of the file; add */"
    case .hiddenText(let file, let line, let character):
      "\(file), line \(line): this comment goes on after \(character), which ends no line in SQL, "
        + "and hides what follows; save the file with LF as line ends"
    case .invisibleCharacter(let file, let line, let character):
      "\(file), line \(line): \(character) is no space in SQL, but a part of the name beside it; "
        + "write a space, or the name in quotes"
    case .modified, .missing, .outOfOrder, .unknownNumber, .noDownFile, .historyNotEmpty,
      .historyChanged, .historyUnreadable, .unknownSet:
      historyText
    case .refused, .refusesRows, .failed, .foreignKeys, .loses, .breaks, .leavesTemporary,
      .writesHistory, .insideTransaction:
      runText
    }
  }

  private var historyText: String {
    switch self {
    case .modified(let file, let set, let appliedAs):
      "\(file) is not the file that was applied"
        + (file == appliedAs ? "" : " as \(appliedAs)")
        + " (set \(set)); restore its text, and put the change in a new file"
    case .missing(let file, let set):
      "\(file) has been applied, but is not among the files of set \(set); restore it, or use the "
        + "version of the program that has it"
    case .outOfOrder(let file, let set, let applied):
      "\(file) has not been applied, but \(applied) has (set \(set)); give it a higher number, or "
        + "take \(applied) back first"
    case .unknownNumber(let number, let set): "set \(set) has no file with number \(number)"
    case .noDownFile(let file, let expected):
      "\(file) cannot be taken back without \(expected); nothing was changed"
    case .historyNotEmpty(let set, let applied):
      "\(applied) has been applied already (set \(set)); a baseline is for a database "
        + "without history"
    case .historyChanged(let file, let set):
      "another migrator changed the history of set \(set) before the turn of \(file); look at the "
        + "status and start again"
    case .historyUnreadable(let error):
      "the table schema_migration is not a history that this library wrote (\(error.shortText)); "
        + "rename that table"
    case .unknownSet(let set):
      "the history has files of set \(set), which were not given; give them too"
    default: ""
    }
  }

  private var runText: String {
    switch self {
    case .refused(let file, let line, let statement, let reason):
      "\(file), line \(line): \(statement) may not be in a migration: \(reason). Nothing of the "
        + "file was kept"
    case .refusesRows(let file, let line, let what, let count):
      "\(file), line \(line): does not run while there are \(count) \(what); change or delete them "
        + "first. Nothing of the file was kept"
    case .failed(let file, let line, let error):
      file + (line.map { ", line \($0)" } ?? "") + ": \(error.shortText). Mend the file and run it "
        + "again; nothing of it was kept"
    case .foreignKeys(let file, let violations, let count):
      "\(file) leaves rows that refer to nothing: "
        + violations.map(\.description).joined(separator: "; ")
        + (count > violations.count ? "; and \(count - violations.count) more" : "")
        + ". Delete or mend them in the file: ON DELETE and ON UPDATE do not act in a migration. "
        + "Nothing of the file was kept"
    case .loses(let file, let losses):
      "\(file) loses what \(losses.tables) had: "
        + losses.map(\.description).joined(separator: ", ")
        + ". Write \"-- rebuild: \(losses.first?.table ?? "")\" above the statements to keep it, "
        + "or give it up with DROP in front of DROP TABLE. Nothing of the file was kept"
    case .breaks(let file, let reason):
      "\(file) leaves the schema broken: \(reason). Mend the file and run it again; nothing of it "
        + "was kept"
    case .leavesTemporary(let file, let name):
      "\(file) leaves the temporary \(name) on the connection; drop it at the end of the file. "
        + "Nothing of the file was kept"
    case .writesHistory(let file):
      "\(file) writes the table schema_migration, which is the migrator's; remove that. Nothing of "
        + "the file was kept"
    case .insideTransaction:
      "migrations were to be run inside a transaction; each file has one of its own, so lend the "
        + "connection outside a transaction"
    default: ""
    }
  }
}

extension MigrationError: LocalizedError {
  /// The same text as `description`, for code that prints errors through Foundation.
  public var errorDescription: String? { description }
}

extension ForeignKeyViolation: CustomStringConvertible {
  /// The table, the row, the columns, and the table that they refer to.
  public var description: String {
    table + (key.map { ", row with key \($0)" } ?? ", a row")
      + " (\(columns.joined(separator: ", "))) refers to a row that is not in \(parent)"
  }
}

extension DatabaseError {
  /// SQLite's message without the SQL, which the file and line identify.
  fileprivate var shortText: String {
    switch self {
    case .failed(let error): error.message
    case .constraint(let violation): violation.error.message
    default: description
    }
  }
}
