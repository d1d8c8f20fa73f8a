internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds fetches that filter and sort by a property without an index.
struct UnindexedFetch: SourceRule {
  static let info = RuleInfo(
    id: "unindexed-fetch", group: .declarations, severity: .note,
    summary: "a fetch filters and sorts by a property that has no index",
    why: "every row is read and sorted each time, so the fetch gets slower with every object that "
      + "is added",
    fix: "declare the index in the model with #Index",
    limits: "#Index needs iOS 18 or macOS 15; small tables do not need one",
    examples: .texts(
      flagged: """
        @Model class Note { var date = Date(); init() {} }
        func recent(_ day: Date) -> FetchDescriptor<Note> {
          FetchDescriptor<Note>(
            predicate: #Predicate { $0.date > day }, sortBy: [SortDescriptor(↓\\.date)])
        }
        ---
        @Model class Note { #Index<Note>([\\.title]); var title = ""; var size = 0; init() {} }
        let large = FetchDescriptor<Note>(
          predicate: #Predicate<Note> { $0.size > 9 && $0.title != "" },
          sortBy: [SortDescriptor(↓\\Note.size, order: .reverse)])
        ---
        import SwiftData
        import SwiftUI

        @Model final class Task {
          var title: String
          var due: Date
          init(title: String, due: Date) {
            self.title = title
            self.due = due
          }
        }
        struct DueView: View {
          static let now = Date.now
          @Query(filter: #Predicate<Task> { $0.due < now }, sort: ↓\\Task.due) var tasks: [Task]
          var body: some View { List(tasks) { Text($0.title) } }
        }
        """,
      clean: """
        @Model class Note { #Index<Note>([\\.date]); var date = Date(); init() {} }
        func recent(_ day: Date) -> FetchDescriptor<Note> {
          FetchDescriptor<Note>(
            predicate: #Predicate { $0.date > day }, sortBy: [SortDescriptor(\\.date)])
        }
        ---
        @Model class Note { @Attribute(.unique) var code = 0; var title = ""; init() {} }
        let some = FetchDescriptor<Note>(
          predicate: #Predicate { $0.code > 9 }, sortBy: [SortDescriptor(\\.code)])
        ---
        import SwiftData
        import SwiftUI

        @Model final class Task { var title = ""; var isDone = false; init() {} }
        struct OpenView: View {
          @Query(filter: #Predicate<Task> { !$0.isDone }, sort: \\Task.title) var tasks: [Task]
          var body: some View { List(tasks) { Text($0.title) } }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr, .attribute]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    let parts: (filter: ExprSyntax?, sort: ExprSyntax?)
    if let call = node.as(FunctionCallExprSyntax.self), call.name == "FetchDescriptor" {
      parts = (call.argument("predicate"), call.argument("sortBy"))
    } else if let query = node.as(AttributeSyntax.self), query.simpleName == "Query" {
      let list = query.argumentList
      parts = (
        list?.first { $0.label?.text == "filter" }?.expression,
        list?.first { $0.label?.text == "sort" }?.expression
      )
    } else {
      return
    }
    guard !file.isTest, let macro = parts.filter?.as(MacroExpansionExprSyntax.self),
      let use = PredicateUse(macro), let key = parts.sort?.firstSortKey,
      let name = key.components.last?.component.as(KeyPathPropertyComponentSyntax.self)?
        .declName.baseName.text, key.components.count == 1,
      use.paths.contains(where: { $0.first == name && $0.names.count == 1 }),
      !file.ask(.isUnindexed(name, of: use.entity)).isEmpty
    else { return }
    report(
      "'\(use.entity).\(name)' is filtered and sorted by, and has no index", at: file.location(key),
      entity: use.entity, property: name)
  }
}

extension ExprSyntax {
  /// The key path of `\.date`, `SortDescriptor(\.date)` and the first of a list of these.
  fileprivate var firstSortKey: KeyPathExprSyntax? {
    let first = self.as(ArrayExprSyntax.self)?.elements.first?.expression ?? self
    let key = first.as(FunctionCallExprSyntax.self)?.arguments.first?.expression ?? first
    return key.as(KeyPathExprSyntax.self)
  }
}
