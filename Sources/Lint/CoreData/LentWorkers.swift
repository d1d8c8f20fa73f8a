internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Functions that are given a background context: what comes out of it is used on the main thread.
extension ContextAcrossTasks {
  /// `func collect(_ worker: NSManagedObjectContext) { for note in all(worker) { DispatchQueue.main.async { … } } }`
  func checkLentWorker(
    _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ file: LintFile,
    _ report: RuleReport
  ) {
    guard let function = call.enclosing(FunctionDeclSyntax.self),
      let context = function.givenWorker, !file.ask(.usesCoreData).isEmpty
    else { return }
    let types = TypeReader(file: file)
    var said: Set<String> = []
    closure.statements.forEachDescendant { node in
      if node.as(FunctionCallExprSyntax.self)?.isPerform ?? false { return false }
      guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue, !name.isSelf,
        name.comesFromOutside(of: Syntax(closure)), let origin = name.originInCode,
        Syntax(function).contains(origin), !said.contains(name.baseName.text),
        let type = types.managed(ExprSyntax(name)), ExprSyntax(name).touchesManaged(type),
        origin.comes(from: context), !origin.isOfMainContext(file)
      else { return true }
      said.insert(name.baseName.text)
      report(
        "\(name.described(type)) comes from '\(context)' and is used on the main thread, away from its own context",
        at: file.location(name),
        help: "read the values that are needed before, and hand over these",
        certainty: .inferred("the context may be the main one"))
      return true
    }
  }

  static let lentWorkers: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      extension CDNote {
        static func all(_ context: NSManagedObjectContext) -> [CDNote] {
          (try? context.fetch(CDNote.fetchRequest())) ?? []
        }
      }
      func collect(_ workerContext: NSManagedObjectContext, _ show: @escaping (String) -> Void) {
        let notes = CDNote.all(workerContext)
        for note in notes {
          DispatchQueue.main.async { show(↓note.title ?? "") }
        }
      }
      """,
    clean: """
      extension CDNote {
        static func all(_ context: NSManagedObjectContext) -> [CDNote] {
          (try? context.fetch(CDNote.fetchRequest())) ?? []
        }
      }
      func collect(_ workerContext: NSManagedObjectContext, _ show: @escaping (String) -> Void) {
        for note in CDNote.all(workerContext) {
          let title = note.title ?? ""
          DispatchQueue.main.async { show(title) }
        }
      }
      func list(_ context: NSManagedObjectContext, _ show: @escaping (String) -> Void) {
        for note in CDNote.all(context) {
          DispatchQueue.main.async { show(note.title ?? "") }
        }
      }
      """)
}

extension FunctionDeclSyntax {
  /// The parameter that is a context for work in the background, by what it is called.
  fileprivate var givenWorker: String? {
    signature.parameterClause.parameters.lazy.filter {
      WrittenType($0.type)?.name == "NSManagedObjectContext"
    }
    .map { ($0.secondName ?? $0.firstName).text }
    .first { name in
      let words = name.camelWords
      return ["background", "bg", "private", "worker"].contains { words.first == $0 }
    }
  }
}

extension Syntax {
  /// Whether a value names the context, itself or through variables of the function.
  fileprivate func comes(from context: String) -> Bool {
    var node = self
    for _ in 0..<4 {
      if node.mentions([context]) { return true }
      guard
        let name = node.as(ExprSyntax.self)?.unwrapped.as(DeclReferenceExprSyntax.self),
        let next = name.originInCode
      else { return false }
      node = next
    }
    return false
  }
}
