internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds fetch requests that are told what to fetch when nobody runs them any more, or ever.
struct RequestSetInVain: SourceRule {
  static let info = RuleInfo(
    id: "request-set-in-vain", group: .dataAccess, severity: .warning,
    summary:
      "a fetch request is set after it has run or set anew before it does, or never runs at all",
    why:
      "the predicate, order or limit that is written there does nothing: more rows are fetched than are meant, "
      + "or in another order; in a block the same name is often another request",
    fix: "set it once and before the fetch, or hand it to the fetch",
    limits:
      "only for requests that a function makes for itself, in one list of statements; a request that anybody "
      + "else is given, that a loop runs again, or that is returned is left alone",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func titles(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          let notes = try context.fetch(request)
          request.↓sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
          return notes
        }
        ---
        func some(_ title: String?, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          if let title {
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            request.↓predicate = NSPredicate(format: "title == %@", title)
          }
          return try context.fetch(request)
        }
        ---
        func some(_ title: String, _ list: NotesList) {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.↓predicate = NSPredicate(format: "title == %@", title)
          request.predicate = NSPredicate(format: "createdAt != nil")
          list.show(request)
        }
        ---
        func some(_ folder: CDFolder?, since date: Date?, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          if let folder {
            request.↓predicate = NSPredicate(format: "folder == %@", folder)
          }
          if let date {
            request.predicate = NSPredicate(format: "createdAt >= %@", date as NSDate)
          }
          return try context.fetch(request)
        }
        ---
        func some(_ text: String, _ isOpen: Bool, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.fetchBatchSize = 20
          if !text.isEmpty { request.↓predicate = NSPredicate(format: "title CONTAINS[cd] %@", text) }
          if isOpen { request.predicate = NSPredicate(format: "folder == nil") }
          return try context.fetch(request)
        }
        """,
      clean: """
        func some(_ folder: CDFolder?, since date: Date?, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          if let folder {
            request.predicate = NSPredicate(format: "folder == %@", folder)
          } else if let date {
            request.predicate = NSPredicate(format: "createdAt >= %@", date as NSDate)
          }
          if let date, let old = request.predicate {
            request.predicate = NSCompoundPredicate(
              andPredicateWithSubpredicates: [old, NSPredicate(format: "createdAt >= %@", date as NSDate)])
          }
          return try context.fetch(request)
        }
        ---
        func some(_ isOpen: Bool, _ isDone: Bool, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          if isOpen { request.predicate = NSPredicate(format: "folder == nil") }
          if isDone { request.predicate = NSPredicate(format: "folder != nil") }
          return try context.fetch(request)
        }
        ---
        func some(_ title: String, _ isUntitled: Bool, _ list: NotesList) {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: "title == %@", title)
          list.show(request)
          request.predicate = NSPredicate(format: "title != nil")
          if isUntitled { request.predicate = NSPredicate(format: "title == nil") }
          list.show(request)
        }
        ---
        func some(_ title: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: "title == %@", title)
          request.predicate = NSCompoundPredicate(
            andPredicateWithSubpredicates: [request.predicate!, NSPredicate(format: "title != nil")])
          return try context.fetch(request)
        }
        ---
        func titles(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
          let notes = try context.fetch(request)
          request.predicate = NSPredicate(format: "title != nil")
          return try notes + context.fetch(request)
        }
        ---
        func controller(_ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          let all = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
          request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
          return all
        }
        ---
        func pages(_ context: NSManagedObjectContext) throws {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
          for page in 0..<3 {
            print(try context.fetch(request).map { $0.title ?? "" })
            request.fetchOffset = page * 10
          }
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (NSArray *)titles {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            NSArray *notes = [self.context executeFetchRequest:request error:nil];
            [request ↓setSortDescriptors:@[[NSSortDescriptor sortDescriptorWithKey:@"title" ascending:YES]]];
            return notes;
          }
          ---
          - (NSArray *)notes:(NSString *)title {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            if (title) {
              NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
              request.↓predicate = [NSPredicate predicateWithFormat:@"title == %@", title];
            }
            return [self.context executeFetchRequest:request error:nil];
          }
          ---
          - (NSArray *)titled {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            [NSPredicate ↓predicateWithFormat:@"title != ''"];
            return [self.context executeFetchRequest:request error:nil];
          }
          ---
          - (void)show:(NSString *)title {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            request.↓predicate = [NSPredicate predicateWithFormat:@"title == %@", title];
            [request setPredicate:[NSPredicate predicateWithFormat:@"createdAt != nil"]];
            [self.list show:request];
          }
          """,
        clean: """
          - (void)show:(NSString *)title {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            request.predicate = [NSPredicate predicateWithFormat:@"title == %@", title];
            [self.list show:request];
            request.predicate = [NSPredicate predicateWithFormat:@"title != nil"];
            if (title == nil) { request.predicate = nil; }
            [self.list show:request];
          }
          ---
          - (NSArray *)titles {
            NSFetchRequest *request = [[NSFetchRequest alloc] init];
            [request setEntity:[NSEntityDescription entityForName:@"Note" inManagedObjectContext:self.context]];
            NSArray *notes = [self.context executeFetchRequest:request error:nil];
            [request setEntity:[NSEntityDescription entityForName:@"Folder" inManagedObjectContext:self.context]];
            return [notes arrayByAddingObjectsFromArray:[self.context executeFetchRequest:request error:nil]];
          }
          ---
          - (NSFetchRequest *)request {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            request.fetchLimit = 1;
            return request;
          }
          """) + parameters)

  static let nodes = [SyntaxKind.codeBlockItemList]

  static let settings: Set = [
    "fetchLimit", "fetchOffset", "predicate", "propertiesToFetch",
    "relationshipKeyPathsForPrefetching",
    "sortDescriptors",
  ]

  static func message(_ setting: String, _ name: String, hasRun: Bool) -> String {
    hasRun
      ? "'\(setting)' of '\(name)' is set after the fetch, and nothing fetches with it again"
      : "'\(setting)' is set of a request that nothing fetches with"
  }

  static func message(_ setting: String, _ name: String, setAnewIn line: Int) -> String {
    "'\(setting)' of '\(name)' is set anew in line \(line) before anything fetches with it"
  }

  static func help(_ setting: String) -> String {
    setting == "predicate"
      ? "join both conditions with 'AND', or leave this one out" : "leave one of the two out"
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if !file.isTest, let function = node.parent?.parent?.as(FunctionDeclSyntax.self) {
      checkParameter(function, in: file, report)
    }
    guard !file.isTest, let items = node.as(CodeBlockItemListSyntax.self), items.isHandwritten
    else {
      return
    }
    for (place, item) in items.enumerated() {
      guard
        let binding = item.item.as(DeclSyntax.self)?.as(VariableDeclSyntax.self)?.bindings
          .onlyElement,
        let name = binding.name, binding.initializer?.value.call?.makesNewRequest ?? false
      else { continue }
      var (settings, runs): ([DeclReferenceExprSyntax], [Syntax]) = ([], [])
      var isOther = false
      for later in items.dropFirst(place + 1) {
        later.forEachDescendant { node in
          guard !isOther else { return false }
          guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
            use.isValue
          else {
            // The name means something else there.
            isOther =
              isOther || node.as(IdentifierPatternSyntax.self)?.identifier.text == name
            return !isOther
          }
          if let setting = use.requestSetting {
            settings.append(setting)
          } else if use.isRunOnce(in: Syntax(items)) {
            runs.append(Syntax(use))
          } else {
            isOther = true
          }
          return !isOther
        }
      }
      for (first, next) in zip(settings, settings.dropFirst())
      where first.baseName.text == next.baseName.text
        && Self.settings.contains(first.baseName.text)
        && first.stands(in: items) && next.stands(in: items) && !next.valueMentions(name)
        && !runs.contains(where: { first.position < $0.position && $0.position < next.position })
      {
        report(
          Self.message(
            first.baseName.text, name, setAnewIn: file.location(next).line ?? 0),
          at: file.location(first), help: Self.help(first.baseName.text))
      }
      for (first, next) in zip(settings, settings.dropFirst())
      where first.baseName.text == "predicate" && next.baseName.text == "predicate"
        && first.mayHoldBeside(next, in: items) && !next.valueMentions(name)
        && !runs.contains(where: { first.position < $0.position && $0.position < next.position })
      {
        report(
          "where both conditions hold, this predicate of '\(name)' is lost: line "
            + "\(file.location(next).line ?? 0) sets another one",
          at: file.location(first),
          help:
            "collect the predicates in a list, and set 'NSCompoundPredicate(andPredicateWithSubpredicates:)' once"
        )
      }
      guard !isOther, let last = settings.last,
        Self.settings.contains(last.baseName.text), last.stands(in: items) || runs.isEmpty,
        runs.allSatisfy({ $0.position < last.position })
      else { continue }
      report(
        Self.message(last.baseName.text, name, hasRun: !runs.isEmpty), at: file.location(last))
    }
  }
}

extension FunctionCallExprSyntax {
  /// `NSFetchRequest<Note>(entityName: "Note")`
  var makesNewRequest: Bool {
    if let made = calledExpression.as(GenericSpecializationExprSyntax.self) {
      return made.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == "NSFetchRequest"
    }
    return calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "NSFetchRequest"
      || name == "fetchRequest" && arguments.isEmpty && receiver != nil
  }
}

extension DeclReferenceExprSyntax {
  /// `predicate` of `request.predicate = …`.
  fileprivate var requestSetting: DeclReferenceExprSyntax? {
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == ExprSyntax(self).id,
      let terms = access.parent?.as(ExprListSyntax.self), terms.first?.id == ExprSyntax(access).id,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
    else { return nil }
    return access.declName
  }

  /// Whether what the setting is given asks the request, as for the predicate that it had.
  fileprivate func valueMentions(_ name: String) -> Bool {
    parent?.parent?.as(ExprListSyntax.self)?.dropFirst(2).contains { $0.mentions([name]) } ?? true
  }

  /// Whether a context fetches with it, or counts, no more than once.
  fileprivate func isRunOnce(in code: Syntax) -> Bool {
    guard let argument = parent?.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      ["count", "execute", "fetch"].contains(call.name), call.receiver != nil || call.isQuery
    else { return false }
    var node = Syntax(call)
    while let next = node.parent, next.id != code.id {
      if next.is(ForStmtSyntax.self) || next.is(WhileStmtSyntax.self)
        || next.is(RepeatStmtSyntax.self) || next.is(ClosureExprSyntax.self)
        || next.is(FunctionDeclSyntax.self)
      {
        return false
      }
      node = next
    }
    return true
  }

  /// Whether it stands in an 'if' of the list without 'else', the other one in a later one, and both may hold.
  fileprivate func mayHoldBeside(
    _ other: DeclReferenceExprSyntax, in items: CodeBlockItemListSyntax
  ) -> Bool {
    guard let first = choice(of: items), let next = other.choice(of: items), first.id != next.id,
      let (firstAsked, isFirstSure) = first.asked, let (nextAsked, isNextSure) = next.asked,
      isFirstSure || isNextSure, firstAsked.isDisjoint(with: nextAsked)
    else { return false }
    return !first.body.statements.contains { item in
      item.item.is(ReturnStmtSyntax.self) || item.item.is(ThrowStmtSyntax.self)
    }
  }

  /// The 'if' among the statements whose own statement it is in.
  private func choice(of items: CodeBlockItemListSyntax) -> IfExprSyntax? {
    guard let choice = enclosing(IfExprSyntax.self), choice.elseBody == nil,
      stands(in: choice.body.statements),
      let item = choice.enclosing(CodeBlockItemSyntax.self), item.parent?.id == items.id
    else { return nil }
    return choice
  }

  /// Whether it is a statement of that list itself, so that it runs in any case.
  fileprivate func stands(in items: CodeBlockItemListSyntax) -> Bool {
    enclosing(CodeBlockItemListSyntax.self)?.id == items.id
  }
}

extension IfExprSyntax {
  /// The names that the conditions ask, and whether one of them is that something is there; nil for any that may
  /// leave another one out, as a comparison does.
  fileprivate var asked: (names: Set<String>, isPresence: Bool)? {
    var names: Set<String> = []
    var isPresence = false
    for condition in conditions {
      if let binding = condition.condition.as(OptionalBindingConditionSyntax.self) {
        guard
          let name = binding.initializer?.value.trimmedDescription
            ?? binding.pattern.boundNames.first
        else { return nil }
        names.insert(name)
        isPresence = true
      } else if let value = condition.condition.as(ExprSyntax.self) {
        let negated = value.as(PrefixOperatorExprSyntax.self)
        let plain = negated?.expression ?? value
        guard plain.is(DeclReferenceExprSyntax.self) || plain.is(MemberAccessExprSyntax.self) else {
          return nil
        }
        if let access = plain.as(MemberAccessExprSyntax.self), negated != nil,
          access.declName.baseName.text == "isEmpty", let text = access.base
        {
          names.insert(text.trimmedDescription)
          isPresence = true
        } else if negated == nil {
          names.insert(plain.trimmedDescription)
        } else {
          return nil
        }
      } else {
        return nil
      }
    }
    return (names, isPresence)
  }
}
