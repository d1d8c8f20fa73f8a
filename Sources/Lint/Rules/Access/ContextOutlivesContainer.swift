internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds contexts that are kept without the container they belong to.
struct ContextOutlivesContainer: SourceRule {
  static let info = RuleInfo(
    id: "context-outlives-container", group: .dataAccess, severity: .warning,
    summary:
      "the main context of a container is kept or returned, and the container ends with the function",
    why:
      "a container owns its main context, not the other way round: once nobody keeps the container, the first "
      + "insert or fetch of that context crashes",
    fix: "keep or return the container, and ask it for its 'mainContext' where that is used",
    limits:
      "only containers that a function or an initializer makes for itself and uses for nothing else, and those that "
      + "are asked for their context where they are made",
    examples: objects
      + .texts(
        in: AccessText.models,
        flagged: """
          @MainActor func makeContext() throws -> ModelContext {
            let container = try ModelContainer(
              for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            return container.↓mainContext
          }
          ---
          final class NoteTests: XCTestCase {
            var context: ModelContext!
            @MainActor override func setUp() async throws {
              let container = try ModelContainer(for: Note.self)
              context = container.↓mainContext
            }
          }
          ---
          @MainActor func makeContext() throws -> ModelContext {
            let container = try ModelContainer(for: Note.self)
            let context = container.↓mainContext
            context.insert(Note())
            return context
          }
          """,
        clean: """
          final class NoteTests: XCTestCase {
            var container: ModelContainer!
            var context: ModelContext!
            @MainActor override func setUp() async throws {
              let container = try ModelContainer(for: Note.self)
              self.container = container
              context = container.mainContext
            }
          }
          ---
          @MainActor func count() throws -> Int {
            let container = try ModelContainer(for: Note.self)
            let context = container.mainContext
            return try context.fetchCount(FetchDescriptor<Note>())
          }
          ---
          func makeContext() throws -> ModelContext {
            let container = try ModelContainer(for: Note.self)
            return ModelContext(container)
          }
          ---
          @MainActor func open() throws -> (ModelContainer, ModelContext) {
            let container = try ModelContainer(for: Note.self)
            return (container, container.mainContext)
          }
          """))

  static let nodes: [SyntaxKind] = [.memberAccessExpr, .patternBinding]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let access = node.as(MemberAccessExprSyntax.self) { checkUnkept(access, file, report) }
    guard file.meansSwiftData, let binding = node.as(PatternBindingSyntax.self),
      let name = binding.name, let made = binding.initializer?.value.call,
      made.name == "ModelContainer", made.receiver == nil, made.argument("for") != nil,
      let item = binding.parent?.parent?.parent?.as(CodeBlockItemSyntax.self),
      let code = item.parent?.as(CodeBlockItemListSyntax.self), code.isHandwritten,
      // What stands outside of all functions lives as long as the app.
      !(code.parent?.is(SourceFileSyntax.self) ?? true)
    else { return }
    guard let contexts = code.mainContexts(of: name, after: item), !contexts.isEmpty else { return }
    guard let kept = contexts.first(where: { $0.isKept(in: code) }) else {
      return checkObjects(of: contexts, in: code, name, file, report)
    }
    report(
      "the context leaves this function without '\(name)', which ends here: the first use of it crashes",
      at: file.location(kept.declName),
      certainty: .inferred("seen with several versions of the system"))
  }
}

extension CodeBlockItemListSyntax {
  /// Where the container is asked for its main context; nil where it is used for anything else.
  fileprivate func mainContexts(
    of container: String, after item: CodeBlockItemSyntax
  ) -> [MemberAccessExprSyntax]? {
    var found: [MemberAccessExprSyntax] = []
    var isOther = false
    forEachDescendant { node in
      guard !isOther, node.position >= item.endPosition,
        let name = node.as(DeclReferenceExprSyntax.self), name.baseName.text == container
      else { return !isOther }
      if let access = name.parent?.as(MemberAccessExprSyntax.self), access.declName.id == name.id {
        // `self.container = container` names both.
        return true
      }
      guard let access = name.parent?.as(MemberAccessExprSyntax.self),
        access.declName.baseName.text == "mainContext"
      else {
        isOther = true
        return false
      }
      found.append(access)
      return true
    }
    return isOther ? nil : found
  }
}

extension MemberAccessExprSyntax {
  /// Whether the context is returned or given to a property, at once or through a constant.
  fileprivate func isKept(in code: CodeBlockItemListSyntax) -> Bool {
    if ExprSyntax(self).leaves { return true }
    guard let value = parent?.as(InitializerClauseSyntax.self),
      let name = value.parent?.as(PatternBindingSyntax.self)?.name
    else { return false }
    return code.hasDescendant { node in
      guard node.position > position, let use = node.as(DeclReferenceExprSyntax.self),
        use.baseName.text == name
      else { return false }
      return ExprSyntax(use).leaves
    }
  }
}

extension ExprSyntax {
  /// Whether it is what a `return` gives, or what a property is set to.
  fileprivate var leaves: Bool {
    if let result = parent?.as(ReturnStmtSyntax.self) { return result.expression?.id == id }
    guard let terms = parent?.as(ExprListSyntax.self), terms.count == 3, terms.last?.id == id,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false, let target = terms.first
    else { return false }
    if let access = target.as(MemberAccessExprSyntax.self) {
      return access.base?.isSelfName ?? false
    }
    guard let own = target.as(DeclReferenceExprSyntax.self),
      case .property(let binding, _)? = own.nameOrigin
    else { return false }
    return binding.isStored
  }
}
