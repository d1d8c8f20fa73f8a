package import Diagnostics
package import SwiftSyntax

/// Finds model classes that nobody can make an object of.
package struct MissingInitializer: SourceRule {
  package static let info = RuleInfo(
    id: "missing-initializer", group: .declarations, severity: .error,
    summary: "a model class has properties without values and no initializer",
    why: "SwiftData writes no initializer for a model, so the class does not compile",
    fix: "write an 'init' that takes the values, or give every property one",
    limits: "classes with '#if' or further macros among or before their members are left alone",
    examples: [
      .flagged("@Model class ↓Note { var title: String }"),
      .flagged("@Model class ↓Note { var title = \"\"; var pages: Int; var body: String? }"),
      .flagged(
        """
        import SwiftData

        @Model
        final class ↓Recipe {
          @Attribute(.unique) var id: String
          var title: String
          @Relationship(deleteRule: .cascade, inverse: \\Step.recipe) var steps: [Step] = []

          var isLong: Bool { steps.count > 10 }
        }
        @Model final class Step { var recipe: Recipe?; init() {} }
        """),
      .clean("@Model class Note { var title = \"\"; var body: String? }"),
      .clean("@Model class Note { var title: String; init(title: String) { self.title = title } }"),
      .clean(
        """
        import Builders
        import SwiftData

        @Model
        @MemberwiseInit
        final class Recipe {
          var title: String
          @Transient var isOpen = false
          static var count: Int = 0
        }
        """),
    ])

  static let nodes: [SyntaxKind] = [.classDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let type = node.as(ClassDeclSyntax.self), file.meansSwiftData,
      let missing = Self.propertyWithoutValue(in: type)
    else { return }
    report(
      Self.text(type, missing), at: file.location(type.name), entity: type.name.text,
      property: missing)
  }

  package static func text(_ type: ClassDeclSyntax, _ property: String) -> String {
    "'\(type.name.text)' has no initializer, and '\(property)' has no value"
  }

  /// The first property of a model that only an initializer could fill, where there is none.
  package static func propertyWithoutValue(in type: ClassDeclSyntax) -> String? {
    guard type.attribute("Model") != nil, type.attributes.allSatisfy(\.isKnown) else { return nil }
    var missing: String?
    for member in type.memberBlock.members {
      switch member.decl.as(DeclSyntaxEnum.self) {
      case .variableDecl(let variable): missing = missing ?? variable.nameWithoutValue
      case .macroExpansionDecl(let macro):
        guard ["Unique", "Index"].contains(macro.macroName.text) else { return nil }
      case .initializerDecl, .ifConfigDecl, .missingDecl: return nil
      default: break
      }
    }
    return missing
  }
}

extension VariableDeclSyntax {
  /// The first stored property that only an initializer can fill.
  fileprivate var nameWithoutValue: String? {
    let own: Set = ["Attribute", "Relationship"]
    guard isInstance, !isLazy,
      attributes.allSatisfy({ element in
        if case .attribute(let attribute) = element {
          own.contains(attribute.simpleName)
        } else {
          false
        }
      })
    else { return nil }
    return bindings.first {
      $0.isStored && $0.initializer == nil && $0.typeAnnotation != nil && !$0.isOptional
    }?.name
  }
}

extension AttributeListSyntax.Element {
  /// Adds no members to a class. Any other macro may write the initializer.
  fileprivate var isKnown: Bool {
    guard case .attribute(let attribute) = self else { return false }
    return ["Model", "available", "MainActor", "objc", "objcMembers", "nonobjc"]
      .contains(attribute.simpleName)
  }
}
