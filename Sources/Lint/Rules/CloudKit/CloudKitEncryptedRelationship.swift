internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds encryption asked for where there is none.
struct CloudKitEncryptedRelationship: CloudKitRule {
  static let info = RuleInfo(
    id: "ck-encrypted-invalid", group: .cloudKit, severity: .error,
    summary: "a relationship is marked as encrypted",
    why: "only values of attributes are encrypted in the records: the store does not open",
    fix: "remove the mark from the relationship",
    explanation: "ck-encrypted-invalid",
    examples: [
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Note">
            ↓<relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder" inverseName="notes" inverseEntity="Folder">
              \(CloudKitText.encrypted)
            </relationship>
          </entity>
          \(CloudKitText.folder)
          """), settings: "cloudkit: on"),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Note">
            ↓<relationship name="next" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Note" inverseName="previous" inverseEntity="Note">
              \(CloudKitText.encrypted)
            </relationship>
            <relationship name="previous" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Note" inverseName="next" inverseEntity="Note"/>
          </entity>
          """), settings: "cloudkit: on"),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Patient" representedClassName="Patient" syncable="YES" codeGenerationType="class">
            <attribute name="name" optional="YES" attributeType="String">
              \(CloudKitText.encrypted)
            </attribute>
            ↓<relationship name="visits" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Visit" inverseName="patient" inverseEntity="Visit">
              \(CloudKitText.encrypted)
            </relationship>
          </entity>
          <entity name="Visit" representedClassName="Visit" syncable="YES" codeGenerationType="class">
            <relationship name="patient" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Patient" inverseName="visits" inverseEntity="Patient"/>
          </entity>
          """), settings: "cloudkit: on"),
      .clean(
        CloudKitText.editor(
          """
          <entity name="Note">
            <attribute name="secret" optional="YES" attributeType="String">
              \(CloudKitText.encrypted)
            </attribute>
          </entity>
          """), settings: "cloudkit: on"),
      .clean(
        CloudKitText.mirrored(
          """
          @Model class Note { @Attribute(.allowsCloudEncryption) var secret: String?; init() {} }
          """)),
      .clean(CloudKitText.mirrored(CloudKitText.folders)),
    ])
}
