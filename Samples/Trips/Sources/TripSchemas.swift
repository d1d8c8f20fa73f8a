import Foundation
import SwiftData

/// What shipped first.
enum TripSchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self, Wish.self, Lodging.self] }

  @Model
  final class Trip {
    var name: String
    var destination: String
    var start: Date
    var end: Date
    @Relationship(deleteRule: .cascade, inverse: \Wish.trip)
    var wishes: [Wish] = []
    @Relationship(deleteRule: .cascade, inverse: \Lodging.trip)
    var lodging: Lodging?

    init(name: String, destination: String, start: Date, end: Date) {
      self.name = name
      self.destination = destination
      self.start = start
      self.end = end
    }
  }

  @Model
  final class Wish {
    var title: String
    var isDone: Bool
    var trip: Trip?

    init(title: String, isDone: Bool = false) {
      self.title = title
      self.isDone = isDone
    }
  }

  @Model
  final class Lodging {
    var address: String
    var trip: Trip?

    init(address: String) { self.address = address }
  }
}

/// Trips are told apart by name and start.
enum TripSchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self, Wish.self, Lodging.self] }

  @Model
  final class Trip {
    #Unique<Trip>([\.name, \.start])
    var name: String
    var destination: String
    var start: Date
    var end: Date
    @Relationship(deleteRule: .cascade, inverse: \Wish.trip)
    var wishes: [Wish] = []
    @Relationship(deleteRule: .cascade, inverse: \Lodging.trip)
    var lodging: Lodging?

    init(name: String, destination: String, start: Date, end: Date) {
      self.name = name
      self.destination = destination
      self.start = start
      self.end = end
    }
  }

  @Model
  final class Wish {
    var title: String
    var isDone: Bool
    var trip: Trip?

    init(title: String, isDone: Bool = false) {
      self.title = title
      self.isDone = isDone
    }
  }

  @Model
  final class Lodging {
    var address: String
    var trip: Trip?

    init(address: String) { self.address = address }
  }
}

/// Trips have a budget, lodgings a booking code.
enum TripSchemaV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self, Wish.self, Lodging.self] }

  @Model
  final class Trip {
    #Unique<Trip>([\.name, \.start])
    var name: String
    var destination: String
    var start: Date
    var end: Date
    var budget: Decimal
    @Relationship(deleteRule: .cascade, inverse: \Wish.trip)
    var wishes: [Wish] = []
    @Relationship(deleteRule: .cascade, inverse: \Lodging.trip)
    var lodging: Lodging?

    init(name: String, destination: String, start: Date, end: Date, budget: Decimal = 0) {
      self.name = name
      self.destination = destination
      self.start = start
      self.end = end
      self.budget = budget
    }
  }

  @Model
  final class Wish {
    var name: String
    var isDone: Bool
    var trip: Trip?

    init(name: String, isDone: Bool = false) {
      self.name = name
      self.isDone = isDone
    }
  }

  @Model
  final class Lodging {
    var address: String
    @Attribute(.unique) var bookingCode: String = ""
    var trip: Trip?

    init(address: String) { self.address = address }
  }
}
