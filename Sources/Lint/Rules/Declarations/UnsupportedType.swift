internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds stored properties of types that no column can hold.
struct UnsupportedType: ModelRule {
  static let info = RuleInfo(
    id: "unsupported-type", group: .declarations, severity: .error,
    summary: "a stored property has a type that cannot be stored",
    why: "only values that can be encoded and relationships to models are stored; anything else "
      + "does not compile, or the app crashes when the schema is built",
    fix: "store Data or a Codable struct, name a transformer with @Attribute(.transformable(by:)), "
      + "or mark the property @Transient",
    limits: "types that the given paths do not declare are taken to be storable, except those of "
      + "Apple's frameworks that are known not to be",
    explanation: "swiftdata-unexpected-class-type",
    examples: .texts(
      flagged: """
        @Model class Note { var ↓size: (Int, Int); init(size: (Int, Int)) { self.size = size } }
        ---
        @Model class Note { var ↓action: (() -> Void)?; var ↓shape: (any Shape)?; init() {} }
        ---
        import SwiftData
        import SwiftUI
        import UIKit

        @Model
        final class Photo {
          var name: String
          var ↓image: UIImage?
          var ↓extra: [String: Any] = [:]
          var ↓tint: Color?
          var ↓style: any ShapeStyle

          init(name: String, image: UIImage?, style: any ShapeStyle) {
            self.name = name
            self.image = image
            self.style = style
          }
        }
        ---
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note">
            ↓<attribute name="title" optional="YES" attributeType="Strin"/>
            <attribute name="body" optional="YES" attributeType="String"/>
          </entity>
        </model>
        """,
      clean: """
        @Model class Note { var size: CGSize; init(size: CGSize) { self.size = size } }
        ---
        @Model class Photo {
          @Attribute(.externalStorage) var image: Data?
          @Attribute(.transformable(by: "ColorTransformer")) var tint: UIColor?
          @Transient var thumbnail: UIImage?
          init() {}
        }
        @objc(ColorTransformer) final class ColorTransformer: ValueTransformer {}
        ---
        struct Color: Codable { var red: Double }
        @Model final class Place {
          var tint: Color?
          var kinds: Set<String> = []
          var scores: [String: Int] = [:]
          var rank: (Int)?
          var preview: UIImage? { nil }
          init() {}
        }
        ---
        // file: Drive.swift
        @Model final class Drive { var route: [CLLocationCoordinate2D] = []; init() {} }
        // file: Coordinate.swift
        import CoreLocation

        extension CLLocationCoordinate2D: @retroactive Codable {
          public init(from decoder: any Decoder) throws { fatalError() }
          public func encode(to encoder: any Encoder) throws {}
        }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .swift else { return check(file: model, report) }
    for entity in model.entities {
      for attribute in entity.attributes
      where !attribute.isTransient && (attribute.type == .undefined || attribute.type == .binary) {
        // A type of that name may be one's own.
        guard let type = attribute.swiftType, attribute.isForeign,
          let reason = Self.reason(against: type, in: model, lint)
        else { continue }
        report(
          "'\(entity.name).\(attribute.name)' cannot be stored: \(reason)", about: attribute,
          of: entity)
      }
    }
  }

  /// A model file may say something else in place of a type.
  private func check(file model: DataModel, _ report: RuleReport) {
    for entity in model.entities {
      for attribute in entity.attributes where attribute.type == .undefined {
        guard case .unknown(let reason) = attribute.certainty else { continue }
        report(
          "'\(entity.name).\(attribute.name)' cannot be stored: \(reason)", about: attribute,
          of: entity, help: "choose its type in Xcode's model editor")
      }
    }
  }

  private static func reason(against type: String, in model: DataModel, _ lint: LintContext)
    -> String?
  {
    var text = type[...]
    while text.last == "?" || text.last == "!" { text.removeLast() }
    if text.hasPrefix("("), text.contains("->") { return "it is a closure" }
    if text.hasPrefix("@") && text.contains("->") { return "it is a closure" }
    if text.hasPrefix("("), text.hasSuffix(")"), text.contains(",") { return "it is a tuple" }
    if text.hasPrefix("[any ") || text.hasPrefix("any ") {
      return "its type is only known while the app runs"
    }
    if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
    if let colon = text.firstIndex(of: ":") {
      text = text[text.index(after: colon)...].drop { $0 == " " }
      if model.entity(named: String(text).lastPart) != nil {
        return "a dictionary of models is no relationship"
      }
    }
    if ["Any", "AnyObject", "AnyHashable"].contains(text) {
      return "its type is only known while the app runs"
    }
    return Self.foreign.contains(String(text)) && !lint.madeCodable.contains(String(text))
      ? "'\(text)' cannot be encoded" : nil
  }

  /// Types of Apple's frameworks without `Codable`.
  private static let foreign: Set = [
    "UIImage", "UIColor", "UIFont", "UIView", "UIViewController", "NSImage", "NSColor", "NSFont",
    "NSView", "NSAttributedString", "NSMutableAttributedString", "CGImage", "CGColor", "CIImage",
    "CLLocation", "CLPlacemark", "MKMapItem", "MKPlacemark", "PHAsset", "AVPlayer",
    "AVAudioPlayer", "CNContact", "EKEvent", "Color", "Image", "Font", "AnyView", "LinearGradient",
    "LocalizedStringKey", "CLLocationCoordinate2D", "MKCoordinateRegion", "NSPredicate",
  ]
}

extension Attribute {
  /// Whether no given file declares the type.
  fileprivate var isForeign: Bool { elements.isEmpty && rawValues.isEmpty && type != .composite }
}
