internal import Diagnostics
internal import SwiftSyntax

/// Finds apps that insert what they bring along each time they are launched.
struct SeededAtEveryLaunch: SourceRule {
  static let info = RuleInfo(
    id: "seeded-at-every-launch", group: .dataAccess, severity: .warning,
    summary: "the app inserts the same objects each time it is launched",
    why:
      "nothing asks whether they are there already: the user finds each of them once more after every launch",
    fix:
      "ask first, 'guard try context.fetchCount(descriptor) == 0', or give them a unique attribute whose value is "
      + "always the same",
    limits:
      "only what the app itself does when it starts, or a view when it appears, and that inserts objects with values written in the code, under no "
      + "condition; classes with a unique attribute, stores in memory, previews and debugging are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        @Model final class Page { var text: String; init(text: String) { self.text = text } }
        struct JournalView: View {
          @Environment(\\.modelContext) private var context
          var body: some View { Text("").onAppear(perform: addWelcomePage) }
          private func addWelcomePage() { context.↓insert(Page(text: "Welcome to your journal")) }
        }
        ---
        @Model final class Page { var text: String; init(text: String) { self.text = text } }
        struct JournalView: View {
          @Environment(\\.modelContext) private var context
          var body: some View { Text("").task { prepare() } }
          func prepare() {
            context.↓insert(Page(text: "First steps"))
            try? context.save()
          }
        }
        ---
        @Model final class Page { var text: String; init(text: String) { self.text = text } }
        struct JournalView: View {
          @Environment(\\.modelContext) private var context
          var body: some View {
            Text("").onAppear {
              for text in ["Monday", "Sunday"] {
                context.↓insert(Page(text: text))
              }
            }
          }
        }
        ---
        @Model final class Page { var text: String; init(text: String) { self.text = text } }
        struct JournalView: View {
          @Environment(\\.modelContext) private var context
          private let days = ["Monday", "Sunday"]
          var body: some View { Text("").task { addDays() } }
          private func addDays() {
            days.forEach { context.↓insert(Page(text: $0)) }
            try? context.save()
          }
        }
        ---
        @main struct NotesApp: App {
          let container = try! ModelContainer(for: Note.self)
          var body: some Scene {
            WindowGroup { Text("").task { ↓addSamples(container.mainContext) } }
              .modelContainer(container)
          }
          private func addSamples(_ context: ModelContext) {
            let note = Note()
            note.title = "Welcome"
            context.insert(note)
          }
        }
        ---
        @main struct TripsApp: App {
          let container: ModelContainer
          init() {
            container = try! ModelContainer(for: Trip.self)
            let first = Trip()
            first.name = "Rome"
            container.mainContext.↓insert(first)
          }
          var body: some Scene { WindowGroup { Text("") }.modelContainer(container) }
        }
        ---
        @main struct StopsApp: App {
          let container = try! ModelContainer(for: Stop.self)
          var body: some Scene {
            WindowGroup { Text("") .onAppear { Starter.↓install(container.mainContext) } }
          }
        }
        enum Starter {
          static func install(_ context: ModelContext) {
            for name in ["Here", "There"] {
              let stop = Stop()
              stop.place = name
              context.insert(stop)
            }
          }
        }
        """,
      clean: """
        @Model final class Page { var text: String; init(text: String) { self.text = text } }
        struct JournalView: View {
          @Environment(\\.modelContext) private var context
          @Query private var pages: [Page]
          @AppStorage("isPrepared") private var isPrepared = false
          var body: some View {
            List(pages) { Text($0.text) }.onAppear(perform: prepare).task { start() }
          }
          private func prepare() {
            guard !isPrepared else { return }
            context.insert(Page(text: "Welcome"))
            isPrepared = true
          }
          private func start() {
            if pages.isEmpty { context.insert(Page(text: "First steps")) }
          }
        }
        ---
        @Model final class Page { var text: String; init(text: String) { self.text = text } }
        struct JournalView: View {
          @Environment(\\.modelContext) private var context
          @Query private var pages: [Page]
          var body: some View { List(pages) { Text($0.text) }.onAppear { addDays() } }
          private func addDays() {
            for text in ["Monday", "Sunday"] where !pages.contains(where: { $0.text == text }) {
              context.insert(Page(text: text))
            }
          }
        }
        ---
        @main struct NotesApp: App {
          let container = Stores.main
          var body: some Scene {
            WindowGroup { Text("").task { addSamples(container.mainContext) } }
          }
          private func addSamples(_ context: ModelContext) {
            guard (try? context.fetchCount(FetchDescriptor<Note>())) == 0 else { return }
            context.insert(Note())
          }
        }
        ---
        @main struct FoldersApp: App {
          let container = Stores.main
          var body: some Scene {
            WindowGroup { Text("").task { add(container.mainContext) } }
          }
          private func add(_ context: ModelContext) {
            let folder = Folder()
            folder.code = "inbox"
            context.insert(folder)
          }
        }
        ---
        @main struct NotesApp: App {
          let container = Stores.main
          @AppStorage("isFilled") private var isFilled = false
          var body: some Scene {
            WindowGroup {
              Text("").task {
                if !isFilled {
                  add(container.mainContext)
                  isFilled = true
                }
              }
            }
          }
          private func add(_ context: ModelContext) { context.insert(Note()) }
        }
        ---
        @main struct VisitsApp: App {
          let container = Stores.main
          var body: some Scene {
            WindowGroup { Text("").task { log(container.mainContext) } }
          }
          private func log(_ context: ModelContext) {
            let visit = Note()
            visit.title = Date().formatted()
            context.insert(visit)
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.structDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let app = node.as(StructDeclSyntax.self),
      app.memberBlock.isReadable, !app.memberBlock.hasDescendant(where: \.saysInMemory),
      let adopted = app.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription)
    else { return }
    guard adopted.contains("App") else {
      if adopted.contains("View") { checkView(app, in: file, report: report) }
      return
    }
    for (call, code) in app.memberBlock.startingCalls {
      guard let (_, made) = call.insertion(in: code), isRepeated(made, in: file) else { continue }
      return report(
        "each launch of the app inserts these '\(made)' objects once more",
        at: file.location(call.nameNode), entity: made)
    }
  }

  /// A view that adds the same object whenever it comes to the screen: `.onAppear { context.insert(Page(text: "Hello")) }`.
  private func checkView(_ view: StructDeclSyntax, in file: LintFile, report: RuleReport) {
    guard
      !view.name.text.camelWords.contains(where: {
        ["demo", "preview", "sample", "test"].contains($0)
      })
    else { return }
    for (call, code) in view.memberBlock.startingCalls {
      guard let (inserted, made) = call.insertion(in: code), inserted.insertsWritten,
        isRepeated(made, in: file)
      else { continue }
      return report(
        "each time '\(view.name.text)' appears, it inserts this '\(made)' object once more",
        at: file.location(inserted.nameNode), entity: made)
    }
  }

  private func isRepeated(_ entity: String, in file: LintFile) -> Bool {
    !file.ask(.isModel(entity)).isEmpty
      && file.ask(.attributes(of: entity)).allSatisfy {
        file.ask(.isUnique($0, of: entity)).isEmpty
          && file.ask(.isInUniqueness($0, of: entity)).isEmpty
      }
  }
}

extension MemberBlockSyntax {
  /// What is called when an app starts or a view appears, under no condition, with the code around.
  fileprivate var startingCalls: [(call: FunctionCallExprSyntax, code: CodeBlockItemListSyntax)] {
    startingCode.flatMap { code in
      // What comes after a question is not done each time.
      code.prefix { !$0.item.is(GuardStmtSyntax.self) }
        .flatMap(\.callsEachTime)
        .map { ($0, code) }
    }
  }

  /// What an app does when it starts: its initializer, and what its first views do when they appear.
  fileprivate var startingCode: [CodeBlockItemListSyntax] {
    var found: [CodeBlockItemListSyntax] = []
    for member in members {
      if let start = member.decl.as(InitializerDeclSyntax.self), let body = start.body {
        found.append(body.statements)
      }
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        variable.bindings.first?.name == "body"
      else { continue }
      variable.forEachDescendant { node in
        if let call = node.as(FunctionCallExprSyntax.self),
          ["onAppear", "task"].contains(call.name),
          let closure = call.lastClosure, call.argument("id") == nil
        {
          found.append(closure.statements)
        } else if let call = node.as(FunctionCallExprSyntax.self),
          ["onAppear", "task"].contains(call.name),
          let name = call.argument("perform")?.as(DeclReferenceExprSyntax.self)?.baseName.text
            ?? call.arguments.onlyElement?.expression.as(DeclReferenceExprSyntax.self)?.baseName
            .text,
          let function = members.lazy.compactMap({ $0.decl.as(FunctionDeclSyntax.self) })
            .first(where: { $0.name.text == name }), let body = function.body, body.isHandwritten
        {
          found.append(body.statements)
        }
        return true
      }
    }
    return found
  }
}

extension CodeBlockSyntax {
  /// The first insertion that a body makes whenever it runs, of an object whose values do not depend on when that
  /// is; nil where it asks anything.
  fileprivate var unconditionalInsert: (call: FunctionCallExprSyntax, made: String)? {
    let asks = hasDescendant { node in
      if node.is(IfExprSyntax.self) || node.is(GuardStmtSyntax.self)
        || node.is(SwitchExprSyntax.self)
        || node.is(AwaitExprSyntax.self) || node.is(IfConfigDeclSyntax.self)
        || node.as(ForStmtSyntax.self)?.whereClause != nil
      {
        return true
      }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      return ["delete", "fetch", "fetchCount", "fetchIdentifiers", "decode"].contains(call.name)
        || call.mentions(["UserDefaults", "Bundle"])
    }
    guard !asks else { return nil }
    var found: (call: FunctionCallExprSyntax, made: String)?
    forEachDescendant { node in
      if found == nil, let call = node.as(FunctionCallExprSyntax.self), call.name == "insert",
        call.isOnContext, let made = call.madeWithoutDate(in: statements)
      {
        found = (call, made)
      }
      return found == nil
    }
    return found
  }
}

extension FunctionCallExprSyntax {
  /// The class of the object that the call inserts, made in the same code of what is written there.
  fileprivate func madeWithoutDate(in code: CodeBlockItemListSyntax) -> String? {
    guard let object = arguments.onlyElement?.expression else { return nil }
    let name = object.as(DeclReferenceExprSyntax.self)
    guard let made = (name?.localValue ?? object).call,
      let type = made.calledExpression.dottedName?.lastPart, type.first?.isUppercase ?? false,
      // A log of when the app was used grows with each launch.
      !code.mentions(["Date", "now", "UUID"]) || !made.mentions(["Date", "now"]) && !code.setsTime
    else { return nil }
    return type
  }
}

extension FunctionCallExprSyntax {
  /// What the call inserts whenever it runs, itself or in a function that asks nothing first.
  fileprivate func insertion(
    in code: CodeBlockItemListSyntax
  ) -> (call: FunctionCallExprSyntax, made: String)? {
    if isOnContext { return name == "insert" ? madeWithoutDate(in: code).map { (self, $0) } : nil }
    guard trailingClosure == nil, let body = (functionOfFile ?? calledFunction)?.body,
      body.isHandwritten
    else { return nil }
    return body.unconditionalInsert
  }

  /// `context.insert(Page(text: "Welcome"))`: nobody goes on with the object, as with a draft.
  fileprivate var insertsWritten: Bool {
    guard let object = arguments.onlyElement?.expression,
      let made = object.call ?? object.madeInLoop
    else { return false }
    return made.arguments.contains {
      !($0.expression.literalText ?? "").isEmpty || $0.expression.isElementOfWritten
    }
      && made.arguments.allSatisfy {
        $0.expression.isWrittenPlainly || $0.expression.is(MemberAccessExprSyntax.self)
          || $0.expression.isElementOfWritten
      }
  }
}

extension CodeBlockItemListSyntax {
  fileprivate var setsTime: Bool { mentions(["Date", "now"]) }
}
