internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Lists of Core Data's objects that are emptied, where nothing but the list leads to what was in it.
extension ChildrenLeftBehind: ObjectiveCRule {
  /// `folder.removeFromNotes(folder.notes!)`, `folder.notes = nil`, `folder.notes = []`
  func checkManaged(_ node: Syntax, in file: LintFile, _ report: RuleReport) {
    guard !file.isTest else { return }
    checkReplaced(node, in: file, report)
    checkRefilled(node, in: file, report)
    guard let (list, place) = node.emptiedSet,
      let base = list.base, let owner = TypeReader(file: file).managed(base), !owner.isList,
      case let name = list.declName.baseName.text, !base.isNewObject,
      let code = node.enclosing(FunctionDeclSyntax.self).map({ Syntax($0) }) ?? node.enclosingBody,
      code.isHandwritten
    else { return }
    // What takes their place is new, so that nothing is moved: `note.addToPages(Page(context: context))`.
    if code.fillsAnew(name), !code.calledNames.contains(where: \.removes) {
      if !file.ask(.cascadesManaged(name, of: owner.name)).isEmpty {
        report(
          Self.replaced(owner.name, name), at: file.location(place), entity: owner.name,
          property: name)
      } else if !file.ask(.ownsAlone(name, of: owner.name)).isEmpty {
        report(
          Self.message(owner.name, name), at: file.location(place), entity: owner.name,
          property: name, certainty: Self.certainty)
      }
      return
    }
    guard !file.ask(.ownsAlone(name, of: owner.name)).isEmpty,
      !code.calledNames.contains(where: \.removesOrMoves)
    else { return }
    report(
      Self.message(owner.name, name), at: file.location(place), entity: owner.name, property: name,
      certainty: Self.certainty)
  }

  /// `folder.notes = NSSet(array: titles.map { … })`, whose closure makes new objects.
  private func checkRefilled(_ node: Syntax, in file: LintFile, _ report: RuleReport) {
    guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = terms.first?.as(MemberAccessExprSyntax.self), let base = target.base,
      terms.last?.makesObjects ?? false, let owner = TypeReader(file: file).managed(base),
      !owner.isList, case let name = target.declName.baseName.text,
      ExprSyntax(target).isKept(from: node),
      let code = node.enclosing(FunctionDeclSyntax.self).map({ Syntax($0) }), code.isHandwritten,
      !code.calledNames.contains(where: \.removes),
      !file.ask(.cascadesManaged(name, of: owner.name)).isEmpty
        || !file.ask(.ownsAlone(name, of: owner.name)).isEmpty
    else { return }
    report(
      "the objects that '\(owner.name).\(name)' had before stay in the store, and belong to nobody",
      at: file.location(target.declName), entity: owner.name, property: name,
      help: "delete them before the new ones take their place", certainty: Self.certainty)
  }

  /// `[folder removeNotes:folder.notes]`, `folder.notes = [NSSet set]`
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    checkOne(body, lint, report)
    checkReplaced(body, lint, report)
    var names: Set<String> = []
    body.method.body.messages { message, _ in
      if !body.addsNew(message) { names.insert(message.selector) }
    }
    guard !names.contains(where: \.removesOrMoves) else { return }
    for emptied in body.emptiedLists
    where !lint.answer(
      .ownsAlone(emptied.name, of: emptied.owner)
    ).isEmpty {
      report(
        Self.message(emptied.owner, emptied.name), at: body.file.location(emptied.offset),
        entity: emptied.owner, property: emptied.name, certainty: Self.certainty)
    }
    body.method.body.messages { message, _ in
      guard let part = message.parts.onlyElement, part.name.hasPrefix("remove"),
        part.name.last == ":", let receiver = message.receiver.name,
        case let rest = part.name.dropFirst(6).dropLast(),
        case let name = rest.prefix(1).lowercased() + rest.dropFirst(),
        part.argument.name == "\(receiver).\(name)"
          || part.argument.message.map({
            $0.selector == name && $0.receiver.name == receiver
          }) ?? false,
        let owner = receiver == "self" ? body.method.owner : body.type(of: receiver),
        !lint.answer(.ownsAlone(name, of: owner)).isEmpty
      else { return }
      report(
        Self.message(owner, name), at: body.file.location(message.offset), entity: owner,
        property: name, certainty: Self.certainty)
    }
  }

  /// `[folder removeNotesObject:note]` in a method that says it deletes notes, and deletes nothing.
  private func checkOne(_ body: ObjCBody, _ lint: LintContext, _ report: RuleReport) {
    guard
      body.method.selector.prefix(while: { $0 != ":" }).description.camelWords.contains("delete"),
      !body.method.body.deletesObjects
    else { return }
    body.method.body.messages { message, _ in
      guard let part = message.parts.onlyElement, part.name.hasPrefix("remove"),
        part.name.hasSuffix("Object:"), let receiver = message.receiver.name,
        case let rest = part.name.dropFirst(6).dropLast(7), !rest.isEmpty,
        case let name = rest.prefix(1).lowercased() + rest.dropFirst(),
        let owner = receiver == "self" ? body.method.owner : body.type(of: receiver),
        !lint.answer(.cascadesManaged(name, of: owner)).isEmpty
      else { return }
      report(
        "what is taken out of '\(owner).\(name)' stays in the store",
        at: body.file.location(message.offset),
        entity: owner, property: name,
        help: "delete the object: that takes it out of the list as well", certainty: Self.certainty)
    }
  }

  static func replaced(_ owner: String, _ name: String) -> String {
    "what is taken out of '\(owner).\(name)' stays in the store: its rule 'Cascade' deletes it only with its owner"
  }

  static let certainty = Certainty.inferred("other code may delete them")

  private static func message(_ owner: String, _ name: String) -> String {
    "what is taken out of '\(owner).\(name)' stays in the store, where nothing else leads to it"
  }

  static let managed: [RuleExample] =
    .texts(
      in: CoreDataText.code,
      flagged: """
        func clear(_ folder: CDFolder) {
          if let notes = folder.notes { folder.↓removeFromNotes(notes) }
        }
        ---
        func replace(in folder: CDFolder, _ title: String, _ context: NSManagedObjectContext) {
          folder.↓notes = nil
          let note = CDNote(context: context)
          note.title = title
          note.folder = folder
        }
        ---
        func replace(in folder: CDFolder, _ titles: [String], _ context: NSManagedObjectContext) {
          if let notes = folder.notes { folder.↓removeFromNotes(notes) }
          for title in titles {
            let note = CDNote(context: context)
            note.title = title
            folder.addToNotes(note)
          }
        }
        ---
        func replace(in folder: CDFolder, _ titles: [String], _ context: NSManagedObjectContext) {
          folder.↓notes = NSSet(array: titles.map { title in
            let note = CDNote(context: context)
            note.title = title
            return note
          })
        }
        """,
      clean: """
        func clear(_ folder: CDFolder, _ context: NSManagedObjectContext) {
          for note in folder.notes as? Set<CDNote> ?? [] { context.delete(note) }
          folder.notes = nil
        }
        ---
        func start(_ context: NSManagedObjectContext) -> CDFolder {
          let folder = CDFolder(context: context)
          folder.notes = []
          return folder
        }
        ---
        func move(_ folder: CDFolder, to other: CDFolder) {
          guard let notes = folder.notes else { return }
          folder.removeFromNotes(notes)
          other.addToNotes(notes)
        }
        ---
        func take(_ note: CDNote, out of: CDFolder) { of.removeFromNotes(note) }
        ---
        func clear(_ folder: CDFolder) { folder.notes = nil }
        func all(_ context: NSManagedObjectContext) throws -> [CDNote] {
          try context.fetch(CDNote.fetchRequest())
        }
        """)
    + .texts(
      in: CoreDataText.objectiveC,
      flagged: """
        - (void)clear:(CDFolder *)folder {
          [folder ↓removeNotes:folder.notes];
        }
        ---
        - (void)clear:(CDFolder *)folder {
          folder.notes = ↓[NSSet set];
          [self.managedObjectContext save:nil];
        }
        ---
        - (void)clear:(CDFolder *)folder { [folder setNotes:↓nil]; }
        ---
        - (void)onDelete:(NSArray *)notes from:(CDFolder *)folder {
          for (CDNote *note in notes) { [folder ↓removeNotesObject:note]; }
          [self.tableView deleteRowsAtIndexPaths:self.paths withRowAnimation:0];
        }
        """,
      clean: """
        - (void)clear:(CDFolder *)folder {
          for (CDNote *note in folder.notes) { [self.store discard:note]; }
          [folder removeNotes:folder.notes];
        }
        ---
        - (CDFolder *)start {
          CDFolder *folder = [CDFolder folderIn:self.managedObjectContext];
          folder.notes = [NSSet set];
          return folder;
        }
        ---
        - (void)swap:(CDFolder *)folder with:(CDFolder *)other {
          other.notes = folder.notes;
          folder.notes = [NSSet set];
        }
        ---
        - (void)clear:(CDFolder *)folder {
          for (CDNote *note in folder.notes) { [self.managedObjectContext deleteObject:note]; }
          folder.notes = [NSSet set];
        }
        ---
        - (void)move:(CDFolder *)folder to:(CDFolder *)other {
          NSSet *notes = folder.notes;
          [folder removeNotes:folder.notes];
          [other addNotes:notes];
        }
        ---
        - (void)onDelete:(CDNote *)note from:(CDFolder *)folder in:(NSManagedObjectContext *)context {
          [folder removeNotesObject:note];
          [context deleteObject:note];
        }
        ---
        - (void)take:(CDNote *)note from:(CDFolder *)folder { [folder removeNotesObject:note]; }
        """)
}

extension String {
  /// Whether a function of that name may delete what leaves a list, or give it to another one.
  fileprivate var removesOrMoves: Bool {
    removes || lowercased().contains("addto") || hasPrefix("add") && hasSuffix(":")
  }

  var removes: Bool {
    let small = lowercased()
    return ["delete", "discard", "orphan", "erase", "purge"].contains(where: small.contains)
  }
}

extension Syntax {
  /// The list that a node empties, with the place to name.
  fileprivate var emptiedSet: (list: MemberAccessExprSyntax, place: Syntax)? {
    if let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = terms.first?.as(MemberAccessExprSyntax.self), let value = terms.last,
      value.is(NilLiteralExprSyntax.self)
        || value.as(ArrayExprSyntax.self)?.elements.isEmpty ?? false
        || ["NSSet()", "NSOrderedSet()"].contains(value.trimmedDescription)
    {
      return (target, Syntax(target.declName))
    }
    guard let call = self.as(FunctionCallExprSyntax.self), call.name.hasPrefix("removeFrom"),
      let given = call.arguments.onlyElement?.expression,
      let access = call.calledExpression.as(MemberAccessExprSyntax.self), let base = access.base
    else { return nil }
    let rest = call.name.dropFirst("removeFrom".count)
    let name = rest.prefix(1).lowercased() + rest.dropFirst()
    // The whole list, itself or by the name of a constant.
    let value =
      given.unwrapped.as(DeclReferenceExprSyntax.self).flatMap { name in
        if case .local(_, let value?)? = name.nameOrigin { value } else { nil }
      } ?? given
    guard let list = value.unwrapped.withoutCast.as(MemberAccessExprSyntax.self),
      list.declName.baseName.text == name,
      list.base?.trimmedDescription == base.trimmedDescription
    else { return nil }
    return (list, Syntax(access.declName))
  }
}

extension ExprSyntax {
  /// Whether the code around has just made the object, whose list is still empty.
  fileprivate var isNewObject: Bool {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = name.nameOrigin
    else { return false }
    return value.withoutCast.call?.makesManaged ?? false
  }
}

extension ObjCBody {
  /// Lists of objects that the method has not made, which are given nothing and which it uses in no other way:
  /// `folder.notes = [NSSet set];`
  fileprivate var emptiedLists: [(owner: String, name: String, offset: Int)] {
    self.set.sorted { $0.key < $1.key }.compactMap { target, given in
      guard let dot = target.lastIndex(of: "."), let value = given.onlyElement, value.isEmptyList,
        case let receiver = String(target[..<dot]), receiver != "self", values[receiver] == nil,
        case let name = String(target[target.index(after: dot)...]),
        let owner = type(of: receiver), let offset = value.first?.token.offset
      else { return nil }
      var uses = 0
      method.body.walk { place in uses += place.node.isWord && place.node.text == name ? 1 : 0 }
      return uses > 1 ? nil : (owner, name, offset)
    }
  }
}

extension [ObjCNode] {
  /// `nil`, `[NSSet set]`, `[[NSOrderedSet alloc] init]`
  fileprivate var isEmptyList: Bool {
    if isNothing { return true }
    guard let message, ["init", "new", "orderedSet", "set"].contains(message.selector) else {
      return false
    }
    return ["NSSet", "NSOrderedSet"].contains(where: message.receiver.mentions)
  }

  /// Whether code may delete objects: what is asked to delete rows of a table does not.
  fileprivate var deletesObjects: Bool {
    var isFound = false
    messages { message, _ in
      let small = message.selector.lowercased()
      isFound =
        isFound
        || ["delete", "discard", "erase", "purge"].contains(where: small.contains)
          && !["deleterows", "deletesections", "deleteitems", "deleteditems"].contains(
            where: small.hasPrefix)
    }
    return isFound
  }
}
