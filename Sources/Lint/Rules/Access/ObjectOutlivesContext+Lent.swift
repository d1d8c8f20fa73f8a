internal import Diagnostics
internal import SwiftSyntax

/// Contexts that functions are given, which only ask them for objects.
extension CodeBlockItemListSyntax {
  /// Whether anything else may keep a context: it is used other than by its own methods.
  ///
  /// - Parameter steps: how many functions may use it, one through the other.
  func handsOver(_ name: String, steps: Int = 2) -> Bool {
    hasDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isValue
      else { return false }
      guard let access = use.parent?.as(MemberAccessExprSyntax.self) else {
        return !use.isOnlyLent(steps: steps)
      }
      return access.base?.id != ExprSyntax(use).id
    }
  }
}

extension DeclReferenceExprSyntax {
  /// Whether a context is handed to a function that only calls its methods: `note(titled: title, context)`.
  fileprivate func isOnlyLent(steps: Int) -> Bool {
    guard steps > 0, let argument = parent?.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      let function = call.functionOfFile, let body = function.body, body.isHandwritten,
      let name = function.parameter(for: argument, of: call.arguments)
    else { return false }
    return !body.statements.handsOver(name, steps: steps - 1)
  }
}

extension ObjectOutlivesContext {
  static let lent: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      struct Reader {
        let container: ModelContainer
        func best() -> Note? {
          let context = ModelContext(container)
          return ↓note(above: 9, context)
        }
        func note(above rank: Int, _ context: ModelContext) -> Note? {
          let high = FetchDescriptor<Note>(predicate: #Predicate { $0.rank > rank })
          return try? context.fetch(high).first
        }
      }
      """,
    clean: """
      struct Reader {
        let container: ModelContainer
        func best() -> Note? {
          let context = ModelContext(container)
          return kept(context)
        }
        private func kept(_ context: ModelContext) -> Note? {
          Keeper.context = context
          return try? context.fetch(FetchDescriptor<Note>()).first
        }
      }
      enum Keeper { nonisolated(unsafe) static var context: ModelContext? }
      """)
}
