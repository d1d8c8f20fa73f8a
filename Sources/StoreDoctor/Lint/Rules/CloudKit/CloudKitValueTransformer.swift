internal import Diagnostics
internal import StoreModel

/// Finds values that must be turned into data and back.
struct CloudKitValueTransformer: CloudKitRule {
  static let info = RuleInfo(
    id: "ck-value-transformers", group: .cloudKit, severity: .note,
    summary: "a mirrored attribute goes through a value transformer",
    why:
      "mirroring asks for the transformer when the store opens: one that is not registered by then, or "
      + "does not work both ways, keeps the store closed",
    fix: "register the transformer before the container is made, and let it allow the way back",
    limits:
      "whether the transformer is registered and works both ways shows only in the running app",
    explanation: "ck-value-transformers",
    examples: [
      .flagged(
        CloudKitText.mirrored(
          """
          @Model class Note { @Attribute(.transformable(by: "TintTransformer")) var ↓tint: UIColor?; init() {} }
          """)),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Note">
            ↓<attribute name="tint" optional="YES" attributeType="Transformable" valueTransformerName="TintTransformer"/>
          </entity>
          """), settings: "cloudkit: on"),
      .flagged(
        CloudKitText.mirrored(
          """
          @Model
          final class Sketch {
            var name: String = ""
            @Attribute(.transformable(by: PathTransformer.self)) var ↓path: UIBezierPath?
            init(name: String) { self.name = name }
          }
          """, types: "Sketch.self")),
      .clean(CloudKitText.mirrored(CloudKitText.note)),
      .clean(
        CloudKitText.editor(
          """
          <entity name="Note">
            <attribute name="tags" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromDataTransformer"/>
          </entity>
          """), settings: "cloudkit: on"),
      .clean(
        CloudKitText.mirrored(
          """
          @Model class Note { @Attribute(.transformable(by: "TintTransformer")) var tint: UIColor?; init() {} }
          @objc(TintTransformer) final class TintTransformer: ValueTransformer {}
          """, database: ".none")),
      .clean(
        CloudKitText.editor(
          """
          <entity name="Note">
            <attribute name="tags" optional="YES" attributeType="Transformable"/>
          </entity>
          """), settings: "cloudkit: on"),
    ])

  static let reportsUnknown = true
}
