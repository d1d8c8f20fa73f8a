internal import StoreModel
internal import SwiftSyntax

/// A type that gives a widget what it shows, out of a store of Core Data.
struct WidgetProvider: Sendable, Codable {
  /// Its name, in its declaration.
  var location: Location
  /// Where its file makes a container that nothing tells the folder of an app group.
  var container: Location?
}

extension CoreDataCode {
  private static let protocols: Set = [
    "AppIntentTimelineProvider", "IntentTimelineProvider", "TimelineProvider",
  ]
  private static let reading: Set = [
    "NSFetchRequest", "NSManagedObjectContext", "NSPersistentCloudKitContainer",
    "NSPersistentContainer", "fetchRequest", "viewContext",
  ]
  private static let placing: Set = [
    "NSPersistentStoreDescription", "addPersistentStore", "containerURL", "defaultDirectoryURL",
    "persistentStoreDescriptions",
  ]

  mutating func noteProvider(
    _ type: some DeclGroupSyntax & NamedDeclSyntax, in file: LintFile
  ) {
    guard !file.isTest, type.inheritanceClause?.mentions(Self.protocols) ?? false,
      file.tree.mentions(Self.reading)
    else { return }
    var made: FunctionCallExprSyntax?
    if !file.tree.mentions(Self.placing) {
      file.tree.forEachDescendant { node in
        if made == nil, let call = node.as(FunctionCallExprSyntax.self),
          ["NSPersistentCloudKitContainer", "NSPersistentContainer"].contains(call.name),
          call.argument("name")?.literalText != nil
        {
          made = call
        }
        return made == nil
      }
    }
    widgets.append(
      .init(
        location: file.location(type.name), container: made.map { file.location($0.nameNode) }))
  }
}
