// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "PersonService",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "personservice", targets: ["personservice"])],
  traits: [.trait(name: "Postgres", description: "Stores on PostgreSQL, which need libpq.")],
  dependencies: [
    .package(
      name: "PersonStore", path: "..",
      traits: [.trait(name: "Postgres", condition: .when(traits: ["Postgres"]))]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.20.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.0.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.0.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.0.0"..<"5.0.0"),
  ],
  targets: [
    .systemLibrary(name: "CAllocation"),
    .target(
      name: "PersonService",
      dependencies: [
        "CAllocation",
        .product(name: "People", package: "PersonStore"),
        .product(name: "PeopleIO", package: "PersonStore"),
        .product(name: "LinqModels", package: "PersonStore"),
        .product(name: "StoreSQLite", package: "PersonStore"),
        .product(
          name: "PeoplePostgres", package: "PersonStore", condition: .when(traits: ["Postgres"])),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      resources: [.embedInCode("Description/openapi.json")]
        + ["index.html", "style.css", "icon.svg"].map { .embedInCode("Page/\($0)") }
        + [
          "api.js", "app.js", "ask.js", "attributes.js", "changes.js", "chart.js", "columns.js",
          "dialog.js", "drafts.js", "duplicates.js", "editor.js", "elements.js", "export.js",
          "files.js", "filters.js", "follow.js", "formats.js", "group.js", "groups.js", "heads.js",
          "history.js", "hub.js", "import.js", "json.js", "list.js", "literals.js", "mapping.js",
          "marks.js", "options.js", "order.js", "pair.js", "people.js", "person.js",
          "personFilters.js", "plan.js", "preview.js", "rejections.js", "relations.js",
          "reorder.js", "result.js", "roving.js", "rows.js", "selected.js", "session.js",
          "shared.js", "store.js", "tableFilters.js", "tableRow.js", "tables.js", "texts.js",
          "trash.js", "upload.js",
        ].map { .embedInCode("Page/\($0)") },
      swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault")]),
    .executableTarget(
      name: "personservice",
      dependencies: [
        "PersonService",
        .product(
          name: "PeoplePostgres", package: "PersonStore", condition: .when(traits: ["Postgres"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "StoreSQLite", package: "PersonStore"),
      ]),
    .executableTarget(
      name: "memorypeople",
      dependencies: ["PersonService", .product(name: "Hummingbird", package: "hummingbird")],
      path: "Benchmarks/memorypeople"),
    .testTarget(
      name: "PersonServiceTests",
      dependencies: [
        "PersonService",
        .product(
          name: "PeoplePostgres", package: "PersonStore", condition: .when(traits: ["Postgres"])),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
  ]
)
