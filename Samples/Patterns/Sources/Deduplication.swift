import Foundation
import SwiftData

/// Names become unique. What has the same name is joined while the old model allows it.
enum Cities {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [City.self, Visit.self] }

    @Model
    final class City {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \Visit.city) var visits: [Visit] = []
      init(name: String) { self.name = name }
    }

    @Model
    final class Visit {
      var year: Int
      var city: City?

      init(year: Int, city: City) {
        self.year = year
        self.city = city
      }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [City.self, Visit.self] }

    @Model
    final class City {
      @Attribute(.unique) var name: String
      @Relationship(deleteRule: .cascade, inverse: \Visit.city) var visits: [Visit] = []
      init(name: String) { self.name = name }
    }

    @Model
    final class Visit {
      var year: Int
      var city: City?

      init(year: Int, city: City) {
        self.year = year
        self.city = city
      }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] { [joinDoubles] }

    static let joinDoubles = MigrationStage.custom(
      fromVersion: V1.self, toVersion: V2.self,
      willMigrate: { context in
        var kept: [String: V1.City] = [:]
        var cities = FetchDescriptor<V1.City>(sortBy: [SortDescriptor(\.name)])
        cities.relationshipKeyPathsForPrefetching = [\.visits]
        for city in try context.fetch(cities) {
          guard let first = kept[city.name] else {
            kept[city.name] = city
            continue
          }
          // Else the cascade would take them along.
          for visit in city.visits { visit.city = first }
          context.delete(city)
        }
        try context.save()
      }, didMigrate: nil)
  }
}
