internal import SwiftCompilerPlugin
internal import SwiftSyntaxMacros

/// The macros that the compiler finds in the plugin.
@main struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    TableMacro.self, ColumnMacro.self, PrimaryKeyMacro.self, GeneratedMacro.self,
    DefaultedMacro.self, EncodedMacro.self, NoColumnMacro.self,
  ]
}
