internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

extension SwallowedStoreError {
  /// Those of saves by whose failure nobody loses anything, and of what looks like them.
  static let little: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      func forgetOld(_ note: Note, _ context: ModelContext) {
        note.title = "old"
        try? context.↓save()
      }
      ---
      @MainActor func fill(_ titles: [String], _ context: ModelContext) {
        guard titles.count == 0 else { return }
        context.insert(Note())
        do { try context.↓save() } catch { print(error) }
      }
      ---
      @MainActor final class Kept {
        static let shared = Kept()
        let container: ModelContainer
        init(_ container: ModelContainer) { self.container = container }
      }
      // file: Playing.swift
      import Foundation
      @MainActor final class Playing {
        func stop(_ note: Note) {
          note.title = "old"
          try? Kept.shared.container.mainContext.↓save()
        }
      }
      """,
    clean: """
      @MainActor struct PreviewCache {
        let context: ModelContext
        func keep(_ note: Note) {
          context.insert(note)
          try? context.save()
        }
      }
      ---
      @MainActor func forgetOldNotes(_ context: ModelContext) {
        try? context.delete(model: Note.self, where: #Predicate { $0.rank < 1 })
        try? context.save()
      }
      ---
      @MainActor func markAllRead(_ notes: [Note], _ context: ModelContext) {
        for note in notes { note.rank = 0 }
        do { try context.save() } catch { print(error) }
      }
      ---
      @MainActor func prepare(_ context: ModelContext) throws {
        let existing = try context.fetchCount(FetchDescriptor<Note>())
        guard existing == 0 else { return }
        context.insert(Note())
        do { try context.save() } catch { print(error) }
      }
      """)
}

/// Saves by whose failure nobody loses anything.
extension FunctionCallExprSyntax {
  private static let tidying: Set = [
    "cleanup", "expire", "expired", "forget", "obsolete", "old", "orphaned", "orphans", "outdated",
    "prune", "purge", "stale", "tidy", "trim",
  ]

  private static let marks: Set = ["read", "seen", "viewed"]

  /// Whether the function around keeps what can be had again, tidies up, or marks what was looked at: the next
  /// call does it again.
  var isForLittle: Bool {
    var node = Syntax(self)
    for _ in 0..<256 {
      guard let next = node.parent else { return false }
      if let function = next.as(FunctionDeclSyntax.self) {
        let words = function.name.text.camelWords
        if words.first == "mark" && !Self.marks.isDisjoint(with: words) { return true }
        if !Self.tidying.isDisjoint(with: words), function.onlyDeletes { return true }
      }
      if next.typeName?.camelWords.contains("cache") ?? false { return true }
      node = next
    }
    return false
  }

  /// Whether the code around fills a store that it has found empty: the next launch finds it empty as well.
  var fillsEmptyStore: Bool {
    guard let body = enclosingBody else { return false }
    return body.hasDescendant { node in
      guard node.position < position, let check = node.as(GuardStmtSyntax.self),
        let condition = check.conditions.onlyElement?.condition.as(ExprSyntax.self),
        let asked = condition.nameAskedForNothing, let value = asked.localValue
      else { return false }
      return value.hasDescendant { ["fetch", "fetchCount"].contains($0.calledName) }
    }
  }
}

extension FunctionDeclSyntax {
  /// Whether the function deletes objects, and neither adds nor changes any.
  fileprivate var onlyDeletes: Bool {
    guard let body else { return false }
    return body.hasDescendant { $0.calledName == "delete" }
      && !body.hasDescendant { node in
        if let call = node.as(FunctionCallExprSyntax.self) {
          return call.name == "insert" || call.makesManaged
        }
        guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count > 2,
          terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
          let target = terms.first?.as(MemberAccessExprSyntax.self), let base = target.base
        else { return false }
        return !base.isSelfName
          && !["predicate", "fetchLimit"].contains(target.declName.baseName.text)
      }
  }
}

extension Syntax {
  fileprivate var calledName: String? { self.as(FunctionCallExprSyntax.self)?.name }
}

extension ExprSyntax {
  /// `count` of `count == 0`, `notes` of `notes.isEmpty`
  var nameAskedForNothing: DeclReferenceExprSyntax? {
    if let access = self.as(MemberAccessExprSyntax.self) {
      return access.declName.baseName.text == "isEmpty"
        ? access.base?.as(DeclReferenceExprSyntax.self) : nil
    }
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.trimmedDescription == "==", terms.last?.trimmedDescription == "0"
    else { return nil }
    let first = terms.first
    return first?.as(DeclReferenceExprSyntax.self)
      ?? first?.as(MemberAccessExprSyntax.self)?.base?.as(DeclReferenceExprSyntax.self)
  }
}
