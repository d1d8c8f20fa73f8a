internal import Diagnostics
internal import StoreModel

/// Finds attributes that a record from another device may lack.
struct CloudKitRequiredAttribute: CloudKitRule {
  static let isOfCompiler = true

  static let info = RuleInfo(
    id: "ck-attributes-optional-or-default", group: .cloudKit, severity: .error,
    summary: "an attribute of a mirrored model is neither optional nor has a default value",
    why:
      "records arrive field by field, so every attribute must do without one: the container is not "
      + "made, and the error names the attributes",
    fix: "add '?' or '= VALUE' at the declaration; a value given in 'init' does not count",
    explanation: "ck-attributes-optional-or-default",
    examples: [
      .flagged(
        CloudKitText.mirrored(
          """
          @Model class Note { var ↓title: String; init(title: String) { self.title = title } }
          """)),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Note">
            ↓<attribute name="title" attributeType="String"/>
          </entity>
          """), settings: "cloudkit: on"),
      .flagged(
        CloudKitText.mirrored(
          """
          @Model
          final class Note {
            var id: UUID = UUID()
            var ↓title: String
            var ↓createdAt: Date
            var body: String?

            init(title: String, createdAt: Date = .now) {
              self.title = title
              self.createdAt = createdAt
            }
          }
          """)),
      .flagged(
        """
        // file: App/App.swift
        import SwiftData
        @Model class Note { var ↓title: String; init(title: String) { self.title = title } }
        func open() throws -> ModelContainer {
          let configuration = ModelConfiguration(cloudKitDatabase: .automatic)
          return try ModelContainer(for: Note.self, configurations: configuration)
        }
        \(CloudKitText.entitlements("App/App.entitlements"))
        """),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Note">
            ↓<attribute name="title" attributeType="String"/>
          </entity>
          """
        ).replacing("<model ", with: "<model usedWithCloudKit=\"YES\" ")),
      .flagged(
        """
        // file: Stack.swift
        import CoreData
        let container = NSPersistentCloudKitContainer(name: "Notes")
        """
          + CloudKitText.editor(
            """

            <entity name="Note">
              ↓<attribute name="title" attributeType="String"/>
            </entity>
            """)),
      .clean(
        """
        // file: Stack.swift
        import CoreData
        let container = NSPersistentContainer(name: "Notes")
        """
          + CloudKitText.editor(
            """

            <entity name="Note">
              <attribute name="title" attributeType="String"/>
            </entity>
            """)),
      .clean(CloudKitText.mirrored(CloudKitText.note)),
      .clean(
        """
        // file: App/App.swift
        import SwiftData
        @Model class Note { var title: String; init(title: String) { self.title = title } }
        func open() throws -> ModelContainer {
          let configuration = ModelConfiguration(cloudKitDatabase: .automatic)
          return try ModelContainer(for: Note.self, configurations: configuration)
        }
        \(CloudKitText.entitlements("App/App.entitlements", containers: ""))
        """),
      .clean(
        CloudKitText.mirrored(
          """
          @Model class Note { var title: String; init(title: String) { self.title = title } }
          """, database: ".none")),
      .clean(
        CloudKitText.editor(
          """
          <entity name="Note">
            <attribute name="title" optional="YES" attributeType="String"/>
            <attribute name="size" attributeType="Integer 64" defaultValueString="0"/>
          </entity>
          """), settings: "cloudkit: on"),
    ])

  static let reportsUnknown = true

  static let editorFix: String? = "tick 'Optional' or give it a default value in the model editor"
}
