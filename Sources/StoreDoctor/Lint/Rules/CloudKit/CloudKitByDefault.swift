internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds containers that mirror without being told to.
struct CloudKitByDefault: ProjectRule {
  static let info = RuleInfo(
    id: "cloudkit-by-default", group: .cloudKit, severity: .note,
    summary: "a container that says nothing about CloudKit holds models CloudKit refuses",
    why:
      "'cloudKitDatabase' is '.automatic' when it is left out: as soon as the app gets an iCloud "
      + "container for anything, the store is mirrored and does not open any more",
    fix: "pass 'cloudKitDatabase: .none' for a store that is meant to stay on the device",
    limits: "said once, where some source works with CloudKit or some entitlements name an iCloud "
      + "container; where those beside the container's file do, the rules 'ck-…' speak themselves",
    explanation: "ck-attributes-optional-or-default",
    examples: .texts(
      flagged: """
        import CloudKit
        import SwiftData
        @Model class Note { @Attribute(.unique) var code = 0; init() {} }
        func open() throws -> ModelContainer { try ↓ModelContainer(for: Note.self) }
        ---
        // file: Store/Container.swift
        import SwiftData
        @Model class Note { var title: String; init(title: String) { self.title = title } }
        func open(_ url: URL) throws -> ModelContainer {
          let configuration = ModelConfiguration(url: url)
          return try ↓ModelContainer(for: Note.self, configurations: configuration)
        }
        \(CloudKitText.entitlements("App/App.entitlements"))
        ---
        import CloudKit
        import SwiftData
        import SwiftUI

        func isSignedIn() async throws -> Bool {
          try await CKContainer.default().accountStatus() == .available
        }
        @Model final class Trip {
          var name: String
          init(name: String) { self.name = name }
        }
        @main struct TripsApp: App {
          var body: some Scene {
            ↓WindowGroup { Text("Trips") }
              .modelContainer(for: [Trip.self])
          }
        }
        """,
      clean: """
        import CloudKit
        import SwiftData
        @Model class Note { @Attribute(.unique) var code = 0; init() {} }
        func open() throws -> ModelContainer {
          try ModelContainer(
            for: Note.self, configurations: ModelConfiguration(cloudKitDatabase: .none))
        }
        ---
        import SwiftData
        @Model class Note { @Attribute(.unique) var code = 0; init() {} }
        func open() throws -> ModelContainer { try ModelContainer(for: Note.self) }
        ---
        import CloudKit
        import SwiftData
        @Model class Note { var title = ""; var body: String?; init() {} }
        func open() throws -> ModelContainer { try ModelContainer(for: Note.self) }
        ---
        import CloudKit
        import SwiftData
        @Model class Note { var title: String; init(title: String) { self.title = title } }
        func open(_ configuration: ModelConfiguration) throws -> (ModelContainer, ModelContainer) {
          let inMemory = ModelConfiguration(isStoredInMemoryOnly: true)
          return (
            try ModelContainer(for: Note.self, configurations: configuration),
            try ModelContainer(for: Note.self, configurations: inMemory)
          )
        }
        """))

  func check(_ lint: LintContext, report: RuleReport) {
    guard lint.settings.cloudKit == .fromSource, lint.cloud.isLikely,
      !lint.containers.contains(where: { $0.cloudKitDatabase != nil })
    else { return }
    let candidates = lint.containers.filter {
      $0.isPlain && !lint.cloud.isCertain(at: $0.location.path)
    }.sorted { $0.location.precedes($1.location) }
    for use in candidates {
      for model in lint.openVersions where model.source == .swift {
        guard let entities = use.entities(of: model) else { continue }
        let broken = CloudKitRules.violations(in: model).filter { breach in
          !breach.certainty.isUnknown && entities.contains(breach.entity ?? "")
        }
        guard let first = broken.first?.entity else { continue }
        report(
          "the store is mirrored once the app has an iCloud container, and "
            + "\(broken.count == 1 ? "one place" : "\(broken.count) places") in its models, "
            + "first in '\(first)', would keep it from opening", at: use.location,
          certainty: .inferred("'cloudKitDatabase' is left out, which means '.automatic'"))
        return
      }
    }
  }
}
