// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "PersonStore",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "People", targets: ["People"]),
    .library(name: "Multicast", targets: ["Multicast"]),
    .library(name: "Intentions", targets: ["Intentions"]),
    .executable(name: "personstore", targets: ["personstore"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    // The system's SQLite.
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),

    // Threads, locks and unfinished files, for the modules below. Knows nothing else.
    .target(name: "StoreSupport", swiftSettings: swiftSettings),

    // Connections, statements, pool, transactions, migrations. Knows no LINQ, no Person.
    .target(
      name: "SQLite", dependencies: ["CSQLite", "StoreSupport"], swiftSettings: swiftSettings),

    // The language of chains and the meaning of its values. Knows no SQL, no SQLite.
    .target(name: "Linq", dependencies: ["StoreSupport"], swiftSettings: swiftSettings),

    // Tables of Swift structs and the translation to SQL. Knows no Person.
    .target(name: "LinqSQL", dependencies: ["Linq", "SQLite"], swiftSettings: swiftSettings),

    // Chains as text, read into the queries that closures make. Knows no SQL, no Person.
    .target(
      name: "LinqText", dependencies: ["Linq", "StoreSupport"], swiftSettings: swiftSettings),

    // Several delegates in the place of one. Knows nothing else.
    .target(name: "Multicast", swiftSettings: swiftSettings),

    // Small reusable objects that edit and observe a model through key paths. Knows no Person.
    .target(name: "Intentions", swiftSettings: swiftSettings),

    // The SQL files of the store's own schema, embedded in the binary.
    .target(
      name: "PeopleMigrations",
      path: "Migrations",
      resources: [
        .embedInCode("0001_people_and_groups.sql"),
        .embedInCode("0001_people_and_groups.down.sql"),
      ],
      swiftSettings: swiftSettings
    ),

    // Person, PersonGroup, the repositories, PersonStore.
    .target(
      name: "People",
      dependencies: [
        "Intentions", "Linq", "LinqSQL", "LinqText", "Multicast", "SQLite", "StoreSupport",
        "PeopleMigrations",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swiftSettings
    ),

    // CSV, TSV, JSON and NDJSON as streams of records. Knows no Person, no SQLite.
    .target(name: "Tabular", dependencies: ["StoreSupport"], swiftSettings: swiftSettings),

    // Generated people: the same seed, the same people.
    .target(name: "Seeding", dependencies: ["Linq", "People"], swiftSettings: swiftSettings),

    // Import and export of people in the formats of Tabular.
    .target(
      name: "PeopleIO",
      dependencies: ["Linq", "LinqSQL", "People", "SQLite", "StoreSupport", "Tabular"],
      swiftSettings: swiftSettings
    ),

    // The command-line program.
    .executableTarget(
      name: "personstore",
      dependencies: [
        "Intentions", "Linq", "LinqSQL", "LinqText", "People", "PeopleIO", "SQLite", "Seeding",
        "Tabular", "StoreSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swiftSettings
    ),

    // What tests of several modules need.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: swiftSettings),

    // Random chains, run in every way and compared with plain Swift.
    .target(
      name: "ChainFuzzing",
      dependencies: ["LinqText", "People", .product(name: "Logging", package: "swift-log")],
      path: "Tests/ChainFuzzing", swiftSettings: swiftSettings),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "ChainFuzzing", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Fuzz", swiftSettings: swiftSettings),

    // The same chains, compiled on arrays and on the store: the files of the one are links to the
    // files of the other.
    .target(
      name: "TwiceOnArrays", dependencies: ["People"], path: "Tests/Twice/OnArrays",
      swiftSettings: swiftSettings),
    .target(
      name: "TwiceOnStore", dependencies: ["People"], path: "Tests/Twice/OnStore",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TwiceTests",
      dependencies: ["ChainFuzzing", "People", "TwiceOnArrays", "TwiceOnStore"],
      swiftSettings: swiftSettings),

    .testTarget(
      name: "SQLiteTests", dependencies: ["SQLite", "StoreSupport", "TestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(name: "MulticastTests", dependencies: ["Multicast"], swiftSettings: swiftSettings),
    .testTarget(
      name: "IntentionsTests", dependencies: ["Intentions"], swiftSettings: swiftSettings),
    .testTarget(name: "LinqTests", dependencies: ["Linq"], swiftSettings: swiftSettings),
    .testTarget(
      name: "LinqSQLTests", dependencies: ["LinqSQL", "SQLite", "TestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "LinqTextTests", dependencies: ["LinqText", "People"], swiftSettings: swiftSettings),
    .testTarget(
      name: "PeopleTests", dependencies: ["People", "TestSupport"], swiftSettings: swiftSettings),
    .testTarget(
      name: "LiveTests",
      dependencies: [
        "Intentions", "Linq", "People", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "CompileTimeTests", dependencies: ["People", "TestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "EquivalenceTests", dependencies: ["People", "StoreSupport", "TestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ContractTests", dependencies: ["ChainFuzzing", "People", "TestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FuzzTests", dependencies: ["ChainFuzzing", "LinqText"], exclude: ["Regressions"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TabularTests", dependencies: ["Tabular", "TestSupport"], swiftSettings: swiftSettings),
    .testTarget(
      name: "SeedingTests", dependencies: ["Seeding", "Linq", "People"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PeopleIOTests",
      dependencies: ["Linq", "PeopleIO", "People", "Tabular", "TestSupport"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["personstore", "People", "TestSupport"],
      swiftSettings: swiftSettings
    ),
  ]
)
