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
      "only functions that decode the file themselves and add every record; those that fetch, delete or ask for "
      + "anything before, or whose callers in the file do, what the app brings along, and tests are left alone",
    examples: .texts(
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
    guard !file.isTest, file.meansSwiftData, let function = node.as(FunctionDeclSyntax.self),
      let body = function.body, body.isHandwritten, body.mentions(["decode"]),
      body.mentions(["insert"]), !function.name.text.isOfGivenData, !body.mentions(["Bundle"]),
      !body.asksOrDeletes
    else { return }
    let types = TypeReader(file: file)
    var found: (FunctionCallExprSyntax, String, String)?
    body.forEachDescendant { node in
      guard found == nil, let loop = node.as(ForStmtSyntax.self) else { return found == nil }
      if loop.isOverDecoded, loop.addsEach, let element = loop.pattern.boundNames.onlyElement {
        for call in loop.body.calls(named: "insert") {
          guard let entity = call.changedModel(types)?.0,
            let id = call.idTaken(from: element, in: loop.body),
            file.ask(.isUnique(id, of: entity)).isEmpty,
            !file.ask(.attribute(id, of: entity)).isEmpty
          else { continue }
          found = found ?? (call, entity, id)
        }
      }
      return found == nil
    }
    guard let (call, entity, id) = found, !file.tree.prepares(function.name.text) else { return }
    report(
      "'\(function.name.text)' adds a '\(entity)' for every record, also where one with its '\(id)' is there "
        + "already", at: file.location(call.nameNode), entity: entity, property: id)
  }
}

extension String {
  /// Whether a function's name says that the app brings the data along, or that what was there is replaced.
  fileprivate var isOfGivenData: Bool {
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
  fileprivate var asksOrDeletes: Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      guard case .identifier(let text) = token.tokenKind else { return false }
      return text.camelWords.contains(where: Self.words.contains) || text == "isEmpty"
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
  /// Whether the list is what a decoder gave, or a property of that.
  fileprivate var isOverDecoded: Bool {
    var root = sequence.unwrapped
    while let access = root.as(MemberAccessExprSyntax.self), let base = access.base {
      root = base.unwrapped
    }
    let value = root.as(DeclReferenceExprSyntax.self)?.localValue?.unwrapped ?? root
    return value.call?.name == "decode"
  }

  /// Whether each turn adds its object, whatever it is.
  fileprivate var addsEach: Bool {
    whereClause == nil
      && !body.hasDescendant { node in
        node.is(IfExprSyntax.self) || node.is(GuardStmtSyntax.self)
          || node.is(ContinueStmtSyntax.self)
          || node.is(SwitchExprSyntax.self)
      }
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
  fileprivate func prepares(_ function: String) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == function else {
        return false
      }
      return call.enclosingBody?.asksOrDeletes ?? false
    }
  }
}
