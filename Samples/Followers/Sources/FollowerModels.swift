import Foundation
import SwiftData

@Model
final class Member {
  @Attribute(.unique) var handle: String
  var joined: Date
  @Relationship(inverse: \Member.followers)
  var following: [Member] = []
  @Relationship(inverse: \Member.following)
  var followers: [Member] = []
  @Relationship(deleteRule: .cascade, inverse: \Post.author)
  var posts: [Post] = []
  @Relationship(deleteRule: .cascade, inverse: \Post.likedBy)
  var likes: [Post] = []
  // storedoctor:ignore[missing-inverse] a badge does not know who wears it
  var badge: Badge?

  init(handle: String, joined: Date) {
    self.handle = handle
    self.joined = joined
  }
}

@Model
final class Post {
  var text: String
  var posted: Date
  var author: Member?
  var likedBy: [Member] = []
  @Relationship(minimumModelCount: 9, maximumModelCount: 4, inverse: \Picture.post)
  var pictures: [Picture] = []
  var mentions: Set<Mention> = []

  init(text: String, posted: Date) {
    self.text = text
    self.posted = posted
  }
}

@Model
final class Picture {
  var url: URL
  var post: Post?

  init(url: URL) { self.url = url }
}

@Model
final class Mention {
  var handle: String
  var post: Post?

  init(handle: String) { self.handle = handle }
}

@Model
final class Badge {
  var name: String
  // storedoctor:ignore[type-change] badges were numbers once
  var level: Int

  init(name: String, level: Int) {
    self.name = name
    self.level = level
  }
}
