internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds properties of the version before that the newer one has no place for.
struct PropertyDropped: ChangeRule {
  static let info = RuleInfo(
    id: "property-dropped", group: .changes, severity: .error,
    summary: "a property of the version before is gone",
    why: "the migration succeeds and drops its values or links in every row, without a message",
    fix:
      "keep the property, or ignore the rule at the new version with the reason why nobody needs "
      + "its values",
    limits:
      "a note in a model file, and where the class gets no other property instead; silent where the stage's willMigrate touches the property, unless all that it sets "
      + "are properties that go as well: what it does with the values shows only when it runs; said of the step to the "
      + "newest version alone, since older ones have shipped: 'verify' says what their users lose on the way",
    examples: [
      .flagged(
        ChangeText.versions(
          "@Model final class Note { var title = \"\"; var size = 0; init() {} }",
          "@Model final class ↓Note { var title = \"\"; init() {} }")),
      .flagged(
        ChangeText.versions(
          """
          @Model final class Folder { @Relationship(inverse: \\Note.folder) var notes: [Note] = []; \
          init() {} }
            @Model final class Note { var title = ""; var folder: Folder?; init() {} }
          """,
          """
          @Model final class Folder { init() {} }
            @Model final class ↓Note { var title = ""; init() {} }
          """, models: "Folder.self, Note.self")),
      .flagged(
        ChangeText.versions(
          "@Model final class Note { var title = \"\"; var size = 0; init() {} }",
          "@Model final class ↓Note { var title = \"\"; init() {} }",
          stage: ChangeText.custom(did: "print(\"migrated\")"))),
      .flagged(
        ChangeText.versions(
          "@Model final class Note { var title = \"\"; var size: Int?; init() {} }",
          "@Model final class ↓Note { var title = \"\"; var sizeRaw = \"\"; init() {} }",
          stage: ChangeText.custom(
            will:
              "for note in try context.fetch(FetchDescriptor<V1.Note>()) where note.size == nil { note.size = 1 }"
              + "\n          try context.save()"))),
      .flagged(
        // One of them is the old one, and nobody can see which.
        ChangeText.versions(
          "@Model final class Note { var title = \"\"; init() {} }",
          "@Model final class ↓Note { var heading = \"\"; var detail = \"\"; init() {} }")),
      .clean(
        ChangeText.versions(
          "@Model final class Note { var title = \"\"; var size: Int?; init() {} }",
          "@Model final class Note { var title = \"\"; init() {} }",
          stage: ChangeText.custom(
            will:
              "for note in try context.fetch(FetchDescriptor<V1.Note>()) { note.title += \" \\(note.size ?? 0)\" }"
              + "\n          try context.save()"))),
      .flagged(
        ChangeText.editor(
          ChangeText.entity(
            ChangeText.attribute("title") + "\n" + ChangeText.attribute("size", type: "Date")),
          ChangeText.entity(ChangeText.attribute("title"), mark: "↓"))),
      .clean(
        ChangeText.versions(
          "@Model final class Note { var title = \"\"; var size = 0; init() {} }",
          "@Model final class Note { var title = \"\"; init() {} }",
          stage: ChangeText.custom(
            will: "keep(try context.fetch(FetchDescriptor<V1.Note>()).map(\\.size))"))),
      .clean(
        ChangeText.note(
          "var title = \"\"", "@Attribute(originalName: \"title\") var heading = \"\"")),
      .clean(
        ChangeText.note(
          "var title = \"\"; @Transient var size = 0", "var title = \"\"; var pages = 0")),
      .clean(
        ChangeText.versions(
          "@Model final class Note { var title = \"\"; var size = 0; init() {} }",
          "@Model final class Note { var title = \"\"; init() {} }"),
        settings: "allow-loss: Note.size"),
    ])

  static let judgesShipped = false

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    // A list that could not be read whole, or a type nobody knows, may hold the property.
    guard !change.hasUnreadList else { return }
    // Where a type changes without a way, nothing is migrated, and another rule has said so.
    let stuck = Set(change.differences.filter(change.isImpassableTypeChange).map(\.path))
    let dropped = Set(
      change.differences.filter { $0.change == .entityRemoved }.map(\.entity))
    for loss in change.losses
    where (loss.kind == .values || loss.kind == .links) && !stuck.contains(loss.path) {
      guard let property = loss.property, loss.rename == nil, !lint.settings.allows(loss),
        let name = property.split(separator: ".").first.map(String.init),
        !change.mayPrepare(name) || change.carriesNothing
      else { continue }
      // Links to an entity that goes are said with the entity.
      let target = change.from.entity(named: loss.entity)?.relationship(named: name)?.destination
      guard target.map({ change.to.entity(named: $0) != nil || !dropped.contains($0) }) ?? true
      else {
        continue
      }
      let what = loss.kind == .links ? "links" : "values"
      report(
        loss.why.map { "'\(loss.path)' loses all \(what): \($0)" }
          ?? "\(change.newer) has no '\(loss.path)': all \(what) of it are dropped",
        at: loss.places.first, entity: loss.entity, property: property,
        help: Self.help(change, loss.entity, property),
        severity: change.isCoreData || change.from.isOfScreen(name, of: loss.entity)
          // What stays and is kept otherwise, nobody has removed.
          || loss.why == nil && Self.onlyRemoves(change, loss.entity) ? .note : nil)
    }
  }
}

extension PropertyDropped {
  private static let mostSuccessors = 3

  /// What to do, with the new properties that it may be under another name.
  private static func help(_ change: VersionChange, _ entity: String, _ property: String) -> String?
  {
    let new = successors(of: property, in: entity, change)
    var ways: [String] = []
    if !new.isEmpty {
      ways.append(
        "if it is \(new.quotedList(separator: " or ")) now, say so there: "
          + (change.isCoreData
            ? "its Renaming ID is '\(property)'"
            : "'@Attribute(originalName: \"\(property)\")'"))
    }
    if change.isCoreData {
      ways.append(
        "keep the property, or name it in 'allow-loss' of '\(LintConfiguration.fileName)' if nobody "
          + "needs its values")
    } else if !new.isEmpty {
      ways.append("else \(info.fix)")
    }
    return ways.isEmpty ? nil : ways.joined(separator: "; ")
  }

  /// Whether the class gets nothing new that the values could have gone to: somebody has removed the property
  /// together with the code that used it.
  private static func onlyRemoves(_ change: VersionChange, _ entity: String) -> Bool {
    guard let pair = change.pairing.entities.first(where: { $0.source.name == entity }) else {
      return false
    }
    return pair.destination.attributes.allSatisfy { pair.source.attribute(named: $0.name) != nil }
      && pair.destination.relationships.allSatisfy {
        pair.source.relationship(named: $0.name) != nil
      }
  }

  /// The attributes of the newer version that the older one lacks, of the type of the one that goes.
  private static func successors(
    of property: String, in entity: String, _ change: VersionChange
  ) -> [String] {
    let pair = change.pairing.entities.first { $0.source.name == entity }
    guard let pair, let old = pair.source.attribute(named: property) else { return [] }
    let new = pair.destination.attributes.filter { attribute in
      !attribute.isTransient && attribute.type == old.type && attribute.renamingIdentifier == nil
        && pair.source.attribute(named: attribute.name) == nil
    }
    return new.count > mostSuccessors ? [] : new.map(\.name)
  }
}

extension DataModel {
  private static let states: Set = [
    "animating", "dragging", "editing", "expanded", "focused", "highlighted", "hovered", "loading",
    "presented", "refreshing", "selected", "showing", "shown",
  ]

  /// Whether a property says how something looks for the moment, as `isLoading`: nobody misses its values.
  fileprivate func isOfScreen(_ property: String, of entity: String) -> Bool {
    guard let attribute = self.entity(named: entity)?.attribute(named: property),
      attribute.type == .boolean, case let words = property.camelWords, words.first == "is"
    else { return false }
    return words.dropFirst().first.map(Self.states.contains) ?? false
  }
}
