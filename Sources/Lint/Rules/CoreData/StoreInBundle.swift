internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds stores that are opened for writing inside of the app itself.
struct StoreInBundle: SourceRule {
  static let info = RuleInfo(
    id: "store-in-bundle", group: .dataAccess, severity: .warning,
    summary: "a store inside of the app's bundle is opened as if it could be written",
    why:
      "nothing in a bundle can be written on a device: opening the store for writing fails there, although it "
      + "works in the simulator",
    fix:
      "set 'NSReadOnlyPersistentStoreOption', 'isReadOnly' or 'allowsSave: false', or copy the file to Application "
      + "Support and open the copy",
    limits:
      "addresses that the same function or property gives; functions that copy, move or migrate stores and tests "
      + "are left alone",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func open(_ coordinator: NSPersistentStoreCoordinator) throws {
          let url = Bundle.main.url(forResource: "Stops", withExtension: "sqlite")
          try coordinator.↓addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
        }
        ---
        func open(_ container: NSPersistentContainer) {
          let folder = Bundle.main.bundleURL
          container.persistentStoreDescriptions = [
            ↓NSPersistentStoreDescription(url: folder.appendingPathComponent("Stops.sqlite"))
          ]
        }
        """,
      clean: """
        func open(_ coordinator: NSPersistentStoreCoordinator) throws {
          let url = Bundle.main.url(forResource: "Stops", withExtension: "sqlite")
          try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [NSReadOnlyPersistentStoreOption: true])
        }
        ---
        func open(_ container: NSPersistentContainer, _ url: URL) throws {
          if let full = Bundle.main.url(forResource: "Stops", withExtension: "sqlite") {
            try FileManager.default.copyItem(at: full, to: url)
          }
          container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (void)open:(NSPersistentStoreCoordinator *)coordinator {
            NSString *path = [[[NSBundle mainBundle] bundlePath] stringByAppendingPathComponent:@"Stops.sqlite"];
            NSURL *url = [NSURL fileURLWithPath:path];
            [coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:↓url options:nil error:nil];
          }
          """,
        clean: """
          - (NSPersistentStore *)open:(NSPersistentStoreCoordinator *)coordinator error:(NSError **)error {
            NSString *path = [[[NSBundle mainBundle] bundlePath] stringByAppendingPathComponent:@"Stops.sqlite"];
            NSDictionary *options = @{NSReadOnlyPersistentStoreOption: @YES};
            return [coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:[NSURL fileURLWithPath:path] options:options error:error];
          }
          """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  static let message =
    "a store in the app's bundle is opened for writing, which fails on a device"

  /// What says that the store is only read, or that its file is taken elsewhere.
  private static let sound: Set = [
    "NSReadOnlyPersistentStoreOption", "allowsSave", "copyItem", "isReadOnly",
    "migratePersistentStore", "moveItem", "replacePersistentStore",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      let url = call.openedURL, url.leadsToBundle(4),
      let body = call.enclosingBody, !body.mentions(Self.sound)
    else { return }
    report(Self.message, at: file.location(call.nameNode))
  }
}

extension FunctionCallExprSyntax {
  /// The address of the file that the call opens, or says that it is to be opened.
  fileprivate var openedURL: ExprSyntax? {
    switch name {
    case "addPersistentStore": argument("at")
    case "NSPersistentStoreDescription", "ModelConfiguration": argument("url")
    default: nil
    }
  }
}

extension ExprSyntax {
  /// Whether the address is one in the app's own bundle: `Bundle.main.url(forResource: "Stops", …)`.
  fileprivate func leadsToBundle(_ steps: Int) -> Bool {
    if mentions(["Bundle"]) { return mentions(["main"]) }
    guard steps > 0 else { return false }
    if let value = unwrapped.as(DeclReferenceExprSyntax.self)?.localValue, value.id != id {
      return value.leadsToBundle(steps - 1)
    }
    var found = false
    forEachDescendant { node in
      if !found, let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        let value = name.localValue, value.id != id
      {
        found = value.leadsToBundle(steps - 1)
      }
      return !found
    }
    return found
  }
}

extension StoreInBundle: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    let sound = [
      "NSReadOnlyPersistentStoreOption", "copyItemAtPath", "copyItemAtURL",
      "migratePersistentStore",
      "moveItemAtPath", "moveItemAtURL", "replacePersistentStoreAtURL",
    ]
    guard !sound.contains(where: { body.method.body.mentions($0) }) else { return }
    body.method.body.messages { message, _ in
      guard message.has("addPersistentStoreWithType"), let url = message.argument("URL"),
        let place = url.first?.token.offset, body.leadsToBundle(url, 4)
      else { return }
      report(Self.message, at: body.file.location(place))
    }
  }
}

extension ObjCBody {
  fileprivate func leadsToBundle(_ nodes: [ObjCNode], _ steps: Int) -> Bool {
    guard steps > 0 else { return false }
    if nodes.mentions("mainBundle") { return true }
    var isFound = false
    nodes.walk { place in
      guard !isFound, place.node.isWord, let known = values[place.node.text] else { return }
      isFound = known.contains { leadsToBundle($0, steps - 1) }
    }
    return isFound
  }
}
