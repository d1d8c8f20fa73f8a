internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds imports that set what users have chosen back to its default.
struct UpsertOverwrites: SourceRule {
  static let info = RuleInfo(
    id: "upsert-overwrites", group: .dataAccess, severity: .warning,
    summary:
      "an import inserts objects with a unique attribute anew, and does not give them what users set",
    why:
      "where an object with that value is there, the insert replaces all of it: marks, ratings and notes of the user "
      + "become those of a new object",
    fix:
      "fetch the object first and set only what the record holds; insert only when there is none",
    limits:
      "only objects made in a loop with their unique attribute, of classes with an attribute that is named like "
      + "something users set and that the record does not give; silent where the function fetches objects of the class",
    examples: .texts(
      in: models,
      flagged: """
        func merge(_ records: [Record], _ context: ModelContext) throws {
          for record in records { context.↓insert(Story(code: record.code, title: record.title)) }
          try context.save()
        }
        ---
        @ModelActor actor Stories {
          func take(_ records: [Record]) throws {
            for record in records {
              let story = Story(code: record.code, title: record.title)
              modelContext.↓insert(story)
            }
            try modelContext.save()
          }
        }
        ---
        func merge(_ records: [Record], _ context: ModelContext) throws {
          records.forEach { context.↓insert(Story(code: $0.code, title: $0.title)) }
        }
        """,
      clean: """
        func merge(_ records: [Record], _ context: ModelContext) throws {
          var known: [String: Story] = [:]
          for story in try context.fetch(FetchDescriptor<Story>()) { known[story.code] = story }
          for record in records {
            if let story = known[record.code] {
              story.title = record.title
            } else {
              context.insert(Story(code: record.code, title: record.title))
            }
          }
        }
        ---
        func restore(_ records: [Record], _ context: ModelContext) throws {
          for record in records {
            let story = Story(code: record.code, title: record.title)
            story.isFavorite = record.isFavorite
            context.insert(story)
          }
        }
        ---
        func add(_ records: [Record], to shelf: [Story], _ context: ModelContext) {
          let existingCodes = Set(shelf.map(\\.code))
          for record in records where !existingCodes.contains(record.code) {
            context.insert(Story(code: record.code, title: record.title))
          }
        }
        ---
        func add(_ code: String, _ context: ModelContext) { context.insert(Story(code: code, title: "")) }
        """))

  private static func models(_ text: String) -> String {
    """
    import SwiftData

    @Model final class Story {
      @Attribute(.unique) var code: String
      var title: String
      var isFavorite = false
      init(code: String, title: String) {
        self.code = code
        self.title = title
      }
    }
    struct Record: Sendable { var code = ""; var title = ""; var isFavorite = false }
    \(text)
    """
  }

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "insert",
      call.isOnContext, let object = call.arguments.onlyElement?.expression, call.isForEachRecord,
      let body = call.enclosing(FunctionDeclSyntax.self)?.body, body.isHandwritten
    else { return }
    let name = object.as(DeclReferenceExprSyntax.self)
    guard let made = (name?.localValue ?? object).call,
      let entity = made.calledExpression.dottedName?.lastPart,
      !file.ask(.isModel(entity)).isEmpty,
      let key = made.arguments.lazy.compactMap({ $0.label?.text }).first(where: {
        !file.ask(.isUnique($0, of: entity)).isEmpty
      }),
      !made.arguments.contains(where: { $0.label?.text == key && $0.expression.isNewKey }),
      !body.looks(for: entity)
    else { return }
    let given = Set(made.arguments.compactMap { $0.label?.text })
    guard
      let own = file.ask(.attributes(of: entity)).first(where: { attribute in
        attribute.isSetByUsers && !given.contains(attribute)
          && !(name.map { body.sets(attribute, of: $0.baseName.text) } ?? false)
      })
    else { return }
    report(
      "where a '\(entity)' with this '\(key)' is there, the insert replaces it, and its '\(own)' is that of a new one "
        + "again", at: file.location(call.nameNode), entity: entity, property: own,
      certainty: .inferred("its name says that users set it"))
  }
}

extension String {
  /// Whether an attribute of the name is what a user sets, and no server.
  fileprivate var isSetByUsers: Bool {
    let words = camelWords
    let marks: Set = [
      "archived", "bookmarked", "favorite", "favorited", "favourite", "hidden", "liked", "muted",
      "pinned", "read",
      "saved", "seen", "starred", "watched",
    ]
    if words.count == 2, words[0] == "is" || words[0] == "has" { return marks.contains(words[1]) }
    return [
      "favorite", "userNotes", "userNote", "personalNote", "personalNotes", "userRating",
      "myRating",
    ]
    .contains(self)
  }
}

extension ExprSyntax {
  /// `UUID()`, `UUID().uuidString`: no object has it yet.
  fileprivate var isNewKey: Bool { mentions(["UUID"]) }
}

extension CodeBlockSyntax {
  fileprivate func looks(for entity: String) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      if call.name == "FetchDescriptor" {
        return call.genericArgument?.lastPart ?? entity == entity
      }
      // `where !existingIDs.contains(id)`
      if call.name == "contains",
        call.receiver?.lastName?.camelWords.contains(where: {
          ["existing", "known", "stored"].contains($0)
        })
          ?? false
      {
        return true
      }
      let word = call.name.camelWords.first ?? ""
      return !call.isOnContext
        && ["existing", "fetch", "find", "lookup", "delete", "clear", "remove"].contains(word)
        || call.isOnContext && call.name == "delete"
    }
  }

  /// `story.isFavorite = …`
  fileprivate func sets(_ attribute: String, of name: String) -> Bool {
    hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        terms.count > 2,
        terms[1].is(AssignmentExprSyntax.self),
        let target = terms[0].as(MemberAccessExprSyntax.self)
      else { return false }
      return target.declName.baseName.text == attribute && target.base?.trimmedDescription == name
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether a loop makes the call for each record of a list that is not written out.
  fileprivate var isForEachRecord: Bool {
    if let loop = enclosing(ForStmtSyntax.self) { return !loop.sequence.is(ArrayExprSyntax.self) }
    return enclosing(ClosureExprSyntax.self)?.userCall?.name == "forEach"
  }
}
