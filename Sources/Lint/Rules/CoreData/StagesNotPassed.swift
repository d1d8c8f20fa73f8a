internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds migration stages of Core Data that no store is given.
struct StagesNotPassed: ProjectRule {
  static let info = RuleInfo(
    id: "stages-not-passed", group: .versions, severity: .error,
    summary: "an NSStagedMigrationManager is made, and no store is opened with it",
    why:
      "the store is migrated without the stages: what their closures do never happens, and where a step cannot be "
      + "inferred the store does not open",
    fix:
      "give it to the store: 'description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)'",
    limits: "silent as soon as any code names that option",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        final class Stack {
          let container = NSPersistentContainer(name: "Notes")
          let stages = ↓NSStagedMigrationManager([NSLightweightMigrationStage(["a", "b"])])
          func open() { container.loadPersistentStores { _, error in show(error) } }
        }
        ---
        enum Stages {
          static func manager() -> NSStagedMigrationManager {
            ↓NSStagedMigrationManager([NSLightweightMigrationStage(["a", "b"])])
          }
        }
        ---
        func open(_ stages: [NSMigrationStage], _ description: NSPersistentStoreDescription) {
          let manager = ↓NSStagedMigrationManager(stages)
          description.shouldMigrateStoreAutomatically = true
          print(manager)
        }
        """,
      clean: """
        func describe(_ stages: [NSMigrationStage]) -> NSPersistentStoreDescription {
          let description = NSPersistentStoreDescription()
          description.setOption(
            NSStagedMigrationManager(stages),
            forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
          return description
        }
        ---
        func options(_ manager: NSStagedMigrationManager) -> [String: Any] {
          [NSPersistentStoreStagedMigrationManagerOptionKey: manager]
        }
        ---
        final class Stack {
          let container = NSPersistentContainer(name: "Notes")
          let stages = NSStagedMigrationManager([NSLightweightMigrationStage(["a", "b"])])
          func open() {
            container.persistentStoreDescriptions.first?.setOption(
              stages, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
            container.loadPersistentStores { _, error in show(error) }
          }
        }
        """))

  static let manager = "NSStagedMigrationManager"
  static let option = "NSPersistentStoreStagedMigrationManagerOptionKey"

  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    guard !code.passesStages, !lint.isWordElsewhere(Self.option) else { return }
    for place in code.stageManagers {
      report("no store is opened with these stages", at: place)
    }
  }
}

extension CoreDataCode {
  mutating func noteStages(_ call: FunctionCallExprSyntax, in file: LintFile) {
    guard call.name == StagesNotPassed.manager, !file.isTest else { return }
    stageManagers.append(file.location(call))
  }
}
