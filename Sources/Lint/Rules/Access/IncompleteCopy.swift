internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds copies of objects that some attributes are left out of.
struct IncompleteCopy: SourceRule {
  static let info = RuleInfo(
    id: "incomplete-copy", group: .dataAccess, severity: .warning,
    summary: "a copy of an object is made that does not get all of its attributes",
    why:
      "an attribute that was added to the model later is easily forgotten where objects are copied: the copy begins "
      + "with its default, and nobody notices what is missing",
    fix: "copy the attribute too, or say in a comment beside it why the copy begins without it",
    limits:
      "only functions that say in their name that they copy, and initializers that take an object of their own class, "
      + "where they copy most of the other attributes; silent about identifiers, dates of creation, places in a "
      + "list, and marks of what has been done with the object",
    examples: .texts(
      in: models,
      flagged: """
        extension Plant {
          func ↓duplicate() -> Plant { Plant(name: name, species: species, height: height) }
        }
        ---
        extension Plant {
          convenience ↓init(copying other: Plant) {
            self.init(name: other.name, species: other.species)
            height = other.height
          }
        }
        ---
        struct Nursery {
          let context: ModelContext
          func ↓copyPlant(_ plant: Plant) {
            let twin = Plant(name: plant.name + " copy", species: plant.species, height: plant.height)
            context.insert(twin)
          }
        }
        """,
      clean: """
        extension Plant {
          func duplicate() -> Plant {
            let twin = Plant(name: name, species: species, height: height)
            twin.care = care
            return twin
          }
        }
        ---
        extension Plant {
          convenience init(parent: Plant) { self.init(name: "Seedling", species: parent.species) }
        }
        ---
        struct Nursery {
          func plant(like plant: Plant) -> Plant { Plant(name: "New", species: plant.species) }
          func copyText(_ plant: Plant) -> String { plant.name + plant.species }
        }
        ---
        extension Plant {
          func copy() -> Plant {
            let twin = Plant(name: name, species: species, height: height)
            twin.take(from: self)
            return twin
          }
          func take(from other: Plant) { care = other.care }
        }
        """))

  private static func models(_ text: String) -> String {
    """
    import Foundation
    import SwiftData

    @Model final class Plant {
      var uuid = UUID()
      var name: String
      var species: String
      var height: Double
      var care: String?
      var createdAt = Date()
      var isWatered = false
      init(name: String, species: String, height: Double = 0) {
        (self.name, self.species, self.height) = (name, species, height)
      }
    }
    \(text)
    """
  }

  static let nodes: [SyntaxKind] = [.functionDecl, .initializerDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let copy = ObjectCopy(node, in: file) else { return }
    let all = file.ask(.attributes(of: copy.entity))
    let copied = all.filter(copy.gives)
    let left = all.filter { name in
      !copied.contains(name) && !name.isOfOneCopy
        && file.ask(.isUnique(name, of: copy.entity)).isEmpty
    }
    // Whoever takes two of ten values makes something else.
    guard !left.isEmpty, copied.count > 1, copied.count > left.count else { return }
    let names = left.map { "'\($0)'" }.list(atMost: 3)
    report(
      "this copy of a '\(copy.entity)' does not get \(names) of the first one",
      at: file.location(copy.place), entity: copy.entity, property: left.first,
      certainty: .inferred("it may be left out on purpose"))
  }
}

extension String {
  /// Whether an attribute of the name belongs to one object alone: what it is known by, when it was made, where it
  /// stands in a list, and what has been done with it.
  fileprivate var isOfOneCopy: Bool {
    let words = camelWords
    guard let first = words.first else { return true }
    if ["is", "has", "did", "was", "last", "should", "needs", "cached", "remote", "server", "sync"]
      .contains(first)
    {
      return true
    }
    return words.contains { word in
      [
        "archived", "cache", "changed", "completed", "count", "created", "date", "deleted", "done",
        "edited", "favorite", "finished", "hash", "id", "identifier", "index", "key", "modified",
        "opened", "order", "pinned", "position", "progress", "read", "revision", "saved", "slug",
        "sort", "starred",
        "state", "status", "synced", "timestamp", "token", "uid", "updated", "usage", "used",
        "uuid",
        "version", "viewed",
      ].contains(word)
    }
  }
}

/// A function that makes a copy of an object: what it takes of it.
private struct ObjectCopy {
  let entity: String
  let place: Syntax
  private let body: CodeBlockSyntax
  /// What the object is called that is copied; nil where it is the object around.
  private let source: String?

  init?(_ node: Syntax, in file: LintFile) {
    let types = TypeReader(file: file)
    let given: FunctionParameterListSyntax
    if let start = node.as(InitializerDeclSyntax.self), let code = start.body,
      let owner = start.ownerName,
      types.isModel(owner)
    {
      given = start.signature.parameterClause.parameters
      guard
        let object = given.first(where: {
          WrittenType($0.type).map { !$0.isList && $0.name == owner } ?? false
        })
      else { return nil }
      (entity, place, body) = (owner, Syntax(start.initKeyword), code)
      source = (object.secondName ?? object.firstName).text
    } else if let function = node.as(FunctionDeclSyntax.self), let code = function.body,
      !function.name.text.camelWords.allSatisfy({ !Self.words.contains($0) })
    {
      given = function.signature.parameterClause.parameters
      let objects = given.filter { parameter in
        WrittenType(parameter.type).map { !$0.isList && types.isModel($0) } ?? false
      }
      let own = function.ownerName.flatMap { types.isModel($0) ? $0 : nil }
      if let object = objects.onlyElement, let type = WrittenType(object.type) {
        (entity, source) = (type.name, (object.secondName ?? object.firstName).text)
      } else if let own, objects.isEmpty {
        (entity, source) = (own, nil)
      } else {
        return nil
      }
      (place, body) = (Syntax(function.name), code)
      let made = entity
      guard
        code.hasDescendant(where: { node in
          node.as(FunctionCallExprSyntax.self).map {
            $0.calledExpression.dottedName?.lastPart == made
              || own == made && $0.calledExpression.dottedName == "Self"
          } ?? false
        })
      else { return nil }
    } else {
      return nil
    }
    guard body.isHandwritten, !isHandedOn else { return nil }
  }

  private static let words: Set = [
    "clone", "cloned", "cloning", "copied", "copy", "copying", "duplicate", "duplicated",
    "duplicating",
  ]

  /// Whether the object is given to other code as a whole, which may copy the rest.
  private var isHandedOn: Bool {
    body.hasDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        name.parent?.is(LabeledExprSyntax.self) ?? false,
        let call = name.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
      else { return false }
      let isCopied = source.map { $0 == name.baseName.text } ?? (name.baseName.text == "self")
      return isCopied && !(call.isOnContext && ["delete", "insert"].contains(call.name))
    }
  }

  /// Whether the copy gets something for an attribute, perhaps by the computed property that keeps its value
  /// there: `copy.unit = unit` for `unitRaw`.
  func gives(_ attribute: String) -> Bool {
    let ends = ["Data", "JSON", "Raw", "RawValue", "String", "Value"].filter(attribute.hasSuffix)
    let names = Set([attribute] + ends.map { String(attribute.dropLast($0.count)) })
    return body.hasDescendant { node in
      if let argument = node.as(LabeledExprSyntax.self) {
        return argument.label.map { names.contains($0.text) } ?? false
      }
      if let access = node.as(MemberAccessExprSyntax.self) {
        return names.contains(access.declName.baseName.text)
      }
      return node.as(DeclReferenceExprSyntax.self).map { names.contains($0.baseName.text) } ?? false
    }
  }
}
