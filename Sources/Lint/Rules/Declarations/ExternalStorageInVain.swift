internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds values that '.externalStorage' does not move out of their rows.
struct ExternalStorageInVain: ModelRule {
  static let info = RuleInfo(
    id: "external-storage-in-vain", group: .declarations, severity: .note,
    summary: "'.externalStorage' stands before a text, number or date",
    why:
      "only data lies in files of its own: a text stays in its row, however long, and is read and written with it",
    fix:
      "store the text as Data, or in an object of its own beside a relationship; or leave the option out",
    limits: "by the written type of the property; lists and other encoded values are left alone",
    examples: .texts(
      flagged: """
        @Model class Talk {
          @Attribute(.externalStorage) var ↓transcript: String?
          var title = ""
          init() {}
        }
        ---
        @Model class Talk {
          @Attribute(.externalStorage) var ↓text: String = ""
          @Attribute(.externalStorage) var length: Int = 0
          init() {}
        }
        ---
        @Model class Talk { @Attribute(.externalStorage) var ↓begin: Date?; init() {} }
        """,
      clean: """
        @Model class Talk { @Attribute(.externalStorage) var sound: Data?; init() {} }
        ---
        @Model class Talk { var transcript: String?; init() {} }
        ---
        @Model class Talk {
          @Attribute(.externalStorage) var sound: Data?
          @Attribute(.externalStorage) var points: [Double] = []
          var transcript: String?
          init() {}
        }
        """))

  private static let plain: Set = [
    "Bool", "Date", "Decimal", "Double", "Float", "Int", "Int16", "Int32", "Int64", "String",
    "UUID",
  ]

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .swift else { return }
    for entity in model.entities {
      let texts = entity.attributes.filter { attribute in
        attribute.allowsExternalStorage
          && Self.plain.contains(attribute.swiftType?.filter { $0 != "?" && $0 != " " } ?? "")
      }
      guard let first = texts.first else { continue }
      report(
        "'.externalStorage' does nothing for '\(entity.name).\(first.name)', which is no Data: it stays in the row",
        at: first.location, entity: entity.name, property: first.name,
        likewise: texts.dropFirst().compactMap(\.location))
    }
  }
}
