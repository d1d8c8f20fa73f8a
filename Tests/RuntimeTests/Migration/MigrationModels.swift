import Foundation
import SwiftData

// A diary that changes over four versions, each change of another kind.

enum DiaryV1: VersionedSchema {
  static var versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Entry.self, Topic.self, Person.self] }

  @Model
  final class Entry {
    var code: String
    var text: String
    var mood: String
    var fullName: String
    @Relationship(deleteRule: .nullify, inverse: \Topic.entries) var topic: Topic?
    @Relationship(inverse: \Person.entries) var people: [Person] = []

    init(code: String, text: String, mood: String, fullName: String) {
      self.code = code
      self.text = text
      self.mood = mood
      self.fullName = fullName
    }
  }

  @Model
  final class Topic {
    var title: String
    @Relationship(deleteRule: .cascade) var entries: [Entry] = []
    init(title: String) { self.title = title }
  }

  @Model
  final class Person {
    var name: String
    var entries: [Entry] = []
    init(name: String) { self.name = name }
  }
}

/// Lightweight: a new name, a new optional property beside the old one.
enum DiaryV2: VersionedSchema {
  static var versionIdentifier = Schema.Version(1, 1, 0)
  static var models: [any PersistentModel.Type] { [Entry.self, Topic.self, Person.self] }

  @Model
  final class Entry {
    var code: String
    @Attribute(originalName: "text") var textOld: String = ""
    var textNew: AttributedString?
    var mood: String
    var moodLevel: Int?
    var fullName: String
    @Relationship(deleteRule: .nullify, inverse: \Topic.entries) var topic: Topic?
    @Relationship(inverse: \Person.entries) var people: [Person] = []

    init(code: String, mood: String, fullName: String) {
      self.code = code
      self.mood = mood
      self.fullName = fullName
    }
  }

  @Model
  final class Topic {
    @Attribute(originalName: "title") var heading: String
    @Relationship(deleteRule: .cascade) var entries: [Entry] = []
    init(heading: String) { self.heading = heading }
  }

  @Model
  final class Person {
    var name: String
    var entries: [Entry] = []
    init(name: String) { self.name = name }
  }
}

/// The old text is gone, codes are unique, the level is required, and names are in two parts.
enum DiaryV3: VersionedSchema {
  static var versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Entry.self, Topic.self, Person.self] }

  @Model
  final class Entry {
    @Attribute(.unique) var code: String
    @Attribute(originalName: "textNew") var text: AttributedString?
    var moodLevel: Int
    var fullName: String
    var firstName: String = ""
    var lastName: String = ""
    @Relationship(deleteRule: .nullify, inverse: \Topic.entries) var topic: Topic?
    @Relationship(inverse: \Person.entries) var people: [Person] = []

    init(code: String, moodLevel: Int, fullName: String) {
      self.code = code
      self.moodLevel = moodLevel
      self.fullName = fullName
    }
  }

  @Model
  final class Topic {
    var heading: String
    @Relationship(deleteRule: .cascade) var entries: [Entry] = []
    init(heading: String) { self.heading = heading }
  }

  @Model
  final class Person {
    var name: String
    var entries: [Entry] = []
    init(name: String) { self.name = name }
  }
}

enum DiaryPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [DiaryV1.self, DiaryV2.self, DiaryV3.self] }
  static var stages: [MigrationStage] { [addProperties, fill] }

  static let addProperties = MigrationStage.lightweight(
    fromVersion: DiaryV1.self, toVersion: DiaryV2.self)

  static let fill = MigrationStage.custom(
    fromVersion: DiaryV2.self, toVersion: DiaryV3.self,
    willMigrate: { context in
      var descriptor = FetchDescriptor<DiaryV2.Entry>(sortBy: [SortDescriptor(\.code)])
      descriptor.relationshipKeyPathsForPrefetching = [\.topic, \.people]
      var seen: Set<String> = []
      for entry in try context.fetch(descriptor) {
        if !seen.insert(entry.code).inserted {
          context.delete(entry)
          continue
        }
        entry.textNew = try AttributedString(markdown: entry.textOld)
        entry.moodLevel = ["bad": 0, "good": 2][entry.mood] ?? 1
      }
      try context.save()
    },
    didMigrate: { context in
      for entry in try context.fetch(FetchDescriptor<DiaryV3.Entry>()) {
        let parts = entry.fullName.split(separator: " ", maxSplits: 1).map(String.init)
        entry.firstName = parts.first ?? ""
        entry.lastName = parts.count > 1 ? parts[1] : ""
      }
      try context.save()
    })
}

/// Plans that go wrong, each in its own way.
enum ThrowingPlan: SchemaMigrationPlan {
  struct Failure: Error {}
  static var schemas: [any VersionedSchema.Type] { [DiaryV1.self, DiaryV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: DiaryV1.self, toVersion: DiaryV2.self,
        willMigrate: { context in
          for entry in try context.fetch(FetchDescriptor<DiaryV1.Entry>()) {
            entry.text = "changed"
          }
          try context.save()
          throw Failure()
        }, didMigrate: nil)
    ]
  }
}

enum WrongVersionPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [DiaryV1.self, DiaryV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: DiaryV1.self, toVersion: DiaryV2.self, willMigrate: nil,
        didMigrate: { context in _ = try context.fetch(FetchDescriptor<DiaryV1.Entry>()) })
    ]
  }
}

/// Reaches only the second version.
enum ShortPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [DiaryV1.self, DiaryV2.self] }
  static var stages: [MigrationStage] { [DiaryPlan.addProperties] }
}
