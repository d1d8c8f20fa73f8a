internal import Diagnostics
internal import StoreModel

/// Finds code that takes for granted an object which other code deletes.
struct ForcedRelationship: ProjectRule {
  static let info = RuleInfo(
    id: "forced-relationship", group: .dataAccess, severity: .warning,
    summary:
      "the object of a relationship is unwrapped with '!', and deleting it sets the relationship to nil",
    why:
      "the delete rule of the other side is nullify: once the object is deleted, those that led to it have "
      + "nothing there, and the next time they are read the app crashes, at every launch if that is then",
    fix: "unwrap it with 'if let' or 'guard', or give the other side 'deleteRule: .cascade'",
    limits:
      "only where code of the given paths deletes objects of that class, where no initializer is given the object, "
      + "or of Core Data's where other code reckons with nil; silent where the file asks anywhere whether the "
      + "relationship is nil, and in predicates and tests",
    examples: managed
      + [RuleExample].texts(
        in: models,
        flagged: """
          func byFolder(_ notes: [Note]) -> [Folder: [Note]] {
            Dictionary(grouping: notes) { $0.↓folder! }
          }
          func drop(_ folder: Folder, _ context: ModelContext) { context.delete(folder) }
          ---
          func list(_ notes: [Note]) { for note in notes { print(note.↓folder!.name) } }
          func drop(_ folder: Folder, _ context: ModelContext) { context.delete(folder) }
          ---
          extension Note { var place: String { ↓folder!.name } }
          func drop(_ folder: Folder, _ context: ModelContext) { context.delete(folder) }
          ---
          struct Line {
            let place: String
            init(_ note: Note) { place = note.↓folder!.name }
          }
          """,
        clean: """
          func byOwner(_ notes: [Pin]) -> [Folder: [Pin]] { Dictionary(grouping: notes) { $0.folder! } }
          ---
          func byShelf(_ notes: [Note]) -> [Shelf: [Note]] { Dictionary(grouping: notes) { $0.shelf! } }
          func drop(_ shelf: Shelf, _ context: ModelContext) { context.delete(shelf) }
          ---
          func byFolder(_ notes: [Note]) -> [Folder: [Note]] {
            Dictionary(grouping: notes.filter { $0.folder != nil }) { $0.folder! }
          }
          func drop(_ folder: Folder, _ context: ModelContext) { context.delete(folder) }
          """))

  private static let managed: [RuleExample] = .texts(
    // Deleting a folder must leave its notes where they are.
    in: {
      CoreDataText.code($0).replacing("deletionRule=\"Cascade\"", with: "deletionRule=\"Nullify\"")
    },
    flagged: """
      func label(_ note: CDNote) -> String { note.↓folder!.name ?? "" }
      // file: Folders.swift
      import CoreData
      func drop(_ folder: CDFolder, _ context: NSManagedObjectContext) {
        context.delete(folder)
      }
      """,
    clean: """
      func label(_ note: CDNote) -> String { note.folder!.name ?? "" }
      ---
      func label(_ note: CDNote) -> String { note.folder!.name ?? "" }
      // file: Folders.swift
      import CoreData
      func place(of note: CDNote?) -> String {
        if let folder = note?.folder { return folder.name ?? "" }
        return "nowhere"
      }
      ---
      func label(_ note: CDNote) -> String {
        guard note.folder != nil else { return "" }
        return note.folder!.name ?? ""
      }
      // file: Folders.swift
      import CoreData
      func drop(_ folder: CDFolder, _ context: NSManagedObjectContext) {
        context.delete(folder)
      }
      func notes(_ context: NSManagedObjectContext) throws -> [CDNote] {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.fetchBatchSize = 40
        return try context.fetch(request)
      }
      """)

  private static func models(_ text: String) -> String {
    """
    import SwiftData

    @Model final class Note {
      var title = ""
      var folder: Folder?
      var shelf: Shelf?
      init() {}
    }
    @Model final class Folder {
      var name = ""
      @Relationship(inverse: \\Note.folder) var notes: [Note] = []
      @Relationship(inverse: \\Pin.folder) var pins: [Pin] = []
      init() {}
    }
    @Model final class Pin {
      var folder: Folder?
      init(folder: Folder) { self.folder = folder }
    }
    @Model final class Shelf {
      @Relationship(deleteRule: .cascade, inverse: \\Note.shelf) var notes: [Note] = []
      init() {}
    }
    \(text)
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    let removals = lint.flows.removals
    var said: Set<String> = []
    let managed = lint.modelFiles.flatMap(lint.openVersions(of:))
    for forced in lint.flows.forced.sorted(by: { $0.location.precedes($1.location) }) {
      for model in lint.openVersions where model.source == .swift {
        guard let owner = model.entity(named: forced.entity),
          let link = model.allRelationships(of: owner).first(where: { $0.name == forced.property }),
          let other = link.inverse.flatMap({ name in
            model.entity(named: link.destination)?.relationship(named: name)
          }), other.deleteRule == .nullify
        else { continue }
        if let removal = removals.first(where: {
          $0.entity == link.destination && !$0.isOfClass && !$0.members.contains(other.name)
        }) {
          let place =
            "\(removal.location.path.split(separator: "/").last ?? ""):\(removal.location.line ?? 1)"
          report(
            "'\(forced.entity).\(forced.property)' is nil once its '\(link.destination)' is deleted, as in "
              + "\(place), and the app crashes here", at: forced.location, entity: forced.entity,
            property: forced.property)
        } else if lint.answer(.isGivenAtBirth("\(forced.entity).\(forced.property)")).isEmpty,
          said.insert("\(forced.entity).\(forced.property)").inserted
        {
          report(
            "a new '\(forced.entity)' has no '\(forced.property)' until one is set, and the app crashes here for one "
              + "without", at: forced.location, entity: forced.entity, property: forced.property,
            certainty: .inferred("other code may always set it"))
        }
        break
      }
      check(forced, in: managed, lint, report)
    }
  }

  /// The same of Core Data's objects: nil once the other one is deleted, or where other code reckons with it.
  private func check(
    _ forced: ObjectFlows.Forced, in models: [DataModel], _ lint: LintContext, _ report: RuleReport
  ) {
    for model in models {
      guard let owner = model.entities.first(where: { $0.managedClass == forced.entity }),
        let link = model.allRelationships(of: owner).first(where: { $0.name == forced.property }),
        let destination = model.entity(named: link.destination)
      else { continue }
      let other = link.inverse.flatMap { name in
        model.allRelationships(of: destination).first { $0.name == name }
      }
      let names = [destination.name, destination.managedClass].compactMap(\.self)
      let removal = lint.flows.removals.first { removal in
        guard let other, other.deleteRule == .nullify, let entity = removal.entity else {
          return false
        }
        return names.contains(entity) && !removal.isOfClass && !removal.members.contains(other.name)
      }
      let reckoning = lint.flows.absent.filter {
        $0.property == forced.property && [forced.entity, ""].contains($0.entity)
      }
      if let removal {
        report(
          "'\(forced.entity).\(forced.property)' is nil once its '\(link.destination)' is deleted, as in "
            + "\(removal.location.short), and the app crashes here", at: forced.location,
          entity: forced.entity, property: forced.property,
          help: "unwrap it with 'if let' or 'guard', or let deleting the other one cascade")
      } else if !reckoning.contains(where: \.isFilter),
        let place = reckoning.filter({ !$0.isOfOptional }).min(by: {
          $0.location.precedes($1.location)
        })
      {
        report(
          "'\(forced.entity).\(forced.property)' may be nil, which \(place.location.short) reckons with, and the "
            + "app crashes here then", at: forced.location, entity: forced.entity,
          property: forced.property, help: "unwrap it with 'if let' or 'guard'")
      }
      return
    }
  }
}

extension Location {
  /// `NoteRow.swift:12`
  fileprivate var short: String { "\(path.split(separator: "/").last ?? ""):\(line ?? 1)" }
}
