import Foundation
import Testing

@testable import DoctorCLI

/// `plan SOURCE` where the source has more than one plan: an app's own and that of a widget, or of tests.
@Suite struct SeveralPlansTests {
  private static func plan(_ name: String, _ property: String) -> String {
    """
    import SwiftData

    enum \(name)1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [\(name)Row.self] }
      @Model final class \(name)Row {
        var text: String = ""
        init() {}
      }
    }
    enum \(name)2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [\(name)Row.self] }
      @Model final class \(name)Row {
        var text: String = ""
        var \(property): Int?
        init() {}
      }
    }
    enum \(name)Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [\(name)1.self, \(name)2.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: \(name)1.self, toVersion: \(name)2.self)]
      }
    }
    """
  }

  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    let folder = fixture.folder.appending(path: "Plans")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, property) in [("App", "rank"), ("Widget", "size")] {
      try Data(Self.plan(name, property).utf8)
        .write(to: folder.appending(path: "\(name).swift"))
    }
  }

  @Test func eachIsNamedWithTheVersionToStartFrom() throws {
    let text = try fixture.run("plan {dir}/Plans")
    #expect(text.contains("has 2 plans"), "\(text)")
    #expect(text.contains("@App1' for 'AppPlan'") && text.contains("@Widget1' for 'WidgetPlan'"))
    #expect(text.hasSuffix("[exit 2]\n"))
    // Each of these is a command that works.
    #expect(try fixture.run("plan {dir}/Plans@Widget1").contains("WidgetRow.size"))
    #expect(try fixture.run("plan {dir}/Plans@App1").contains("AppRow.rank"))
  }

  @Test func theTargetTellsWhichPlanIsMeant() throws {
    let text = try fixture.run("plan {dir}/Plans --to Widget2")
    #expect(text.contains("1 stage of 'WidgetPlan'") && text.contains("WidgetRow.size"), "\(text)")
    // Both plans have a version of this identifier.
    #expect(try fixture.run("plan {dir}/Plans --to 2.0.0").contains("has 2 plans"))
    #expect(try fixture.run("plan {dir}/Plans --to Nothing2").contains("has 2 plans"))
  }

  /// A plan without stages, as tests have one, leads nowhere that another does not lead.
  @Test func aPlanWithoutStagesIsNoOtherWay() throws {
    let folder = fixture.folder.appending(path: "Old")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let first = """
      enum FirstPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [App1.self] }
        static var stages: [MigrationStage] { [] }
      }
      """
    try Data((Self.plan("App", "rank") + "\n" + first).utf8)
      .write(to: folder.appending(path: "App.swift"))
    for start in ["plan {dir}/Old", "plan {dir}/Old@App1"] {
      let text = try fixture.run(start)
      #expect(text.contains("1 stage of 'AppPlan'"), "\(text)")
    }
    let newest = try fixture.run("plan {dir}/Old@App2")
    #expect(newest.contains("is the version to migrate to: there is nothing to do"), "\(newest)")
    #expect(!newest.contains("the store has"), "\(newest)")
    // Two that begin alike are told apart by where they end.
    let other = """
      enum App3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [AppRow.self] }
        @Model final class AppRow { var text: String = ""; var note: String?; init() {} }
      }
      enum OtherPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [App1.self, App3.self] }
        static var stages: [MigrationStage] {
          [.lightweight(fromVersion: App1.self, toVersion: App3.self)]
        }
      }
      """
    try Data(other.utf8).write(to: folder.appending(path: "Other.swift"))
    let text = try fixture.run("plan {dir}/Old")
    #expect(text.contains("@App1' with '--to App2' for 'AppPlan'"), "\(text)")
    #expect(text.contains("@App1' with '--to App3' for 'OtherPlan'"), "\(text)")
    #expect(try fixture.run("plan {dir}/Old@App1 --to App3").contains("1 stage of 'OtherPlan'"))
  }

  @Test func onePlanIsTakenAsEver() throws {
    #expect(try fixture.run("plan {dir}/Plans/App.swift").contains("1 stage of 'AppPlan'"))
  }
}
