internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds imports that add an object for each record of a file, whether it is there already or not.
struct ImportedTwice: SourceRule {
  static let info = RuleInfo(
    id: "imported-twice", group: .dataAccess, severity: .note,
    summary:
      "an import adds objects with the ids of a file, and looks for none that are there already",
    why:
      "whoever imports the file again, or on a device that has the objects, gets each of them twice under one id: "
      + "lists show both, and a look-up by the id finds either",
    fix:
      "make the id unique ('@Attribute(.unique)', not with CloudKit), or fetch the ids that are there and change "
      + "those objects",
    limits:
      "only functions that decode the records, download them or are given them, and add every one; those that fetch, delete or ask for "
      + "anything before, or whose callers in the file do, what the app brings along, and tests are left alone",
    examples: managed
      + .texts(
        in: {
          AccessText.models(
            """
            @Model final class Walk {
              var id = UUID()
              @Attribute(.unique) var code = ""
              var length = 0
              init() {}
              init(id: UUID, length: Int) { (self.id, self.length) = (id, length) }
            }
            struct WalkRecord: Decodable {
              var id: UUID
              var code: String
              var length: Int
            }
            """ + "\n" + $0)
        },
        flagged: """
          func importWalks(_ data: Data, _ context: ModelContext) throws {
            let records = try JSONDecoder().decode([WalkRecord].self, from: data)
            for record in records {
              context.↓insert(Walk(id: record.id, length: record.length))
            }
            try context.save()
          }
          ---
          struct Backup: Decodable { var walks: [WalkRecord] }
          func restore(_ file: URL, _ context: ModelContext) throws {
            let backup = try JSONDecoder().decode(Backup.self, from: Data(contentsOf: file))
            for record in backup.walks {
              let walk = Walk()
              walk.id = record.id
              walk.length = record.length
              context.↓insert(walk)
            }
          }
          ---
          struct Importer {
            let context: ModelContext
            func load(_ file: URL) async throws {
              let (data, _) = try await URLSession.shared.data(from: file)
              for record in try JSONDecoder().decode([WalkRecord].self, from: data) {
                let walk = Walk(id: record.id, length: record.length)
                context.↓insert(walk)
              }
              try context.save()
            }
          }
          ---
          func store(_ records: [WalkRecord], in context: ModelContext) throws {
            for record in records {
              context.↓insert(Walk(id: record.id, length: record.length))
            }
            try context.save()
          }
          ---
          struct API { func fetchWalks() async throws -> [WalkRecord] { throw CancellationError() } }
          @MainActor final class Walks {
            let api = API()
            func refresh(_ context: ModelContext) async throws {
              let records = try await api.fetchWalks()
              for record in records { context.↓insert(Walk(id: record.id, length: record.length)) }
              try context.save()
            }
          }
          ---
          func download(_ context: ModelContext) async throws {
            let (data, _) = try await URLSession.shared.data(from: URL(filePath: "/walks"))
            let records = try JSONDecoder().decode([WalkRecord].self, from: data)
            for record in records {
              let walk = Walk()
              walk.length = record.length
              context.↓insert(walk)
            }
            try context.save()
          }
          """,
        clean: """
          func importWalks(_ data: Data, _ context: ModelContext) throws {
            let records = try JSONDecoder().decode([WalkRecord].self, from: data)
            var ids = FetchDescriptor<Walk>()
            ids.propertiesToFetch = [\\.id]
            let known = Set(try context.fetch(ids).map(\\.id))
            for record in records where !known.contains(record.id) {
              context.insert(Walk(id: record.id, length: record.length))
            }
          }
          func replaceWalks(_ data: Data, _ context: ModelContext) throws {
            let records = try JSONDecoder().decode([WalkRecord].self, from: data)
            try context.delete(model: Walk.self)
            for record in records { context.insert(Walk(id: record.id, length: record.length)) }
          }
          ---
          func importCodes(_ data: Data, _ context: ModelContext) throws {
            let records = try JSONDecoder().decode([WalkRecord].self, from: data)
            for record in records {
              let walk = Walk()
              walk.code = record.code
              context.insert(walk)
            }
          }
          ---
          func seedWalks(_ context: ModelContext) throws {
            guard let file = Bundle.main.url(forResource: "walks", withExtension: "json") else { return }
            let records = try JSONDecoder().decode([WalkRecord].self, from: Data(contentsOf: file))
            for record in records { context.insert(Walk(id: record.id, length: record.length)) }
          }
          ---
          func importCopies(_ data: Data, _ context: ModelContext) throws {
            for record in try JSONDecoder().decode([WalkRecord].self, from: data) {
              let walk = Walk()
              walk.length = record.length
              context.insert(walk)
            }
          }
          ---
          struct Importer {
            let context: ModelContext
            func run(_ data: Data) throws {
              guard try context.fetchCount(FetchDescriptor<Walk>()) == 0 else { return }
              try load(data)
            }
            private func load(_ data: Data) throws {
              let records = try JSONDecoder().decode([WalkRecord].self, from: data)
              for record in records { context.insert(Walk(id: record.id, length: record.length)) }
            }
          }
          """))

  static let nodes: [SyntaxKind] = [.functionDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if file.imports.contains("CoreData") { checkManaged(node, in: file, report) }
    guard !file.isTest, file.meansSwiftData, let function = node.as(FunctionDeclSyntax.self),
      let body = function.body, body.isHandwritten, body.mentions(["insert"]),
      !function.name.text.isOfGivenData, !body.mentions(["Bundle"])
    else { return }
    let types = TypeReader(file: file)
    var found: Found?
    body.forEachDescendant { node in
      guard found == nil, let loop = node.as(ForStmtSyntax.self), loop.addsEach,
        let element = loop.pattern.boundNames.onlyElement,
        let (record, source) = loop.decodedRecord(file, types),
        !body.asksOrDeletes(beside: source)
      else { return found == nil }
      for call in loop.body.calls(named: "insert") where found == nil {
        guard let entity = call.changedModel(types)?.0 else { continue }
        if let id = call.idTaken(from: element, in: loop.body) {
          guard file.ask(.isUnique(id, of: entity)).isEmpty,
            !file.ask(.attribute(id, of: entity)).isEmpty
          else { continue }
          found = Found(call: call, entity: entity, id: id, isGiven: source != "decode")
        } else if let record, body.downloads(source), !loop.body.takesKey(from: element),
          let id = Self.ids.first(where: { !file.ask(.memberCode("\(record).\($0)")).isEmpty })
        {
          found = Found(call: call, entity: entity, id: id, isGiven: true, isDropped: true)
        }
      }
      return found == nil
    }
    guard let found, !file.tree.prepares(function.name.text) else { return }
    let name = function.name.text
    report(
      found.isDropped
        ? "'\(name)' adds a '\(found.entity)' for every record each time it is called, and keeps nothing of its "
          + "'\(found.id)': what came before is there twice"
        : "'\(name)' adds a '\(found.entity)' for every record, also where one with its '\(found.id)' is there "
          + "already", at: file.location(found.call.nameNode), entity: found.entity,
      property: found.isDropped ? nil : found.id,
      help: found.isDropped
        ? "keep the record's '\(found.id)' in a unique property, or look for the object that has it first"
        : nil,
      certainty: found.isGiven
        ? .inferred("those who call it may have looked for them") : .certain)
  }

  /// What a record tells itself apart from others by.
  private static let ids = ["id", "identifier", "uuid"]

  private struct Found {
    var call: FunctionCallExprSyntax
    var entity: String
    var id: String
    /// Whether others decode the records, who may look for the objects as well.
    var isGiven = false
    /// Whether the object keeps nothing that says which record it is of.
    var isDropped = false
  }
}

extension String {
  /// Whether a function's name says that the app brings the data along, or that what was there is replaced.
  var isOfGivenData: Bool {
    camelWords.contains { word in
      [
        "bundled", "debug", "default", "defaults", "demo", "first", "initial", "migrate", "mock",
        "overwrite", "preload", "preview", "replace", "reset", "sample", "samples", "seed", "test",
      ].contains(word)
    }
  }
}

extension SyntaxProtocol {
  private static var words: Set<String> {
    [
      "clear", "delete", "duplicate", "duplicates", "erase", "existing", "exists", "fetch", "find",
      "known", "lookup", "merge", "purge", "remove", "reset", "upsert", "wipe",
    ]
  }

  /// Whether any name in it says that objects are looked for or deleted.
  ///
  /// - Parameter source: the function that gives the records, which may fetch them from elsewhere.
  func asksOrDeletes(beside source: String? = nil) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      guard case .identifier(let text) = token.tokenKind, text != source else { return false }
      return text.camelWords.contains(where: Self.words.contains) || text == "isEmpty"
    }
  }

  /// Whether records come from the net: by a session, or by a function that is waited for.
  fileprivate func downloads(_ source: String) -> Bool {
    mentions(["URLSession"])
      || hasDescendant { node in
        node.as(AwaitExprSyntax.self)?.expression.unwrapped.call?.name == source
      }
  }

  /// Whether anything that may tell a record apart is taken from it: `record.code`, `record.url`.
  fileprivate func takesKey(from record: String) -> Bool {
    hasDescendant { node in
      if let access = node.as(MemberAccessExprSyntax.self),
        access.base?.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == record
      {
        let small = access.declName.baseName.text.lowercased()
        return [
          "code", "guid", "hash", "href", "id", "identifier", "key", "link", "number", "slug",
          "sku", "token", "url", "uuid",
        ].contains(where: small.hasSuffix)
      }
      // The whole record is handed on: `Walk(record)`.
      return node.as(LabeledExprSyntax.self)?.expression.as(DeclReferenceExprSyntax.self)?
        .baseName.text == record
    }
  }

  fileprivate func calls(named name: String) -> [FunctionCallExprSyntax] {
    var found: [FunctionCallExprSyntax] = []
    forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), call.name == name { found.append(call) }
      return true
    }
    return found
  }
}

extension ForStmtSyntax {
  /// The type of the records, as far as it is known, and the function that gives them, where the list is what a
  /// decoder gave, a property of that, a parameter, or what a function downloads: 'decode' for a decoder.
  func decodedRecord(
    _ file: LintFile, _ types: TypeReader
  ) -> (record: String?, source: String)? {
    var root = sequence.unwrapped
    while let access = root.as(MemberAccessExprSyntax.self), let base = access.base {
      root = base.unwrapped
    }
    let value = root.as(DeclReferenceExprSyntax.self)?.localValue?.unwrapped ?? root
    if value.call?.name == "decode" {
      let record = value.call?.arguments.first?.expression.decodedElement
      return (record ?? types.type(of: sequence)?.name, "decode")
    }
    guard let type = types.type(of: sequence), type.isList, !types.isStored(type.name),
      file.ask(.isDecoded(type.name)).contains(ForeignMembers.decoded)
    else { return nil }
    if let call = value.call { return (type.name, call.name) }
    guard case .parameter? = root.as(DeclReferenceExprSyntax.self)?.nameOrigin else { return nil }
    return (type.name, "")
  }

  /// Whether each turn adds its object, whatever it is.
  var addsEach: Bool {
    whereClause == nil
      && !body.hasDescendant { node in
        node.is(IfExprSyntax.self) || node.is(GuardStmtSyntax.self)
          || node.is(ContinueStmtSyntax.self)
          || node.is(SwitchExprSyntax.self)
      }
  }
}

extension ExprSyntax {
  /// `Record` of `[Record].self`.
  fileprivate var decodedElement: String? {
    guard let access = self.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "self",
      let list = access.base?.as(ArrayExprSyntax.self)?.elements.onlyElement
    else { return nil }
    return list.expression.dottedName?.lastPart
  }
}

extension FunctionCallExprSyntax {
  /// The property of the inserted object that is given the id of a record: `id` of `Walk(id: record.id)` and of
  /// `walk.id = record.id`.
  fileprivate func idTaken(from record: String, in body: CodeBlockSyntax) -> String? {
    guard let object = arguments.onlyElement?.expression else { return nil }
    func isID(_ value: ExprSyntax) -> Bool {
      guard let access = value.unwrapped.as(MemberAccessExprSyntax.self),
        access.base?.trimmedDescription == record
      else { return false }
      return ["id", "identifier", "uuid"].contains(access.declName.baseName.text.lowercased())
    }
    let made = (object.as(DeclReferenceExprSyntax.self)?.localValue ?? object).call
    if let argument = made?.arguments.first(where: { isID($0.expression) }) {
      return argument.label?.text
    }
    guard let name = object.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
    var found: String?
    body.forEachDescendant { node in
      if let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }), terms.count == 3,
        terms[1].is(AssignmentExprSyntax.self), isID(terms[2]),
        let target = terms[0].as(MemberAccessExprSyntax.self),
        target.base?.trimmedDescription == name
      {
        found = target.declName.baseName.text
      }
      return true
    }
    return found
  }
}

extension SourceFileSyntax {
  /// Whether code of the file that calls a function looks for objects or deletes some.
  func prepares(_ function: String) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == function else {
        return false
      }
      return call.enclosingBody?.asksOrDeletes() ?? false
    }
  }
}
