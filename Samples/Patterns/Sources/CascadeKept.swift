import Foundation
import SwiftData

/// A property of the many side changes its type; the one side, its delete rule and who belongs to
/// whom stay.
enum Albums {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Album.self, Photo.self] }

    @Model
    final class Album {
      var title: String
      @Relationship(deleteRule: .cascade, inverse: \Photo.album) var photos: [Photo] = []
      init(title: String) { self.title = title }
    }

    @Model
    final class Photo {
      var size: String
      var album: Album?

      init(size: String, album: Album) {
        self.size = size
        self.album = album
      }
    }
  }

  enum V1_1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 1, 0)
    static var models: [any PersistentModel.Type] { [Album.self, Photo.self] }

    @Model
    final class Album {
      var title: String
      @Relationship(deleteRule: .cascade, inverse: \Photo.album) var photos: [Photo] = []
      init(title: String) { self.title = title }
    }

    @Model
    final class Photo {
      @Attribute(originalName: "size") var sizeText: String = ""
      var bytes: Int?
      var album: Album?
      init() {}
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Album.self, Photo.self] }

    @Model
    final class Album {
      var title: String
      @Relationship(deleteRule: .cascade, inverse: \Photo.album) var photos: [Photo] = []
      init(title: String) { self.title = title }
    }

    @Model
    final class Photo {
      @Attribute(originalName: "bytes") var size: Int?
      var album: Album?
      init() {}
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V1_1.self, V2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: V1.self, toVersion: V1_1.self), convert]
    }

    static let convert = MigrationStage.custom(
      fromVersion: V1_1.self, toVersion: V2.self,
      willMigrate: { context in
        var photos = FetchDescriptor<V1_1.Photo>()
        photos.relationshipKeyPathsForPrefetching = [\.album]
        for photo in try context.fetch(photos) {
          photo.bytes = Int(photo.sizeText.filter(\.isNumber))
        }
        try context.save()
      }, didMigrate: nil)
  }
}
