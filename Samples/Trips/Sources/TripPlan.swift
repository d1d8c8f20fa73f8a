import Foundation
import SwiftData

typealias Trip = TripSchemaV2.Trip
typealias Wish = TripSchemaV2.Wish
typealias Lodging = TripSchemaV2.Lodging

enum TripPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [TripSchemaV1.self, TripSchemaV2.self, TripSchemaV3.self]
  }

  static var stages: [MigrationStage] { [removeDoubles, addBudget] }

  /// Of trips that are equal, the first stays.
  static let removeDoubles = MigrationStage.custom(
    fromVersion: TripSchemaV1.self, toVersion: TripSchemaV2.self,
    willMigrate: { context in
      var known: Set<String> = []
      for trip in try context.fetch(FetchDescriptor<TripSchemaV1.Trip>())
      where !known.insert("\(trip.name) \(trip.start)").inserted {
        context.delete(trip)
      }
      try context.save()
    }, didMigrate: nil)

  static let addBudget = MigrationStage.lightweight(
    fromVersion: TripSchemaV2.self, toVersion: TripSchemaV3.self)
}

@MainActor
func openTrips() throws -> ModelContainer {
  try ModelContainer(for: Trip.self, migrationPlan: TripPlan.self)
}
