internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// The same of Core Data: objects that the rule 'Nullify' leaves behind.
extension ChildrenNeverDeleted {
  func checkManaged(_ lint: LintContext, _ report: RuleReport) {
    let code = lint.coreData.code
    let deletions = code.allDeletions
    guard !lint.modelIndex.isInferred, !deletions.isEmpty,
      !deletions.contains(CoreDataCode.anything)
    else { return }
    for model in lint.modelFiles.flatMap(lint.openVersions(of:)) {
      let fetched = Set(
        model.entities.filter { $0.ownNames.contains(where: code.fetched.contains) }.map(\.name))
      for owner in model.entities where owner.ownNames.contains(where: deletions.contains) {
        let lists = owner.relationships.filter { link in
          guard link.deleteRule == .nullify,
            Self.isOnlyWay(link, from: owner, in: model, but: fetched, toOne: true),
            let child = model.entity(named: link.destination), !fetched.contains(child.name)
          else { return false }
          return !lint.deletes(child, of: link.name, of: owner)
        }
        guard !lists.isEmpty else { continue }
        let kept = lint.notAskedFor(lists, in: model)
        guard let link = kept.first else { continue }
        let objects = kept.map(\.destination).unique().quotedList(atMost: 3)
        report(
          "deleting one '\(owner.name)' leaves its \(objects) objects in the store: "
            + "\(kept.map(\.name).quotedList(atMost: 3)) \(kept.count == 1 ? "has" : "have") the rule "
            + "'Nullify', and nothing else finds them",
          about: link, of: owner,
          help: "choose 'Cascade' as delete rule, or delete the objects together with their owner",
          certainty: .inferred("other code may find them"))
      }
    }
  }

  static let managed: [RuleExample] =
    .texts(
      in: managedModel,
      flagged: """
        ↓
        func drop(_ folder: CDFolder, _ context: NSManagedObjectContext) { context.delete(folder) }
        func folders(_ context: NSManagedObjectContext) throws -> [CDFolder] {
          try context.fetch(CDFolder.fetchRequest())
        }
        func add(_ context: NSManagedObjectContext, to folder: CDFolder) {
          CDNote(context: context).folder = folder
        }
        ---
        ↓
        final class Store {
          let context: NSManagedObjectContext
          init(context: NSManagedObjectContext) { self.context = context }
          func remove(_ object: NSManagedObject) { context.delete(object) }
          func drop(_ folder: CDFolder) { remove(folder) }
        }
        """,
      clean: """
        func drop(_ folder: CDFolder, _ context: NSManagedObjectContext) {
          for note in folder.notes as? Set<CDNote> ?? [] { context.delete(note) }
          context.delete(folder)
        }
        ---
        func drop(_ folder: CDFolder, _ context: NSManagedObjectContext) { context.delete(folder) }
        func notes(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.fetchBatchSize = 40
          return try context.fetch(request)
        }
        ---
        func drop(_ object: NSManagedObject, _ context: NSManagedObjectContext) {
          context.delete(object)
        }
        ---
        final class Store {
          let context: NSManagedObjectContext
          init(context: NSManagedObjectContext) { self.context = context }
          func remove(_ object: NSManagedObject) { context.delete(object) }
          func drop(_ note: CDNote) { remove(note) }
        }
        """)
    + .texts(
      in: managedInObjectiveC,
      flagged: """
        ↓
        - (void)drop:(CDFolder *)folder { [self.context deleteObject:folder]; }
        ---
        ↓
        - (void)drop:(CDFolder *)folder { [folder MR_deleteEntity]; }
        - (void)add { CDNote *note = [CDNote MR_createEntity]; note.title = @"New"; }
        """,
      clean: """
        - (void)drop:(CDFolder *)folder { [self.context deleteObject:folder]; }
        - (NSArray *)all { return [CDNote MR_findAll]; }
        ---
        - (void)drop:(CDFolder *)folder {
          for (CDNote *note in folder.notes) { [self.context deleteObject:note]; }
          [self.context deleteObject:folder];
        }
        """)

  /// The mark stands before the relationship in the model.
  private static func managedModel(_ text: String) -> String {
    marked(text) { CoreDataText.code($0) }
  }

  private static func managedInObjectiveC(_ text: String) -> String {
    marked(text) { CoreDataText.objectiveC($0) }
  }

  private static func marked(_ text: String, _ frame: (String) -> String) -> String {
    let list = "<relationship name=\"notes\""
    let mark = text.contains("↓") ? "↓" : ""
    return frame(text.filter { $0 != "↓" }).replacing("\"Cascade\"", with: "\"Nullify\"")
      .replacing(list, with: mark + list)
  }
}

extension Entity {
  /// Its name and that of its class.
  fileprivate var ownNames: [String] { [name, managedClass].compactMap(\.self) }
}

extension LintContext {
  /// Whether code deletes the objects of a list with their owner, or before it.
  fileprivate func deletes(_ child: Entity, of list: String, of owner: Entity) -> Bool {
    let names = Set(child.ownNames)
    let isDeleted = flows.removals.contains { removal in
      // What a function is given to delete, its callers tell.
      guard let entity = removal.entity else { return false }
      if removal.isOfClass { return names.contains(entity) }
      return (names.contains(entity) || owner.ownNames.contains(entity))
        && removal.members.contains(list)
    }
    guard !isDeleted else { return true }
    // A file of Objective-C that deletes and names the list may do both at once.
    let files = allFiles().filter { file in
      !file.path.hasSuffix(".swift")
        && (file.bytes.has("deleteObject") || file.bytes.has("MR_delete"))
    }
    return !WordsOfFiles.positions(of: [list], in: files).isEmpty
  }

  /// The relationships whose objects no text of the project asks for by their class or entity.
  fileprivate func notAskedFor(_ lists: [Relationship], in model: DataModel) -> [Relationship] {
    let files = allFiles()
    if files.contains(where: { $0.bytes.has("prepareForDeletion") }) { return [] }
    let names = lists.map { link in
      (link, model.entity(named: link.destination)?.ownNames ?? [link.destination])
    }
    var asked: Set<String> = []
    for position in WordsOfFiles.positions(of: Set(names.flatMap(\.1)), in: files) {
      let text = String(decoding: files[position].bytes, as: UTF8.self)
      for line in text.split(whereSeparator: \.isNewline) {
        for (link, all) in names where all.contains(where: { line.asks(for: $0) }) {
          asked.insert(link.name)
        }
      }
    }
    return lists.filter { !asked.contains($0.name) }
  }
}

extension Substring {
  private static let asking = [
    "aggregate", "all", "count", "entity", "fetch", "find", "first", "get", "last", "load", "query",
    "request", "search",
  ]
  private static let plain: Set = ["Array", "NSSet", "Optional", "Set", "NSOrderedSet"]

  /// Whether the line asks for objects of a class or entity: `Note.fetchRequest()`, `FetchedResults<Note>`,
  /// `Note.self`, `[Note findAll]`, `"Note"`.
  fileprivate func asks(for name: String) -> Bool {
    ranges(of: name).contains { range in
      let (before, after) = (self[..<range.lowerBound], self[range.upperBound...])
      guard let next = after.first, !next.isPartOfWord, !(before.last?.isPartOfWord ?? false) else {
        return false
      }
      let rest = after.dropFirst()
      let word = rest.drop { $0 == " " }.prefix { $0.isPartOfWord }
      switch next {
      case "." where word == "self": return true
      case " " where before.last != "[": return false
      case ".", " ":
        let small = word.lowercased()
        return !small.contains("entitydescription") && !small.contains("createentity")
          && Self.asking.contains(where: small.contains)
      case ">":
        guard before.last == "<" else { return false }
        let generic = before.dropLast().reversed().prefix { $0.isPartOfWord }
        return !Self.plain.contains(String(generic.reversed()))
      case "\"": return before.last == "\"" && !contains("insertNewObject")
      default: return false
      }
    }
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}
