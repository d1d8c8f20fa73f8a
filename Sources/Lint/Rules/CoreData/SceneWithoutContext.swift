internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds scenes that show what is fetched, and that are not given the context which the other scenes have.
struct SceneWithoutContext: ProjectRule {
  static let info = RuleInfo(
    id: "scene-without-context", group: .dataAccess, severity: .error,
    summary: "a scene shows views that fetch, and is not given a context",
    why:
      "each scene has an environment of its own: without a context in it '@FetchRequest' finds nothing, and what is "
      + "inserted belongs to no store",
    fix: "put '.environment(\\.managedObjectContext, …)' on what this scene shows as well",
    limits:
      "views that the scene shows at once, by way of others as well; where no scene of the app is given one, only if "
      + "no other code puts one into an environment, previews aside",
    examples: .texts(
      in: { CoreDataText.code("import SwiftUI\n" + $0) },
      flagged: """
        struct NotesApp: App {
          let store: Store
          var body: some Scene {
            WindowGroup { NotesView().environment(\\.managedObjectContext, store.container.viewContext) }
            ↓Settings { FoldersView() }
          }
        }
        struct FoldersView: View {
          @FetchRequest(sortDescriptors: []) private var folders: FetchedResults<CDFolder>
          var body: some View { Text("\\(folders.count)") }
        }
        ---
        struct NotesApp: App {
          let store: Store
          var body: some Scene {
            WindowGroup { NotesView() }.environment(\\.managedObjectContext, store.container.viewContext)
            ↓Window("Folders", id: "folders") { VStack { FoldersView() } }.windowResizability(.contentSize)
          }
        }
        struct FoldersView: View { var body: some View { FolderForm() } }
        struct FolderForm: View {
          @Environment(\\.managedObjectContext) private var context
          var body: some View { Button("Add") { CDFolder(context: context).name = "" } }
        }
        ---
        @main struct Notes: App {
          private let context = Store.shared.container.viewContext
          var body: some Scene {
            WindowGroup { NotesView().environment(\\.managedObjectContext, context) }
            ↓MenuBarExtra("Notes", systemImage: "note") { RecentNotes() }
          }
        }
        struct RecentNotes: View {
          @FetchRequest(sortDescriptors: []) private var notes: FetchedResults<CDNote>
          var body: some View { Text("\\(notes.count)") }
        }
        ---
        @main struct Notes: App {
          @StateObject private var store = Store()
          var body: some Scene {
            ↓WindowGroup { RootView().environmentObject(store) }
          }
        }
        struct RootView: View { var body: some View { NavigationStack { RecentNotes() } } }
        struct RecentNotes: View {
          @FetchRequest(sortDescriptors: []) private var notes: FetchedResults<CDNote>
          var body: some View { Text("\\(notes.count)") }
        }
        #Preview { RecentNotes().environment(\\.managedObjectContext, Store.preview.viewContext) }
        """,
      clean: """
        @main struct Notes: App {
          var body: some Scene { WindowGroup { RecentNotes().stored(in: Store.shared) } }
        }
        extension View {
          func stored(in store: Store) -> some View {
            environment(\\.managedObjectContext, store.container.viewContext)
          }
        }
        struct RecentNotes: View {
          @FetchRequest(sortDescriptors: []) private var notes: FetchedResults<CDNote>
          var body: some View { Text("\\(notes.count)") }
        }
        ---
        struct NotesApp: App {
          let store: Store
          var body: some Scene {
            WindowGroup { NotesView().environment(\\.managedObjectContext, store.container.viewContext) }
            Settings { FoldersView().environment(\\.managedObjectContext, store.container.viewContext) }
            Window("Folders", id: "folders") { FoldersView().withStore(store) }
            Window("About", id: "about") { Text("") }
          }
        }
        struct FoldersView: View {
          @FetchRequest(sortDescriptors: []) private var folders: FetchedResults<CDFolder>
          var body: some View { Text("\\(folders.count)") }
        }
        ---
        struct NotesApp: App {
          let store: Store
          var body: some Scene {
            WindowGroup { NotesView().environment(\\.managedObjectContext, store.container.viewContext) }
            Settings { SettingsView() }
          }
        }
        struct SettingsView: View {
          @AppStorage("size") private var size = 1
          var body: some View { Text("\\(size)") }
        }
        ---
        struct NotesApp: App {
          var body: some Scene { WindowGroup { RootView() } }
        }
        struct RootView: View {
          var body: some View {
            FoldersView().environment(\\.managedObjectContext, Store.shared.container.viewContext)
          }
        }
        struct FoldersView: View {
          @FetchRequest(sortDescriptors: []) private var folders: FetchedResults<CDFolder>
          var body: some View { Text("\\(folders.count)") }
        }
        """))

  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    guard !code.bareScenes.isEmpty else { return }
    let parts = Dictionary(grouping: lint.flows.viewParts, by: \.view)
    for scene in code.bareScenes where !scene.isOfBareApp || !code.givesContexts {
      var waiting = scene.views
      var seen = Set(waiting)
      while let view = waiting.popLast(), !code.givingViews.contains(view) {
        // Of two views of one name, nobody knows which is meant.
        let own = parts[view] ?? []
        guard own.count < 2 else { continue }
        if code.askingViews.contains(view) {
          report(
            scene.isOfBareApp
              ? "'\(view)' takes its context from the environment, and nothing in the app puts one into it"
              : "'\(view)' takes its context from the environment, and this scene has none in it, as another one does",
            at: scene.location)
          break
        }
        for next in own.flatMap(\.parts) where seen.insert(next).inserted { waiting.append(next) }
      }
    }
  }
}

extension CoreDataCode {
  /// A scene without a context.
  struct BareScene: Sendable, Codable {
    var views: [String]
    /// Whether no scene of the app has one.
    var isOfBareApp = false
    var location: Location
  }

  /// Notes scenes without a context, and what views do with the one of their environment.
  mutating func noteScene(_ node: Syntax, in file: LintFile) {
    guard !file.isTest, file.imports.contains("SwiftUI") else { return }
    if let variable = node.as(VariableDeclSyntax.self), let owner = variable.ownerName {
      let isAsked =
        variable.attribute("FetchRequest") != nil
        || variable.attribute("SectionedFetchRequest") != nil
        || variable.attribute("Environment")?.argumentList?.mentions(["managedObjectContext"])
          ?? false
      if isAsked { askingViews.insert(owner) }
    } else if let call = node.as(FunctionCallExprSyntax.self) {
      if call.name == "environment", call.arguments.count == 2,
        call.arguments.first?.expression.mentions(["managedObjectContext"]) ?? false
      {
        if let owner = call.ownerName { givingViews.insert(owner) }
        givesContexts = givesContexts || !call.isInPreview
      }
      if let scene = call.sceneWithoutContext {
        bareScenes.append(
          .init(
            views: scene.views, isOfBareApp: scene.isOfBareApp,
            location: file.location(call.nameNode)))
      }
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether only Xcode's canvas runs it.
  fileprivate var isInPreview: Bool {
    var node = parent
    for _ in 0..<256 {
      guard let next = node else { return false }
      if next.isPreview { return true }
      node = next.parent
    }
    return false
  }

  /// The views of a scene that is given no context, and whether the app gives no other scene one.
  fileprivate var sceneWithoutContext: (views: [String], isOfBareApp: Bool)? {
    guard Self.scenes.contains(name), name != "DocumentGroup", isHandwritten,
      let body = enclosing(PatternBindingSyntax.self), body.name == "body",
      let app = body.enclosingType,
      app.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.mentions(["App"]) ?? false,
      !mentions(["managedObjectContext"]), !givesContainer
    else { return nil }
    var node = Syntax(self)
    while let next = node.parent, next.id != Syntax(body).id {
      if let outer = next.as(FunctionCallExprSyntax.self) {
        // What stands around a scene, or is put on it, may give it one.
        guard outer.receiver?.call != nil, FlowReader.sceneModifiers.contains(outer.name),
          !outer.arguments.mentions(["managedObjectContext"])
        else { return nil }
      }
      node = next
    }
    let views = Syntax(self).viewsMade
    return views.isEmpty ? nil : (views, !body.mentions(["managedObjectContext"]))
  }
}
