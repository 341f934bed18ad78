internal import Foundation

extension Migration {
  /// Reads the migrations of a folder, in the order of their numbers.
  ///
  /// Hidden files and files other than `.sql` are ignored. The name of every `.sql` file must be
  /// the name of a migration. Numbers may have gaps: they only define an order, and two branches of
  /// a program may each have used one.
  ///
  /// ```swift
  /// let migrator = try Migrator(Migration.load(folder: "Migrations"))
  /// ```
  ///
  /// - Throws: ``MigrationError``: `noFolder`, `notReadable`, `duplicateNumber`, `downWithoutUp`,
  ///   and what ``init(fileName:bytes:downBytes:)`` throws.
  public static func load(folder: String) throws(MigrationError) -> [Migration] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else { throw .noFolder(folder) }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw .notReadable(folder, reason: error.localizedDescription)
    }
    var files: [String: [UInt8]] = [:]
    for name in names where name.lowercased().hasSuffix(".sql") && !name.hasPrefix(".") {
      let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
      do {
        files[name] = [UInt8](try Data(contentsOf: url))
      } catch {
        throw .notReadable(url.path, reason: error.localizedDescription)
      }
    }
    return try load(files: files)
  }

  /// Creates the migrations of files whose contents are in memory, such as embedded resources, in
  /// the order of their numbers.
  ///
  /// ```swift
  /// let migrations = try Migration.load(files: [
  ///   "0001_people.sql": PackageResources._001_people_sql,
  ///   "0001_people.down.sql": PackageResources._001_people_down_sql,
  /// ])
  /// ```
  ///
  /// - Throws: ``MigrationError``: `duplicateNumber`, `downWithoutUp`, and what
  ///   ``init(fileName:bytes:downBytes:)`` throws.
  public static func load(files: [String: [UInt8]]) throws(MigrationError) -> [Migration] {
    var migrations: [Migration] = []
    // The files are read in the order of their names, so that of several errors the same one is
    // reported each time.
    for (fileName, bytes) in files.sorted(by: { $0.key < $1.key }) {
      guard let parsed = MigrationFileName(fileName) else { throw .badFileName(fileName) }
      if parsed.isDown {
        guard files[parsed.up.text] != nil else {
          throw .downWithoutUp(fileName, expected: parsed.up.text)
        }
      } else {
        migrations.append(
          try Migration(fileName: fileName, bytes: bytes, downBytes: files[parsed.down.text]))
      }
    }
    return try ordered(migrations)
  }

  /// Returns the migrations sorted by number; throws if two have the same one.
  static func ordered(_ migrations: [Migration]) throws(MigrationError) -> [Migration] {
    let ordered = migrations.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
    for (first, second) in zip(ordered, ordered.dropFirst()) where first.number == second.number {
      throw .duplicateNumber(first.number, files: [first.fileName, second.fileName])
    }
    return ordered
  }
}
