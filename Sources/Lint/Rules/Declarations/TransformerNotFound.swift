internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds names of value transformers under which none is found.
struct TransformerNotFound: SourceRule, ModelRule {
  static let info = RuleInfo(
    id: "transformer-not-found", group: .declarations, severity: .warning,
    summary: "an attribute names a value transformer that is never registered under that name",
    why:
      "Foundation looks for a registered name, then for an Objective-C class of it, which a Swift "
      + "class is not without '@objc(NAME)': none is found, and values are lost or the app crashes",
    fix: "call 'ValueTransformer.setValueTransformer(_:forName:)' before the container is made, or "
      + "write '@objc(NAME)' before the class",
    limits:
      "for names written as texts: a class given as 'NAME.self' is taken to be found; code in "
      + "Objective-C and in packages is not seen",
    explanation: "coredata-transformer-class-missing",
    examples: .texts(
      flagged: """
        import SwiftData
        import UIKit

        @Model class Note { @Attribute(↓.transformable(by: "TintTransformer")) var tint: UIColor?; init() {} }
        // file: TintTransformer.swift
        import Foundation

        final class TintTransformer: ValueTransformer {}
        ---
        import SwiftData

        @Model class Photo {
          @Attribute(.externalStorage) var data: Data?
          @Attribute(↓.transformable(by: "FrameTransformer"), originalName: "frame") var border: NSObject?
          init() {}
        }
        // file: Registration.swift
        import Foundation

        @objc(OtherTransformer) final class OtherTransformer: ValueTransformer {}
        func register() {
          ValueTransformer.setValueTransformer(
            OtherTransformer(), forName: NSValueTransformerName("FramesTransformer"))
        }
        ---
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note">
            ↓<attribute name="tint" optional="YES" attributeType="Transformable" valueTransformerName="TintTransformer"/>
          </entity>
        </model>
        // file: TintTransformer.swift
        import Foundation

        class TintTransformer: NSSecureUnarchiveFromDataTransformer {}
        ---
        import SwiftData
        import UIKit

        @Model class Note { @Attribute(↓.transformable(by: "TintTransformer")) var tint: UIColor?; init() {} }
        // file: TintTransformer.swift
        import UIKit

        final class TintTransformer: ValueTransformer {
          static func register() {
            ValueTransformer.setValueTransformer(TintTransformer(), forName: .init("TintTransformer"))
          }
        }
        final class Other { static func register() {} }
        // file: App.swift
        import UIKit

        func start(_ table: UITableView) {
          Other.register()
          table.register(Cell.self, forCellReuseIdentifier: "cell")
        }
        """,
      clean: """
        import SwiftData
        import UIKit

        @Model class Note {
          @Attribute(.transformable(by: "TintTransformer")) var tint: UIColor?
          @Attribute(.transformable(by: "FontTransformer")) var font: UIFont?
          @Attribute(.transformable(by: PathTransformer.self)) var path: UIBezierPath?
          @Attribute(.transformable(by: "NSSecureUnarchiveFromData")) var lines: NSArray?
          init() {}
        }
        // file: Transformers.swift
        import UIKit

        @objc(TintTransformer) final class TintTransformer: ValueTransformer {}
        final class PathTransformer: ValueTransformer {}
        final class FontTransformer: ValueTransformer {
          static let name = NSValueTransformerName(rawValue: String(describing: FontTransformer.self))
          static func register() { ValueTransformer.setValueTransformer(FontTransformer(), forName: name) }
        }
        // file: App.swift
        @main struct App { init() { FontTransformer.register() } }
        ---
        import SwiftData
        import UIKit

        @Model class Note { @Attribute(.transformable(by: "TintTransformer")) var tint: UIColor?; init() {} }
        // file: TintTransformer.swift
        import UIKit

        protocol Registering { static func register() }
        final class TintTransformer: ValueTransformer, Registering {
          static func register() { ValueTransformer.setValueTransformer(Self(), forName: .init("TintTransformer")) }
        }
        // file: App.swift
        func start(_ all: [Registering.Type]) { for one in all { one.register() } }
        ---
        import SwiftData

        @Model class Note { @Attribute(.transformable(by: "Tint")) var tint: NSObject?; init() {} }
        // file: App.swift
        import Foundation

        extension NSValueTransformerName { static let tint = NSValueTransformerName("Tint") }
        // file: Start.swift
        import Foundation

        func start() { ValueTransformer.setValueTransformer(make(), forName: .tint) }
        ---
        import SwiftData

        @Model class Note { @Attribute(.transformable(by: "TintTransformer")) var tint: NSObject?; init() {} }
        // file: Start.swift
        import Foundation

        class TintTransformer: ValueTransformer {}
        func register<T: ValueTransformer>(_ type: T.Type) {
          ValueTransformer.setValueTransformer(T(), forName: .init("\\(type)"))
        }
        ---
        // file: App.swift
        import CoreData
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Note">
          <attribute name="tint" optional="YES" transient="YES" attributeType="Transformable" valueTransformerName=""/>
          <attribute name="links" optional="YES" attributeType="Binary" valueTransformerName="LinksTransformer"/>
        </entity>
        </model>
        """))

  static let nodes: [SyntaxKind] = [.attribute]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let attribute = node.as(AttributeSyntax.self),
      attribute.simpleName == "Attribute",
      let variable = attribute.parent?.parent?.as(VariableDeclSyntax.self),
      let model = variable.model, let list = attribute.argumentList
    else { return }
    for argument in list {
      guard let option = argument.expression.call, option.name == "transformable",
        let name = option.argument("by")?.literalText,
        let answer = file.ask(.transformerFault(name)).first,
        let fault = TransformerUse.Fault(rawValue: answer)
      else { continue }
      report(
        Self.message(fault, name), at: file.location(argument), entity: model.name.text,
        property: variable.bindings.first?.name, certainty: Self.certainty(fault))
    }
  }

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .xcodeModel, let transformers = lint.transformers else { return }
    for entity in model.entities {
      // What the editor has kept of an attribute's former type is never asked for.
      for attribute in entity.attributes where attribute.type == .transformable {
        guard let name = attribute.valueTransformerName, let fault = transformers.fault(of: name)
        else { continue }
        report(
          Self.message(fault, name), about: attribute, of: entity,
          certainty: Self.certainty(fault))
      }
    }
  }

  private static func message(_ fault: TransformerUse.Fault, _ name: String) -> String {
    switch fault {
    case .undeclared: "no transformer '\(name)' is declared or registered"
    case .unregistered: "'\(name)' is declared and never registered under that name"
    case .uncalled, .uncalledPrivate:
      "nothing calls the function that registers '\(name)', so that it is not found"
    }
  }

  private static func certainty(_ fault: TransformerUse.Fault) -> Certainty {
    switch fault {
    case .undeclared, .uncalled: .inferred("code in Objective-C and in packages is not seen")
    case .unregistered, .uncalledPrivate: .certain
    }
  }
}
