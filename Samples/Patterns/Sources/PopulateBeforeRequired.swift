import Foundation
import SwiftData

/// An optional property becomes required once every object has a value.
enum Accounts {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Account.self] }

    @Model
    final class Account {
      var name: String
      var currency: String?
      init(name: String) { self.name = name }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Account.self] }

    @Model
    final class Account {
      var name: String
      var currency: String

      init(name: String, currency: String) {
        self.name = name
        self.currency = currency
      }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] { [fillCurrency] }

    static let fillCurrency = MigrationStage.custom(
      fromVersion: V1.self, toVersion: V2.self,
      willMigrate: { context in
        let missing = FetchDescriptor<V1.Account>(predicate: #Predicate { $0.currency == nil })
        for account in try context.fetch(missing) { account.currency = "EUR" }
        try context.save()
      }, didMigrate: nil)
  }
}
