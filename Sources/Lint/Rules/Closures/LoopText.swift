/// A function with a context, for examples.
enum LoopText {
  static func function(_ body: String) -> String {
    """
    import SwiftData

    @Model final class Note {
      var code: Int
      var title = ""
      var folder: Folder?
      @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
      init(code: Int) { self.code = code }
    }
    @Model final class Folder {
      var name = ""
      @Relationship(inverse: \\Note.folder) var notes: [Note] = []
      init() {}
    }
    @Model final class Tag { var notes: [Note] = []; init() {} }
    struct Row { var code: Int; var title: String }

    func run(_ rows: [Row], in context: ModelContext) throws {
      \(body)
    }
    """
  }

  /// The same models with views.
  static func views(_ text: String) -> String {
    """
    import SwiftData
    import SwiftUI

    @Model final class Note {
      var title = ""
      var folder: Folder?
      @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
      init() {}
    }
    @Model final class Folder {
      var name = ""
      @Relationship(inverse: \\Note.folder) var notes: [Note] = []
      init() {}
    }
    @Model final class Tag { var notes: [Note] = []; init() {} }

    \(text)
    """
  }
}
