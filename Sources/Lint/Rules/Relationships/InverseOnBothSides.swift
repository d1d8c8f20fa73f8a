internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds pairs of relationships that name each other.
struct InverseOnBothSides: SourceRule {
  static let info = RuleInfo(
    id: "inverse-on-both-sides", group: .relationships, severity: .warning,
    summary: "both sides of a relationship name the other one with 'inverse:'",
    why: "to expand one @Relationship the compiler needs the other one expanded, and stops with "
      + "'circular reference resolving attached macro'",
    fix: "keep 'inverse:' on one side only",
    explanation: "swiftdata-macro-circular-inverse",
    examples: .texts(
      flagged: """
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
        @Model class Tag { @Relationship(inverse: \\Note.tags) var ↓notes: [Note] = [] }
        ---
        @Model final class Author {
          @Relationship(deleteRule: .cascade, inverse: \\Book.author) var books: [Book]
          init() { books = [] }
        }
        @Model final class Book {
          @Relationship(inverse: \\Author.books) var ↓author: Author?
          init() {}
        }
        ---
        @Model final class Person {
          @Relationship(inverse: \\Person.followers) var following: [Person] = []
          @Relationship(inverse: \\Person.following) var ↓followers: [Person] = []
        }
        """,
      clean: """
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
        @Model class Tag { var notes: [Note] = [] }
        ---
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
        @Model class Tag { @Relationship(deleteRule: .nullify) var notes: [Note] = [] }
        ---
        @Model class Person { @Relationship(inverse: \\Person.spouse) var spouse: Person? }
        """))

  static let nodes: [SyntaxKind] = [.attribute]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let attribute = node.as(AttributeSyntax.self), attribute.simpleName == "Relationship",
      attribute.inverse != nil,
      let binding = attribute.parent?.parent?.as(VariableDeclSyntax.self)?.bindings.first
    else { return }
    let place = file.location(binding.pattern)
    var found = file.ask(.mutualInverses(at: place))[...]
    while let other = found.popFirst(), let entity = found.popFirst(),
      let property = found.popFirst()
    {
      report(
        "'\(other)' and '\(entity).\(property)' name each other as inverse", at: place,
        entity: entity, property: property,
        certainty: .inferred("developers report the compiler's refusal; Apple documents none"),
        edits: [TextEdit(path: file.path, range: attribute.rangeOfInverse, replacement: "")])
    }
  }
}

extension AttributeSyntax {
  fileprivate var inverse: LabeledExprSyntax? {
    argumentList?.first { $0.label?.text == "inverse" }
  }

  /// The bytes of the argument 'inverse:' with the comma that goes with it, or with the parentheses
  /// when it is alone.
  fileprivate var rangeOfInverse: Range<Int> {
    guard let list = argumentList.map(Array.init), let inverse,
      let position = list.firstIndex(where: { $0.id == inverse.id })
    else { return 0..<0 }
    if list.count == 1, let leftParen, let rightParen {
      return leftParen.position.utf8Offset..<rightParen.endPositionBeforeTrailingTrivia.utf8Offset
    }
    if position + 1 < list.count {
      let next = list[position + 1].positionAfterSkippingLeadingTrivia.utf8Offset
      return inverse.positionAfterSkippingLeadingTrivia.utf8Offset..<next
    }
    let end = inverse.endPositionBeforeTrailingTrivia.utf8Offset
    let comma = list[position - 1].trailingComma ?? .commaToken()
    return min(comma.positionAfterSkippingLeadingTrivia.utf8Offset, end)..<end
  }
}

extension DataModel {
  /// The relationship that another one names, or was given, as its inverse.
  func inverse(of relationship: Relationship) -> Relationship? {
    relationship.inverse.flatMap { name in
      owner(of: name, in: relationship.destination)?.relationship(named: name)
    }
  }

  /// The entity, or the one it inherits from, that declares a property.
  func owner(of property: String, in name: String) -> Entity? {
    entity(named: name).flatMap { entity in
      lineage(of: entity).first {
        $0.relationship(named: property) != nil || $0.attribute(named: property) != nil
      }
    }
  }
}

extension Location {
  static let nowhere = Location(path: "")

  /// By file, then line, then column.
  func precedes(_ other: Location) -> Bool {
    (path, line ?? 0, column ?? 0) < (other.path, other.line ?? 0, other.column ?? 0)
  }
}
