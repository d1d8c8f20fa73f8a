internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds names of model files in strings that are misspelt.
struct UnknownModelName: SourceRule {
  static let info = RuleInfo(
    id: "unknown-model-name", group: .declarations, severity: .error,
    summary: "a container is made with a name that is close to a model file's, but is none",
    why:
      "the container looks for a model of that name, finds none and has no entities: the app "
      + "crashes at the first fetch with 'could not locate an NSEntityDescription', or because the "
      + "unwrapped model is nil",
    fix: "write the name as the model file has it; capitals count",
    limits:
      "runs where the model file is among the paths; a name unlike all of them may be that of "
      + "another module's, and a container that is given its model may have any name",
    examples: [
      .flagged(
        CoreDataText.code("let container = NSPersistentContainer(name: ↓\"Note\")")),
      .flagged(
        CoreDataText.code(
          """
          final class Stack {
            private static let name = "notes"
            lazy var container = NSPersistentCloudKitContainer(name: ↓Self.name)
          }
          """)),
      .flagged(
        CoreDataText.code(
          "let url = Bundle.main.url(forResource: ↓\"Notess\", withExtension: \"momd\")!")),
      .flagged(
        CoreDataText.code("let container = NSPersistentContainer(name: ↓\"NotesModel\")")),
      .clean(CoreDataText.code("let container = NSPersistentContainer(name: \"Notes\")")),
      .clean(
        CoreDataText.code(
          """
          func make(_ model: NSManagedObjectModel) -> NSPersistentContainer {
            NSPersistentContainer(name: "Note", managedObjectModel: model)
          }
          """)),
      .clean(CoreDataText.code("let container = NSPersistentContainer(name: \"Statistics\")")),
    ])

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      let argument = call.openedModel, let name = file.constantText(argument)
    else { return }
    let known = file.ask(.coreDataModels)
    guard !known.contains(name),
      let near = NameDistance.nearest(to: name, in: known) ?? known.onlyPart(of: name)
    else { return }
    report(
      "no model file is called '\(name)'", at: file.location(argument), help: "write '\(near)'",
      edits: argument.literalText == name ? argument.textEdit(in: file, to: near) : [])
  }
}

extension FunctionCallExprSyntax {
  /// The argument that names the model to look for.
  var openedModel: ExprSyntax? {
    switch name {
    case "NSPersistentContainer", "NSPersistentCloudKitContainer":
      arguments.count == 1 ? argument("name") : nil
    case "url", "path":
      argument("withExtension")?.literalText == "momd" || argument("ofType")?.literalText == "momd"
        ? argument("forResource") : nil
    default: nil
    }
  }

  /// `NSManagedObjectModel.mergedModel(from: nil)`
  var mergesModels: Bool { ["mergedModel", "mergedModelFromBundles"].contains(name) }
}

extension [String] {
  /// The only name of several that begins with another, or that another begins with: `Notes` for
  /// `NotesModel`.
  fileprivate func onlyPart(of name: String) -> String? {
    let near = filter { ($0.hasPrefix(name) || name.hasPrefix($0)) && $0.count > 2 }
    return count == 1 ? near.first : nil
  }
}
