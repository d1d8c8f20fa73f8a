internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// The value transformers that the code declares and registers.
struct TransformerUse: Sendable {
  /// Classes by their names, with the names they have in Objective-C: `@objc(TintTransformer)`.
  private var classes: [String: Set<String>] = [:]
  /// Texts and classes named in the files that register transformers or declare names of them.
  private var names: Set<String> = []
  /// Whether any is registered.
  private var registers = false
  /// Whether one is registered by code that says neither its name nor its class.
  private var registersAny = false

  /// Functions that register a class, by its name; the class is registered once one of them is called.
  private var registrations: [String: [TransformerRegistration]] = [:]
  /// Classes that say how values come back: they have a method for it, or inherit from another class.
  fileprivate var ways: [String: Way] = [:]

  fileprivate struct Way: Sendable {
    /// Whether the class itself turns data into values.
    var isBoth = false
    var parents: [String] = []
    /// Whether it says nothing of its own: neither which classes it allows nor how values are turned.
    var isBare = false
  }

  /// Classes whose registration nobody calls, with the function.
  private var uncalled: [String: TransformerRegistration] = [:]

  /// What is wrong with the name of a transformer; nil when it may be found under it.
  enum Fault: String, Sendable {
    case undeclared, unregistered, uncalled
    /// As `uncalled`, where nobody else could call it.
    case uncalledPrivate
  }

  /// - Parameter name: as the model gives it.
  func fault(of name: String) -> Fault? {
    // Foundation finds a class by the name it has in Objective-C, which is 'App.TintTransformer'. The
    // model editor leaves an empty name behind where there was one.
    guard !name.isEmpty, !name.hasPrefix("NS"), !name.contains("."), !registersAny else {
      return nil
    }
    if let function = uncalled[name], classes[name]?.contains(name) == false {
      return function.isPrivate ? .uncalledPrivate : .uncalled
    }
    guard !(registers && names.contains(name)) else { return nil }
    guard let known = classes[name] else {
      return classes.values.contains { $0.contains(name) } ? nil : .undeclared
    }
    return known.contains(name) ? nil : .unregistered
  }

  /// Whether the class of that name is found and turns values into data and back.
  func isSound(_ name: String) -> Bool {
    guard fault(of: name) == nil else { return false }
    let own = classes.filter { $0.key == name || $0.value.contains(name) }.keys
    return own.contains { worksBothWays($0, 4) }
  }

  /// Whether the class of that name is the secure transformer under another name, which allows no class of the app's.
  func allowsNothing(_ name: String) -> Bool {
    let own = classes.filter { $0.key == name || $0.value.contains(name) }.keys
    guard let only = own.first, own.count == 1, let way = ways[only] else { return false }
    return way.isBare && way.parents.first == "NSSecureUnarchiveFromDataTransformer"
  }

  private func worksBothWays(_ name: String, _ steps: Int) -> Bool {
    // Foundation's own do, and what is made of them.
    if name == "NSSecureUnarchiveFromDataTransformer" { return true }
    guard steps > 0, let way = ways[name] else { return false }
    return way.isBoth || way.parents.contains { worksBothWays($0, steps - 1) }
  }

  /// Whether any model names a transformer.
  static func isAsked(_ histories: [SchemaHistory]) -> Bool {
    histories.contains { history in
      history.versions.contains { model in
        model.entities.contains { entity in
          entity.attributes.contains { $0.valueTransformerName != nil }
        }
      }
    }
  }

  /// Reads the files that may say something about transformers.
  ///
  /// - Parameter classes: those of files in Objective-C, which are found under their names.
  static func read(_ files: [SourceFile], besides classes: Set<String>) -> TransformerUse {
    let chosen = WordsOfFiles.positions(of: words, in: files).map { files[$0] }
    let parts = ParsePool.map(chosen) { _, tree in TransformerUse(tree) }
    var use = parts.reduce(into: TransformerUse()) { $0.formUnion($1) }
    for name in classes { use.classes[name, default: []].insert(name) }
    let calls = TransformerRegistration.calls(
      of: Set(use.registrations.values.joined().compactMap(\.function)), in: files)
    for (name, functions) in use.registrations
    where !functions.contains(where: { $0.isReached(by: calls, class: name) }) {
      use.uncalled[name] = functions[0]
    }
    return use
  }

  private static let words: Set = [
    "ValueTransformer", "NSValueTransformerName", "NSSecureUnarchiveFromDataTransformer",
    "setValueTransformer",
  ]

  private init() {}

  private init(_ tree: SourceFileSyntax) {
    var texts: Set<String> = []
    var declaresNames = false
    tree.forEachDescendant { node in
      if let type = node.as(ClassDeclSyntax.self) {
        let names = type.attribute("objc")?.trimmedDescription.split { "()".contains($0) }
          .dropFirst().map(String.init)
        classes[type.name.text, default: []].formUnion(names ?? [])
        ways[type.name.text] = Way(type)
      } else if let text = node.as(StringLiteralExprSyntax.self) {
        if let value = ExprSyntax(text).literalText { texts.insert(value) }
      } else if let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text {
        texts.insert(name)
        if name == "setValueTransformer" { registers = true }
        if name == "NSValueTransformerName" { declaresNames = true }
      } else if let name = node.as(IdentifierTypeSyntax.self)?.name.text,
        name == "NSValueTransformerName"
      {
        declaresNames = true
      }
      if let call = node.as(FunctionCallExprSyntax.self), call.name == "setValueTransformer" {
        registersAny = registersAny || call.isGeneral
        let found = TransformerRegistration(call)
        for name in found.classes { registrations[name, default: []].append(found) }
      }
      return true
    }
    if registers || declaresNames { names = texts }
    // A class that registers itself is named by its declaration.
    if registers { names.formUnion(classes.keys) }
  }

  private mutating func formUnion(_ other: TransformerUse) {
    classes.merge(other.classes) { $0.union($1) }
    // Of two classes of one name nobody knows which is meant.
    ways.merge(other.ways) { _, _ in Way() }
    names.formUnion(other.names)
    registers = registers || other.registers
    registersAny = registersAny || other.registersAny
    registrations.merge(other.registrations) { $0 + $1 }
  }
}

extension FunctionCallExprSyntax {
  /// Whether it registers whatever it is given: in a generic function or type, a protocol's extension, or
  /// under a parameter's name.
  fileprivate var isGeneral: Bool {
    if let function = enclosing(FunctionDeclSyntax.self) {
      if function.genericParameterClause != nil { return true }
      let parameters = Set(
        function.signature.parameterClause.parameters.map { ($0.secondName ?? $0.firstName).text })
      if arguments.contains(where: { $0.mentions(parameters) }) { return true }
    }
    if enclosing(ForStmtSyntax.self) != nil { return true }
    if let closure = enclosing(ClosureExprSyntax.self), closure.loopedList != nil { return true }
    guard let type = enclosingType else { return false }
    return type.is(ExtensionDeclSyntax.self)
      && arguments.contains { $0.mentions(["Self", "self"]) }
      || type.as(ClassDeclSyntax.self)?.genericParameterClause != nil
      || type.as(StructDeclSyntax.self)?.genericParameterClause != nil
  }
}

extension TransformerUse.Way {
  fileprivate init(_ type: ClassDeclSyntax) {
    let functions = type.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
    // `allowsReverseTransformation` is true unless a class says otherwise.
    guard !type.memberBlock.mentions(["allowsReverseTransformation"]) || !type.forbidsWayBack else {
      return
    }
    isBare =
      functions.allSatisfy {
        !["transformedValue", "reverseTransformedValue"].contains($0.name.text)
      }
      && !type.memberBlock.mentions(["allowedTopLevelClasses"])
    isBoth = functions.contains { $0.name.text == "reverseTransformedValue" }
    parents =
      type.inheritanceClause?.inheritedTypes.compactMap { $0.type.dottedName?.lastPart } ?? []
  }
}

extension ClassDeclSyntax {
  fileprivate var forbidsWayBack: Bool {
    memberBlock.members.contains { member in
      member.decl.mentions(["allowsReverseTransformation"]) && member.decl.mentions(["false"])
    }
  }
}
