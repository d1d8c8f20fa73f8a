internal import Diagnostics
internal import ModelSource
internal import StoreEngine
internal import StoreModel

/// Finds fetches of classes that no container was made for.
struct ModelInNoContainer: ProjectRule {
  static let info = RuleInfo(
    id: "model-in-no-container", group: .dataAccess, severity: .warning,
    summary: "a model is fetched or inserted that no container holds",
    why:
      "the container knows only the classes it was made with, and those their relationships lead "
      + "to: the app crashes at the fetch or the first insert",
    fix: "add the class to the container's list of models",
    limits:
      "only where all lists of the given paths could be read; classes that a version of a plan "
      + "lists are taken to be in a container",
    examples: [RuleExample].texts(
      in: models,
      flagged: """
        struct NotesApp: App {
          var body: some Scene { WindowGroup { TagsView() }.modelContainer(for: Note.self) }
        }
        struct TagsView: View {
          ↓@Query private var tags: [Tag]
          var body: some View { List(tags) { Text($0.name) } }
        }
        ---
        let container = try? ModelContainer(for: Schema([Note.self, Folder.self]))
        func tags(_ context: ModelContext) throws -> [Tag] { try context.fetch(↓FetchDescriptor<Tag>()) }
        ---
        // file: Store.swift
        import SwiftData
        enum Store { static func open() throws -> ModelContainer { try ModelContainer(for: Note.self) } }
        // file: Tags.swift
        import SwiftData
        struct Tags {
          let modelContext: ModelContext
          func all() throws -> [Tag] {
            let descriptor = ↓FetchDescriptor<Tag>(sortBy: [SortDescriptor(\\.name)])
            return try modelContext.fetch(descriptor)
          }
        }
        ---
        struct NotesApp: App {
          var body: some Scene { WindowGroup { Text("") }.modelContainer(for: Note.self) }
        }
        struct Tagger {
          let context: ModelContext
          func tag(_ name: String) {
            let tag = Tag()
            tag.name = name
            context.↓insert(tag)
          }
        }
        ---
        enum Store {
          static let kinds: [any PersistentModel.Type] = [Note.self, Folder.self]
          static func open() throws -> ModelContainer {
            let schema = Schema(kinds)
            return try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema))
          }
        }
        func add(_ context: ModelContext) { context.↓insert(Tag()) }
        ---
        let container = try? ModelContainer(for: Note.self)
        func clear(_ context: ModelContext) throws { try context.↓delete(model: Tag.self) }
        ---
        enum SchemaV1: VersionedSchema {
          static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
          static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [SchemaV1.self] }
          static var stages: [MigrationStage] { [] }
        }
        let container = try? ModelContainer(for: Note.self, migrationPlan: Plan.self)
        func tag(_ context: ModelContext) { context.↓insert(Tag()) }
        """,
      clean: """
        struct NotesApp: App {
          var body: some Scene { WindowGroup { FoldersView() }.modelContainer(for: Note.self) }
        }
        struct FoldersView: View {
          @Query private var folders: [Folder]
          var body: some View { List(folders) { Text($0.name) } }
        }
        ---
        let container = try? ModelContainer(for: Note.self)
        func add(_ context: ModelContext, _ note: Note) {
          let folder = Folder()
          context.insert(folder)
          folder.notes.append(note)
        }
        ---
        let container = try? ModelContainer(for: Note.self, Tag.self)
        func tags(_ context: ModelContext) throws -> [Tag] { try context.fetch(FetchDescriptor<Tag>()) }
        ---
        func open(_ types: [any PersistentModel.Type]) throws -> ModelContainer {
          try ModelContainer(for: Schema(types))
        }
        func tags(_ context: ModelContext) throws -> [Tag] { try context.fetch(FetchDescriptor<Tag>()) }
        """) + views)

  static func models(_ text: String) -> String {
    """
    import SwiftData
    import SwiftUI

    @Model final class Note { var title = ""; var folder: Folder?; init() {} }
    @Model final class Folder {
      var name = ""
      @Relationship(inverse: \\Note.folder) var notes: [Note] = []
      init() {}
    }
    @Model final class Tag { var name = ""; init() {} }
    \(text)
    """
  }

  /// Where the others are listed, if that is one place.
  private static func place(_ uses: [ContainerUse]) -> String {
    let lists = Set(uses.filter { !$0.types.isEmpty }.map(\.location))
    guard lists.count == 1, let list = lists.first else { return "" }
    return "; \(list.path.lastPathComponent):\(list.line ?? 0) lists the others"
  }

  /// Problems behind which a list of models, or a class, may be hidden.
  private static let hiding: Set<ModelProblem.Topic> = [
    .conditional, .unreadFile, .unreadList, .unreadModel,
  ]

  func check(_ lint: LintContext, report: RuleReport) {
    checkViews(lint, said: checkFetches(lint, report), report)
  }

  /// The classes of no version, where all of them could be read.
  static func liveModel(of lint: LintContext) -> DataModel? {
    let live = lint.histories.filter { !$0.isOrdered && $0.name == "live" }.flatMap(\.versions)
    guard live.count == 1, let model = live.first,
      !model.problems.contains(where: { $0.topic.map(hiding.contains) ?? false })
    else { return nil }
    return model
  }

  /// The classes that containers and versions hold, where all lists of them could be read.
  private static func held(
    _ lint: LintContext
  ) -> (model: DataModel, held: Set<String>, opening: [ContainerUse])? {
    let opening = (lint.containers + lint.unreadContainers).filter {
      !$0.location.isInTests && !LintFile.isPreview($0.location.path)
    }
    guard opening.contains(where: { $0.call != "Schema" }),
      opening.allSatisfy({ use in
        use.isListed && use.types.allSatisfy { use.resolved[$0] != nil }
      }), let model = liveModel(of: lint)
    else { return nil }
    let versions = lint.histories.filter { $0.isOrdered || $0.name != "live" }.flatMap(\.versions)
    let held = model.held(
      by: Set(opening.flatMap { $0.types.map(\.lastPart) })
        .union(versions.flatMap { $0.entities.map(\.name) }))
    return (model, held, opening)
  }

  /// The classes of a model that no container holds, where all lists could be read.
  static func unheld(in model: DataModel, of lint: LintContext) -> Set<String> {
    guard model.source == .swift, let (live, held, _) = held(lint), live.name == model.name,
      live.location == model.location
    else { return [] }
    return Set(model.entities.map(\.name)).subtracting(held)
  }

  /// Classes that no container holds.
  ///
  /// - Returns: their names.
  private func checkFetches(_ lint: LintContext, _ report: RuleReport) -> Set<String> {
    guard let (model, held, opening) = Self.held(lint) else { return [] }
    var said: Set<String> = []
    for fetch in lint.flows.fetches.sorted(by: { $0.location.precedes($1.location) })
    where !held.contains(fetch.entity) && model.entity(named: fetch.entity) != nil {
      guard said.insert(fetch.entity).inserted else { continue }
      report(
        "no container is made for '\(fetch.entity)', which is \(fetch.action) here"
          + Self.place(opening),
        at: fetch.location,
        entity: fetch.entity,
        certainty: .inferred("a container outside of the given paths may hold it"))
    }
    return said
  }
}
