internal import Diagnostics
internal import SwiftSyntax

/// Containers that come to be with a view: SwiftUI makes a view anew whenever the one around it is drawn.
extension ContainerMadeAnew {
  /// - Returns: whether it is one.
  func checkView(_ call: FunctionCallExprSyntax, in file: LintFile, _ report: RuleReport) -> Bool {
    guard call.name == "ModelContainer" && !call.arguments.isEmpty || call.mayOpen,
      file.meansSwiftData, let view = call.madeWithView, call.mayKeepInFile,
      !call.isForOthersThanTheApp, !call.isSecondTry
    else { return false }
    report(
      "each '\(view)' that is made opens the store again, and SwiftUI makes one whenever the view around it is "
        + "drawn", at: file.location(call.nameNode),
      help: "make the container once, in the app or a shared place, and hand it to the view")
    return true
  }

  static let ofViews: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      struct Editor: View {
        private let container = try? ↓ModelContainer(for: Note.self)
        var body: some View { Text(container == nil ? "none" : "") }
      }
      ---
      enum Stores {
        static func makeContainer(isPrivate: Bool = false) throws -> ModelContainer {
          let kept: ModelConfiguration
          if isPrivate {
            kept = ModelConfiguration(isStoredInMemoryOnly: true)
          } else {
            kept = ModelConfiguration("notes")
          }
          return try ModelContainer(for: Note.self, configurations: kept)
        }
      }
      struct Window: View {
        private let context: ModelContext
        init(isPrivate: Bool) {
          do {
            context = ModelContext(try Stores.↓makeContainer(isPrivate: isPrivate))
          } catch { fatalError("\\(error)") }
        }
        var body: some View { Text("") }
      }
      """,
    clean: """
      @main struct NotesApp: App {
        private let container = try? ModelContainer(for: Note.self)
        var body: some Scene { WindowGroup { Text(container == nil ? "none" : "") } }
      }
      ---
      struct Editor: View {
        private let shown: ModelContainer?
        private let trial = try? ModelContainer(
          for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        init(shown: ModelContainer?) { self.shown = shown }
        var body: some View { Text(shown == nil ? "none" : "") }
      }
      ---
      struct Editor: View {
        var body: some View {
          Button("Open") { print((try? ModelContainer(for: Note.self)) == nil) }
        }
      }
      """)
}

extension FunctionCallExprSyntax {
  /// The view whose initializer or stored property makes the call.
  fileprivate var madeWithView: String? {
    guard let view = enclosingType?.as(StructDeclSyntax.self),
      enclosing(FunctionDeclSyntax.self) == nil,
      view.inheritanceClause?.inheritedTypes.contains(where: {
        $0.type.dottedName?.lastPart == "View"
      })
        ?? false
    else { return nil }
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent else { return nil }
      if next.is(InitializerDeclSyntax.self) { return view.name.text }
      if let closure = next.as(ClosureExprSyntax.self),
        closure.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id
          != ExprSyntax(closure).id
      {
        return nil
      }
      if let variable = next.as(VariableDeclSyntax.self),
        next.parent?.is(MemberBlockItemSyntax.self) ?? false
      {
        return variable.isInstance && variable.bindings.first?.isStored ?? false
          && variable.attribute("StateObject") == nil ? view.name.text : nil
      }
      node = next
    }
    return nil
  }
}
