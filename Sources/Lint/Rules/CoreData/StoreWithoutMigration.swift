internal import Diagnostics
internal import StoreModel

/// Finds stores that Core Data is not allowed to migrate, though there are older versions.
struct StoreWithoutMigration: ProjectRule {
  static let info = RuleInfo(
    id: "store-without-migration", group: .versions, severity: .error,
    summary:
      "a store is opened without permission to migrate it, and the model has several versions",
    why: "a store of an older version does not open, with error 134100, for everybody who updates "
      + "the app; where only inferring is missing, it is 134130 or 134140 instead",
    fix: "pass both 'NSMigratePersistentStoresAutomaticallyOption' and "
      + "'NSInferMappingModelAutomaticallyOption' as true, or use NSPersistentStoreDescription, whose "
      + "defaults are that",
    limits: "silent where the code makes mapping models or migration managers itself, and about "
      + "inferring where there is a mapping model, and where the store's file is removed right before; "
      + "options from elsewhere are not read, nor are tests; of several models those count that the code around names",
    explanation: "cocoa-134100",
    examples: [
      .flagged(
        text(
          """
          struct Loader {
            private var settings: [AnyHashable: Any] { [NSSQLitePragmasOption: ["journal_mode": "WAL"]] }
            func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
              try coordinator.↓addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: settings)
            }
          }
          """)),
      .flagged(
        text(
          """
          func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
            try coordinator.↓addPersistentStore(
              ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
          }
          """)),
      .flagged(
        text(
          """
          func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
            let options = [NSMigratePersistentStoresAutomaticallyOption: true]
            _ = try coordinator.↓addPersistentStore(type: .sqlite, at: url, options: options)
          }
          """)),
      .flagged(
        text(
          """
          func describe(_ url: URL) -> NSPersistentStoreDescription {
            let description = NSPersistentStoreDescription(url: url)
            description.↓shouldInferMappingModelAutomatically = false
            description.↓setOption(
              false as NSNumber, forKey: NSMigratePersistentStoresAutomaticallyOption)
            return description
          }
          """)),
      .clean(
        text(
          """
          func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
            var options: [AnyHashable: Any] = [NSMigratePersistentStoresAutomaticallyOption: true]
            options[NSInferMappingModelAutomaticallyOption] = true
            try coordinator.addPersistentStore(
              ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
          }
          """)),
      .clean(
        text(
          """
          func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
            try coordinator.addPersistentStore(
              ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
            let reading = [NSReadOnlyPersistentStoreOption: true]
            try coordinator.addPersistentStore(
              ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: reading)
          }
          """)),
      .clean(
        text(
          """
          func open(_ coordinator: NSPersistentStoreCoordinator, _ old: URL, _ url: URL) throws {
            let manager = NSMigrationManager(sourceModel: model(1), destinationModel: model(2))
            try migrate(old, to: url, with: manager)
            try coordinator.addPersistentStore(
              ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
          }
          """)),
      .flagged(
        text(
          """
          func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL, _ draft: URL) throws {
            try FileManager.default.removeItem(at: draft)
            if isFresh { try FileManager.default.removeItem(at: url) }
            _ = try coordinator.↓addPersistentStore(type: .sqlite, at: url, options: nil)
            try FileManager.default.removeItem(at: url)
          }
          """)),
      .clean(
        text(
          """
          func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
            for end in ["", "-wal", "-shm"] {
              try FileManager.default.removeItem(atPath: url.path() + end)
            }
            do {
              _ = try coordinator.addPersistentStore(type: .sqlite, at: url, options: nil)
            }
          }
          func reopen(_ coordinator: NSPersistentStoreCoordinator, _ place: URL) throws {
            if FileManager.default.fileExists(atPath: Paths.store.path()) {
              try FileManager.default.removeItem(at: Paths.store)
            }
            _ = try coordinator.addPersistentStore(type: .sqlite, at: place, options: nil)
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
            try coordinator.addPersistentStore(
              ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
          }
          """)),
      .clean(
        text(
          """
          final class Archive {
            lazy var model: NSManagedObjectModel? = {
              let place = Bundle.main.url(forResource: "Archive", withExtension: "momd")
              return place.flatMap { NSManagedObjectModel(contentsOf: $0) }
            }()
            func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
              try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
            }
          }
          """) + archive),
      .flagged(
        text(
          """
          final class Archive {
            lazy var model = NSManagedObjectModel.mergedModel(from: nil)
            func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
              try coordinator.↓addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
            }
          }
          """) + archive),
      .clean(
        text("")
          + """

          // file: Archive.m
          #import <CoreData/CoreData.h>
          @implementation Archive
          - (NSManagedObjectModel *)model {
            NSURL *place = [[NSBundle mainBundle] URLForResource:@"Archive" withExtension:@"momd"];
            return [[NSManagedObjectModel alloc] initWithContentsOfURL:place];
          }
          - (BOOL)open:(NSPersistentStoreCoordinator *)coordinator at:(NSURL *)url {
            return [coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url
                options:nil error:nil] != nil;
          }
          @end
          """ + archive),
      .clean(
        text(
          """
          final class Tiles {
            func open(_ url: URL, _ tile: NSEntityDescription) throws {
              let model = NSManagedObjectModel()
              model.entities = [tile]
              try NSPersistentStoreCoordinator(managedObjectModel: model).addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
            }
          }
          """)),
    ])

  /// Another model, of one version.
  private static let archive = """

    // file: Archive.xcdatamodeld/Archive.xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Page"><attribute name="text" optional="YES" attributeType="String"/></entity>
    </model>
    """

  private static func text(_ code: String) -> String {
    func version(_ name: String, _ more: String) -> String {
      """
      // file: Notes.xcdatamodeld/\(name).xcdatamodel/contents
      <model type="com.apple.IDECoreDataModeler.DataModel">
      <entity name="Note"><attribute name="title" optional="YES" attributeType="String"/>\(more)</entity>
      </model>
      """
    }
    return """
      // file: Stack.swift
      import CoreData
      \(code)
      \(version("Notes", ""))
      \(version("Notes 2", "<attribute name=\"text\" optional=\"YES\" attributeType=\"String\"/>"))
      // file: Notes.xcdatamodeld/.xccurrentversion
      <plist version="1.0"><dict>
        <key>_XCCurrentVersionName</key>
        <string>Notes 2.xcdatamodel</string>
      </dict></plist>
      """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    guard !lint.coreData.migrates else { return }
    for opening in lint.coreData.code.openings {
      guard opening.lack == .migration || lint.mappings.isEmpty,
        // What opens the store a second time, as for a backup, finds it migrated.
        !lint.coreData.code.migratingFiles.contains(opening.location.path),
        case let models = lint.models(openedIn: opening.location.path),
        case let several = models.filter({ $0.value > 1 }).sorted(by: { $0.key < $1.key }),
        let (name, versions) = several.first
      else { continue }
      let which =
        several.count == 1
        ? "'\(name)' has \(versions) versions"
        : "\(several.map { "'\($0.key)'" }.list(atMost: 4)) have several versions each"
      report(
        "\(opening.text), but \(which): a store of an older one does not open",
        at: opening.location,
        certainty: models.allSatisfy { $0.value > 1 }
          ? .certain : .inferred("the store may be of another of the models"))
    }
  }
}

extension LintContext {
  /// The model files that a store may be of, with the numbers of their versions: those that the file around
  /// names, else those that any file does, else all.
  fileprivate func models(openedIn path: String) -> [String: Int] {
    let own = coreData.code.openedModels.filter { $0.path == path }
    let names = (own.isEmpty ? coreData.code.openedModels : own).map(\.name)
    guard !names.isEmpty, !names.contains(nil) else { return modelIndex.versions }
    return modelIndex.versions.filter { names.contains($0.key) }
  }
}
