internal import StoreModel
internal import SwiftSyntax

extension FlowReader {
  /// A function that may open a store. The names of an app's functions come again and again.
  mutating func noteOpener(_ call: FunctionCallExprSyntax) {
    let name = call.name
    if name.isOfMaker {
      notePassing(call)
      noteOwnContainer(call)
    }
    if name.isOfMaker || call.isGivenToView { noteBodyCall(call) }
    noteModifier(call)
    guard call.mayOpen else { return }
    if seenNames.insert(name).inserted { flows.openers.insert(name) }
  }

  /// `let container = try Database.open()` in a function that uses it and forgets it.
  private mutating func notePassing(_ call: FunctionCallExprSyntax) {
    guard !call.isContextMethod, call.name != "ModelContainer",
      let function = call.enclosing(FunctionDeclSyntax.self),
      function.name.text != "main", !function.returnsContainer, call.isUsedInPassing,
      let owners = owners(of: call.receiver, at: call)
    else { return }
    flows.passingContainers.append(
      .init(
        makers: owners.map { "\($0).\(call.name)" }, function: file.location(function.name),
        location: file.location(call.nameNode)))
  }

  /// `.modelContainer(makeContainer())` in the body of a view or app, which is asked for again and again.
  private mutating func noteBodyCall(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, !["ModelContainer", "modelContainer"].contains(call.name),
      call.isInBodyOfView,
      let type = call.enclosingType?.typeName, let owners = owners(of: call.receiver, at: call)
    else { return }
    flows.passingContainers.append(
      .init(
        makers: owners.map { "\($0).\(call.name)" }, function: file.location(call),
        location: file.location(call.nameNode), body: type))
  }

  /// A container of SwiftData that the app makes for itself.
  mutating func noteOpening(_ call: FunctionCallExprSyntax) {
    noteManagedOpening(call)
    if call.name == "ModelContainer", call.isSecondTry {
      flows.secondTries.insert(file.location(call))
    }
    guard !file.isTest, file.meansSwiftData,
      ["ModelContainer", "modelContainer"].contains(call.name),
      call.arguments.first?.label?.text == "for",
      (call.name == "ModelContainer") == (call.receiver == nil) || call.isOfModifier,
      !call.isForOthersThanTheApp, !call.arguments.mentions(["EmptyModel"]), !call.isSecondTry
    else { return }
    let known = call.openedStore
    guard let store = known ?? call.placedStore else { return }
    let function = call.enclosing(FunctionDeclSyntax.self)
    let opening = ObjectFlows.Opening(
      store: store, function: call.scopeName, isMaker: function?.returnsContainer ?? false,
      isPutAway: function?.body.map { Syntax($0).keeps(call) } ?? false,
      isOfMain: call.isOfMain, isOfModifier: call.isOfModifier,
      isOfExtension: file.isOfExtension, models: call.namedModels,
      location: file.location(call.nameNode))
    if known == nil { flows.placedStores.append(opening) } else { flows.openings.append(opening) }
  }
}

extension FunctionCallExprSyntax {
  /// `Note` of `ModelContainer(for: Note.self)` and of `Schema([Note.self])`, wherever that is written.
  fileprivate var namedModels: Set<String> {
    var found: Set<String> = []
    for argument in arguments {
      if argument.label != nil, argument.label?.text != "for" { break }
      for value in [argument.expression, argument.expression.resolved] {
        // A version names its models elsewhere.
        if value.mentions(["versionedSchema"]) { return [] }
        if let name = value.metatypeName?.lastPart { found.insert(name) }
        value.forEachDescendant { node in
          if let access = node.as(MemberAccessExprSyntax.self),
            access.declName.baseName.text == "self",
            let name = access.base?.dottedName?.lastPart
          {
            found.insert(name)
          }
          return true
        }
      }
    }
    return found
  }
}

extension String {
  private static let makers: [StaticString] = ["container", "make", "open", "store"]

  /// Whether a function of the name may give a container.
  fileprivate var isOfMaker: Bool {
    let small = lowercased()
    return Self.makers.contains { small.has($0) }
  }
}

extension LintFile {
  /// Whether the file belongs to a process of its own: a widget, an intent, an app of the watch.
  var isOfExtension: Bool {
    !imports.isDisjoint(with: ["ClockKit", "Intents", "WatchKit"])
      || imports.contains("WidgetKit") && !isReloading
      || path.split(separator: "/").contains { part in
        // Every client begins with `cli`.
        (["widget", "watch", "intent", "complication"].contains {
          part.lowercased().contains($0)
          // `Extensions` hold what is added to types.
        } || part.lowercased().hasSuffix("extension") || part.hasSuffix("CLI")
          || String(part).camelWords.contains("cli"))
          && part != path.split(separator: "/").last
      } || isOfGuest
  }

  /// Whether the app itself tells its widgets to look again, which makes the file no part of them.
  private var isReloading: Bool {
    tree.mentions(["WidgetCenter"])
      && !tree.mentions([
        "AppIntentTimelineProvider", "IntentTimelineProvider", "TimelineEntry", "TimelineProvider",
        "WidgetBundle", "WidgetConfiguration",
      ])
  }

  /// Whether the file belongs to a widget or a share extension, where nothing is entered for long.
  var isOfGuest: Bool { Location(path: path).isOfGuest }
}

extension Location {
  /// Whether the folders say that the file belongs to a widget or a share extension.
  var isOfGuest: Bool {
    path.split(separator: "/").dropLast().contains { part in
      let small = part.lowercased()
      return small.contains("widget") || ["extension", "share"].contains(where: small.hasSuffix)
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether the body of a view, scene or app makes the call whenever it is asked for: not in what runs later.
  fileprivate var isInBodyOfView: Bool {
    var node = Syntax(self)
    for _ in 0..<128 {
      guard let next = node.parent, !next.is(FunctionDeclSyntax.self) else { return false }
      if let binding = next.as(PatternBindingSyntax.self), binding.accessorBlock?.id == node.id {
        return binding.name == "body"
          && (binding.enclosingType?.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?
            .mentions(["App", "Scene", "View"]) ?? false)
      }
      if next.isLater,
        !(next.as(ClosureExprSyntax.self)?.userCall.map { Self.scenes.contains($0.name) } ?? false)
      {
        return false
      }
      node = next
    }
    return false
  }

  /// `Database.create()` of `.modelContainer(Database.create())`
  fileprivate var isGivenToView: Bool {
    guard let argument = Syntax(self).unwrapping.parent?.as(LabeledExprSyntax.self),
      argument.label == nil
    else { return false }
    return argument.parent?.parent?.as(FunctionCallExprSyntax.self)?.name == "modelContainer"
  }

  /// Whether the name may be that of a function which makes a container.
  var mayOpen: Bool {
    guard name.first?.isLowercase ?? false else { return false }
    let small = name.lowercased()
    return Self.openings.contains { small.has($0) }
  }

  private static let openings: [StaticString] = [
    "build", "config", "container", "create", "load", "make", "open", "set", "start", "store",
  ]

  /// What words of names begin with.
  private static let others = [
    "backup", "debug", "demo", "emergency", "export", "fallback", "migrat", "minimal", "mock",
    "preview",
    "recover", "resort", "restor", "sample", "test",
  ]

  /// Whether the names around say that it is for previews, tests, or work on a store that is not open.
  var isForOthersThanTheApp: Bool {
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent else { return false }
      let name =
        next.as(FunctionDeclSyntax.self)?.name.text ?? next.typeName
        ?? next.as(PatternBindingSyntax.self)?.name ?? ""
      // Words, not letters: 'noteStore' has no 'test' in it.
      let isOther = name.camelWords.contains { word in
        word == "tool" || Self.others.contains(where: word.hasPrefix)
      }
      if isOther { return true }
      node = next
    }
    return false
  }

  /// Whether it is made because another one was not: in a `catch`, or after `??`.
  var isSecondTry: Bool {
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent else { return false }
      if next.is(CatchClauseSyntax.self) { return true }
      if let terms = next.as(ExprListSyntax.self),
        // `made ?? ModelContainer(…)` opens what was not opened yet.
        terms.first?.hasDescendant(where: { $0.is(FunctionCallExprSyntax.self) }) ?? false,
        terms.contains(where: { $0.position < node.position && Syntax($0).isDefaultOperator })
      {
        return true
      }
      if next.is(FunctionDeclSyntax.self) || next.is(MemberBlockSyntax.self) { return false }
      node = next
    }
    return false
  }

  /// Whether the type around it is the one that the system starts.
  var isOfMain: Bool {
    let type = enclosingType?.asProtocol((any WithAttributesSyntax).self)
    return type?.attribute("main") != nil
  }

  /// The function or member around it: what is made twice there is made under conditions.
  var scopeName: String {
    let function =
      enclosing(FunctionDeclSyntax.self)?.name.text ?? enclosing(InitializerDeclSyntax.self).map {
        _ in "init"
      }
      ?? enclosing(MemberBlockItemSyntax.self)?.decl.as(VariableDeclSyntax.self)?.bindings.first?
      .name
    return "\(ownerName ?? "").\(function ?? "")"
  }

  /// Which file it opens, in words that are the same for the same file; nil where that is not known.
  fileprivate var openedStore: String? {
    if let memory = argument("inMemory") {
      return memory.trimmedDescription == "false" ? "the default store" : nil
    }
    var given: [ExprSyntax] = []
    var isList = false
    for argument in arguments {
      if argument.label?.text == "configurations" { isList = true }
      if isList, argument.label == nil || argument.label?.text == "configurations" {
        given.append(argument.expression)
      }
    }
    guard let first = given.first else { return "the default store" }
    let lists = first.as(ArrayExprSyntax.self).map { $0.elements.map(\.expression) } ?? given
    guard lists.count == 1 else { return nil }
    // Where a choice is between configurations, those of a file count.
    let meant = lists[0].meanings(as: "ModelConfiguration")
    let made = meant.compactMap { $0.calls("ModelConfiguration") }
    guard made.count == meant.count else { return nil }
    let stores = zip(made, meant).compactMap { call, meaning -> String?? in
      if call.argument("isStoredInMemoryOnly")?.trimmedDescription == "true" { return nil }
      return .some(call.configuredStore(meaning.scope))
    }
    return Set(stores).onlyElement ?? nil
  }

  /// "a store of its own" where all that may be meant names a place or a name, or both.
  fileprivate var placedStore: String? {
    guard let given = argument("configurations") else { return nil }
    let lists = given.as(ArrayExprSyntax.self).map { $0.elements.map(\.expression) } ?? [given]
    guard lists.count == 1 else { return nil }
    let meant = lists[0].meanings(as: "ModelConfiguration")
    let made = meant.compactMap { $0.calls("ModelConfiguration") }
    guard made.count == meant.count else { return nil }
    let stored = made.filter {
      $0.argument("isStoredInMemoryOnly")?.trimmedDescription != "true"
    }
    let isPlaced = stored.allSatisfy { call in
      call.argument("url") != nil || call.arguments.first.map { $0.label == nil } ?? false
    }
    return !stored.isEmpty && isPlaced ? "a store of its own" : nil
  }

  /// That of a configuration.
  private func configuredStore(_ scope: MeaningScope) -> String? {
    var name = "the default store"
    for argument in arguments {
      let written = argument.expression
      let meaning = written.meanings(in: scope).onlyElement ?? Meaning(written, scope)
      let value = meaning.value
      switch argument.label?.text {
      case nil:
        guard let text = value.literalText else { return nil }
        name = "the store '\(text)'"
      case "url":
        if let file = Meaning(written, scope).fileOfGroup {
          name = file
          continue
        }
        // What stands for the same file is the same, however it is named.
        guard let place = [value, written].first(where: \.meansTheSameAnywhere) else { return nil }
        name = "the store at '\(place.trimmedDescription)'"
      case "groupContainer":
        let group = value.unwrapped.call?.arguments.first?.expression
        name +=
          group.map { " of the group '\(Meaning($0, meaning.scope).text)'" }
          ?? " of '\(value.trimmedDescription)'"
      case "isStoredInMemoryOnly", "allowsSave":
        let isMeant = argument.label?.text == "allowsSave" ? "true" : "false"
        guard value.trimmedDescription == isMeant else { return nil }
      default: continue
      }
    }
    return name.count < 120 ? name : nil
  }
}

extension FunctionCallExprSyntax {
  /// Whether the result is a variable of the function, an argument, or asked for something: it is not put
  /// away in a property.
  fileprivate var isUsedInPassing: Bool {
    var node = Syntax(self)
    for _ in 0..<8 {
      guard let next = node.parent else { return false }
      if next.is(MemberAccessExprSyntax.self) { return true }
      if let argument = next.as(LabeledExprSyntax.self),
        !(argument.parent?.parent?.is(TupleExprSyntax.self) ?? false)
      {
        // What is made with it may keep it, but for a context.
        return argument.parent?.parent?.as(FunctionCallExprSyntax.self)?.name == "ModelContext"
      }
      if let value = next.as(InitializerClauseSyntax.self) {
        guard let name = value.parent?.as(PatternBindingSyntax.self)?.name,
          let body = enclosingBody,
          body.isHandwritten
        else { return false }
        // `self.container = container`
        return !body.hasDescendant { node in
          guard let terms = node.as(ExprListSyntax.self), terms.count == 3 else { return false }
          return terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
            && terms.last?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
        }
      }
      if next.is(CodeBlockItemSyntax.self) || next.is(ExprListSyntax.self) { return false }
      node = next
    }
    return false
  }
}

extension Syntax {
  fileprivate var isDefaultOperator: Bool {
    self.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
  }
}

extension ExprSyntax {
  /// Whether no name in it is one of the code around: `Files.notes`, `.documentsDirectory`.
  var meansTheSameAnywhere: Bool {
    let names = self.as(DeclReferenceExprSyntax.self).map { [$0.baseName.text] } ?? []
    return names.allSatisfy { $0.first?.isUppercase ?? false }
      && !hasDescendant { node in
        guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue else { return false }
        return !(name.baseName.text.first?.isUppercase ?? false)
      }
  }
}

extension FunctionDeclSyntax {
  var returnsContainer: Bool {
    signature.returnClause?.type.mentions([
      "ModelContainer", "NSPersistentContainer", "NSPersistentCloudKitContainer",
    ]) ?? false
  }
}
