internal import Diagnostics
internal import StoreModel

/// Finds attribute types that no record field can hold.
struct CloudKitUnsupportedType: CloudKitRule {
  static let info = RuleInfo(
    id: "ck-unsupported-attribute-type", group: .cloudKit, severity: .error,
    summary: "an attribute of a mirrored model has a type that is not mirrored",
    why: "records hold numbers, texts, dates, data, UUIDs and URIs: the store does not open",
    fix: "store the value in one of these types, or keep the entity in a configuration that is not "
      + "mirrored",
    explanation: "ck-unsupported-attribute-type",
    examples: [
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Note">
            ↓<attribute name="value" optional="YES" attributeType="Undefined"/>
          </entity>
          """), settings: "cloudkit: on"),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Note">
            ↓<attribute name="target" optional="YES" attributeType="ObjectID"/>
          </entity>
          """), settings: "cloudkit: on"),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Link" representedClassName="Link" syncable="YES" codeGenerationType="class">
            <attribute name="title" optional="YES" attributeType="String"/>
            ↓<attribute name="other" optional="YES" attributeType="ObjectID"/>
            ↓<attribute name="anything" optional="YES" attributeType="Undefined"/>
          </entity>
          """), settings: "cloudkit: on"),
      .clean(
        CloudKitText.editor(
          """
          <entity name="Note">
            <attribute name="title" optional="YES" attributeType="String"/>
            <attribute name="payload" optional="YES" attributeType="Binary"/>
          </entity>
          """), settings: "cloudkit: on"),
      .clean(
        CloudKitText.editor(
          """
          <entity name="Note">
            <attribute name="value" optional="YES" transient="YES" attributeType="Undefined"/>
          </entity>
          """), settings: "cloudkit: on"),
      .clean(CloudKitText.mirrored(CloudKitText.note)),
    ])
}
