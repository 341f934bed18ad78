// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "PersonStore",
  platforms: [
    .macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2),
  ],
  products: [
    .library(name: "People", targets: ["People"]),
    .library(name: "PeopleIO", targets: ["PeopleIO", "Tabular"]),
    .library(name: "LinqSQL", targets: ["LinqSQL"]),
    .library(name: "LinqModels", targets: ["LinqModels"]),
    .library(name: "Linq", targets: ["Linq"]),
    .library(name: "StoreSQLite", targets: ["StoreSQLite"]),
    .library(name: "PeoplePostgres", targets: ["PeoplePostgres"]),
    .library(name: "StorePostgres", targets: ["StorePostgres"]),
    .library(name: "Multicast", targets: ["Multicast"]),
    .library(name: "Intentions", targets: ["Intentions"]),
    .executable(name: "personstore", targets: ["personstore"]),
  ],
  traits: [
    .trait(name: "Postgres", description: "The PostgreSQL engine, which needs libpq.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    // The system's SQLite.
    .systemLibrary(
      name: "CStoreSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),

    // Threads, locks and unfinished files, for the modules below. Knows nothing else.
    .target(name: "StoreSupport", swiftSettings: swiftSettings),

    // Connections, statements, pool, transactions, commits, as every engine has them. Knows no
    // engine, no LINQ, no Person.
    .target(
      name: "StoreEngine", dependencies: ["StoreSupport"], swiftSettings: swiftSettings),

    // The SQLite engine, its functions, backups and migrations. Knows no LINQ, no Person.
    .target(
      name: "StoreSQLite", dependencies: ["CStoreSQLite", "StoreEngine", "StoreSupport"],
      swiftSettings: swiftSettings),

    // The system's libpq.
    .systemLibrary(
      name: "CStorePostgres",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),

    // The PostgreSQL engine. Empty without the trait, so that nothing else needs libpq.
    .target(
      name: "StorePostgres",
      dependencies: [
        .target(name: "CStorePostgres", condition: .when(traits: ["Postgres"])), "StoreEngine",
        "StoreSupport",
      ],
      swiftSettings: swiftSettings),

    // The order of texts in languages: ICU, as the system's Foundation brings it.
    .systemLibrary(name: "CCollation"),

    // Queries, their expressions and operators, and what they mean in memory. Knows no SQL.
    .target(
      name: "LinqCore", dependencies: ["CCollation", "StoreSupport"],
      swiftSettings: swiftSettings,
      linkerSettings: [
        .linkedLibrary("_FoundationICU", .when(platforms: [.linux])),
        .linkedLibrary(
          "icucore",
          .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS])),
      ]),

    // The same operators on arrays and other sequences. A program imports it on purpose: some of
    // the names mean something else in the standard library.
    .target(name: "Linq", dependencies: ["LinqCore"], swiftSettings: swiftSettings),

    // Tables of Swift structs and the translation to SQL. Knows no Person.
    .target(
      name: "LinqSQL", dependencies: ["StoreSupport", "LinqCore", "StoreEngine"],
      swiftSettings: swiftSettings),

    // Chains as text, read into the queries that closures make. Knows no SQL, no Person.
    .target(
      name: "LinqText", dependencies: ["LinqCore", "StoreSupport"], swiftSettings: swiftSettings),

    // Models of the tables of a schema, and the Swift source that declares them. Knows no Person.
    .target(
      name: "LinqModels",
      dependencies: ["LinqCore", "LinqSQL", "LinqText", "StoreEngine", "StoreSupport"],
      swiftSettings: swiftSettings),

    // Several delegates in the place of one. Knows nothing else.
    .target(name: "Multicast", swiftSettings: swiftSettings),

    // Small reusable objects that edit and observe a model through key paths. Knows no Person.
    .target(name: "Intentions", swiftSettings: swiftSettings),

    // The SQL files of the store's own schema, embedded in the binary.
    .target(
      name: "PeopleMigrations",
      path: "Migrations",
      exclude: ["Postgres"],
      resources: [
        .embedInCode("0001_people_and_groups.sql"),
        .embedInCode("0001_people_and_groups.down.sql"),
        .embedInCode("0002_text_version.sql"),
        .embedInCode("0002_text_version.down.sql"),
        .embedInCode("0004_age_and_attributes.sql"),
        .embedInCode("0004_age_and_attributes.down.sql"),
        .embedInCode("0005_imports.sql"),
        .embedInCode("0005_imports.down.sql"),
        .embedInCode("0006_search.sql"),
        .embedInCode("0006_search.down.sql"),
      ],
      swiftSettings: swiftSettings
    ),

    // The same schema for PostgreSQL.
    .target(
      name: "PostgresMigrations",
      path: "Migrations/Postgres",
      resources: [
        .embedInCode("0001_people_and_groups.sql"),
        .embedInCode("0001_people_and_groups.down.sql"),
        .embedInCode("0003_changes.sql"),
        .embedInCode("0003_changes.down.sql"),
        .embedInCode("0004_age_and_attributes.sql"),
        .embedInCode("0004_age_and_attributes.down.sql"),
        .embedInCode("0006_search.sql"),
        .embedInCode("0006_search.down.sql"),
      ],
      swiftSettings: swiftSettings
    ),

    // Person, PersonGroup, the repositories, PersonStore.
    .target(
      name: "People",
      dependencies: [
        "Intentions", "LinqCore", "LinqSQL", "LinqText", "Multicast", "PeopleMigrations",
        "PostgresMigrations", "StoreEngine", "StoreSQLite", "StoreSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swiftSettings
    ),

    // The store on a PostgreSQL server. Empty without the trait.
    .target(
      name: "PeoplePostgres",
      dependencies: [
        "LinqCore", "LinqSQL", "People", "StoreEngine", "StorePostgres",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swiftSettings
    ),

    // The system's zlib.
    .systemLibrary(
      name: "CTabularZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
    ),

    // CSV, TSV, JSON, NDJSON and vCard as streams of records. Knows no Person, no SQLite.
    .target(
      name: "Tabular", dependencies: ["CTabularZlib", "StoreSupport"],
      swiftSettings: swiftSettings),

    // Tables of a database from files. Knows no Person.
    .target(
      name: "TableIO",
      dependencies: [
        "LinqCore", "LinqModels", "LinqSQL", "StoreEngine", "StoreSupport", "Tabular",
      ],
      swiftSettings: swiftSettings),

    // Generated people: the same seed, the same people.
    .target(name: "Seeding", dependencies: ["LinqCore", "People"], swiftSettings: swiftSettings),

    // Import and export of people in the formats of Tabular.
    .target(
      name: "PeopleIO",
      dependencies: ["LinqCore", "LinqSQL", "People", "StoreSQLite", "StoreSupport", "Tabular"],
      swiftSettings: swiftSettings
    ),

    // The arguments of the program where the system has no list of processes.
    .target(name: "CArguments"),

    // The command-line program.
    .executableTarget(
      name: "personstore",
      dependencies: [
        "CArguments", "Intentions", "LinqCore", "LinqModels", "LinqSQL", "LinqText", "People",
        "PeopleIO", "Seeding", "StoreEngine", "StoreSQLite", "StoreSupport", "TableIO", "Tabular",
        .target(name: "PeoplePostgres", condition: .when(traits: ["Postgres"])),
        .target(name: "StorePostgres", condition: .when(traits: ["Postgres"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swiftSettings
    ),

    // A program's own tables, and the queries that people write.
    .target(
      name: "TradingCompany", dependencies: ["LinqSQL", "People", "StoreSQLite"],
      path: "Examples/TradingCompany", swiftSettings: swiftSettings),
    .testTarget(
      name: "ForeignSchemaTests",
      dependencies: [
        "ChainFuzzing", "LinqCore", "LinqSQL", "LinqText", "StoreSQLite", "StoreSupport",
        "TestModel", "TestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TradingCompanyTests",
      dependencies: [
        "ChainFuzzing", "LinqSQL", "StoreSQLite", "TestModel", "TestSupport", "TradingCompany",
      ],
      swiftSettings: swiftSettings),

    // A service in small, whose server is killed.
    .executableTarget(
      name: "failover", dependencies: ["People", "PeoplePostgres"], path: "Examples/Failover",
      swiftSettings: swiftSettings),

    // What tests of several modules need.
    .target(
      name: "TestSupport", dependencies: ["StoreSupport"], path: "Tests/TestSupport",
      swiftSettings: swiftSettings),

    // A table of people for the tests of queries, which know no store.
    .target(
      name: "TestModel", dependencies: ["LinqCore", "LinqSQL", "LinqText", "StoreSQLite"],
      path: "Tests/TestModel", swiftSettings: swiftSettings),

    // Random chains, run in every way and compared with plain Swift.
    .target(
      name: "ChainFuzzing",
      dependencies: [
        "LinqCore", "LinqModels", "LinqSQL", "LinqText", "StorePostgres", "StoreSQLite",
        "StoreSupport", "TestModel", "TestSupport",
      ],
      path: "Tests/ChainFuzzing", swiftSettings: swiftSettings),
    // Random inputs for everything that reads a language.
    .target(
      name: "InputFuzzing",
      dependencies: [
        "LinqCore", "LinqText", "People", "StoreSQLite", "Tabular", "TestSupport",
      ],
      path: "Tests/InputFuzzing", swiftSettings: swiftSettings),
    // Random commits with live queries and delegates.
    .target(
      name: "CommitFuzzing",
      dependencies: ["LinqCore", "LinqSQL", "StoreSQLite", "StoreSupport", "TestSupport"],
      path: "Tests/CommitFuzzing", swiftSettings: swiftSettings),
    // Random programs, compiled against the library and against arrays.
    .target(
      name: "ProgramFuzzing",
      dependencies: ["ChainFuzzing", "LinqCore", "LinqSQL", "StoreSQLite", "TestSupport"],
      path: "Tests/ProgramFuzzing", swiftSettings: swiftSettings),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "ChainFuzzing", "CommitFuzzing", "InputFuzzing", "ProgramFuzzing", "StorePostgres",
        "StoreSupport", "TestModel", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Fuzz", exclude: ["reference.py"], swiftSettings: swiftSettings),

    // The same chains, compiled on arrays and on the store: the files of the one are links to the
    // files of the other.
    .target(
      name: "TwiceOnArrays", dependencies: ["Linq", "TestModel"], path: "Tests/Twice/OnArrays",
      swiftSettings: swiftSettings),
    .target(
      name: "TwiceOnStore", dependencies: ["Linq", "TestModel"], path: "Tests/Twice/OnStore",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TwiceTests",
      dependencies: ["ChainFuzzing", "TestModel", "TwiceOnArrays", "TwiceOnStore"],
      swiftSettings: swiftSettings),

    .testTarget(
      name: "TableIOTests",
      dependencies: [
        "LinqCore", "LinqModels", "StoreSQLite", "TableIO", "Tabular", "TestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "StoreSQLiteTests",
      dependencies: ["StoreEngine", "StoreSQLite", "StoreSupport", "TestSupport"],
      swiftSettings: swiftSettings),
    .target(name: "CFaultVFS", dependencies: ["CStoreSQLite"], path: "Tests/CFaultVFS"),
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "CFaultVFS", "CStoreSQLite", "People", "PeopleIO", "StoreSQLite", "Tabular", "TestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PostgresTests",
      dependencies: [
        "ChainFuzzing", "Intentions", "LinqCore", "LinqSQL", "People", "PeopleIO", "PeoplePostgres",
        "StoreEngine", "StorePostgres", "StoreSupport", "Tabular", "TestModel", "TestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(name: "MulticastTests", dependencies: ["Multicast"], swiftSettings: swiftSettings),
    .testTarget(
      name: "IntentionsTests", dependencies: ["Intentions"], swiftSettings: swiftSettings),
    .testTarget(
      name: "LinqTests", dependencies: ["Linq", "LinqCore", "TestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "LinqSQLTests",
      dependencies: [
        "ChainFuzzing", "LinqCore", "LinqSQL", "StoreSQLite", "StoreSupport", "TestModel",
        "TestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "LinqTextTests", dependencies: ["LinqText", "TestModel", "TestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PeopleTests",
      dependencies: [
        "CStoreSQLite", "LinqSQL", "Multicast", "People", "StoreEngine", "StoreSQLite",
        "StoreSupport", "TestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "LiveTests",
      dependencies: [
        "ChainFuzzing", "Intentions", "LinqCore", "LinqSQL", "People", "PeoplePostgres",
        "StoreSQLite", "StoreSupport", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "CompileTimeTests",
      dependencies: [
        "Linq", "People", "TestModel", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Guesses", "Macros"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ModelTests",
      dependencies: [
        "LinqCore", "LinqModels", "LinqText", "StorePostgres", "StoreSQLite", "TestSupport",
      ],
      exclude: ["Library"], swiftSettings: swiftSettings),
    .testTarget(
      name: "EquivalenceTests",
      dependencies: [
        "ChainFuzzing", "Linq", "LinqCore", "LinqSQL", "LinqText", "People", "StoreSQLite",
        "StoreSupport", "TestModel", "TestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ContractTests",
      dependencies: [
        "ChainFuzzing", "LinqText", "People", "StoreSQLite", "TestModel", "TestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "ChainFuzzing", "CommitFuzzing", "InputFuzzing", "LinqCore", "LinqText",
        "ProgramFuzzing", "StoreSQLite", "TestModel", "TestSupport",
      ],
      exclude: ["Regressions"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TabularTests", dependencies: ["CTabularZlib", "Tabular", "TestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SeedingTests", dependencies: ["Seeding", "LinqCore", "People"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PeopleIOTests",
      dependencies: ["LinqCore", "PeopleIO", "People", "Tabular", "TestSupport"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["StorePostgres", "StoreSQLite", "personstore", "People", "TestSupport"],
      swiftSettings: swiftSettings
    ),
  ]
)
