internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds objects of Core Data that are made like any other object, without a context.
struct ObjectWithoutContext: ProjectRule {
  static let info = RuleInfo(
    id: "object-without-context", group: .dataAccess, severity: .warning,
    summary: "an object of Core Data is made without a context",
    why:
      "without a context or an entity it has no properties: the first one that is read or set crashes the app "
      + "as an unrecognized selector, and it is saved nowhere",
    fix: "make it with 'init(context:)', or with a structure that is no object of the store",
    limits:
      "silent where the class, one that it inherits or an extension can be made without arguments",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        @objc(CDNote) final class CDNote: NSManagedObject { @NSManaged var title: String? }
        func draft() -> CDNote {
          let note = ↓CDNote()
          note.title = "new"
          return note
        }
        ---
        @objc(CDNote) final class CDNote: NSManagedObject { @NSManaged var title: String? }
        final class Editor { var note = CDNote.↓init() }
        ---
        protocol Stored: NSManagedObject { static var entityName: String { get } }
        extension Stored {
          static func make(_ fill: (Self) -> Void) -> Self {
            let object = ↓Self()
            fill(object)
            return object
          }
        }
        ---
        func make<Object: NSManagedObject>(_ type: Object.Type) -> Object { ↓Object() }
        ---
        final class Repository<Item: NSManagedObject> {
          func make() -> Item { Item.↓init() }
        }
        """,
      clean: """
        @objc(CDNote) final class CDNote: NSManagedObject { @NSManaged var title: String? }
        extension CDNote {
          convenience init(in context: NSManagedObjectContext = Stack.main) { self.init(context: context) }
        }
        enum Stack { static let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType) }
        func draft() -> CDNote { CDNote() }
        ---
        @objc(CDNote) final class CDNote: NSManagedObject { @NSManaged var title: String? }
        func draft(_ context: NSManagedObjectContext) -> CDNote { CDNote(context: context) }
        struct Screen {
          struct CDFolder {}
          var folder = CDFolder()
        }
        ---
        protocol Startable { init() }
        extension Startable { static func make() -> Self { Self() } }
        func make<Object: NSManagedObject>(_ type: Object.Type, _ context: NSManagedObjectContext) -> Object {
          Object(context: context)
        }
        func made<Item: Startable>(_ type: Item.Type) -> Item { Item() }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (void)add {
            CDNote *note = [[CDNote alloc] ↓init];
            note.title = @"new";
          }
          """,
        clean: """
          - (void)add {
            CDNote *note = [[CDNote alloc] initWithEntity:self.entity insertIntoManagedObjectContext:self.context];
            note.title = @"new";
          }
          """))

  static func message(_ name: String) -> String {
    "this '\(name)' is made without a context: reading or setting any of its properties crashes"
  }

  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    let own = code.bareInits
    for object in code.bare {
      if object.isGeneric {
        // A class that can be made so is what the code is for.
        let isMade = own.contains { name in
          name == "NSManagedObject" || !lint.answer(.isManagedClass(name)).isEmpty
        }
        if !isMade { report(Self.message(object.type), at: object.location) }
        continue
      }
      let isMade = own.contains { name in
        name == object.type || name == "NSManagedObject"
          || lint.members?.adopting(name).contains(object.type) ?? false
      }
      // A structure of the name is another type.
      guard !isMade, !code.ownTypes.contains(object.type) || code.classes.contains(object.type),
        !code.members.contains("\(object.type).init")
      else { continue }
      report(Self.message(object.type), at: object.location, entity: object.type)
    }
  }
}

/// `CDNote()`
struct BareObject: Sendable, Codable {
  var type: String
  var location: Location
  /// Whether the type stands for any class of objects: `Self`, a parameter of the function.
  var isGeneric = false
}

extension CoreDataCode {
  mutating func noteBare(_ call: FunctionCallExprSyntax, in file: LintFile) {
    guard call.arguments.isEmpty, call.trailingClosure == nil, !file.isTest,
      let name = call.bareClass
    else { return }
    if call.isOfGenericObject(name) {
      bare.append(.init(type: name, location: file.location(call.nameNode), isGeneric: true))
      return
    }
    guard !file.ask(.isManagedClass(name)).isEmpty,
      !call.hasNestedType(name), !call.standsForNoApp
    else { return }
    bare.append(.init(type: name, location: file.location(call.nameNode)))
  }

  /// Initializers that need no argument.
  mutating func noteBare(_ start: InitializerDeclSyntax) {
    guard let owner = start.ownerName,
      start.signature.parameterClause.parameters.allSatisfy({ $0.defaultValue != nil })
    else { return }
    bareInits.insert(owner)
  }
}

extension FunctionCallExprSyntax {
  /// `CDNote` of `CDNote()` and `CDNote.init()`.
  fileprivate var bareClass: String? {
    if let name = calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return name.first?.isUppercase ?? false ? name : nil
    }
    guard let access = calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "init",
      let name = access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      name.first?.isUppercase ?? false
    else { return nil }
    return name
  }

  /// Whether the name stands for any class of Core Data's objects: `Self` in an extension of a protocol that only
  /// they adopt, a parameter of a function or type that is one of them.
  fileprivate func isOfGenericObject(_ name: String) -> Bool {
    let kind = "NSManagedObject"
    if name == "Self" {
      guard let type = enclosingType?.as(ExtensionDeclSyntax.self) else { return false }
      if type.genericWhereClause?.requirements.contains(where: { requirement in
        requirement.requirement.as(ConformanceRequirementSyntax.self).map {
          $0.leftType.trimmedDescription == "Self" && $0.rightType.trimmedDescription == kind
        } ?? false
      }) ?? false {
        return true
      }
      return sourceFile?.hasDescendant { node in
        guard let adopted = node.as(ProtocolDeclSyntax.self) else { return false }
        return adopted.name.text == type.extendedType.dottedName
          && adopted.inheritanceClause?.inheritedTypes.contains {
            $0.type.trimmedDescription == kind
          } ?? false
      } ?? false
    }
    var node = parent
    for _ in 0..<256 {
      guard let next = node else { return false }
      let parameters =
        next.as(FunctionDeclSyntax.self)?.genericParameterClause
        ?? next.as(ClassDeclSyntax.self)?.genericParameterClause
        ?? next.as(StructDeclSyntax.self)?.genericParameterClause
      if parameters?.parameters.contains(where: {
        $0.name.text == name && $0.inheritedType?.trimmedDescription == kind
      }) ?? false {
        return true
      }
      node = next.parent
    }
    return false
  }

  /// Whether it is only given back where the app has no delegate of its own, which never happens.
  fileprivate var standsForNoApp: Bool {
    enclosing(GuardStmtSyntax.self)?.conditions.mentions(["delegate"]) ?? false
  }

  /// Whether a type around has a type of that name.
  fileprivate func hasNestedType(_ name: String) -> Bool {
    var node = Syntax(self)
    while let next = node.parent {
      if let members = next.as(MemberBlockSyntax.self),
        members.members.contains(where: { Syntax($0.decl).typeName == name })
      {
        return true
      }
      node = next
    }
    return false
  }
}

extension ObjectWithoutContext: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.messages { message, _ in
      let name =
        message.selector == "new"
        ? message.receiver.name
        : message.selector == "init" && message.receiver.message?.selector == "alloc"
          ? message.receiver.message?.receiver.name : nil
      guard let name, !lint.answer(.isManagedClass(name)).isEmpty,
        body.helpers.project.method("init", of: name) == nil,
        body.helpers.project.method("init", of: "NSManagedObject") == nil
      else { return }
      report(Self.message(name), at: body.file.location(message.offset), entity: name)
    }
  }
}
