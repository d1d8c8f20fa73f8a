internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds relationships whose declaration makes an object.
struct RelationshipDefaultObject: SourceRule {
  static let info = RuleInfo(
    id: "relationship-default-object", group: .relationships, severity: .error,
    summary: "a relationship's default value is a new object",
    why: "the default is made while the schema is built, before any container exists, and traps; "
      + "rows of older versions do not get it either",
    fix: "make the relationship optional, or pass the object to the initializer",
    explanation: "swiftdata-no-loaded-container",
    examples: .texts(
      flagged: """
        @Model class Car { var engine: Engine? = ↓Engine() }
        @Model class Engine { var car: Car?; init() {} }
        ---
        @Model class Car { var engine = ↓Engine(power: 90) }
        @Model class Engine {
          var power: Int
          @Relationship(inverse: \\Car.engine) var car: Car?
          init(power: Int) { self.power = power }
        }
        ---
        @Model final class Profile {
          @Relationship(deleteRule: .cascade, inverse: \\Settings.profile)
          var settings: Settings? = ↓Settings.init(isDark: true)
          init() {}
        }
        @Model final class Settings {
          var isDark: Bool
          var profile: Profile?
          init(isDark: Bool) { self.isDark = isDark }
        }
        """,
      clean: """
        @Model class Car { var engine: Engine? = nil }
        @Model class Engine { var car: Car?; init() {} }
        ---
        @Model class Car { var engine: Engine?; init() { engine = Engine() } }
        @Model class Engine { var car: Car?; init() {} }
        ---
        @Model class Car { var wheels: [Wheel] = [Wheel](); var size = Size(width: 1) }
        @Model class Wheel { var car: Car? }
        struct Size: Codable { var width: Int }
        """))

  static let nodes: [SyntaxKind] = [.patternBinding]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let binding = node.as(PatternBindingSyntax.self),
      let value = binding.initializer?.value.as(FunctionCallExprSyntax.self),
      let type = value.typeName,
      case let found = file.ask(.toOne(at: file.location(binding.pattern))), found.count == 3,
      found[2] == type
    else { return }
    report(
      "'\(found[0]).\(found[1])' makes a '\(type)' as its default", at: file.location(value),
      entity: found[0], property: found[1])
  }
}

extension FunctionCallExprSyntax {
  /// `Engine` of `Engine()`, `SchemaV1.Engine()` and `Engine.init()`.
  var typeName: String? {
    if let name = calledExpression.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
    guard let member = calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
    if member.declName.baseName.text != "init" { return member.declName.baseName.text }
    let base = member.base
    return base?.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? base?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }
}
