// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  traits: [.trait(name: "Postgres", description: "The work on a server, which needs libpq.")],
  dependencies: [
    .package(
      name: "PersonStore", path: "..",
      traits: [.trait(name: "Postgres", condition: .when(traits: ["Postgres"]))]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    // The same work in C, on SQLite's own interface.
    .target(
      name: "CReference", cSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CReference",
        .product(name: "People", package: "PersonStore"),
        .product(name: "Linq", package: "PersonStore"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq"),
    .executableTarget(
      name: "ServerBenchmarks",
      dependencies: [
        .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
        .product(name: "People", package: "PersonStore"),
        .product(
          name: "PeoplePostgres", package: "PersonStore", condition: .when(traits: ["Postgres"])),
      ]),
  ]
)
