internal import Diagnostics
internal import SwiftSyntax

/// Finds options and labels that guides show and Apple's macros do not have.
struct UnknownOption: SourceRule {
  static let info = RuleInfo(
    id: "unknown-option", group: .declarations, severity: .error,
    summary: "@Attribute or @Relationship is given an unknown option",
    why: "the declaration does not compile, and what was meant to hold for the property does not",
    fix: "use Apple's spelling",
    limits: "only spellings that are known to be wrong are reported, so that options of later "
      + "systems are not",
    examples: .texts(
      flagged: """
        @Model class Note { @Attribute(↓.indexed) var title = ""; init() {} }
        ---
        @Model class Team {
          @Relationship(inverse: \\Player.team, ↓minimum: 1, ↓maximum: 11) var players: [Player] = []
          init() {}
        }
        @Model class Player { var team: Team?; init() {} }
        ---
        import SwiftData

        @Model
        final class Folder {
          @Attribute(↓.primaryKey) var id: UUID
          @Relationship(↓.cascade, inverse: \\Note.folder)
          var notes: [Note] = []

          init(id: UUID) { self.id = id }
        }
        @Model final class Note { var folder: Folder?; init() {} }
        """,
      clean: """
        @Model class Note {
          #Index<Note>([\\.title])
          @Attribute(.unique, originalName: "name") var title = ""
          @Attribute(.externalStorage, .allowsCloudEncryption) var scan: Data?
          init() {}
        }
        ---
        @Model class Team {
          @Relationship(
            deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 11,
            inverse: \\Player.team)
          var players: [Player] = []
          init() {}
        }
        @Model class Player { var team: Team?; init() {} }
        ---
        struct Row { @Attribute(.indexed, maximum: 3) var title = "" }
        """))

  static let nodes: [SyntaxKind] = [.attribute]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let attribute = node.as(AttributeSyntax.self), file.meansSwiftData,
      let list = attribute.argumentList,
      let variable = attribute.parent?.parent?.as(VariableDeclSyntax.self),
      let model = variable.model
    else { return }
    let macro = attribute.simpleName
    for argument in list {
      let start = argument.positionAfterSkippingLeadingTrivia.utf8Offset
      let (written, right, edit): (String, String, TextEdit?)
      if let label = argument.label?.text {
        guard let known = Self.labels[macro]?[label] else { continue }
        (written, right) = ("'\(label):'", known)
        edit =
          known.allSatisfy(\.isLetter) && label != "name"
            && Self.isInOrder(list, of: macro)
          ? TextEdit(path: file.path, range: start..<start + label.utf8.count, replacement: known)
          : nil
      } else {
        guard let member = argument.expression.as(MemberAccessExprSyntax.self), member.base == nil,
          let known = Self.options[macro]?[member.declName.baseName.text]
        else { continue }
        (written, right) = ("'.\(member.declName.baseName.text)'", known)
        edit =
          if known == "deleteRule:" {
            TextEdit(path: file.path, range: start..<start, replacement: "deleteRule: ")
          } else if let right = Self.option(known) {
            TextEdit(
              path: file.path,
              range: start..<argument.expression.endPositionBeforeTrailingTrivia.utf8Offset,
              replacement: right)
          } else {
            nil
          }
      }
      report(
        "@\(macro) knows no \(written)", at: file.location(argument), entity: model.name.text,
        property: variable.bindings.first?.name, help: "use '\(right)'",
        edits: edit.map { [$0] } ?? [])
    }
  }

  /// Whether the labels stand in the order that the compiler demands, once they are right.
  private static func isInOrder(_ list: LabeledExprListSyntax, of macro: String) -> Bool {
    let order = [
      "deleteRule", "minimumModelCount", "maximumModelCount", "originalName", "inverse",
      "hashModifier",
    ]
    let places = list.compactMap { argument in
      argument.label.flatMap { label in
        order.firstIndex(of: labels[macro]?[label.text] ?? label.text)
      }
    }
    return places == places.sorted()
  }

  /// The option to write in the same place: `.unique` of `@Attribute(.unique)`.
  private static func option(_ right: String) -> String? {
    if right.hasPrefix(".") { return right }
    return right == "@Attribute(.unique)" ? ".unique" : nil
  }

  /// Unlabelled options that are wrong, and what is meant.
  private static let options: [String: [String: String]] = [
    "Attribute": [
      "indexed": "#Index", "index": "#Index", "primaryKey": "@Attribute(.unique)",
      "encrypted": ".allowsCloudEncryption", "encrypt": ".allowsCloudEncryption",
      "transient": "@Transient", "allowsExternalStorage": ".externalStorage",
      "externalBinaryData": ".externalStorage", "preserveOnDeletion": ".preserveValueOnDeletion",
      "preservesValueOnDeletion": ".preserveValueOnDeletion",
    ],
    "Relationship": [
      "cascade": "deleteRule:", "nullify": "deleteRule:", "deny": "deleteRule:",
      "noAction": "deleteRule:",
    ],
  ]

  /// Labels that are wrong, and what is meant.
  private static let labels: [String: [String: String]] = [
    "Attribute": [
      "name": "originalName", "renamingIdentifier": "originalName",
      "defaultValue": "= VALUE after the declaration",
      "default": "= VALUE after the declaration",
    ],
    "Relationship": [
      "minimum": "minimumModelCount", "maximum": "maximumModelCount",
      "minCount": "minimumModelCount", "maxCount": "maximumModelCount",
      "delete": "deleteRule", "onDelete": "deleteRule", "rule": "deleteRule",
    ],
  ]
}
