internal import Diagnostics
internal import StoreModel

/// Finds delete rules that a server cannot keep.
struct CloudKitDenyRule: CloudKitRule {
  static let info = RuleInfo(
    id: "ck-delete-rule-deny", group: .cloudKit, severity: .error,
    summary: "a relationship of a mirrored model has the delete rule Deny",
    why: "a deletion that comes from another device cannot be refused: the container is not made",
    fix: "use another delete rule, and ask before deleting in the app",
    explanation: "ck-delete-rule-deny",
    examples: [
      .flagged(
        CloudKitText.mirrored(
          """
          @Model final class Folder {
            @Relationship(deleteRule: .deny, inverse: \\Note.folder) var ↓notes: [Note]? = []
            init() {}
          }
          @Model final class Note { var folder: Folder?; init() {} }
          """)),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Folder">
            ↓<relationship name="notes" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Note" inverseName="folder" inverseEntity="Note"/>
          </entity>
          \(CloudKitText.noteInFolder)
          """), settings: "cloudkit: on"),
      .flagged(
        CloudKitText.mirrored(
          """
          @Model
          final class Customer {
            var name: String = ""
            @Relationship(deleteRule: .deny, inverse: \\Invoice.customer)
            var ↓invoices: [Invoice]? = []
            init(name: String) { self.name = name }
          }
          @Model
          final class Invoice {
            var number: Int = 0
            var customer: Customer?
            init(number: Int) { self.number = number }
          }
          """, types: "Customer.self, Invoice.self", database: ".automatic")),
      .clean(CloudKitText.mirrored(CloudKitText.folders)),
      .clean(
        CloudKitText.mirrored(
          """
          @Model final class Folder {
            @Relationship(deleteRule: .deny, inverse: \\Note.folder) var notes: [Note]? = []
            init() {}
          }
          @Model final class Note { var folder: Folder?; init() {} }
          """, database: ".none")),
      .clean(
        CloudKitText.mirrored(
          """
          @Model final class Folder {
            @Relationship(deleteRule: .nullify, inverse: \\Note.folder) var notes: [Note]? = []
            init() {}
          }
          @Model final class Note { var folder: Folder?; init() {} }
          """)),
    ])
}
