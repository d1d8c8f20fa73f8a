internal import Diagnostics
internal import StoreModel

/// Finds pictures and files that are kept in the rows.
struct LargeDataInline: ModelRule {
  static let info = RuleInfo(
    id: "large-data-inline", group: .dataAccess, severity: .note,
    summary: "a picture or file is stored inside its row",
    why: "every fetch of the object reads it, and the database file and its journal grow with it",
    fix: "write @Attribute(.externalStorage) before the property: values above 128 KB then lie in "
      + "files of their own",
    limits: "by the property's name alone; small values are as well off in the row",
    examples: .texts(
      flagged: """
        @Model class Note { var title = ""; var ↓imageData: Data?; init() {} }
        ---
        @Model class Note { var ↓photos: [Data] = []; init() {} }
        ---
        @Model class Note { var ↓jpegData: Data?; init() {} }
        ---
        import SwiftData

        @Model final class Recording {
          var date: Date
          @Attribute var ↓audio: Data
          init(date: Date, audio: Data) {
            self.date = date
            self.audio = audio
          }
        }
        """,
      clean: """
        @Model class Note { @Attribute(.externalStorage) var imageData: Data?; init() {} }
        ---
        @Model class Note { var token = Data(); var imageName = ""; init() {} }
        ---
        @Model class Note { @Transient var image: Data?; var thumbnail: Data?; init() {} }
        """))

  private static let large = [
    "image", "photo", "picture", "audio", "video", "movie", "pdf", "attachment", "filedata",
    "artwork", "drawing", "screenshot", "document", "recording", "jpeg", "png", "heic", "scan",
  ]
  private static let small = ["thumb", "icon", "preview", "hash", "bookmark", "key", "token", "id"]

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .swift else { return }
    for entity in model.entities {
      for attribute in entity.attributes
      where !attribute.isTransient && !attribute.allowsExternalStorage {
        let type = (attribute.swiftType ?? "").filter { $0 != "?" && $0 != "!" }
        let name = attribute.name.lowercased()
        guard ["Data", "[Data]", "Array<Data>"].contains(type),
          Self.large.contains(where: { name.contains($0) }),
          !Self.small.contains(where: { name.contains($0) })
        else { continue }
        report(
          "'\(entity.name).\(attribute.name)' is kept in the row and read with it",
          about: attribute, of: entity, certainty: .inferred("its name says what it holds"))
      }
    }
  }
}
