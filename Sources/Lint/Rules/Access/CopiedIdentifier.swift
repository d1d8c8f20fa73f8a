internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds copies of objects that get the identifier of the first one.
struct CopiedIdentifier: SourceRule {
  static let info = RuleInfo(
    id: "copied-identifier", group: .dataAccess, severity: .warning,
    summary: "a copy of an object gets the identifier of the first one",
    why:
      "two objects answer to one identifier: a lookup finds either of them, a list shows one of them twice, and where "
      + "the identifier is unique one object takes the place of the other",
    fix: "give the copy an identifier of its own: 'UUID()'",
    limits:
      "only functions that say in their name that they copy, and are given no other context to copy to",
    examples: [RuleExample].texts(
      in: plants,
      flagged: """
        extension Plant {
          func duplicate() -> Plant {
            let twin = Plant()
            twin.uuid = ↓uuid
            twin.name = name
            return twin
          }
        }
        ---
        struct Nursery {
          let context: ModelContext
          func copyPlant(_ plant: Plant) {
            let twin = Plant()
            twin.name = plant.name + " copy"
            twin.uuid = ↓plant.uuid
            context.insert(twin)
          }
        }
        """,
      clean: """
        extension Plant {
          func duplicate() -> Plant {
            let twin = Plant()
            twin.uuid = UUID()
            twin.name = name
            return twin
          }
        }
        ---
        extension Plant {
          func copy(into context: ModelContext) {
            let twin = Plant()
            twin.uuid = uuid
            twin.name = name
            context.insert(twin)
          }
        }
        ---
        struct PlantRow { var uuid = UUID() }
        extension Plant {
          func copyToRow() -> PlantRow {
            var row = PlantRow()
            row.uuid = uuid
            return row
          }
        }
        """)
      + .texts(
        in: CoreDataText.code,
        flagged: """
          func duplicate(_ note: CDNote, _ user: CDUser) {
            let copy = CDNote(context: note.managedObjectContext!)
            copy.title = note.title
            copy.id = ↓note.id
          }
          """,
        clean: """
          func duplicate(_ note: CDNote, _ folder: CDFolder) {
            let copy = CDNote(context: note.managedObjectContext!)
            copy.title = note.title
            copy.id = folder.id
          }
          """))

  private static func plants(_ text: String) -> String {
    """
    import Foundation
    import SwiftData

    @Model final class Plant {
      var uuid = UUID()
      var name = ""
      init() {}
    }
    \(text)
    """
  }

  static let nodes: [SyntaxKind] = [.functionDecl]

  private static let identifiers: Set = ["id", "identifier", "uid", "uuid", "UUID"]
  private static let words: Set = [
    "clone", "cloned", "copied", "copy", "duplicate", "duplicated", "duplicates",
  ]
  private static let contexts: Set = ["ModelContext", "NSManagedObjectContext", "ModelContainer"]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let function = node.as(FunctionDeclSyntax.self), let body = function.body,
      !Self.words.isDisjoint(with: function.name.text.camelWords), body.isHandwritten,
      !function.signature.parameterClause.mentions(Self.contexts)
    else { return }
    let types = TypeReader(file: file)
    body.forEachDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let target = terms.first?.as(MemberAccessExprSyntax.self),
        case let key = target.declName.baseName.text, Self.identifiers.contains(key),
        let copy = target.base?.as(DeclReferenceExprSyntax.self),
        let made = copy.localValue?.withoutCast.call, made.name.first?.isUppercase ?? false,
        let type = types.object(of: ExprSyntax(copy)), let value = terms.last?.unwrapped,
        value.lastName == key, value.owner(types) == type
      else { return true }
      report(
        "the copy gets the '\(key)' of the object that it is made of", at: file.location(value),
        entity: type, property: key)
      return false
    }
  }
}

extension ExprSyntax {
  /// The class of the object whose member is read: `note.id`, and `id` in the class itself.
  fileprivate func owner(_ types: TypeReader) -> String? {
    if let access = self.as(MemberAccessExprSyntax.self) {
      return access.base.flatMap { base in
        base.isSelfName ? access.declName.ownerName : types.object(of: base)
      }
    }
    guard let name = self.as(DeclReferenceExprSyntax.self) else { return nil }
    switch name.nameOrigin {
    case nil, .property?: return name.ownerName
    default: return nil
    }
  }
}
