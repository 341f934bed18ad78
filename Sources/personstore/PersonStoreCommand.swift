internal import ArgumentParser
internal import People
internal import StoreSQLite

/// The root command `personstore`.
struct PersonStoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "personstore",
    abstract: "Keeps people and groups of people in a SQLite file or on a PostgreSQL server.",
    discussion: """
      The file is people.db, unless --db or the environment variable PERSONSTORE_DB names another \
      one, or a server (postgresql://user@host/database). Tables are drawn on a terminal; in a \
      pipe the output is tab-separated, or what --format asks for.

      Exit status: 0 done, 1 failed (nothing was changed), 2 wrong usage, 3 migrations pending, 4 \
      done, but the report of it could not be written.
      """,
    version: "personstore 0.1.0 (SQLite \(SQLiteConnection.libraryVersion))",
    subcommands: [
      MigrateCommand.self, SeedCommand.self, ImportCommand.self, HistoryCommand.self,
      UndoCommand.self, ExportCommand.self,
      FindCommand.self, ListCommand.self, ShowCommand.self, AddCommand.self, SetCommand.self,
      DeleteCommand.self, DuplicatesCommand.self, MergeCommand.self,
      EditCommand.self, GroupsCommand.self, QueryCommand.self, WatchCommand.self, StatsCommand.self,
      CheckCommand.self, BackupCommand.self, RestoreCommand.self, CopyCommand.self,
      InfoCommand.self, SchemaCommand.self, GenerateCommand.self,
      ManualCommand.self,
    ])

  // The options are repeated here, so that --db can precede the command.
  @OptionGroup var store: StoreOptions
}
