import Foundation
import SwiftData

/// One field becomes two, and two become one: the new fields come beside the old ones first.
enum Addresses {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Person.self] }

    @Model
    final class Person {
      var fullName: String
      var street: String
      var town: String

      init(fullName: String, street: String, town: String) {
        self.fullName = fullName
        self.street = street
        self.town = town
      }
    }
  }

  enum V1_1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 1, 0)
    static var models: [any PersistentModel.Type] { [Person.self] }

    @Model
    final class Person {
      var fullName: String
      var street: String
      var town: String
      var firstName: String?
      var lastName: String?
      var address: String?

      init(fullName: String, street: String, town: String) {
        self.fullName = fullName
        self.street = street
        self.town = town
      }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Person.self] }

    @Model
    final class Person {
      var firstName: String?
      var lastName: String?
      var address: String?
      init() {}
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V1_1.self, V2.self] }
    static var stages: [MigrationStage] { [addFields, fillFields] }

    static let addFields = MigrationStage.lightweight(
      fromVersion: V1.self, toVersion: V1_1.self)
    static let fillFields = MigrationStage.custom(
      fromVersion: V1_1.self, toVersion: V2.self,
      willMigrate: { context in
        for person in try context.fetch(FetchDescriptor<V1_1.Person>()) {
          let names = person.fullName.split(separator: " ", maxSplits: 1).map(String.init)
          person.firstName = names.first
          person.lastName = names.count > 1 ? names[1] : nil
          person.address = "\(person.street), \(person.town)"
        }
        try context.save()
      }, didMigrate: nil)
  }
}
