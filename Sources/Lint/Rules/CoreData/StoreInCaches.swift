internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds stores in the directory that the system empties when space runs low.
struct StoreInCaches: SourceRule {
  static let info = RuleInfo(
    id: "store-in-caches", group: .dataAccess, severity: .warning,
    summary: "a store lies in the directory for caches",
    why:
      "the system deletes what lies there when the device runs out of space, and no backup holds it: what the "
      + "user has entered is gone",
    fix:
      "open the store in the application support directory, and move the one that is there before",
    limits: "silent where the file, the type or the store is called a cache",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        final class Stack {
          func open(_ coordinator: NSPersistentStoreCoordinator) throws {
            let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
            let url = folder.appendingPathComponent("Notes.sqlite")
            try coordinator.addPersistentStore(
              ofType: NSSQLiteStoreType, configurationName: nil, at: ↓url, options: nil)
          }
        }
        ---
        final class Stack {
          lazy var folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
          func open(_ container: NSPersistentContainer) {
            container.persistentStoreDescriptions = [
              NSPersistentStoreDescription(url: ↓self.folder!.appendingPathComponent("Notes.sqlite"))
            ]
          }
        }
        """,
      clean: """
        final class Stack {
          func open(_ coordinator: NSPersistentStoreCoordinator) throws {
            let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
            let pictures = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
            let url = folder.appendingPathComponent("Notes.sqlite")
            print(pictures)
            try coordinator.addPersistentStore(
              ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
          }
        }
        ---
        final class AnswerCache {
          func open(_ coordinator: NSPersistentStoreCoordinator) throws {
            let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
            try coordinator.addPersistentStore(
              ofType: NSSQLiteStoreType, configurationName: nil,
              at: folder.appendingPathComponent("Answers.sqlite"), options: nil)
          }
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (void)open {
            NSURL *url = [[self folder] URLByAppendingPathComponent:@"Notes.sqlite"];
            NSError *error;
            if (![self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:↓url options:@{} error:&error]) { [self show:error]; }
          }
          - (NSURL *)folder {
            return [[[NSFileManager defaultManager] URLsForDirectory:NSCachesDirectory inDomains:NSUserDomainMask] lastObject];
          }
          """,
        clean: """
          - (void)open {
            NSURL *url = [[self folder] URLByAppendingPathComponent:@"Notes.sqlite"];
            NSError *error;
            if (![self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:@{} error:&error]) { [self show:error]; }
          }
          - (NSURL *)folder {
            return [[[NSFileManager defaultManager] URLsForDirectory:NSDocumentDirectory inDomains:NSUserDomainMask] lastObject];
          }
          """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]
  fileprivate static let message =
    "this store lies where the system deletes files when space runs low"
  fileprivate static let certainty = Certainty.inferred(
    "everything in it may be loaded from elsewhere again")

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self), !file.isTest,
      ["addPersistentStore", "NSPersistentStoreDescription"].contains(call.name),
      let url = call.argument("at") ?? call.argument("url"),
      !file.path.lastPathComponent.isCache, !(call.ownerName?.isCache ?? false),
      call.enclosingBody?.isHandwritten ?? true, url.leadsToCaches(4)
    else { return }
    report(Self.message, at: file.location(url), certainty: Self.certainty)
  }
}

extension String {
  fileprivate var isCache: Bool { lowercased().contains("cache") }
}

extension ExprSyntax {
  /// Whether a path begins in the directory for caches, as far as the function and its type say.
  fileprivate func leadsToCaches(_ steps: Int) -> Bool {
    guard steps > 0 else { return false }
    if let name = self.as(DeclReferenceExprSyntax.self) {
      return (name.localValue ?? name.valueOfProperty)?.leadsToCaches(steps - 1) ?? false
    }
    var isFound = false
    forEachDescendant { node in
      guard !isFound else { return false }
      if node.as(StringLiteralExprSyntax.self)?.trimmedDescription.isCache ?? false { return false }
      guard let name = node.as(DeclReferenceExprSyntax.self) else { return true }
      if ["NSCachesDirectory", "cachesDirectory"].contains(name.baseName.text) {
        isFound = true
      } else if let value = name.localValue ?? name.valueOfProperty {
        isFound = value.leadsToCaches(steps - 1)
      }
      return !isFound
    }
    return isFound
  }
}

extension DeclReferenceExprSyntax {
  /// The value that a property of the type around begins with, or that its getter gives.
  fileprivate var valueOfProperty: ExprSyntax? {
    guard let owner = ownerName, let binding = sourceFile?.binding(baseName.text, of: owner) else {
      return nil
    }
    return binding.initializer?.value ?? binding.accessorBlock?.getter?.onlyResult
  }
}

extension StoreInCaches: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.messages { message, _ in
      guard message.has("addPersistentStoreWithType"), let url = message.argument("URL"),
        let place = url.first?.token.offset, !body.file.path.lastPathComponent.isCache,
        body.leadsToCaches(url, 4)
      else { return }
      report(Self.message, at: body.file.location(place), certainty: Self.certainty)
    }
  }
}

extension ObjCBody {
  private static let directory = "NSCachesDirectory"

  fileprivate func leadsToCaches(_ nodes: [ObjCNode], _ steps: Int) -> Bool {
    guard steps > 0 else { return false }
    if nodes.mentions(Self.directory) { return true }
    var isFound = false
    nodes.messages { message, _ in
      isFound = isFound || giver(of: message)?.method.body.mentions(Self.directory) ?? false
    }
    nodes.walk { place in
      guard !isFound, place.node.isWord, let value = values[place.node.text]?.onlyElement else {
        return
      }
      isFound = leadsToCaches(value, steps - 1)
    }
    return isFound
  }
}
