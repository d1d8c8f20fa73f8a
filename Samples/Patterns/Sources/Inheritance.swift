import Foundation
import SwiftData

/// Kinds of trips become classes below the one there was; old trips stay plain ones.
enum Journeys {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self] }

    @Model
    class Trip {
      var destination: String
      var begin: Date

      init(destination: String, begin: Date) {
        self.destination = destination
        self.begin = begin
      }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] {
      [Trip.self, BusinessTrip.self, PersonalTrip.self, Planner.self]
    }

    @Model
    class Trip {
      @Attribute(.preserveValueOnDeletion) var destination: String
      var begin: Date
      var planner: Planner?

      init(destination: String, begin: Date) {
        self.destination = destination
        self.begin = begin
      }
    }

    @Model
    final class BusinessTrip: Trip {
      var costCentre: String

      init(destination: String, begin: Date, costCentre: String) {
        self.costCentre = costCentre
        super.init(destination: destination, begin: begin)
      }
    }

    enum Reason: String, Codable { case leisure, family }

    @Model
    final class PersonalTrip: Trip {
      var reason: Reason

      init(destination: String, begin: Date, reason: Reason) {
        self.reason = reason
        super.init(destination: destination, begin: begin)
      }
    }

    /// Its trips are of every kind.
    @Model
    final class Planner {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \Trip.planner) var trips: [Trip] = []
      init(name: String) { self.name = name }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
    }
  }
}
