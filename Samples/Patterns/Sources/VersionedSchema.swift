import Foundation
import SwiftData

/// The start of everything: what ships first is a version already, with all its models.
enum Garden {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Bed.self, Plant.self] }

    @Model
    final class Bed {
      @Attribute(.unique) var name: String
      @Relationship(deleteRule: .cascade, inverse: \Plant.bed) var plants: [Plant] = []
      init(name: String) { self.name = name }
    }

    @Model
    final class Plant {
      var species: String
      var planted: Date
      var bed: Bed?

      init(species: String, planted: Date, bed: Bed? = nil) {
        self.species = species
        self.planted = planted
        self.bed = bed
      }
    }
  }

  /// The second version repeats the model that did not change.
  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Bed.self, Plant.self] }

    @Model
    final class Bed {
      @Attribute(.unique) var name: String
      @Relationship(deleteRule: .cascade, inverse: \Plant.bed) var plants: [Plant] = []
      init(name: String) { self.name = name }
    }

    @Model
    final class Plant {
      var species: String
      var planted: Date
      var height: Double = 0
      var remark: String?
      var bed: Bed?

      init(species: String, planted: Date, bed: Bed? = nil) {
        self.species = species
        self.planted = planted
        self.bed = bed
      }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
    }
  }
}
