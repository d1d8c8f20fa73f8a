internal import SwiftCompilerPlugin
internal import SwiftSyntaxMacros

@main
struct SwiftDataPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ModelMacro.self, PersistedPropertyMacro.self, ModelActorMacro.self, MarkerMacro.self,
    RuleMacro.self,
  ]
}
