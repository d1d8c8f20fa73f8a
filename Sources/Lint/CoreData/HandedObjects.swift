internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// What a function is given and uses on the queue of a background context, or on the main thread.
struct TakenObject: Sendable, Codable {
  /// `Store.rename`
  var function: String
  /// The label that callers write, or the place among the arguments: `note`, `0`.
  var label: String
  var parameter: String
  /// The label of the context, where the function is given that, too.
  var contextLabel: String?
  /// Where it is used, in words.
  var place: String
  /// Whether that is in a block which the function gives to the main thread.
  var isOnMain = false
  var location: Location
}

/// An object that a call hands over, on the main thread, on the queue of a background context, or as the caller
/// was given it.
struct GivenObject: Sendable, Codable {
  var function: String
  var label: String
  var isOnMain: Bool
  /// Whether the object was found or made on the queue of a background context, in the same block.
  var isOfWorker = false
  /// The labels of what is certainly a background context.
  var workers: [String]
  /// The function around the call that only hands on what it is given, with the label.
  var from: String?
  var fromLabel: String?
  var location: Location
}

extension FunctionCallExprSyntax {
  /// The parameters of the function around that are used inside of `perform` of a background context:
  /// where that is a property, only the callers know whether the object is one of its own.
  func takenObjects(in file: LintFile) -> [TakenObject] {
    if Syntax(self).returnsToMain { return objectsTakenToMain(in: file) }
    guard !file.isTest, isPerform, name != "performBackgroundTask", let receiver,
      let closure = lastClosure, closure.isHandwritten, !closure.isOnMainActor,
      let function = enclosing(FunctionDeclSyntax.self)
    else { return [] }
    let given = receiver.ownName?.parameterOfFunction
    let contextLabel = given?.function.id == function.id ? given?.label : nil
    guard
      contextLabel != nil
        || (file.queue(of: receiver).map { $0 == .own } ?? (foreignWork?.context != nil))
    else { return [] }
    let types = TypeReader(file: file)
    var found: [TakenObject] = []
    closure.statements.forEachDescendant { node in
      if node.returnsToMain { return false }
      if let inner = node.as(FunctionCallExprSyntax.self),
        inner.isPerform || inner.otherThread != nil
      {
        return false
      }
      guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        case .parameter(_, let owner)? = name.nameOrigin, owner.id == function.id,
        let label = function.label(of: name.baseName.text),
        !found.contains(where: { $0.parameter == name.baseName.text }),
        let type = types.managed(ExprSyntax(name)), ExprSyntax(name).touchesManaged(type),
        // What is certain without the callers is said as it is.
        name.isFetched(by: receiver)
      else { return true }
      found.append(
        .init(
          function: function.nameWithOwner, label: label, parameter: name.baseName.text,
          contextLabel: contextLabel,
          place: "on the queue of '\(receiver.lastName ?? file.text(receiver))'",
          location: file.location(name)))
      return true
    }
    return found
  }

  /// The managed objects among the arguments of a call that runs on the main thread, or that hands on what
  /// the function around was given.
  func givenObjects(in file: LintFile) -> [GivenObject] {
    if !file.isTest, !arguments.isEmpty, name.first?.isLowercase ?? false, !isPerform,
      enclosing(ClosureExprSyntax.self) != nil, !file.ask(.usesCoreData).isEmpty
    {
      let ofWorker = objectsOfWorker(in: file)
      if !ofWorker.isEmpty { return ofWorker }
    }
    guard !file.isTest, !arguments.isEmpty, !file.ask(.usesCoreData).isEmpty,
      case let isOnMain = isBoundToMain, isOnMain || enclosing(FunctionDeclSyntax.self) != nil,
      name.first?.isLowercase ?? false, performCall == nil, backgroundScope == nil
    else { return [] }
    let types = TypeReader(file: file)
    var found: [GivenObject] = []
    var workers: [String]?
    for (index, argument) in arguments.enumerated() {
      guard let name = argument.expression.ownName, case let source = name.parameterOfFunction,
        isOnMain && name.isShown || source != nil, types.managed(argument.expression) != nil,
        let called = nameWithOwner(types)
      else { continue }
      workers = workers ?? labelsOfWorkers(in: file)
      found.append(
        .init(
          function: called, label: argument.label?.text ?? "\(index)", isOnMain: isOnMain,
          workers: workers ?? [],
          from: source?.function.nameWithOwner, fromLabel: source?.label,
          location: file.location(name)))
    }
    return found
  }

  private func labelsOfWorkers(in file: LintFile) -> [String] {
    guard arguments.count > 1 else { return [] }
    return arguments.enumerated().filter { file.queue(of: $1.expression) == .own }
      .map { $1.label?.text ?? "\($0)" }
  }
}

extension ExprSyntax {
  /// `note` of `note` and of `self.note`.
  fileprivate var ownName: DeclReferenceExprSyntax? {
    if let access = unwrapped.as(MemberAccessExprSyntax.self) {
      return access.base?.isSelfName ?? false ? access.declName : nil
    }
    return unwrapped.as(DeclReferenceExprSyntax.self)
  }
}

extension DeclReferenceExprSyntax {
  /// Whether it is a property of what shows it, or one of the objects in a list of such a property.
  fileprivate var isShown: Bool {
    switch nameOrigin {
    case .property: true
    case .element(let list): list.ownName.map { $0.isShown } ?? false
    case nil: parent?.as(MemberAccessExprSyntax.self)?.base?.isSelfName ?? false
    default: false
    }
  }

  fileprivate var parameterOfFunction: (function: FunctionDeclSyntax, label: String)? {
    guard case .parameter(_, let owner)? = nameOrigin,
      let function = owner.as(FunctionDeclSyntax.self),
      let label = function.label(of: baseName.text)
    else { return nil }
    return (function, label)
  }
}

extension FunctionDeclSyntax {
  var nameWithOwner: String { ownerName.map { "\($0).\(name.text)" } ?? name.text }

  /// What callers write before a parameter, or its place where they write nothing.
  func label(of parameter: String) -> String? {
    let parameters = Array(signature.parameterClause.parameters)
    guard
      let index = parameters.firstIndex(where: {
        ($0.secondName ?? $0.firstName).text == parameter
      })
    else { return nil }
    let label = parameters[index].firstName.text
    return label == "_" ? "\(index)" : label
  }
}

extension ContextAcrossTasks {
  /// Objects of the main thread that a function, perhaps by way of another one, uses on the queue of a
  /// background context.
  func checkHanded(_ lint: LintContext, _ report: RuleReport) {
    let code = lint.coreData.code
    checkHandedToMain(lint, report)
    for taken in code.takenObjects where !taken.isOnMain {
      let isDirect = taken.contextLabel != nil
      guard
        let given = giver(
          of: taken.function, taken.label, lint, isDirect ? 1 : 3,
          where: { call in taken.contextLabel.map(call.workers.contains) ?? true })
      else {
        checkUncalled(taken, lint, report)
        continue
      }
      let place = "\(given.location.path.lastPathComponent):\(given.location.line ?? 1)"
      report(
        "'\(taken.parameter)' is used \(taken.place), and '\(place)' hands it over on the main thread: "
          + "on one of the two it is away from its own context",
        at: taken.location,
        help: "hand over its 'objectID', and look it up inside 'perform' with 'object(with:)'")
    }
  }

  /// In a project that is being written, nobody may call the function yet: whoever does has the object from
  /// somewhere else.
  private func checkUncalled(_ taken: TakenObject, _ lint: LintContext, _ report: RuleReport) {
    let files = lint.allFiles()
    guard taken.contextLabel == nil, !UncalledCode.isGrown(files),
      let name = taken.function.split(separator: ".").last.map(String.init),
      WordsOfFiles.counts(of: [name], in: files)[name] == 1
    else { return }
    report(
      "'\(taken.parameter)' comes from whoever calls, and is used \(taken.place), which an object of another "
        + "context must not be",
      at: taken.location,
      help:
        "hand over its 'objectID', and look it up inside 'perform' with 'existingObject(with:)'",
      certainty: .inferred("callers may hand over objects of this context"))
  }

  /// A call on the main thread that leads to a function.
  private func giver(
    of function: String, _ label: String, _ lint: LintContext, _ steps: Int,
    where fits: @escaping (GivenObject) -> Bool
  ) -> GivenObject? {
    let calls = lint.coreData.code.givenObjects.filter {
      !$0.isOfWorker && $0.label == label && fits($0) && lint.isMeant(function, by: $0.function)
    }
    if let found = calls.first(where: \.isOnMain) { return found }
    guard steps > 1 else { return nil }
    return calls.lazy.compactMap { call in
      guard let from = call.from, let label = call.fromLabel else { return nil }
      return giver(of: from, label, lint, steps - 1, where: fits)
    }.first
  }
}

extension LintContext {
  /// Whether a call means a function: by its type, or by a protocol that the type adopts.
  func isMeant(_ function: String, by called: String) -> Bool {
    if function == called { return true }
    let (own, other) = (function.keyPath, called.keyPath)
    guard own.count == 2, other.count == 2, own[1] == other[1] else { return false }
    return flows.inheritances.contains { $0.type == own[0] && $0.from == other[0] }
  }
}
