internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Functions that are called with an answer of another machine, and that go back to the main thread for a part of
/// their work only: the other part runs wherever the answer came.
extension ContextAcrossTasks {
  func checkHops(_ function: FunctionDeclSyntax, _ file: LintFile, _ report: RuleReport) {
    checkTimeline(function, file, report)
    guard !file.isTest, function.takesAnswer, let body = function.body, body.isHandwritten,
      function.signature.effectSpecifiers?.asyncSpecifier == nil,
      function.isOnNoActor(file), !file.ask(.usesCoreData).isEmpty, body.statements.hopsToMain
    else { return }
    let place =
      "in '\(function.name.text)', which goes to the main thread for another part of its work"
    if let use = body.mainContextUse(file) {
      report(
        "the main thread's context is used \(place): this part runs on the thread of the answer",
        at: file.location(use), help: Self.hopHelp,
        certainty: Self.hopCertainty)
    }
    if let change = body.changeBeforeSave(file) {
      report(
        "'\(change.name)' is changed \(place) to save it: the change is made on the thread of the answer",
        at: file.location(change.place), help: Self.hopHelp, certainty: Self.hopCertainty)
    }
  }

  /// The same of a closure that a call is given for the answer: `client.load { result in … }`.
  func checkHops(_ call: FunctionCallExprSyntax, _ file: LintFile, _ report: RuleReport) {
    guard !file.isTest, let closure = call.lastClosure, closure.isHandwritten,
      !file.ask(.usesCoreData).isEmpty, call.hopsFromAnswer(closure, in: file),
      let use = closure.statements.mainContextUse(file)
    else { return }
    report(
      "the main thread's context is used where '\(call.name)' answers, and only another part of this work goes to "
        + "the main thread", at: file.location(use), help: Self.hopHelp,
      certainty: Self.hopCertainty)
  }

  /// What answers on the main thread unless it is told otherwise.
  fileprivate static let mainCallers: Set = [
    "Alamofire", "Firebase", "FirebaseAuth", "FirebaseDatabase", "FirebaseFirestore", "Moya",
    "Parse",
  ]

  /// `func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void)`
  private func checkTimeline(
    _ function: FunctionDeclSyntax, _ file: LintFile, _ report: RuleReport
  ) {
    guard !file.isTest, ["getSnapshot", "getTimeline"].contains(function.name.text),
      function.signature.parameterClause.parameters.last?.firstName.text == "completion",
      let body = function.body, body.isHandwritten, !function.isBoundToActor,
      !file.ask(.usesCoreData).isEmpty, let use = body.mainContextUse(file)
    else { return }
    report(
      "WidgetKit calls '\(function.name.text)' on a thread of its own, and the main thread's context is used here",
      at: file.location(use),
      help: "work inside 'perform' of a context that 'newBackgroundContext()' makes",
      certainty: .inferred("WidgetKit may call it on the main thread"))
  }

  private static let hopHelp =
    "do all that touches objects in the block that goes to the main thread"
  static let hopCertainty = Certainty.inferred("the answer may come on the main thread")

  static let hops: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      final class Model {
        var isBusy = false
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func received(result: Result<[String], Error>) {
          DispatchQueue.main.async { self.isBusy = false }
          let notes = try? ↓container.viewContext.fetch(CDNote.fetchRequest())
          print(notes?.count ?? 0, result)
        }
      }
      ---
      struct Provider {
        let container: NSPersistentContainer
        func getTimeline(in context: Int, completion: @escaping ([String]) -> Void) {
          let notes = (try? ↓container.viewContext.fetch(CDNote.fetchRequest())) ?? []
          completion(notes.compactMap { ($0 as? CDNote)?.title })
        }
      }
      ---
      final class Client { func load(_ done: @escaping (Result<[String], Error>) -> Void) {} }
      final class Model {
        var isBusy = false
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func load(from client: Client) {
          client.load { result in
            let notes = try? ↓self.container.viewContext.fetch(CDNote.fetchRequest())
            DispatchQueue.main.async { self.isBusy = false }
            print(notes?.count ?? 0, result)
          }
        }
      }
      ---
      final class Model {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        func received(_ title: String?, _ error: Error?, for note: CDNote) {
          ↓note.title = title
          DispatchQueue.main.async {
            do { try self.context.save() } catch { self.context.rollback() }
          }
        }
      }
      """,
    clean: """
      final class Model {
        var isBusy = false
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func received(result: Result<[String], Error>) {
          DispatchQueue.main.async {
            self.isBusy = false
            let notes = try? self.container.viewContext.fetch(CDNote.fetchRequest())
            for note in notes ?? [] { print((note as? CDNote)?.title ?? "") }
          }
        }
        func show(_ note: CDNote) {
          note.title = "shown"
          DispatchQueue.main.async { self.isBusy = false }
        }
        func ask(_ alert: NSAlert, in window: NSWindow, about note: CDNote) {
          alert.beginSheetModal(for: window) { response in
            self.container.viewContext.delete(note)
            DispatchQueue.main.async { self.isBusy = false }
            print(response)
          }
        }
        @MainActor func told(result: Result<[String], Error>) {
          DispatchQueue.main.async { self.isBusy = false }
          for note in (try? container.viewContext.fetch(CDNote.fetchRequest())) ?? [] { print(note, result) }
        }
      }
      """)
}

extension FunctionDeclSyntax {
  /// Whether it is given what a request has come to: a result, or perhaps an error.
  fileprivate var takesAnswer: Bool {
    signature.parameterClause.parameters.contains { parameter in
      let type = parameter.type.trimmedDescription
      return type.hasPrefix("Result<")
        || ["Error?", "NSError?", "(any Error)?", "URLResponse?", "HTTPURLResponse?"].contains(type)
    }
  }
}

extension ClosureExprSyntax {
  private static let answers = ["answer", "err", "error", "response", "result"]

  /// Whether its parameters are called like what a request has come to.
  fileprivate var takesAnswer: Bool {
    parameterNames.contains { name in
      Self.answers.contains { name == $0 || $0 != "err" && name.lowercased().hasSuffix($0) }
    }
  }
}

extension FunctionCallExprSyntax {
  private static let asking: Set = [
    "download", "fetch", "get", "load", "login", "post", "query", "request", "search", "send",
    "sync",
    "upload",
  ]

  /// What people answer: AppKit and UIKit do all of that on the main thread.
  private static let shown: Set = [
    "animate", "begin", "beginSheet", "beginSheetModal", "dismiss", "present", "presentError",
    "runModal", "transition",
  ]

  /// Whether the closure is called with an answer of another machine and takes a part of its work to the main
  /// thread: the other part runs wherever the answer comes.
  func hopsFromAnswer(_ closure: ClosureExprSyntax, in file: LintFile) -> Bool {
    guard closure.takesAnswer || asksAnotherMachine && !closure.parameterNames.isEmpty,
      !closure.isOnMainActor, !Syntax(self).returnsToMain, otherThread == nil, !isPerform,
      name != "loadPersistentStores", !name.hasPrefix("response"), !Self.shown.contains(name),
      file.imports.isDisjoint(with: ContextAcrossTasks.mainCallers),
      closure.statements.hopsToMain
    else { return false }
    // A function of the app may go to the main thread before it answers.
    return !(meantFunction?.body?.hasDescendant(where: \.returnsToMain) ?? false)
  }

  /// By what its name and its receiver's say: `client.comments(of: post) { list in … }`.
  private var asksAnotherMachine: Bool {
    guard receiver != nil || name.first?.isLowercase ?? false else { return false }
    return name.camelWords.first.map(Self.asking.contains) ?? false || beginsRequest
  }
}

extension CodeBlockItemListSyntax {
  /// Whether some of the work is given to the main thread, outside of other closures.
  fileprivate var hopsToMain: Bool {
    var isFound = false
    forEachDescendant { node in
      if isFound { return false }
      if node.returnsToMain {
        isFound = true
        return false
      }
      return !node.leavesThread
    }
    return isFound
  }
}

extension CodeBlockSyntax {
  /// An object that is changed right before the main thread is asked to save it.
  fileprivate func changeBeforeSave(
    _ file: LintFile
  ) -> (name: String, place: Syntax)? {
    let types = TypeReader(file: file)
    var found: (name: String, place: Syntax)?
    forEachDescendant { node in
      guard found == nil, !node.leavesThread else { return false }
      guard let items = node.as(CodeBlockItemListSyntax.self) else { return true }
      for (item, next) in zip(items, items.dropFirst()) where next.item.savesOnMain {
        found = item.changed(types) ?? found
      }
      return found == nil
    }
    return found
  }
}

extension CodeBlockItemSyntax.Item {
  /// `DispatchQueue.main.async { store.saveContext() }`
  fileprivate var savesOnMain: Bool {
    guard let call = onlyExpression?.call,
      call.calledExpression.dottedName == "DispatchQueue.main.async", let closure = call.lastClosure
    else { return false }
    return closure.statements.hasDescendant { node in
      node.as(FunctionCallExprSyntax.self)?.name.hasPrefix("save") ?? false
    }
  }
}

extension CodeBlockItemSyntax {
  /// `note.title = title`, and `fill(note, with: answer)` of a function that is given an object to fill.
  fileprivate func changed(_ types: TypeReader) -> (name: String, place: Syntax)? {
    guard let value = item.onlyExpression else { return nil }
    if let terms = value.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = terms.first?.as(MemberAccessExprSyntax.self), let base = target.base,
      let name = base.unwrapped.as(DeclReferenceExprSyntax.self),
      let type = types.managed(base), !type.isList
    {
      return (name.baseName.text, Syntax(name))
    }
    guard let call = value.call,
      let first = call.name.camelWords.first,
      ["apply", "assign", "copy", "fill", "import", "merge", "set", "update"].contains(first)
    else { return nil }
    for argument in call.arguments {
      guard let name = argument.expression.unwrapped.as(DeclReferenceExprSyntax.self),
        let type = types.managed(argument.expression), !type.isList
      else { continue }
      return (name.baseName.text, Syntax(name))
    }
    return nil
  }
}
