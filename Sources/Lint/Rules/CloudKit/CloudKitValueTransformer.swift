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
      "silent where the given Swift code has a class of that name which works both ways; of any other "
      + "only the running app shows it",
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
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Note">
            ↓<attribute name="tint" optional="YES" attributeType="Transformable" valueTransformerName="TintTransformer"/>
          </entity>
          """)
            + """

            // file: TintTransformer.swift
            import Foundation
            @objc(TintTransformer) final class TintTransformer: NSSecureUnarchiveFromDataTransformer {
              override class func allowsReverseTransformation() -> Bool { false }
            }
            """, settings: "cloudkit: on"),
      .clean(
        CloudKitText.editor(
          """
          <entity name="Note">
            <attribute name="tint" optional="YES" attributeType="Transformable" valueTransformerName="TintTransformer"/>
          </entity>
          """)
            + """

            // file: TintTransformer.swift
            import Foundation
            @objc(TintTransformer) final class TintTransformer: NSSecureUnarchiveFromDataTransformer {}
            """, settings: "cloudkit: on"),
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
            <attribute name="tags" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData"/>
          </entity>
          """), settings: "cloudkit: on"),
    ])

  static let reportsUnknown = true

  static let consequence =
    ": CloudKit refuses the model unless it is registered by then and works both ways"

  /// Not where the code has the class, found by its name or registered, with both ways.
  func isSure(_ breach: CloudKitRules.Violation, in model: DataModel, _ lint: LintContext) -> Bool {
    guard let entity = breach.entity.flatMap({ model.entity(named: $0) }),
      let attribute = breach.property.flatMap({ entity.attribute(named: $0) }),
      let name = attribute.valueTransformerName
    else { return true }
    return !(lint.transformers?.isSound(name) ?? false)
  }
}
