internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds dictionaries of objects whose keys have to differ, by properties that nothing keeps different.
struct RepeatedKey: SourceRule {
  static let info = RuleInfo(
    id: "repeated-key", group: .dataAccess, severity: .warning,
    summary: "a dictionary that crashes at a repeated key is made of objects whose key may repeat",
    why:
      "'Dictionary(uniqueKeysWithValues:)' ends the app at the second object with a value: an import that "
      + "ran twice or two devices are enough, and the rows stay, so that it crashes at every launch",
    fix: "use 'Dictionary(_:uniquingKeysWith:)', and say which of two objects counts",
    limits:
      "an id that each object makes for itself is left alone unless CloudKit, which keeps nothing unique, or an "
      + "initializer may set it; so are keys that take part in a uniqueness constraint or in a unique key made of several properties, and tests",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func byTitle(_ notes: [Note]) -> [String: Note] {
          Dictionary(↓uniqueKeysWithValues: notes.map { ($0.title, $0) })
        }
        ---
        func ranks(_ context: ModelContext) throws -> [String: Int] {
          let notes = try context.fetch(FetchDescriptor<Note>())
          return Dictionary(↓uniqueKeysWithValues: notes.map { note in (note.title.lowercased(), note.rank) })
        }
        ---
        func byTitle(_ context: ModelContext) throws -> [String: Note] {
          let notes = try context.fetch(FetchDescriptor<Note>())
          return .init(↓uniqueKeysWithValues: zip(notes.map(\\.title), notes))
        }
        ---
        @Model final class Remote {
          var id: UUID
          init(id: UUID) { self.id = id }
        }
        func byID(_ rows: [Remote]) -> [UUID: Remote] {
          Dictionary(↓uniqueKeysWithValues: rows.map { ($0.id, $0) })
        }
        ---
        @Model final class Place {
          @Attribute(.unique) var key: String
          var name: String
          var number: Int
          init(number: Int, name: String) {
            key = "place-\\(number)"
            self.number = number
            self.name = name
          }
        }
        func byName(_ places: [Place]) -> [String: Place] {
          Dictionary(↓uniqueKeysWithValues: places.map { ($0.name, $0) })
        }
        """,
      clean: """
        func byTitle(_ notes: [Note]) -> [String: Note] {
          Dictionary(notes.map { ($0.title, $0) }, uniquingKeysWith: { first, _ in first })
        }
        ---
        func byCode(_ folders: [Folder], _ notes: [Note]) -> ([String: Folder], [PersistentIdentifier: Note]) {
          (
            Dictionary(uniqueKeysWithValues: folders.map { ($0.code, $0) }),
            Dictionary(uniqueKeysWithValues: notes.map { ($0.persistentModelID, $0) })
          )
        }
        ---
        @Model final class Local {
          var id: UUID = UUID()
          var name = ""
          init(name: String) { self.name = name }
        }
        func byID(_ rows: [Local]) -> [UUID: Local] {
          Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
        }
        ---
        func byTitle(_ notes: [Note]) -> [String: Note] {
          var seen: Set<String> = []
          let first = notes.filter { seen.insert($0.title).inserted }
          return Dictionary(uniqueKeysWithValues: first.map { ($0.title, $0) })
        }
        ---
        @Model final class Rating {
          @Attribute(.unique) var identity: String
          var number: Int
          var country: String
          init(number: Int, country: String) {
            let small = country.lowercased()
            self.identity = Self.identity(number: number, country: small)
            self.number = number
            self.country = small
          }
          static func identity(number: Int, country: String) -> String { "\\(number)-\\(country)" }
        }
        func ratings(in country: String, _ context: ModelContext) throws -> [Int: Rating] {
          let wanted = FetchDescriptor<Rating>(predicate: #Predicate { $0.country == country })
          return Dictionary(uniqueKeysWithValues: try context.fetch(wanted).map { ($0.number, $0) })
        }
        ---
        enum ShopV1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Shop.self] }
          @Model final class Shop { var name: String; init(name: String) { self.name = name } }
        }
        enum ShopV2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Shop.self] }
          @Model final class Shop {
            @Attribute(.unique) var name: String
            init(name: String) { self.name = name }
          }
        }
        enum ShopPlan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [ShopV1.self, ShopV2.self] }
          static var stages: [MigrationStage] {
            [
              .custom(
                fromVersion: ShopV1.self, toVersion: ShopV2.self,
                willMigrate: { context in
                  var seen: Set<String> = []
                  for shop in try context.fetch(FetchDescriptor<ShopV1.Shop>())
                  where !seen.insert(shop.name).inserted {
                    context.delete(shop)
                  }
                  try context.save()
                }, didMigrate: nil)
            ]
          }
        }
        typealias Shop = ShopV2.Shop
        func byName(_ shops: [Shop]) -> [String: Shop] {
          Dictionary(uniqueKeysWithValues: shops.map { ($0.name, $0) })
        }
        ---
        struct Line { var title: String }
        func byTitle(_ lines: [Line]) -> [String: Line] {
          Dictionary(uniqueKeysWithValues: lines.map { ($0.title, $0) })
        }
        """)
      + .texts(
        in: CoreDataText.code,
        flagged: """
          func byFolder(_ notes: [CDNote]) -> [NSManagedObjectID: CDNote] {
            Dictionary(↓uniqueKeysWithValues: notes.compactMap { note in
              guard let folder = note.folder?.objectID else { return nil }
              return (folder, note)
            })
          }
          """,
        clean: """
          func byID(_ notes: [CDNote]) -> [NSManagedObjectID: CDNote] {
            Dictionary(uniqueKeysWithValues: notes.map { ($0.objectID, $0) })
          }
          """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      let argument = call.arguments.first, argument.label?.text == "uniqueKeysWithValues",
      let (list, key) = argument.expression.keyedList
    else { return }
    let types = TypeReader(file: file)
    if let type = types.managed(list), type.isList, !types.isModel(type), !list.isWithoutDoubles,
      !file.ask(.mayRepeatManaged(key, of: type.name)).isEmpty
    {
      report(
        Self.message(type.name, key), at: file.location(argument), entity: type.name, property: key)
      return
    }
    guard let type = types.type(of: list), type.isList, types.isModel(type),
      // Somebody has looked for those that come again.
      !list.isWithoutDoubles,
      case let written = file.ask(.attribute(key, of: type.name)), !written.isEmpty,
      file.ask(.isUnique(key, of: type.name)).isEmpty,
      file.ask(.isInUniqueness(key, of: type.name)).isEmpty,
      file.ask(.isInComposedKey("\(type.name).\(key)")).isEmpty
    else { return }
    var certainty = Certainty.certain
    if written.contains("UUID") || ["id", "uuid", "identifier"].contains(key.lowercased()) {
      if file.ask(.isGivenAtBirth("\(type.name).\(key)")).isEmpty {
        guard !file.ask(.isMirrored(type.name)).isEmpty else { return }
        certainty = .inferred("each object may have made its own '\(key)'")
      }
    }
    report(
      Self.message(type.name, key), at: file.location(argument), entity: type.name, property: key,
      certainty: certainty)
  }

  private static func message(_ entity: String, _ key: String) -> String {
    "nothing keeps '\(entity).\(key)' unique, and two objects that share it crash the app here"
  }
}

extension ExprSyntax {
  /// The list of objects that become a dictionary's values, and the property that becomes the key: of
  /// `notes.map { ($0.title, $0) }` and `zip(notes.map(\.title), notes)`.
  fileprivate var keyedList: (list: ExprSyntax, key: String)? {
    guard let call = resolved.unwrapped.as(FunctionCallExprSyntax.self) else { return nil }
    if call.name == "zip", call.receiver == nil {
      guard let keys = call.arguments.first?.expression.call, keys.name == "map",
        let list = keys.receiver,
        let path = keys.arguments.onlyElement?.expression.as(KeyPathExprSyntax.self),
        let name = path.components.onlyElement?.component.as(KeyPathPropertyComponentSyntax.self)
      else { return nil }
      return (list, name.declName.baseName.text)
    }
    guard ["map", "compactMap"].contains(call.name), let list = call.receiver,
      let closure = call.lastClosure, let result = closure.statements.onlyMapped?.unwrapped,
      let pair = result.as(TupleExprSyntax.self), pair.elements.count == 2,
      let key = pair.elements.first?.expression.resolved
    else { return nil }
    var members: Set<String> = []
    func note(_ node: Syntax) {
      guard let access = node.as(MemberAccessExprSyntax.self),
        access.base?.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text
          == closure.firstParameter
      else { return }
      members.insert(access.declName.baseName.text)
    }
    note(Syntax(key))
    key.forEachDescendant { node in
      note(node)
      return true
    }
    return members.onlyElement.map { (list, $0) }
  }

  /// Whether the elements were chosen so that no two are alike: by what a set said of their insertion.
  fileprivate var isWithoutDoubles: Bool {
    let whole = resolved
    return [self, whole].contains {
      $0.mentions(["inserted", "grouping", "uniqued", "removingDuplicates"])
    }
  }
}

extension CodeBlockItemListSyntax {
  /// The only value of a closure but for nil, which leaves an element out.
  fileprivate var onlyMapped: ExprSyntax? {
    if let only = onlyResult { return only }
    guard isHandwritten else { return nil }
    var results: [ExprSyntax] = []
    forEachDescendant { node in
      if node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self) { return false }
      if let result = node.as(ReturnStmtSyntax.self)?.expression,
        !result.is(NilLiteralExprSyntax.self)
      {
        results.append(result)
      }
      return true
    }
    return results.onlyElement
  }
}
