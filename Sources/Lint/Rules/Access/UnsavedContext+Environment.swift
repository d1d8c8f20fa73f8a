internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Views that delete objects of Core Data in the context of their environment, which saves nothing by itself.
extension UnsavedContext {
  func checkEnvironments(_ lint: LintContext, _ report: RuleReport) {
    let found = lint.coreData.code.unsavedViews
    guard !found.isEmpty else { return }
    // What is saved whenever the app leaves the screen, need not be saved at once.
    let leaving: [StaticString] = [
      "DidEnterBackground", "WillResignActive", "WillTerminate", "scenePhase", "willResignActive",
      "willTerminate",
    ]
    guard
      !lint.allFiles().contains(where: { file in
        file.bytes.has("save") && leaving.contains(where: file.bytes.has)
      })
    else { return }
    for view in found {
      report(
        "nothing in '\(view.name)' saves this deletion: it is undone when the app ends before something else saves",
        at: view.location, help: "call 'save()' of the context behind it")
    }
  }

  static let environments: [RuleExample] = .texts(
    in: { CoreDataText.code("import SwiftUI\n" + $0) },
    flagged: """
      struct NoteList: View {
        @Environment(\\.managedObjectContext) private var context
        let notes: [CDNote]
        var body: some View {
          List {
            ForEach(notes, id: \\.objectID) { Text($0.title ?? "") }.onDelete(perform: drop)
          }
        }
        private func drop(_ places: IndexSet) {
          for place in places { context.↓delete(notes[place]) }
        }
      }
      """,
    clean: """
      struct NoteList: View {
        @Environment(\\.managedObjectContext) private var context
        let notes: [CDNote]
        let show: (Error) -> Void
        var body: some View {
          List {
            ForEach(notes, id: \\.objectID) { Text($0.title ?? "") }.onDelete(perform: drop)
          }
        }
        private func drop(_ places: IndexSet) {
          for place in places { context.delete(notes[place]) }
          do { try context.save() } catch {
            context.rollback()
            show(error)
          }
        }
      }
      ---
      struct NoteList: View {
        @Environment(\\.managedObjectContext) private var context
        let notes: [CDNote]
        let done: (NSManagedObjectContext) -> Void
        var body: some View {
          List {
            ForEach(notes, id: \\.objectID) { Text($0.title ?? "") }.onDelete(perform: drop)
          }
        }
        private func drop(_ places: IndexSet) {
          for place in places { context.delete(notes[place]) }
          done(context)
        }
      }
      """)
}

extension CoreDataCode {
  /// A view that deletes in the context of its environment, and neither saves it nor hands it on.
  struct UnsavedView: Sendable, Codable {
    var name: String
    var location: Location
  }

  mutating func noteEnvironment(_ variable: VariableDeclSyntax, in file: LintFile) {
    guard !file.isTest,
      variable.attribute("Environment")?.argumentList?.mentions(["managedObjectContext"]) ?? false,
      let context = variable.bindings.onlyElement?.name, let owner = variable.ownerName,
      !variable.isThrowaway, case let blocks = file.tree.memberBlocks(of: owner),
      blocks.allSatisfy(\.isReadable)
    else { return }
    var deletion: Syntax?
    for block in blocks {
      var isSafe = false
      block.forEachDescendant { node in
        if let token = node.as(TokenSyntax.self) {
          let small = token.text.lowercased()
          isSafe =
            isSafe || ["commit", "persist", "rollback", "save"].contains { small.contains($0) }
        } else if let argument = node.as(LabeledExprSyntax.self),
          argument.expression.lastName == context
        {
          isSafe = true
        } else if deletion == nil, let call = node.as(FunctionCallExprSyntax.self),
          call.name == "delete", call.receiver?.lastName == context, call.arguments.count == 1
        {
          deletion = call.nameNode
        }
        return !isSafe
      }
      if isSafe { return }
    }
    guard let deletion else { return }
    unsavedViews.append(.init(name: owner, location: file.location(deletion)))
  }
}
