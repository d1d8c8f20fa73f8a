import Foundation
import SwiftData

/// The same stage twice: once every object asks for its own crate and labels, once all of them are
/// fetched together.
enum Warehouse {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self, Crate.self, Label.self] }

    @Model
    final class Item {
      var name: String
      var summary: String?
      var crate: Crate?
      @Relationship(inverse: \Label.items) var labels: [Label] = []
      init(name: String) { self.name = name }
    }

    @Model
    final class Crate {
      var code: String
      @Relationship(inverse: \Item.crate) var items: [Item] = []
      init(code: String) { self.code = code }
    }

    @Model
    final class Label {
      var text: String
      var items: [Item] = []
      init(text: String) { self.text = text }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self, Crate.self, Label.self] }

    @Model
    final class Item {
      @Attribute(originalName: "name") var title: String
      var summary: String?
      var crate: Crate?
      @Relationship(inverse: \Label.items) var labels: [Label] = []
      init(title: String) { self.title = title }
    }

    @Model
    final class Crate {
      var code: String
      @Relationship(inverse: \Item.crate) var items: [Item] = []
      init(code: String) { self.code = code }
    }

    @Model
    final class Label {
      var text: String
      var items: [Item] = []
      init(text: String) { self.text = text }
    }
  }

  /// 1 + N + N queries.
  enum SlowPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [stage { try describe($0.fetch(FetchDescriptor<V1.Item>()), in: $0) }]
    }
  }

  /// 3 queries, however many items there are.
  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [
        stage { context in
          var items = FetchDescriptor<V1.Item>()
          items.relationshipKeyPathsForPrefetching = [\.crate, \.labels]
          items.propertiesToFetch = [\.name]
          try describe(context.fetch(items), in: context)
        }
      ]
    }
  }

  private static func stage(_ work: @escaping (ModelContext) throws -> Void) -> MigrationStage {
    .custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: work, didMigrate: nil)
  }

  private static func describe(_ items: [V1.Item], in context: ModelContext) throws {
    for item in items {
      item.summary = "\(item.crate?.code ?? "nowhere"): \(item.labels.count) labels"
    }
    try context.save()
  }
}
