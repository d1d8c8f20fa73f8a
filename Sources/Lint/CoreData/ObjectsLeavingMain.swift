internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Objects that are asked for on the main actor and given to an async function of no actor, which then reads them
/// wherever it runs.
extension ContextAcrossTasks {
  func checkLeaving(_ function: FunctionDeclSyntax, _ file: LintFile, _ report: RuleReport) {
    guard !file.isTest, function.signature.effectSpecifiers?.asyncSpecifier != nil,
      let body = function.body, body.isHandwritten, !file.ask(.usesCoreData).isEmpty,
      !function.modifiers.contains(where: { $0.detail?.detail.text == "nonsending" })
    else { return }
    let found = body.statements.resultsOfMain(file)
    guard !found.isEmpty, function.isOnNoActor(file) else { return }
    let types = TypeReader(file: file)
    for (name, binding) in found {
      var use: (place: DeclReferenceExprSyntax, type: WrittenType)?
      body.statements.forEachDescendant { node in
        guard use == nil, !node.leavesThread else { return false }
        guard let read = node.as(DeclReferenceExprSyntax.self), read.baseName.text == name,
          read.position >= binding.endPosition, read.isValue,
          read.isReadThere(of: types.managed(ExprSyntax(read))),
          let type = types.managed(ExprSyntax(read))
        else { return true }
        use = (read, type)
        return false
      }
      guard let use else { continue }
      report(
        "\(use.place.described(use.type)) comes from the main actor, and '\(function.name.text)', which is bound "
          + "to no actor, uses it on another thread", at: file.location(use.place),
        help: "read all that is needed on the main actor, and give back plain values")
    }
  }

  private static let newest = """
    final class Stack {
      static let shared = Stack()
      let container = NSPersistentContainer(name: "Notes")
    }
    func newest() async -> CDNote? {
      await MainActor.run {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.fetchLimit = 1
        request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: false)]
        return try? Stack.shared.container.viewContext.fetch(request).first
      }
    }
    """

  static let leaving: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      \(newest)
      struct Intent {
        func perform() async throws -> String {
          guard let note = await newest() else { return "none" }
          return ↓note.title ?? ""
        }
      }
      """,
    clean: """
      \(newest)
      struct Intent {
        @MainActor func perform() async throws -> String {
          guard let note = await newest() else { return "none" }
          return note.title ?? ""
        }
        func identifier() async -> NSManagedObjectID? {
          let note = await newest()
          return note?.objectID
        }
        func title() async -> String {
          guard let note = await newest() else { return "none" }
          return await MainActor.run { note.title ?? "" }
        }
      }
      """)
}

extension CodeBlockItemListSyntax {
  /// The variables that are given what the main actor answers, with what gives it to them.
  fileprivate func resultsOfMain(_ file: LintFile) -> [(name: String, binding: Syntax)] {
    var found: [(name: String, binding: Syntax)] = []
    forEachDescendant { node in
      guard !node.leavesThread else { return false }
      let (name, value): (String?, ExprSyntax?)
      if let binding = node.as(PatternBindingSyntax.self) {
        (name, value) = (binding.name, binding.initializer?.value)
      } else if let binding = node.as(OptionalBindingConditionSyntax.self) {
        (name, value) = (binding.pattern.boundNames.first, binding.initializer?.value)
      } else {
        return true
      }
      if let name, let call = value?.unwrapped.call, call.awaiting != nil, call.answersOnMain {
        found.append((name, node))
      }
      return true
    }
    return found
  }

  /// Whether code reads what an object holds, where it runs itself.
  func reads(_ object: String) -> Bool {
    hasDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self), name.baseName.text == object,
        name.isValue, let member = name.memberThatIsRead,
        !DeclReferenceExprSyntax.free.contains(member), name.performCall == nil
      else { return false }
      var around = name.enclosing(ClosureExprSyntax.self)
      while let closure = around, Syntax(self).contains(Syntax(closure)) {
        if closure.isOnMainActor || closure.userCall.map({ Syntax($0).returnsToMain }) ?? false {
          return false
        }
        around = closure.enclosing(ClosureExprSyntax.self)
      }
      return true
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether what the call gives was asked for on the main actor: `await MainActor.run { … }`, and a function that
  /// does nothing else.
  fileprivate var answersOnMain: Bool {
    if calledExpression.dottedName == "MainActor.run" { return true }
    guard name.first?.isLowercase ?? false, let function = meantFunction, let body = function.body,
      body.isHandwritten
    else { return false }
    if function.attribute("MainActor") != nil { return true }
    return body.statements.onlyResult?.unwrapped.call?.calledExpression.dottedName
      == "MainActor.run"
  }
}

extension DeclReferenceExprSyntax {
  /// What any thread may ask an object for.
  fileprivate static let free: Set = [
    "hash", "id", "isEqual", "managedObjectContext", "objectID", "persistentModelID",
  ]

  /// `title` of `note.title` and `note?.title`.
  fileprivate var memberThatIsRead: String? {
    let whole = Syntax(self).unwrapping
    guard let access = whole.parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == whole.as(ExprSyntax.self)?.id
    else { return nil }
    return access.declName.baseName.text
  }

  /// Whether an object, or one of a list, is read here.
  fileprivate func isReadThere(of type: WrittenType?) -> Bool {
    guard let type, ExprSyntax(self).touchesManaged(type) else { return false }
    // What is handed to another function may go back to the main actor.
    return type.isList
      ? memberThatIsRead != nil || parent?.is(ForStmtSyntax.self) ?? false
      : memberThatIsRead != nil
  }
}
