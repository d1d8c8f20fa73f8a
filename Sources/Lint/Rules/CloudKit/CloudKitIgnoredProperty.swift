internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds properties that are left out of the mirror and cannot be.
struct CloudKitIgnoredProperty: CloudKitRule {
  static let info = RuleInfo(
    id: "ck-ignored-property-invalid", group: .cloudKit, severity: .error,
    summary: "a property is marked as ignored by CloudKit and must have a value",
    why:
      "objects from other devices come without the property, so only optional attributes can be left "
      + "out: the store does not open",
    fix: "make the attribute optional, or remove the mark",
    explanation: "ck-ignored-property-invalid",
    examples: [
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Note">
            ↓<attribute name="draft" attributeType="String" defaultValueString="">
              \(CloudKitText.ignored)
            </attribute>
          </entity>
          """), settings: "cloudkit: on"),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Note">
            ↓<relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder" inverseName="notes" inverseEntity="Folder">
              \(CloudKitText.ignored)
            </relationship>
          </entity>
          \(CloudKitText.folder)
          """), settings: "cloudkit: on"),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Photo" representedClassName="Photo" syncable="YES" codeGenerationType="class">
            <attribute name="title" optional="YES" attributeType="String"/>
            ↓<attribute name="score" attributeType="Double" defaultValueString="0.0" usesScalarValueType="YES">
              \(CloudKitText.ignored)
            </attribute>
          </entity>
          """), settings: "cloudkit: on"),
      .clean(
        CloudKitText.editor(
          """
          <entity name="Note">
            <attribute name="draft" optional="YES" attributeType="String">
              \(CloudKitText.ignored)
            </attribute>
          </entity>
          """), settings: "cloudkit: on"),
      .clean(
        CloudKitText.editor(
          """
          <entity name="Note">
            <attribute name="draft" attributeType="String" defaultValueString="">
              \(CloudKitText.ignored)
            </attribute>
          </entity>
          """)),
      .clean(CloudKitText.mirrored(CloudKitText.note)),
    ])
}
