import SwiftData

public enum JournalV1: VersionedSchema {
  public static let versionIdentifier = Schema.Version(1, 0, 0)
  public static var models: [any PersistentModel.Type] { [Entry.self, Topic.self] }

  @Model
  public final class Entry {
    #Index<Entry>([\.written])
    public var title: String
    public var written: Date
    public var mood = Mood.calm
    public var topic: Topic?
    @Transient public var isOpen = false
    public let number: Int

    public init(title: String, written: Date, number: Int, topic: Topic? = nil) {
      self.title = title
      self.written = written
      self.number = number
      self.topic = topic
    }
  }

  @Model
  public final class Topic {
    @Attribute(.unique) public var id: UUID
    public var name: String
    @Relationship(deleteRule: .cascade, inverse: \Entry.topic) public var entries: [Entry] = []

    public init(name: String) {
      id = UUID()
      self.name = name
    }
  }
}

public enum Mood: String, Codable { case calm, wild }

public enum JournalV2: VersionedSchema {
  public static let versionIdentifier = Schema.Version(2, 0, 0)
  public static var models: [any PersistentModel.Type] { [Entry.self, Letter.self] }

  @Model
  public class Entry {
    public var title: String
    public var words: Int = 0

    public init(title: String) { self.title = title }
  }

  @Model
  public final class Letter: Entry {
    public var receiver: String

    public init(title: String, receiver: String) {
      self.receiver = receiver
      super.init(title: title)
    }
  }
}

public enum JournalPlan: SchemaMigrationPlan {
  public static var schemas: [any VersionedSchema.Type] { [JournalV1.self, JournalV2.self] }

  public static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: JournalV1.self, toVersion: JournalV2.self,
        willMigrate: { context in
          for entry in try context.fetch(FetchDescriptor<JournalV1.Entry>()) { entry.title += "!" }
          try context.save()
        },
        didMigrate: { context in
          for entry in try context.fetch(FetchDescriptor<JournalV2.Entry>()) {
            entry.words = entry.title.count
          }
          try context.save()
        })
    ]
  }
}

/// A model for actors, and for predicates on what is no text.
@Model
public nonisolated final class Walk {
  public var id: UUID
  public var miles: Int

  public init(miles: Int) {
    id = UUID()
    self.miles = miles
  }
}

@ModelActor
public actor Walker {
  public func walk(_ miles: [Int], from shortest: Int) throws -> [Int] {
    for miles in miles { modelContext.insert(Walk(miles: miles)) }
    try modelContext.save()
    let long = FetchDescriptor<Walk>(
      predicate: #Predicate { $0.miles >= shortest }, sortBy: [SortDescriptor(\.miles)])
    return try modelContext.fetch(long).map(\.miles)
  }
}

/// By their titles, backwards.
public func entries(in context: ModelContext) throws -> [JournalV1.Entry] {
  var descriptor = FetchDescriptor<JournalV1.Entry>(
    sortBy: [SortDescriptor(\.title, order: .reverse)])
  descriptor.relationshipKeyPathsForPrefetching = [\.topic]
  return try context.fetch(descriptor)
}
