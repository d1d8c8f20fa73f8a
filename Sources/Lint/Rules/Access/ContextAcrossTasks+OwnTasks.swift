internal import Diagnostics
internal import SwiftSyntax

/// Tasks that objects start, and in which they go on reading and writing themselves: their class is bound to no
/// actor, so a task runs on any thread.
extension ContextAcrossTasks {
  func checkOwnTask(
    _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ file: LintFile,
    _ report: RuleReport
  ) {
    guard ["Task", "Task.detached"].contains(call.calledExpression.dottedName),
      !closure.isOnMainActor, let owner = call.ownerName, TypeReader(file: file).isModel(owner),
      let function = call.enclosing(FunctionDeclSyntax.self), function.ownerName == owner,
      function.isOnNoActor(file)
    else { return }
    var seen: Set<SyntaxIdentifier> = []
    var waiting = [Syntax(closure.statements)]
    var touched: String?
    while let code = waiting.popLast(), touched == nil, seen.count < 16 {
      code.forEachDescendant { node in
        guard touched == nil, !node.returnsToMain else { return false }
        if let helper = node.as(FunctionCallExprSyntax.self)?.ownHelper(of: closure, file),
          let body = helper.body, seen.insert(body.id).inserted
        {
          waiting.append(Syntax(body))
        }
        touched = node.ownStored(of: owner)
        return touched == nil
      }
    }
    guard let touched else { return }
    report(
      "a '\(owner)' object uses its own '\(touched)' in a task that runs on any thread, away from its own",
      at: file.location(call.nameNode), entity: owner,
      help: "write 'Task { @MainActor in', or let a type with a context of its own do the work")
  }

  static let ownTasks: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      final class WatchBridge: NSObject, WCSessionDelegate {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func session(_ session: WCSession, didReceiveUserInfo info: [String: Any]) {
          ↓context.insert(Note())
        }
      }
      // file: Start.swift
      import SwiftData
      func start(_ container: ModelContainer) { _ = WatchBridge(context: container.mainContext) }
      ---
      final class Downloads: NSObject, URLSessionDownloadDelegate {
        private let context: ModelContext
        private lazy var session = URLSession(configuration: .default, delegate: self, delegateQueue: nil)
        @MainActor init(_ container: ModelContainer) { context = container.mainContext }
        func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo url: URL) {
          ↓context.insert(Note())
        }
      }
      ---
      func hear(_ context: ModelContext) {
        NotificationCenter.default.addObserver(forName: .NSCalendarDayChanged, object: nil, queue: OperationQueue()) { _ in
          ↓context.insert(Note())
        }
      }
      ---
      func ask(_ context: ModelContext) {
        CNContactStore().requestAccess(for: .contacts) { isGranted, _ in
          if isGranted { ↓context.insert(Note()) }
        }
      }
      ---
      @Model final class Clip {
        var length = 0.0
        init() {}
        func measure() { ↓Task { await self.load() } }
        func stretch() { ↓Task { length = await Probe.length() } }
        private func load() async { length = await Probe.length() }
      }
      enum Probe { static func length() async -> Double { 1 } }
      ---
      final class Loader {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func load() {
          Task {
            for title in await Server.titles() { add(title) }
          }
        }
        private func add(_ title: String) {
          let note = Note()
          note.title = title
          ↓context.insert(note)
        }
      }
      func log(to context: ModelContext) {
        Task {
          _ = await Server.titles()
          ↓context.insert(Note())
        }
      }
      enum Server { static func titles() async -> [String] { [] } }
      // file: LoadButton.swift
      import SwiftData
      import SwiftUI
      struct LoadButton: View {
        @Environment(\\.modelContext) private var context
        var body: some View {
          Button("Load") {
            log(to: context)
            Loader(context: context).load()
          }
        }
      }
      """,
    clean: """
      final class WatchBridge: NSObject, WCSessionDelegate {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func session(_ session: WCSession, didReceiveUserInfo info: [String: Any]) {
          DispatchQueue.main.async { self.context.insert(Note()) }
        }
      }
      // file: Start.swift
      import SwiftData
      func start(_ container: ModelContainer) { _ = WatchBridge(context: container.mainContext) }
      ---
      final class Downloads: NSObject, URLSessionDownloadDelegate {
        private let context: ModelContext
        private lazy var session = URLSession(configuration: .default, delegate: self, delegateQueue: .main)
        @MainActor init(_ container: ModelContainer) { context = container.mainContext }
        func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo url: URL) {
          context.insert(Note())
        }
      }
      ---
      @MainActor final class Loader {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func load() { Task { if await !Server.titles().isEmpty { context.insert(Note()) } } }
      }
      final class Keeper {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func keep() { Task { @MainActor in context.insert(Note()) } }
        func fill() {
          Task {
            let titles = await Server.titles()
            await MainActor.run { for _ in titles { context.insert(Note()) } }
          }
        }
      }
      enum Server { static func titles() async -> [String] { [] } }
      // file: LoadButton.swift
      import SwiftData
      import SwiftUI
      struct LoadButton: View {
        @Environment(\\.modelContext) private var context
        var body: some View {
          Button("Load") {
            Keeper(context: context).keep()
            Loader(context: context).load()
          }
        }
      }
      ---
      @Model final class Clip {
        var length = 0.0
        init() {}
        func measure() { Task { @MainActor in await self.load() } }
        func tell() {
          let length = length
          Task { await Probe.tell(length) }
        }
        private func load() async { length = await Probe.length() }
      }
      @MainActor @Model final class Film {
        var length = 0.0
        init() {}
        func measure() { Task { length = await Probe.length() } }
      }
      enum Probe {
        static func length() async -> Double { 1 }
        static func tell(_ length: Double) async {}
      }
      """)
}

extension Syntax {
  /// A stored property of the class, where it is read or written: `self.title`, `title`.
  fileprivate func ownStored(of owner: String) -> String? {
    let name: String
    if let access = self.as(MemberAccessExprSyntax.self), access.base?.unwrapped.isSelfName ?? false
    {
      name = access.declName.baseName.text
    } else if let own = self.as(DeclReferenceExprSyntax.self), own.isValue,
      case .property? = own.nameOrigin
    {
      name = own.baseName.text
    } else {
      return nil
    }
    guard let binding = sourceFile?.binding(name, of: owner), binding.isStored,
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self), variable.isInstance,
      variable.attribute("Transient") == nil
    else { return nil }
    return name
  }
}
