package import ModelSource
package import StoreModel
internal import SwiftSyntax

/// What a migration closure does, as far as its text tells.
package struct StageCode: Sendable {
  /// Every name written in it or in functions that it calls, with its first place.
  package private(set) var names: [String: Location] = [:]
  /// The same without what only says of which class all objects are to be deleted.
  package private(set) var used: [String: Location] = [:]
  /// Where it reads properties, by their names: the first place of each, and of each class whose it is known
  /// to be.
  private var reads: [String: [AccessOwner?: Location]] = [:]
  /// The same without those of objects that a loop around them fetches: what was kept from before is left.
  private var keptReads: [String: [AccessOwner?: Location]] = [:]
  /// Names that stand in it other than to be read: they may be given a value.
  private var fills: [String: Set<AccessOwner?>] = [:]
  /// Classes of which it deletes all objects by one order, whatever the store has.
  private var emptied: Set<String> = []
  /// What may be functions that read in its stead: those that it calls, and those that it hands on by
  /// their names, as to 'map'.
  private(set) var calls: Set<String> = []
  /// The same with what tells which of a name they are, for those in other files.
  private(set) var callees: Set<Callee> = []
  /// Names of what it or code that it calls calls: the types of which it makes objects are among them.
  private var made: Set<String> = []
  /// The functions that it passes its context to. What of them is among the given files, is looked at.
  private(set) var givenContext: Set<String> = []
  /// Whether it passes its context to code that nobody has seen, which then may do anything.
  var handsOnContext = false

  /// Whether it, or code it calls, deletes all objects of a class and makes no new ones.
  package func empties(_ model: String) -> Bool { emptied.contains(model) && !mayMake(model) }

  /// All such classes.
  package var emptiedClasses: Set<String> { emptied.filter(empties) }

  /// Whether the closure, or code it calls, may work on something of that name.
  package func mayTouch(_ name: String) -> Bool { handsOnContext || names[name] != nil }

  /// Whether it, or code it calls, may make objects of a class; who calls no type by its name may make any.
  package func mayMake(_ model: String) -> Bool {
    handsOnContext || !made.isDisjoint(with: [model, "init", "Self"])
  }

  /// Whether it, or code it calls, may give something of that name a value.
  package func mayFill(_ name: String) -> Bool { handsOnContext || fills[name] != nil }

  /// The same of objects of some classes.
  package func mayFill(_ name: String, of classes: ClassNames) -> Bool {
    handsOnContext || (fills[name] ?? []).contains(where: classes.mayBe)
  }

  /// Where it, or code it calls, may read a property of some classes.
  package func read(of name: String, of classes: ClassNames) -> Location? {
    Self.first(reads[name], of: classes)
  }

  /// The same without objects that a loop around it fetches.
  package func keptRead(of name: String, of classes: ClassNames) -> Location? {
    Self.first(keptReads[name], of: classes)
  }

  private static func first(
    _ places: [AccessOwner?: Location]?, of classes: ClassNames
  ) -> Location? {
    (places ?? [:]).filter { classes.mayBe($0.key) }.map(\.value)
      .min { ($0.path, $0.line ?? 0, $0.column ?? 0) < ($1.path, $1.line ?? 0, $1.column ?? 0) }
  }

  /// The classes whose property is meant, among those there are.
  package struct ClassNames {
    private let meant: Set<String>
    private let others: Set<String>

    /// - Parameter models: the versions that the code works on. Where classes inherit, any may be meant.
    package init(_ meant: Set<String>, among models: [DataModel]) {
      self.meant = meant
      let entities = models.flatMap(\.entities)
      let inherits = entities.contains { $0.superentity != nil }
      others = inherits ? [] : Set(entities.map(\.name)).subtracting(meant)
    }

    fileprivate func mayBe(_ owner: AccessOwner?) -> Bool {
      guard let owner, !meant.contains(owner.name) else { return true }
      return !owner.isMade && !others.contains(owner.name)
    }
  }

  /// Whether all that it does is to fetch, to set properties that are none of the given ones, and to save.
  package func onlyFills(otherThan names: Set<String>) -> Bool {
    !handsOnContext && names.isDisjoint(with: fills.keys)
      && made.isSubset(of: [
        "debug", "enumerate", "error", "fetch", "FetchDescriptor", "info", "print", "save",
        "SortDescriptor",
      ])
  }

  init(_ closure: ClosureExprSyntax, in source: SourceText) {
    self.init(Syntax(closure.statements), context: closure.firstParameter, in: source)
  }

  /// - Parameter model: the model class whose function it is, which names its properties alone.
  init(_ body: Syntax, context: String?, model: String? = nil, in source: SourceText) {
    let own = model == nil ? [] : body.ownNames
    var waiting = [body]
    while let node = waiting.popLast() {
      if let token = node.as(TokenSyntax.self), case .identifier(let name) = token.tokenKind {
        let place = source.location(token)
        Self.note(name, place, in: &names)
        if !token.isOfDeletedModel { Self.note(name, place, in: &used) }
        let access = token.parent?.parent?.as(MemberAccessExprSyntax.self)
        let isMember = access?.declName.baseName.id == token.id
        if !isMember || access?.isOnlyRead != true {
          fills[name, default: []].insert(isMember ? AccessOwner(of: access?.base) : nil)
        }
      } else if let argument = node.as(LabeledExprSyntax.self),
        let name = argument.expression.lastReference
      {
        if name == context, argument.expression.is(DeclReferenceExprSyntax.self) {
          let taker = argument.parent?.parent?.as(FunctionCallExprSyntax.self)?.name
          // An object that keeps the context may use it at any time.
          if let taker, taker.first?.isLowercase ?? false {
            givenContext.insert(taker)
          } else {
            handsOnContext = true
          }
        }
        calls.insert(name)
        callees.formUnion(Callee.named(by: argument.expression, context: context))
      } else if let call = node.as(FunctionCallExprSyntax.self) {
        if let model = call.emptiedModel(in: body) { emptied.insert(model) }
        calls.insert(call.name)
        callees.formUnion(Callee.named(by: call.calledExpression, context: context))
      } else if let access = node.as(MemberAccessExprSyntax.self), !access.isAssigned {
        // `images.poster(for: path)` reads no property of that name.
        if access.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != access.id {
          let (name, place) = (access.declName.baseName.text, source.location(access.declName))
          let owner = AccessOwner(of: access.base)
          Self.note(owner, place, in: &reads[name, default: [:]])
          if !access.isOfFetched { Self.note(owner, place, in: &keptReads[name, default: [:]]) }
        }
      } else if let model, let name = node.as(DeclReferenceExprSyntax.self),
        !own.contains(name.baseName.text),
        !(name.parent?.is(MemberAccessExprSyntax.self) ?? false)
          || name.parent?.as(MemberAccessExprSyntax.self)?.base?.id == name.id
      {
        Self.note(
          AccessOwner(model), source.location(name), in: &reads[name.baseName.text, default: [:]])
      } else if let key = node.as(KeyPathPropertyComponentSyntax.self) {
        Self.note(
          AccessOwner(before: key), source.location(key.declName),
          in: &reads[key.declName.baseName.text, default: [:]])
      }
      waiting += node.children(viewMode: .sourceAccurate)
    }
    made = calls
  }
}

extension Syntax {
  /// The names that a function's body has of its own: those of its parameters and of what it declares.
  fileprivate var ownNames: Set<String> {
    var names = declaredNames
    let parameters =
      parent?.as(FunctionDeclSyntax.self)?.signature.parameterClause
      ?? parent?.as(InitializerDeclSyntax.self)?.signature.parameterClause
    for parameter in parameters?.parameters ?? [] {
      names.insert((parameter.secondName ?? parameter.firstName).text)
    }
    return names
  }
}

extension TokenSyntax {
  /// Whether it names the class of `delete(model: Note.self)`, which reads no row.
  fileprivate var isOfDeletedModel: Bool {
    var node = Syntax(self)
    while let parent = node.parent {
      if let argument = parent.as(LabeledExprSyntax.self) {
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
        return argument.label?.text == "model" && call?.name == "delete"
      }
      guard parent.is(MemberAccessExprSyntax.self) || parent.is(DeclReferenceExprSyntax.self) else {
        return false
      }
      node = parent
    }
    return false
  }
}

extension StageCode {
  private static func note<Key>(
    _ name: Key, _ place: Location, in places: inout [Key: Location]
  ) {
    if let known = places[name],
      (known.line ?? 0, known.column ?? 0) <= (place.line ?? 0, place.column ?? 0)
    {
      return
    }
    places[name] = place
  }

  /// What the code has itself stays.
  mutating func take(_ other: StageCode) {
    names.merge(other.names) { own, _ in own }
    used.merge(other.used) { own, _ in own }
    reads.merge(other.reads) { own, other in own.merging(other) { own, _ in own } }
    keptReads.merge(other.keptReads) { own, other in own.merging(other) { own, _ in own } }
    fills.merge(other.fills) { $0.union($1) }
    made.formUnion(other.made)
    emptied.formUnion(other.emptied)
  }

  /// The code of a stage that is given a function by its name.
  fileprivate init(calling function: ExprSyntax, _ name: String) {
    (calls, made, givenContext) = ([name], [name], [name])
    callees = Set(Callee.named(by: function, context: nil))
  }

  /// The closures of all custom stages, or the functions that stand for them, by their places.
  package static func read(
    _ histories: [SchemaHistory], files: [SourceFile]
  ) -> [Location: StageCode] {
    let places = Set(
      histories.flatMap(\.stages).flatMap { stage -> [Location?] in
        guard case .custom(let will, let did) = stage.kind else { return [] }
        return [will, did]
      }.compactMap(\.self))
    let models = Set(histories.flatMap(\.versions).flatMap(\.entities).map(\.name))
    return read(at: places, in: files, models: models)
  }

  /// The closures at these places, or the functions that are named there in their stead.
  ///
  /// - Parameter models: the names of classes whose functions may be called by their objects.
  package static func read(
    at places: Set<Location>, in files: [SourceFile], models: Set<String> = []
  ) -> [Location: StageCode] {
    guard !places.isEmpty else { return [:] }
    let paths = Set(places.map(\.path))
    let parts = ParsePool.map(files.filter { paths.contains($0.path) }) { source, tree in
      var found: [(Location, StageCode, types: [String])] = []
      var waiting = [Syntax(tree)]
      while let node = waiting.popLast() {
        if let closure = node.as(ClosureExprSyntax.self),
          places.contains(source.location(closure))
        {
          found.append(
            (source.location(closure), StageCode(closure, in: source), node.enclosingTypes))
          continue
        }
        if let name = node.as(LabeledExprSyntax.self)?.expression,
          let function = name.lastReference, places.contains(source.location(name))
        {
          let code = StageCode(calling: name, function)
          found.append((source.location(name), code, node.enclosingTypes))
        }
        waiting += node.children(viewMode: .sourceAccurate)
      }
      return found
    }
    var library = FunctionLibrary(files, models: models)
    var codes: [Location: StageCode] = [:]
    for (place, code, types) in parts.flatMap(\.self) where codes[place] == nil {
      codes[place] = library.followed(code, at: place.path, in: types)
    }
    return codes
  }
}

extension ExprSyntax {
  /// `makeCopy` of `makeCopy` and of `Self.makeCopy`.
  var lastReference: String? {
    self.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? self.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }
}

extension MemberAccessExprSyntax {
  /// Whether it is read from what a loop around it goes through and has fetched.
  fileprivate var isOfFetched: Bool {
    guard let name = base?.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    var outer = parent
    while let node = outer {
      if let loop = node.as(ForStmtSyntax.self),
        loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
      {
        return loop.sequence.tokens(viewMode: .sourceAccurate).contains { $0.text == "fetch" }
      }
      outer = node.parent
    }
    return false
  }

  /// Whether the property of an object is read here, and neither written nor asked to change itself.
  fileprivate var isOnlyRead: Bool {
    guard base != nil else { return false }
    // A write to one of its own parts is one to it.
    var whole = self
    while let outer = whole.parent?.as(MemberAccessExprSyntax.self) { whole = outer }
    if whole.isAssigned || whole.isUpdated || whole.parent?.is(InOutExprSyntax.self) == true {
      return false
    }
    return whole == self
      || whole.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != whole.id
  }

  /// Whether it stands before an operator like `+=`.
  private var isUpdated: Bool {
    guard let list = parent?.as(ExprListSyntax.self), list.first?.id == id,
      let name = list.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text
    else { return false }
    return name.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(name)
  }

  /// Whether it stands before a plain `=`, which writes and does not read.
  fileprivate var isAssigned: Bool {
    guard let list = parent?.as(ExprListSyntax.self),
      let place = list.index(of: ExprSyntax(self)), place == list.startIndex,
      let next = list.dropFirst().first
    else { return false }
    return next.is(AssignmentExprSyntax.self)
  }
}

extension FunctionCallExprSyntax {
  /// `Note` of `context.delete(model: V1.Note.self)`, where nothing decides whether it comes to that.
  fileprivate func emptiedModel(in body: Syntax) -> String? {
    guard name == "delete", let argument = arguments.first, argument.label?.text == "model",
      !arguments.contains(where: { $0.label?.text == "where" }),
      let access = argument.expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "self"
    else { return nil }
    var outer = parent
    while let node = outer, node.id != body.id {
      if node.is(IfExprSyntax.self) || node.is(SwitchExprSyntax.self)
        || node.is(ForStmtSyntax.self) || node.is(WhileStmtSyntax.self)
        || node.is(GuardStmtSyntax.self) || node.is(ClosureExprSyntax.self)
        || node.is(CatchClauseSyntax.self)
      {
        return nil
      }
      outer = node.parent
    }
    return access.base?.lastReference
  }
}
