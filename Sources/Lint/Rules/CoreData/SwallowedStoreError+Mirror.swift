internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Lists that stand for a table: where their fetch fails they are empty, and whoever deletes what they do not hold,
/// deletes all.
extension SwallowedStoreError {
  static func checkMirror(_ attempt: DoStmtSyntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, attempt.body.isHandwritten,
      attempt.body.mentions(["fetch"]), let last = attempt.catchClauses.last,
      let owner = attempt.ownerName, let (fetched, list) = attempt.body.mirroredFetch,
      let entity = fetched.entity, fetched.isWhole, last.leavesEmpty(list),
      case let blocks = file.tree.memberBlocks(of: owner), blocks.allSatisfy(\.isReadable),
      let deletion = blocks.lazy.compactMap({ $0.deletionBesides(list, of: entity) }).first,
      !blocks.contains(where: { $0.mentions(["isLoaded", "hasLoaded", "didLoad"]) })
    else { return }
    report(
      "when this fetch fails, '\(list)' is empty, and line \(file.location(deletion).line ?? 1) then deletes all "
        + "'\(entity)' objects, as those that it does not hold",
      at: file.location(fetched.fetch.nameNode),
      entity: entity,
      help: "let the error out, or remember that nothing was loaded, and delete nothing then",
      severity: .warning)
  }

  static let mirrors: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      struct Title { let text: String }
      @MainActor final class Titles {
        let context: ModelContext
        private(set) var titles: [Title] = []
        init(context: ModelContext) { self.context = context }
        func load() {
          do {
            let notes = try context.↓fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))
            self.titles = notes.map { Title(text: $0.title) }
          } catch {
            print(error)
            self.titles = []
          }
        }
        func keep() throws {
          let known = Set(titles.map { $0.text })
          for note in try context.fetch(FetchDescriptor<Note>()) where !known.contains(note.title) {
            context.delete(note)
          }
          try context.save()
        }
      }
      """,
    clean: """
      struct Title { let text: String }
      @MainActor final class Titles {
        let context: ModelContext
        private(set) var titles: [Title] = []
        init(context: ModelContext) { self.context = context }
        func load() throws {
          titles = try context.fetch(FetchDescriptor<Note>()).map { Title(text: $0.title) }
        }
        func keep() throws {
          let known = Set(titles.map { $0.text })
          let notes = try context.fetch(FetchDescriptor<Note>())
          print(notes.map(\\.rank))
          for note in notes where !known.contains(note.title) { context.delete(note) }
          try context.save()
        }
      }
      @MainActor final class Shown {
        let context: ModelContext
        private(set) var titles: [Title] = []
        init(context: ModelContext) { self.context = context }
        func load() {
          do {
            titles = try context.fetch(FetchDescriptor<Note>()).map { Title(text: $0.title) }
          } catch {
            print(error)
          }
        }
      }
      """)
}

extension CodeBlockSyntax {
  /// A fetch whose objects, or what is made of each, fill a property of the type, with its name.
  fileprivate var mirroredFetch: (FetchedObjects, String)? {
    var found: (FetchedObjects, String)?
    forEachDescendant { node in
      guard found == nil, !node.is(ClosureExprSyntax.self) else { return false }
      guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        terms.count == 3, terms[1].is(AssignmentExprSyntax.self), let name = terms[0].plainTarget
      else { return true }
      var value = terms[2].unwrapped
      if let turned = value.call, ["map", "compactMap", "sorted"].contains(turned.name),
        let list = turned.receiver
      {
        value = list.unwrapped
      }
      if let fetched = FetchedObjects(value) { found = (fetched, name) }
      return true
    }
    return found
  }
}

extension CatchClauseSyntax {
  /// Whether the list is empty behind a failure, and nothing else says so: the error is printed, at most.
  fileprivate func leavesEmpty(_ list: String) -> Bool {
    body.statements.allSatisfy { item in
      if let call = item.item.onlyExpression?.call {
        return call.prints || call.receiver != nil && call.isLog
      }
      guard
        let terms = item.item.as(ExprSyntax.self)?.as(SequenceExprSyntax.self).map({
          Array($0.elements)
        })
      else { return false }
      return terms.count == 3 && terms[0].plainTarget == list
        && terms[2].trimmedDescription == "[]"
    }
  }
}

extension FunctionCallExprSyntax {
  fileprivate var isLog: Bool {
    ["critical", "debug", "error", "fault", "info", "log", "notice", "warning"].contains(name)
  }
}

extension MemberBlockSyntax {
  /// Where the type deletes the objects of a class that a list does not hold:
  /// `let known = Set(titles.map(\.text)); for note in notes where !known.contains(note.title) { … }`.
  fileprivate func deletionBesides(_ list: String, of entity: String) -> Syntax? {
    for member in members {
      guard let body = member.decl.as(FunctionDeclSyntax.self)?.body, body.isHandwritten,
        body.mentions(["delete"]), body.mentions([list]), body.mentions([entity])
      else { continue }
      var known: Set<String> = []
      var found: Syntax?
      body.forEachDescendant { node in
        if let binding = node.as(PatternBindingSyntax.self), let name = binding.name,
          let made = binding.initializer?.value.call, made.name == "Set", made.mentions([list])
        {
          known.insert(name)
        }
        guard found == nil, let loop = node.as(ForStmtSyntax.self),
          let condition = loop.whereClause?.condition.as(PrefixOperatorExprSyntax.self),
          condition.operator.text == "!", let asked = condition.expression.call,
          asked.name == "contains", let set = asked.receiver?.trimmedDescription,
          known.contains(set)
        else { return found == nil }
        loop.body.forEachDescendant { inner in
          if let call = inner.as(FunctionCallExprSyntax.self), call.name == "delete",
            call.isOnContext
          {
            found = call.nameNode
          }
          return found == nil
        }
        return found == nil
      }
      if let found { return found }
    }
    return nil
  }
}
