/// Two models around a few lines, for examples.
enum AccessText {
  static func models(_ text: String) -> String {
    """
    import SwiftData
    import SwiftUI

    @Model final class Note {
      var title = ""
      var rank = 0
      var mood: Mood = Mood.good
      var folder: Folder?
      var shout: String { title.uppercased() }
      init() {}
    }
    @Model final class Folder {
      @Attribute(.unique) var code = ""
      var name = ""
      @Relationship(inverse: \\Note.folder) var notes: [Note] = []
      init() {}
    }
    @Model final class Trip {
      var name = ""
      @Relationship(inverse: \\Stop.trip) var stops: [Stop]? = []
      init() {}
    }
    @Model final class Stop { var place = ""; var trip: Trip?; init() {} }
    enum Mood: String, Codable { case good, bad }

    \(text)
    """
  }
}
