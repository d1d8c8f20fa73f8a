import Foundation
import SwiftData

/// A property gets another name and keeps its values.
enum Contacts {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Contact.self] }

    @Model
    final class Contact {
      @Attribute(.unique) var id: UUID
      var phone: String

      init(id: UUID, phone: String) {
        self.id = id
        self.phone = phone
      }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Contact.self] }

    @Model
    final class Contact {
      @Attribute(.unique) var id: UUID
      @Attribute(originalName: "phone") var phoneNumber: String

      init(id: UUID, phoneNumber: String) {
        self.id = id
        self.phoneNumber = phoneNumber
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
