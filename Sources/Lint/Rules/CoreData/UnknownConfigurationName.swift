internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds configurations in strings that are misspelt names of the model's, or that it has none of.
struct UnknownConfigurationName: SourceRule {
  static let info = RuleInfo(
    id: "unknown-configuration-name", group: .declarations, severity: .error,
    summary:
      "a store is opened with a configuration that the model does not have",
    why: "the compiler does not read the string: the store does not open",
    fix: "write the configuration's name as the model has it",
    limits:
      "runs where the model file is among the paths; a name unlike all of its configurations may "
      + "belong to another model, where it has any",
    examples: [
      .flagged(text("description.configuration = ↓\"Clowd\"")),
      .flagged(text("description.configuration = ↓\"cloud\"")),
      .flagged(
        text(
          "try coordinator.addPersistentStore(\n  ofType: NSSQLiteStoreType, configurationName: "
            + "↓\"Lokal\", at: url, options: nil)")),
      .flagged(
        CoreDataText.code(
          """
          func open(_ url: URL) -> NSPersistentStoreDescription {
            let description = NSPersistentStoreDescription(url: url)
            description.configuration = ↓"Local"
            return description
          }
          """)),
      .clean(text("description.configuration = \"Cloud\"")),
      .clean(text("session.configuration = \"Clowd\"")),
      .clean(text("description.configuration = \"Caches\"")),
    ])

  private static func text(_ line: String) -> String {
    """
    // file: Stack.swift
    import CoreData
    func open(_ url: URL, _ coordinator: NSPersistentStoreCoordinator, _ session: Session) throws {
      let description = NSPersistentStoreDescription(url: url)
      \(line)
    }
    // file: Music.xcdatamodeld/Music.xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Song"><attribute name="title" optional="YES" attributeType="String"/></entity>
    <configuration name="Cloud"><memberEntity name="Song"/></configuration>
    <configuration name="Local"><memberEntity name="Song"/></configuration>
    </model>
    """
  }

  static let nodes = [SyntaxKind.functionCallExpr, .sequenceExpr]

  /// What every model has.
  private static let standing: Set = ["", "Default", "PF_DEFAULT_CONFIGURATION_NAME"]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest,
      let given = node.as(FunctionCallExprSyntax.self)?.configuration
        ?? node.as(SequenceExprSyntax.self)?.configuration,
      let name = given.literalText
    else { return }
    let known = file.ask(.coreDataConfigurations)
    if known.isEmpty, !Self.standing.contains(name), !file.ask(.coreDataEntities).isEmpty {
      report(
        "the model has no configurations, and none is called '\(name)': the store does not open",
        at: file.location(given),
        help: "add the configuration in the model editor, or leave the name out",
        certainty: .inferred("a model outside of the given paths may have it"))
      return
    }
    guard !known.contains(name), let near = NameDistance.nearest(to: name, in: known) else {
      return
    }
    report(
      "no model has a configuration '\(name)'", at: file.location(given), help: "write '\(near)'",
      edits: given.textEdit(in: file, to: near))
  }
}
