import Foundation
import SwiftData

/// How a track was recorded; stored as its raw value.
enum Recording: String, Codable {
  case studio, live, demo
}

/// Stored in columns of its own, one for each property.
struct Loudness: Codable {
  var integrated: Double
  var peak: Double?
}

@Model
final class Artist {
  @Attribute(.unique) var name: String
  var country: String?
  @Relationship(inverse: \Artist.influencedBy)
  var influences: [Artist] = []
  var influencedBy: [Artist] = []
  @Relationship(deleteRule: .cascade, inverse: \Album.artist)
  var albums: [Album] = []

  init(name: String) {
    self.name = name
  }
}

@Model
final class Album {
  @Attribute(.unique) var catalogNumber: String
  var title: String
  var released: Date?
  @Attribute(.externalStorage) var cover: Data?
  var artist: Artist?
  @Relationship(deleteRule: .cascade, inverse: \Track.album)
  var tracks: [Track] = []

  init(catalogNumber: String, title: String) {
    self.catalogNumber = catalogNumber
    self.title = title
  }
}

@Model
class Track {
  #Index<Track>([\.title], [\.added])

  var title: String
  var seconds: Double
  var added: Date
  var recording: Recording = Recording.studio
  var loudness: Loudness
  var album: Album?

  init(title: String, seconds: Double, added: Date, loudness: Loudness) {
    self.title = title
    self.seconds = seconds
    self.added = added
    self.loudness = loudness
  }
}

@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Model
final class LiveTrack: Track {
  var venue: String
  var audience: Int?

  init(
    title: String, seconds: Double, added: Date, loudness: Loudness, venue: String
  ) {
    self.venue = venue
    super.init(title: title, seconds: seconds, added: added, loudness: loudness)
  }
}

@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Model
final class RemixTrack: Track {
  var remixer: String
  var original: Track?

  init(
    title: String, seconds: Double, added: Date, loudness: Loudness, remixer: String
  ) {
    self.remixer = remixer
    super.init(title: title, seconds: seconds, added: added, loudness: loudness)
  }
}
