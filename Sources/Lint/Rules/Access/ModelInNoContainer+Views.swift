internal import Diagnostics
internal import StoreModel

/// Views that are shown with a container which other ones are made for.
extension ModelInNoContainer {
  func checkViews(_ lint: LintContext, said: Set<String>, _ report: RuleReport) {
    guard !lint.flows.contained.isEmpty else { return }
    let parts = Dictionary(grouping: lint.flows.viewParts, by: \.view)
    let queries = Dictionary(
      grouping: lint.flows.loads.filter { $0.function == nil && $0.owner != nil },
      by: { $0.owner ?? "" })
    for scene in lint.flows.contained where scene.isBare {
      var waiting = scene.views
      var seen = Set(waiting)
      while let view = waiting.popLast() {
        let own = parts[view] ?? []
        guard own.count < 2 else { continue }
        if let query = queries[view]?.first {
          report(
            "'\(view)' queries '\(query.entity)', and this scene has no container, as the others have: what it "
              + "shows is empty, and what it changes is not stored", at: scene.location,
            entity: query.entity, help: "put '.modelContainer(…)' on this scene, too")
          break
        }
        for next in own.flatMap(\.parts) where seen.insert(next).inserted { waiting.append(next) }
      }
    }
    guard let model = Self.liveModel(of: lint) else { return }
    var known: Set<String> = []
    for scene in lint.flows.contained.sorted(by: { $0.location.precedes($1.location) })
    where !scene.isBare && scene.types.allSatisfy({ model.entity(named: $0) != nil }) {
      let held = model.held(by: Set(scene.types))
      var waiting = scene.views
      var seen = Set(waiting)
      while let view = waiting.popLast() {
        // Of two views of one name, nobody knows which is meant.
        let own = parts[view] ?? []
        guard own.count < 2 else { continue }
        for query in queries[view] ?? []
        where !held.contains(query.entity) && model.entity(named: query.entity) != nil {
          // One finding for each view of the previews, and one for each class of the app.
          let key = scene.isPreview ? "\(view) \(query.entity)" : query.entity
          guard !said.contains(query.entity), known.insert(key).inserted else { continue }
          report(
            "'\(view)' queries '\(query.entity)', and "
              + (scene.isPreview
                ? "the container of this preview is not made for it: the preview crashes"
                : "the container that it is shown with here is not made for it"),
            at: scene.location, entity: query.entity, severity: scene.isPreview ? .note : nil)
          waiting = []
          break
        }
        for next in own.flatMap(\.parts) where seen.insert(next).inserted { waiting.append(next) }
      }
    }
  }

  static let views: [RuleExample] = [RuleExample].texts(
    in: models,
    flagged: """
      struct NotesApp: App {
        var body: some Scene { WindowGroup { TagsView() }.modelContainer(for: Note.self) }
      }
      struct TagsView: View {
        ↓@Query private var tags: [Tag]
        var body: some View { List(tags) { Text($0.name) } }
      }
      struct TagsViewPreviews: PreviewProvider {
        static var previews: some View { TagsView().modelContainer(for: [Note.self, Tag.self]) }
      }
      enum Store {
        @MainActor static let previewContainer = try! ModelContainer(for: Note.self, Tag.self)
      }
      ---
      struct NotesApp: App {
        var body: some Scene {
          WindowGroup { NotesView() }.modelContainer(for: [Note.self, Tag.self])
          Window("Tags", id: "tags") { TagsView() }.↓modelContainer(for: Note.self)
        }
      }
      struct NotesView: View {
        @Query private var notes: [Note]
        @Query private var tags: [Tag]
        var body: some View { Text("\\(notes.count) \\(tags.count)") }
      }
      struct TagsView: View {
        var body: some View { VStack { TagList() } }
      }
      struct TagList: View {
        @Query private var tags: [Tag]
        var body: some View { List(tags) { Text($0.name) } }
      }
      #Preview {
        let container = try! ModelContainer(
          for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        return NotesView().↓modelContainer(container)
      }
      ---
      struct NotesApp: App {
        let container: ModelContainer
        var body: some Scene {
          WindowGroup { Text("") }.modelContainer(container)
          #if os(macOS)
            ↓Settings { TabView { TagsView() }.frame(width: 300) }
          #endif
        }
      }
      struct TagsView: View {
        @Query private var tags: [Tag]
        var body: some View { List(tags) { Text($0.name) } }
      }
      let everything = try? ModelContainer(for: Note.self, Tag.self)
      """,
    clean: """
      struct NotesApp: App {
        let container: ModelContainer
        var body: some Scene {
          WindowGroup { Text("") }.modelContainer(container)
          Settings { TagsView().modelContainer(container) }
          Window("About", id: "about") { Text("") }
          MenuBarExtra("Tags") { TagsView() }.modelContainer(container)
        }
      }
      struct TagsView: View {
        @Query private var tags: [Tag]
        var body: some View { List(tags) { Text($0.name) } }
      }
      let everything = try? ModelContainer(for: Note.self, Tag.self)
      ---
      struct NotesApp: App {
        var body: some Scene { WindowGroup { NotesView() }.modelContainer(for: [Note.self, Tag.self]) }
      }
      struct NotesView: View {
        @Query private var notes: [Note]
        @Query private var folders: [Folder]
        var body: some View {
          ForEach(folders) { Text($0.name) }
          List(notes) { note in NavigationLink(note.title) { TagsView() } }
        }
      }
      struct TagsView: View {
        @Query private var tags: [Tag]
        var body: some View { List(tags) { Text($0.name) } }
      }
      #Preview { NotesView().modelContainer(for: Note.self, inMemory: true) }
      #Preview { TagsView().modelContainer(for: [Note.self, Tag.self], inMemory: true) }
      """)
}

extension DataModel {
  /// The classes that a container knows which is made for some: those that their relationships lead to, those
  /// above and those below them, too.
  func held(by names: Set<String>) -> Set<String> {
    var held = names
    var waiting = Array(names)
    while let name = waiting.popLast() {
      guard let entity = entity(named: name) else { continue }
      let next =
        allRelationships(of: entity).map(\.destination) + [entity.superentity].compactMap(\.self)
      for found in next where held.insert(found).inserted { waiting.append(found) }
    }
    return held
  }
}
