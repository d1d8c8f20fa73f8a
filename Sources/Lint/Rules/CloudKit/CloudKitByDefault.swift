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
    limits: "said once, at the container: an error where the entitlements beside its file name an "
      + "iCloud container, a note where some source works with CloudKit or others name one",
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
        // file: App/App.swift
        import SwiftData
        @Model class Note {
          @Attribute(.unique) var code: String
          var title: String
          init(code: String, title: String) { (self.code, self.title) = (code, title) }
        }
        func open() throws -> ModelContainer { try ↓ModelContainer(for: Note.self) }
        func openAgain() throws -> ModelContainer { try ModelContainer(for: Note.self) }
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
        // file: App/App.swift
        import SwiftData
        @Model class Note { @Attribute(.unique) var code = 0; init() {} }
        func open() throws -> ModelContainer { try ModelContainer(for: Note.self) }
        \(CloudKitText.entitlements("App/App.entitlements", containers: "").replacing(
          "</dict>", with: "<key>com.apple.developer.icloud-services</key>"
            + "<array><string>CloudKit</string></array></dict>"))
        ---
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
    guard lint.settings.cloudKit == .fromSource else { return }
    let silent = lint.containers.filter { $0.isPlain && $0.cloudKitDatabase == nil }
      .sorted { $0.location.precedes($1.location) }
    let mirrored = silent.filter { lint.cloud.isCertain(at: $0.location.path) }
    let refused = mirrored.compactMap { use in Self.breaches(use, in: lint).map { (use, $0) } }
    if let (use, broken) = refused.first {
      let others = refused.dropFirst().map { "\($0.0.location)" }
      let also = others.isEmpty ? "" : "; so is that of \(others.joined(separator: ", "))"
      report(
        "the store is mirrored, because 'cloudKitDatabase' is left out and the app has an iCloud "
          + "container, and CloudKit refuses its models: \(Self.text(broken))\(also)",
        at: use.location,
        help:
          "pass 'cloudKitDatabase: .none' if the store is meant to stay on the device; else say "
          + "'.automatic', and each place is named", severity: .error,
        certainty: .inferred("'cloudKitDatabase' is left out, which means '.automatic'"))
      return
    }
    guard mirrored.isEmpty, lint.cloud.isLikely,
      !lint.containers.contains(where: { $0.cloudKitDatabase != nil })
    else { return }
    for use in silent {
      guard let broken = Self.breaches(use, in: lint) else { continue }
      report(
        "the store is mirrored once the app has an iCloud container, and CloudKit would refuse its "
          + "models: \(Self.text(broken))", at: use.location,
        certainty: .inferred("'cloudKitDatabase' is left out, which means '.automatic'"))
      return
    }
  }

  /// What CloudKit refuses in the models a container opens; nil when it refuses nothing.
  private static func breaches(
    _ use: ContainerUse, in lint: LintContext
  ) -> [CloudKitRules.Violation]? {
    for model in lint.openVersions where model.source == .swift {
      guard let entities = use.entities(of: model) else { continue }
      let broken = CloudKitRules.violations(in: model).filter { breach in
        !breach.certainty.isUnknown && entities.contains(breach.entity ?? "")
      }
      if !broken.isEmpty { return broken }
    }
    return nil
  }

  /// `'Note.title' is required and has no default, and 62 more places`.
  private static func text(_ broken: [CloudKitRules.Violation]) -> String {
    let first = broken.first?.text ?? ""
    switch broken.count {
    case 1: return first
    case 2: return "\(first), and one more place"
    default: return "\(first), and \(broken.count - 1) more places"
    }
  }
}
