internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds models that are compared by a value that changes, or that several objects may have.
struct ChangingIdentity: SourceRule {
  static let info = RuleInfo(
    id: "changing-identity", group: .dataAccess, severity: .note,
    summary:
      "objects of a model are told apart by a property that changes or that two of them may share",
    why:
      "'@Model' compares objects by which of them they are; with an '==' or 'hash(into:)' of its own, two "
      + "objects with the same value count as one, so that the wrong one is found, removed or shown, and an object "
      + "whose value changes is lost in the sets and lists that hold it",
    fix:
      "leave '==' and 'hash(into:)' to '@Model', or compare 'persistentModelID'; where contents are to be "
      + "compared, give that a function of another name",
    limits:
      "only stored properties that are not unique; comparisons with an 'id' among others are left alone",
    examples: managed
      + .texts(
        flagged: """
          import Foundation
          import SwiftData

          @Model final class Gear {
            var name = ""
            var ↓id: UUID { UUID() }
            init() {}
          }
          ---
          import Foundation
          import SwiftData

          @Model final class Gear { var name = ""; init() {} }
          extension Gear {
            var ↓id: String {
              return UUID().uuidString
            }
          }
          ---
          import Foundation
          import SwiftData

          @Model final class Take {
            var recordedAt = Date()
            init() {}
            static func ↓== (lhs: Take, rhs: Take) -> Bool { lhs.recordedAt == rhs.recordedAt }
          }
          ---
          import SwiftData

          @Model final class Take { var title = ""; var rank = 0; init() {} }
          // file: Take+Hash.swift
          import SwiftData

          extension Take {
            func ↓hash(into hasher: inout Hasher) {
              hasher.combine(title)
              hasher.combine(self.rank)
            }
          }
          ---
          import SwiftData

          @Model final class Take {
            var title = ""
            var rank = 0
            init() {}
            static func ↓== (one: Take, other: Take) -> Bool {
              one.title == other.title && one.rank == other.rank
            }
            func hash(into hasher: inout Hasher) { hasher.combine(title) }
          }
          """,
        clean: """
          import Foundation
          import SwiftData

          @Model final class Take {
            @Attribute(.unique) var code = ""
            var id = UUID()
            var title = ""
            init() {}
            static func == (lhs: Take, rhs: Take) -> Bool { lhs.code == rhs.code && lhs.id == rhs.id }
            func hash(into hasher: inout Hasher) { hasher.combine(id) }
            func hasSameText(as other: Take) -> Bool { title == other.title }
          }
          ---
          import SwiftData

          @Model final class Take {
            var title = ""
            init() {}
            static func == (lhs: Take, rhs: Take) -> Bool { lhs.persistentModelID == rhs.persistentModelID }
          }
          ---
          import SwiftData

          @Model final class Take { var title = ""; init() {} }
          struct Row: Hashable {
            var title = ""
            static func == (lhs: Row, rhs: Row) -> Bool { lhs.title == rhs.title }
            func hash(into hasher: inout Hasher) { hasher.combine(title) }
          }
          """))

  private static let managed: [RuleExample] = .texts(
    in: { CoreDataText.code("import SwiftUI\n" + $0) },
    flagged: """
      extension CDNote: Identifiable { public var ↓id: UUID { UUID() } }
      ---
      extension CDFolder: Identifiable {
        public var ↓id: String { return UUID().uuidString }
      }
      ---
      extension CDNote { var ↓rowID: UUID { UUID() } }
      struct NoteList: View {
        let notes: [CDNote]
        var body: some View { ForEach(notes, id: \\.rowID) { Text($0.title ?? "") } }
      }
      """,
    clean: """
      extension CDNote: Identifiable { public var id: NSManagedObjectID { objectID } }
      extension CDFolder { func newName() -> String { UUID().uuidString } }
      extension CDFolder { var freshToken: UUID { UUID() } }
      """)

  static let nodes: [SyntaxKind] = [.functionDecl, .variableDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let variable = node.as(VariableDeclSyntax.self) {
      return checkNew(variable, in: file, report: report)
    }
    guard !file.isTest, let function = node.as(FunctionDeclSyntax.self),
      let entity = function.ownerName, let body = function.body, body.isHandwritten,
      ["==", "hash"].contains(function.name.text), !file.ask(.isModel(entity)).isEmpty,
      // The copy of it that a version keeps, stays as it was.
      function.enclosingType?.enclosingType == nil || file.ask(.fullName(entity)) != [entity]
    else { return }
    let isEqual = function.name.text == "=="
    let parameters = function.signature.parameterClause.parameters
    guard isEqual ? parameters.count == 2 : parameters.first?.firstName.text == "into",
      !isEqual || parameters.allSatisfy({ $0.type.dottedName?.lastPart == entity })
    else { return }
    let owners = isEqual ? Set(parameters.map { ($0.secondName ?? $0.firstName).text }) : ["self"]
    let names = body.members(of: owners, isOwn: !isEqual).unique()
    guard let first = names.first,
      names.allSatisfy({ name in
        // An identifier stays what it is, as long as nobody says otherwise.
        !name.lowercased().hasSuffix("id") && !file.ask(.attribute(name, of: entity)).isEmpty
          && file.ask(.isUnique(name, of: entity)).isEmpty
      })
    else { return }
    // Where both are written, the comparison says it.
    if !isEqual, file.tree.comparesItself(entity) { return }
    report(
      "'\(entity)' objects are told apart by \(names.quotedList(atMost: 3)) alone, which two of them may "
        + "have in common",
      at: file.location(function.name), entity: entity, property: first)
  }
}

extension ChangingIdentity {
  /// `var id: UUID { UUID() }`
  private func checkNew(_ variable: VariableDeclSyntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let binding = variable.bindings.onlyElement, let name = binding.name,
      case .getter(let code)? = binding.accessorBlock?.accessors,
      let value = code.onlyElement?.item.as(ExprSyntax.self)
        ?? code.onlyElement?.item.as(ReturnStmtSyntax.self)?.expression,
      value.isNewIdentifier, let entity = variable.ownerName,
      case let isManaged = file.ask(.isModel(entity)).isEmpty,
      !isManaged || TypeReader(file: file).isManaged(entity),
      // The whole file is looked through last.
      name == "id" || isManaged && file.tree.tellsApart(by: name)
    else { return }
    report(
      "'\(entity).\(name)' is another one each time it is read, so no list finds an object again",
      at: file.location(binding.pattern), entity: entity, property: name,
      help: isManaged
        ? "leave it out, or give 'objectID', or add an attribute that 'awakeFromInsert' sets"
        : "delete it: '@Model' gives each object an 'id'; or store the value, 'var id = UUID()'")
  }
}

extension SourceFileSyntax {
  /// Whether a list of the file tells its rows apart by a property: `ForEach(notes, id: \.rowID)`.
  fileprivate func tellsApart(by name: String) -> Bool {
    hasDescendant { node in
      guard let argument = node.as(LabeledExprSyntax.self), argument.label?.text == "id" else {
        return false
      }
      return argument.expression.as(KeyPathExprSyntax.self)?.onlyName == name
    }
  }
}

extension ExprSyntax {
  /// `UUID()`, `UUID().uuidString`
  fileprivate var isNewIdentifier: Bool {
    let made = self.as(MemberAccessExprSyntax.self).flatMap {
      $0.declName.baseName.text == "uuidString" ? $0.base : nil
    }
    guard let call = (made ?? self).as(FunctionCallExprSyntax.self) else { return false }
    return call.arguments.isEmpty
      && ["UUID", "UUID.init"].contains(call.calledExpression.dottedName)
  }
}

extension CodeBlockSyntax {
  /// The members that code reads of some names, and with `isOwn` those of the object around.
  fileprivate func members(of owners: Set<String>, isOwn: Bool) -> [String] {
    var found: [String] = []
    statements.forEachDescendant { node in
      if let access = node.as(MemberAccessExprSyntax.self),
        let base = access.base?.as(DeclReferenceExprSyntax.self)
      {
        if owners.contains(base.baseName.text) {
          found.append(access.declName.baseName.text)
          return false
        }
      }
      if isOwn, let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        name.baseName.text != "hasher", name.baseName.text.first?.isLowercase ?? false
      {
        found.append(name.baseName.text)
      }
      return true
    }
    return found
  }
}

extension SourceFileSyntax {
  /// Whether the file gives a class a `==` of its own.
  fileprivate func comparesItself(_ entity: String) -> Bool {
    hasDescendant { node in
      guard let function = node.as(FunctionDeclSyntax.self) else { return false }
      return function.name.text == "==" && function.ownerName == entity
    }
  }
}
