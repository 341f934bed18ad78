// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "PersonStoreMacros",
  platforms: [
    .macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2),
  ],
  products: [.library(name: "TableMacros", targets: ["TableMacros"])],
  dependencies: [
    .package(name: "PersonStore", path: ".."),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
  ],
  targets: [
    // The attributes.
    .target(
      name: "TableMacros",
      dependencies: ["TableMacrosPlugin", .product(name: "LinqSQL", package: "PersonStore")],
      swiftSettings: swiftSettings),

    // What the compiler runs for them.
    .macro(
      name: "TableMacrosPlugin",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: swiftSettings),

    // They need no LinqSQL: `swift test --test-product PersonStoreMacrosPackageTests` builds none.
    .testTarget(
      name: "TableMacrosPluginTests",
      dependencies: [
        "TableMacrosPlugin",
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ],
      swiftSettings: swiftSettings),
  ]
)
