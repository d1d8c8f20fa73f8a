import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

/// Versions that share classes with the app of today: a version's own class beside a live one of its
/// name, and closures that take the wrong one.
@Suite("Plans with namesakes", .serialized, .enabled(if: PlanFixture.isAvailable))
struct NamesakePlanTests {
  private static func source(_ closures: String) -> String {
    """
    import Foundation
    import SwiftData

    @Model final class Order {
      var user: User?; var title = ""; var closed: Date?
      init() {}
    }
    @Model final class User { var name = ""; var orders: [Order]?; init() {} }
    @Model final class Shop { var name = ""; var note = ""; init() {} }

    enum Old: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Order.self, Shop.self] }
      @Model final class Order {
        var user: User?; var title = ""; var isClosed = false; var closed: Date?
        init() {}
      }
      @Model final class Shop { var name = ""; init() {} }
    }
    enum New: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Order.self, Shop.self] }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [Old.self, New.self] }
      static var stages: [MigrationStage] {
        [.custom(fromVersion: Old.self, toVersion: New.self, \(closures))]
      }
    }
    """
  }

  private func migrate(_ closures: String) throws -> (PlanFixture, (text: String, code: Int32)) {
    let fixture = try PlanFixture()
    let file = fixture.folder.appending(path: "Orders.swift").path
    try Self.source(closures).write(toFile: file, atomically: true, encoding: .utf8)
    let made = fixture.run(
      ["generate", "--model", file + "@1.0.0", "--rows", "60", "-o", fixture.path("orders.store")])
    #expect(made.code == 0, "\(made.text)")
    let result = fixture.run([
      "migrate", fixture.path("orders.store"), "--model", file, "-o", fixture.path("new.store"),
      "--quiet", "--allow-loss", "Order.isClosed",
    ])
    return (fixture, result)
  }

  /// The closure gets the store as its version has it, and nothing is migrated on the way.
  @Test("a closure runs on a version that reaches a live class")
  func runs() throws {
    let (fixture, result) = try migrate(
      """
      willMigrate: { context in
        for order in try context.fetch(FetchDescriptor<Old.Order>()) {
          order.closed = order.isClosed ? Date(timeIntervalSinceReferenceDate: 7) : nil
        }
        try context.save()
      }, didMigrate: nil
      """)
    #expect(result.code == 0, "\(result.text)")
    let before = fixture.run([
      "preflight", fixture.path("orders.store"), "--model", fixture.path("Orders.swift"),
      "--allow-loss", "Order.isClosed",
    ])
    #expect(before.code == 1 && before.text.contains("closures were not run"), "\(before.text)")
    let old = try fixture.value(
      "SELECT count(*) FROM ZORDER WHERE ZISCLOSED = 1", in: "orders.store")
    #expect(old != "0" && old != nil)
    #expect(try fixture.value("SELECT count(*) FROM ZORDER WHERE ZCLOSED = 7") == old)
    #expect(
      try fixture.value("SELECT count(*) FROM ZORDER WHERE ZUSER IS NOT NULL")
        == fixture.value("SELECT count(*) FROM ZORDER WHERE ZUSER IS NOT NULL", in: "orders.store"))
  }

  /// Of several, mending the first alone would not do.
  @Test("every model of another version that a closure takes is named at its place")
  func everyForeignModel() throws {
    let (fixture, result) = try migrate(
      """
      willMigrate: { context in
        let orders = (try? context.fetch(FetchDescriptor<Order>())) ?? []
        let shops = (try? context.fetch(FetchDescriptor<Shop>())) ?? []
        let again = (try? context.fetch(FetchDescriptor<Order>())) ?? []
        print(orders.count, shops.count, again.count)
      }, didMigrate: nil
      """)
    #expect(result.code == 1, "\(result.text)")
    let lines = result.text.split(separator: "\n").filter {
      $0.contains("[migration-closure-other-version]")
    }
    #expect(lines.count == 2, "\(result.text)")
    let text = try String(contentsOfFile: fixture.path("Orders.swift"), encoding: .utf8)
    for name in ["orders", "shops"] {
      let line = try #require(
        text.split(separator: "\n", omittingEmptySubsequences: false)
          .firstIndex { $0.contains("let \(name) = ") })
      #expect(lines.contains { $0.hasPrefix("Orders.swift:\(line + 1):") }, "\(result.text)")
    }
    #expect(lines.first?.contains("'Order'") == true && lines.last?.contains("'Shop'") == true)
    // What was meant is known: the class of that name that the store has then.
    #expect(result.text.contains("help: use the 'Order' of 'Old'"), "\(result.text)")
    let lint = fixture.run(["lint", fixture.path("Orders.swift"), "--quiet"]).text
    #expect(lint.contains("help: use 'Old.Order', the class that the store has then"), "\(lint)")
    // Who only asks beforehand learns of it as well.
    let before = fixture.run([
      "preflight", fixture.path("orders.store"), "--model", fixture.path("Orders.swift"),
    ])
    #expect(before.code == 1 && before.text.contains("would fail (likely)"), "\(before.text)")
    #expect(before.text.contains("[new-model-in-will-migrate]"), "\(before.text)")
    let planned = fixture.run(["plan", "--model", fixture.path("Orders.swift")])
    #expect(planned.code == 1, "\(planned.text)")
    #expect(planned.text.contains("[new-model-in-will-migrate]"), "\(planned.text)")
    let diagnosis = fixture.run([
      "diagnose", fixture.path("orders.store"), "--model", fixture.path("Orders.swift"),
    ]).text
    #expect(diagnosis.hasPrefix("verdict  the migration fails when it is run: "), "\(diagnosis)")
  }

  @Test("a function of another file that a stage calls is read before a run as well")
  func functionsOfOtherFiles() throws {
    func preflight(_ type: String) throws -> String {
      let fixture = try PlanFixture()
      let folder = fixture.path("App")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Self.source("willMigrate: { try Steps.tidy($0) }, didMigrate: nil")
        .write(toFile: folder + "/Orders.swift", atomically: true, encoding: .utf8)
      try """
      import SwiftData

      enum Steps {
        static func tidy(_ context: ModelContext) throws {
          for order in try context.fetch(FetchDescriptor<\(type)>()) { order.title = "" }
          try context.save()
        }
      }
      """.write(toFile: folder + "/Steps.swift", atomically: true, encoding: .utf8)
      let store = fixture.path("orders.store")
      let made = fixture.run(["generate", "--model", folder + "@1.0.0", "--rows", "9", "-o", store])
      #expect(made.code == 0, "\(made.text)")
      return fixture.run(["preflight", store, "--model", folder]).text
    }
    let wrong = try preflight("Order")
    #expect(wrong.contains("Steps.swift:5:"), "\(wrong)")
    #expect(wrong.contains("[new-model-in-will-migrate]"), "\(wrong)")
    let right = try preflight("Old.Order")
    #expect(!right.contains("new-model-in-will-migrate"), "\(right)")
  }

  @Test("what the source says of code that was read holds for a preflight as well")
  func aSuppressionHolds() throws {
    func preflight(_ comment: String) throws -> String {
      let fixture = try PlanFixture()
      let file = fixture.path("Orders.swift")
      try Self.source(
        """
        willMigrate: { context in
          \(comment)
          let orders = try context.fetch(FetchDescriptor<Order>())
          print(orders.count)
        }, didMigrate: nil
        """
      ).write(toFile: file, atomically: true, encoding: .utf8)
      let store = fixture.path("orders.store")
      _ = fixture.run(["generate", "--model", file + "@1.0.0", "--rows", "20", "-o", store])
      return fixture.run(["preflight", store, "--model", file]).text
    }
    #expect(try preflight("").contains("[new-model-in-will-migrate]"))
    let silent = try preflight("// storedoctor:ignore[new-model-in-will-migrate] no row is met")
    #expect(!silent.contains("[new-model-in-will-migrate]"), "\(silent)")
    #expect(silent.contains("its closures were not run"), "\(silent)")
  }
}
