import Foundation
import SwiftData

/// Members follow members: both ends of the relationship are properties of one class.
enum Network {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Member.self] }

    @Model
    final class Member {
      @Attribute(.unique) var handle: String
      @Relationship(inverse: \Member.following) var followers: [Member] = []
      var following: [Member] = []
      init(handle: String) { self.handle = handle }
    }
  }

  /// Only one end is ever changed; the other follows.
  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Member.self] }

    @Model
    final class Member {
      @Attribute(.unique) var handle: String
      var followerCount: Int = 0
      @Relationship(inverse: \Member.following) var followers: [Member] = []
      var following: [Member] = []
      init(handle: String) { self.handle = handle }

      func follow(_ other: Member) { following.append(other) }
      func unfollow(_ other: Member) { following.removeAll { $0.handle == other.handle } }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] { [countFollowers] }

    static let countFollowers = MigrationStage.custom(
      fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
      didMigrate: { context in
        var members = FetchDescriptor<V2.Member>()
        members.relationshipKeyPathsForPrefetching = [\.followers]
        for member in try context.fetch(members) { member.followerCount = member.followers.count }
        try context.save()
      })
  }
}
