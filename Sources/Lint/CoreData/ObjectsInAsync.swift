internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Objects of Core Data that are read where no queue of a context is: in async methods of their own class,
/// and on a global actor of the app.
extension ContextAcrossTasks {
  func checkIsolation(_ function: FunctionDeclSyntax, _ file: LintFile, _ report: RuleReport) {
    guard !file.isTest, let body = function.body, body.isHandwritten,
      !function.modifiers.contains(where: { $0.detail?.detail.text == "nonsending" })
    else { return }
    if function.signature.effectSpecifiers?.asyncSpecifier != nil {
      checkOwnAsync(function, body, file, report)
    }
    checkGlobalActor(function, body, file, report)
  }

  /// `extension Note { func index() async { print(title) } }`: whoever waits for it, it runs elsewhere.
  private func checkOwnAsync(
    _ function: FunctionDeclSyntax, _ body: CodeBlockSyntax, _ file: LintFile, _ report: RuleReport
  ) {
    let type = function.enclosingType?.asProtocol((any WithAttributesSyntax).self)
    guard !function.isBoundToActor, type.map({ !$0.isBoundToActor }) ?? false,
      !function.modifiers.contains(where: { ["class", "static"].contains($0.name.text) }),
      let owner = function.ownerName, !file.ask(.isManagedClass(owner)).isEmpty,
      file.ask(.isMainByDefault).isEmpty,
      let read = body.firstRead(of: Set(file.ask(.coreDataKeys(of: owner))), "self")
    else { return }
    report(
      "'\(function.name.text)' is async and bound to no actor: it reads this '\(owner)' on another thread "
        + "than its context's", at: file.location(read),
      help:
        "read it inside 'perform' of its context, or put '@MainActor' before '\(function.name.text)'"
    )
  }

  /// `@SyncActor enum Sync { static func send(_ note: Note) { print(note.title) } }`
  private func checkGlobalActor(
    _ function: FunctionDeclSyntax, _ body: CodeBlockSyntax, _ file: LintFile, _ report: RuleReport
  ) {
    let type = function.enclosingType?.asProtocol((any WithAttributesSyntax).self)
    guard !function.modifiers.contains(where: { $0.name.text == "nonisolated" }),
      let actor = function.ownGlobalActor ?? (function.isBoundToActor ? nil : type?.ownGlobalActor)
    else { return }
    for parameter in function.signature.parameterClause.parameters {
      guard let written = WrittenType(parameter.type), !written.isList,
        !file.ask(.isManagedClass(written.name)).isEmpty,
        case let name = (parameter.secondName ?? parameter.firstName).text,
        let read = body.firstRead(of: Set(file.ask(.coreDataKeys(of: written.name))), name)
      else { continue }
      return report(
        "'\(name)', a '\(written.name)' object, is used on '\(actor)', away from its own context",
        at: file.location(read),
        help: "hand over its 'objectID' or the values that are needed there",
        certainty: .inferred("a context may belong to that actor"))
    }
  }

  static let isolated: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      extension CDNote {
        func index() async { print(↓title ?? "") }
      }
      ---
      @globalActor actor SyncActor { static let shared = SyncActor() }
      @SyncActor enum Sync {
        static func send(_ path: String, _ note: CDNote) { print(path, note.↓title ?? "") }
      }
      """,
    clean: """
      extension CDNote {
        @MainActor func index() async { print(title ?? "") }
        func send(_ title: String) async { print(title) }
        func store() async {
          let title = await managedObjectContext?.perform { self.title }
          print(title ?? "")
        }
      }
      @globalActor actor SyncActor { static let shared = SyncActor() }
      @NSModelActor actor Notes {
        func send(_ note: CDNote) { print(note.title ?? "") }
      }
      @SyncActor enum Sync {
        static func send(_ note: NSManagedObjectID) { print(note) }
        static func wait(_ note: CDNote) async {
          let title = await note.managedObjectContext?.perform { note.title }
          print(title ?? "")
        }
      }
      """)
}

extension WithAttributesSyntax {
  /// The app's own global actor that a declaration is bound to: `SyncActor` of `@SyncActor`.
  fileprivate var ownGlobalActor: String? {
    for case .attribute(let attribute) in attributes {
      let name = attribute.simpleName
      // A macro like '@NSModelActor' gives an actor a context of its own.
      if name.hasSuffix("Actor"), !name.hasSuffix("ModelActor"),
        !["MainActor", "globalActor"].contains(name)
      {
        return name
      }
    }
    return nil
  }
}

extension CodeBlockSyntax {
  /// Where something that is stored is asked of an object first, outside of what a context performs.
  fileprivate func firstRead(of keys: Set<String>, _ object: String) -> DeclReferenceExprSyntax? {
    guard !keys.isEmpty else { return nil }
    var found: DeclReferenceExprSyntax?
    statements.forEachDescendant { node in
      guard found == nil, !node.leavesThread else { return false }
      guard let name = node.as(DeclReferenceExprSyntax.self), keys.contains(name.baseName.text)
      else { return true }
      if let access = name.parent?.as(MemberAccessExprSyntax.self), access.declName.id == name.id {
        if access.base?.unwrapped.trimmedDescription == object { found = name }
      } else if object == "self", name.isValue, name.isOfOwnType {
        found = name
      }
      return found == nil
    }
    return found
  }
}

extension DeclReferenceExprSyntax {
  /// Whether no parameter and no variable of the function has the name.
  fileprivate var isOfOwnType: Bool {
    switch nameOrigin {
    case .property?, nil: true
    default: false
    }
  }
}
