internal import Diagnostics
internal import SwiftSyntax

/// Finds objects that are read after they are gone.
struct DeletedObjectUsed: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "deleted-object-used", group: .dataAccess, severity: .warning,
    summary: "an object is used after it was deleted and the deletion saved",
    why: "its row is gone, so what was not read before cannot be loaded any more and the app stops",
    fix: "read what is needed into constants before 'delete'",
    limits: "only statements of one block, and functions of the given paths that they hand it to",
    explanation: "swiftdata-backing-data-detached",
    examples: [RuleExample].texts(
      in: AccessText.models,
      flagged: """
        func remove(_ note: Note, _ context: ModelContext) throws {
          context.delete(note)
          try context.save()
          print("removed", ↓note.title)
        }
        ---
        func remove(_ note: Note, _ context: ModelContext) {
          context.delete(note)
          do { try context.save() } catch { print(error) }
          guard let folder = ↓note.folder else { return }
          folder.name = "x"
        }
        ---
        func remove(_ note: Note, _ context: ModelContext) throws {
          context.delete(note)
          try context.save()
          Reminders.↓cancel(for: note)
        }
        enum Reminders { static func cancel(for note: Note) { print("cancelled", note.title) } }
        ---
        func clean(_ folder: Folder, _ modelContext: ModelContext) throws {
          for note in folder.notes {
            modelContext.delete(note)
            try modelContext.save()
            print(↓note.rank)
          }
        }
        """,
      clean: """
        func remove(_ note: Note, _ context: ModelContext) throws {
          context.delete(note)
          try context.save()
          forget(note)
        }
        func forget(_ note: Note) { print(note.persistentModelID) }
        ---
        func remove(_ note: Note, _ context: ModelContext) throws {
          let title = note.title
          context.delete(note)
          try context.save()
          print("removed", title)
        }
        ---
        func remove(_ note: Note, _ context: ModelContext) throws {
          context.delete(note)
          print(note.title)
          try context.save()
        }
        ---
        func replace(_ first: Note, _ context: ModelContext) throws {
          var note = first
          context.delete(note)
          try context.save()
          note = Note()
          print(note.title)
        }
        """) + CoreDataText.erased)

  static let nodes: [SyntaxKind] = [.codeBlockItemList]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let items = node.as(CodeBlockItemListSyntax.self), items.isHandwritten, !file.isTest,
      file.meansSwiftData || !file.ask(.coreDataEntities).isEmpty
    else { return }
    for (name, item) in items.afterDeletions {
      if let use = item.use(of: name)?.read {
        report("'\(name)' was deleted and saved before this", at: file.location(use))
      }
    }
    for (name, use) in items.afterDeletionsOfLists {
      report("the objects of '\(name)' were deleted and saved before this", at: file.location(use))
    }
  }

  /// Functions that are handed what is gone.
  func check(_ lint: LintContext, report: RuleReport) {
    for deletion in lint.flows.deletions {
      guard let read = lint.graph.stored(readBy: deletion.pass, of: deletion.entity, in: lint)
      else {
        continue
      }
      report(
        "'\(deletion.name)' was deleted and saved before this, and '\(read)' is read of it there",
        at: deletion.pass.location, entity: deletion.entity)
    }
  }
}

extension CodeBlockItemListSyntax {
  /// The names of objects that were deleted and saved, each with the first statement after that which
  /// uses it: reads something of it, or hands it on.
  var afterDeletions: [(name: String, item: CodeBlockItemSyntax)] {
    var found: [(String, CodeBlockItemSyntax)] = []
    var deleted: [String: Bool] = [:]
    for item in self {
      let call = item.item.plainCall
      if let name = call?.erased {
        deleted[name] = true
        continue
      }
      if let call, call.name == "delete", call.isOnContext, call.arguments.count == 1,
        let name = call.arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
      {
        deleted[name] = false
        continue
      }
      guard !deleted.isEmpty else { continue }
      for (name, isSaved) in deleted.sorted(by: { $0.key < $1.key }) {
        if isSaved, item.assigns(name) {
          deleted[name] = nil
        } else if isSaved, item.use(of: name) != nil || item.passes(name) {
          deleted[name] = nil
          found.append((name, item))
        } else if item.savesAlways {
          deleted[name] = true
        } else if item.use(of: name)?.read == nil, item.assigns(name) {
          deleted[name] = nil
        }
      }
    }
    return found
  }
}

extension CodeBlockItemSyntax.Item {
  fileprivate var plainCall: FunctionCallExprSyntax? {
    guard case .expr(let expression) = self else { return nil }
    return expression.call
  }
}

extension CodeBlockItemSyntax {
  /// What an object knows without its row.
  private static let always: Set = [
    "entity", "faultingState", "hasChanges", "id", "isDeleted", "isFault", "managedObjectContext",
    "modelContext", "objectID", "persistentModelID",
  ]

  var savesAlways: Bool {
    calls.contains { $0.name == "save" && $0.isOnContext }
  }

  fileprivate func assigns(_ name: String) -> Bool {
    guard case .expr(let expression) = item,
      let terms = expression.as(SequenceExprSyntax.self)?.elements
    else { return false }
    return terms.first?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
  }

  /// Whether it hands an object over.
  fileprivate func passes(_ name: String) -> Bool {
    hasDescendant { node in
      node.as(LabeledExprSyntax.self)?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        == name
    }
  }

  /// The first place that reads a member of an object; without one where the name gets a new value.
  fileprivate func use(of name: String) -> (read: MemberAccessExprSyntax?, Void)? {
    if assigns(name) { return (nil, ()) }
    var found: MemberAccessExprSyntax?
    forEachDescendant { node in
      guard found == nil, let access = node.as(MemberAccessExprSyntax.self),
        access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        !Self.always.contains(access.declName.baseName.text)
      else { return found == nil }
      found = access
      return false
    }
    return found.map { ($0, ()) }
  }
}
