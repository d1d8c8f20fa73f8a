import Foundation
import SwiftData

/// A text becomes an attributed text. No closure sees both types, so 1.1 has both properties: the
/// closure that leaves 1.1 fills the new one while the old one is still there.
enum Letters {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Letter.self] }

    @Model
    final class Letter {
      @Attribute(.unique) var number: Int
      var text: String

      init(number: Int, text: String) {
        self.number = number
        self.text = text
      }
    }
  }

  enum V1_1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 1, 0)
    static var models: [any PersistentModel.Type] { [Letter.self] }

    @Model
    final class Letter {
      @Attribute(.unique) var number: Int
      @Attribute(originalName: "text") var plainText: String = ""
      var styledText: AttributedString?
      init(number: Int) { self.number = number }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Letter.self] }

    @Model
    final class Letter {
      @Attribute(.unique) var number: Int
      @Attribute(originalName: "styledText") var text: AttributedString?
      init(number: Int) { self.number = number }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V1_1.self, V2.self] }
    static var stages: [MigrationStage] { [addStyled, convert] }

    static let addStyled = MigrationStage.lightweight(
      fromVersion: V1.self, toVersion: V1_1.self)
    static let convert = MigrationStage.custom(
      fromVersion: V1_1.self, toVersion: V2.self,
      willMigrate: { context in
        for letter in try context.fetch(FetchDescriptor<V1_1.Letter>()) {
          letter.styledText = try AttributedString(markdown: letter.plainText)
        }
        try context.save()
      }, didMigrate: nil)
  }
}
