internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds transformable attributes whose transformer is not the secure one, or refuses the class of the values.
struct InsecureTransformer: ModelRule {
  static let info = RuleInfo(
    id: "insecure-transformer", group: .declarations, severity: .note,
    summary: "a transformable attribute has no secure transformer, or one that refuses its class",
    why:
      "without a transformer values are archived by one that Apple is giving up: it makes whatever class the file "
      + "names, and Core Data warns at each launch that it will stop reading them; the secure one reads lists, texts, "
      + "numbers, dates, data, URLs and UUIDs alone, and a value of another class is lost or ends the app",
    fix:
      "name 'NSSecureUnarchiveFromDataTransformer' for values of Foundation's plain classes, and for any other class a "
      + "subclass of it that lists the class in 'allowedTopLevelClasses'",
    limits:
      "model files alone; where no transformer is named, one finding says it of the whole model; silent of Objective-C "
      + "projects for old systems, whose model names no transformer at all",
    examples: .texts(
      flagged: """
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note">
            ↓<attribute name="tint" optional="YES" attributeType="Transformable" customClassName="UIColor"/>
            <attribute name="links" optional="YES" attributeType="Transformable"/>
          </entity>
        </model>
        // file: App.swift
        import CoreData
        ---
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note">
            ↓<attribute name="tint" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" customClassName="UIColor"/>
          </entity>
        </model>
        ---
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note">
            ↓<attribute name="tint" optional="YES" attributeType="Transformable" valueTransformerName="TintTransformer" customClassName="UIColor"/>
          </entity>
        </model>
        // file: TintTransformer.swift
        import Foundation
        @objc(TintTransformer) final class TintTransformer: NSSecureUnarchiveFromDataTransformer {}
        """,
      clean: """
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note">
            <attribute name="links" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" customClassName="[String]"/>
            <attribute name="sizes" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromDataTransformer" customClassName="NSDictionary"/>
            <attribute name="rest" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData"/>
          </entity>
        </model>
        // file: App.swift
        import CoreData
        ---
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note">
            <attribute name="tint" optional="YES" transient="YES" attributeType="Transformable"/>
          </entity>
        </model>
        // file: App.swift
        import CoreData
        ---
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note">
            <attribute name="tint" optional="YES" attributeType="Transformable" valueTransformerName="TintTransformer" customClassName="UIColor"/>
            <attribute name="mark" optional="YES" attributeType="Transformable" valueTransformerName="MarkTransformer" customClassName="UIColor"/>
            <attribute name="path" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" customClassName="CLLocationDegrees"/>
          </entity>
        </model>
        // file: Transformers.swift
        import UIKit
        @objc(TintTransformer) final class TintTransformer: NSSecureUnarchiveFromDataTransformer {
          override static var allowedTopLevelClasses: [AnyClass] { [UIColor.self] }
        }
        @objc(MarkTransformer) final class MarkTransformer: NSSecureUnarchiveFromDataTransformer {
          override func transformedValue(_ value: Any?) -> Any? { nil }
          override func reverseTransformedValue(_ value: Any?) -> Any? { nil }
        }
        """))

  /// The names of the secure transformer itself.
  private static let secure: Set = [
    "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
    "NSSecureUnarchiveFromDataTransformerName",
  ]
  /// The names of the one that makes any class.
  private static let insecure: Set = [
    "", "NSKeyedUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformerName",
    "NSUnarchiveFromData", "NSUnarchiveFromDataTransformerName",
  ]
  /// Classes that the secure transformer cannot read, as far as they are known not to inherit from those it can.
  private static let refused = ["CG", "CL", "MK", "NSColor", "NSFont", "NSImage", "SCN", "UI"]
  /// Names of numbers among them, of which an array may be kept.
  private static let numbers: Set = [
    "CGFloat", "CLLocationAccuracy", "CLLocationDegrees", "CLLocationDirection",
    "CLLocationDirectionAccuracy", "CLLocationDistance", "CLLocationSpeed",
    "CLLocationSpeedAccuracy", "CLProximity",
  ]

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .xcodeModel else { return }
    var plain: [(Attribute, Entity)] = []
    for entity in model.entities {
      for attribute in entity.attributes
      where attribute.type == .transformable && !attribute.isTransient {
        let name = attribute.valueTransformerName ?? ""
        if Self.insecure.contains(name) {
          plain.append((attribute, entity))
        } else if let type = attribute.valueClassName,
          Self.refused.contains(where: type.hasPrefix), !type.contains("["),
          !Self.numbers.contains(type)
        {
          let isSecure =
            Self.secure.contains(name) || lint.transformers?.allowsNothing(name) ?? false
          guard isSecure else { continue }
          report(
            "the transformer of '\(entity.name).\(attribute.name)' does not allow '\(type)': its values are lost, or "
              + "the app ends when one is stored or read", at: attribute.location,
            entity: entity.name, property: attribute.name, severity: .warning)
        }
      }
    }
    guard let (attribute, entity) = plain.first,
      lint.allFiles().contains(where: { $0.path.hasSuffix(".swift") })
    else { return }
    report(
      "'\(entity.name).\(attribute.name)' is archived without secure coding, as no transformer is named"
        + (plain.count == 1 ? "" : "; so it is with \(plain.count - 1) more"),
      at: attribute.location, entity: entity.name, property: attribute.name)
  }
}
