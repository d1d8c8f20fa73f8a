internal import StoreModel
internal import SwiftSyntax

/// What names of functions and properties in several files say together.
extension CoreDataCode {
  /// A key path in a predicate that a function or a static property gives to whoever asks.
  struct Condition: Sendable, Codable {
    /// `NoteFilters.recent`
    var name: String
    var path: [String]
    var location: Location
  }

  /// A fetch of an entity that is given the predicate of that name.
  struct ConditionUse: Hashable, Sendable, Codable {
    var name: String
    var entity: String
  }

  /// What else a function or property names that gives predicates or sort descriptors.
  struct ConditionLink: Sendable, Codable {
    var name: String
    var names: Set<String>
  }

  /// A predicate made of a closure that a function or property gives.
  struct NamedBlock: Sendable, Codable {
    var name: String
    var location: Location
  }

  /// The entities of the fetches that are given what a function or property gives, itself or by way of
  /// others.
  ///
  /// - Parameter inheritances: what is asked of a protocol, those that adopt it do.
  func conditionEntities(_ inheritances: [ObjectFlows.Inheritance]) -> [String: Set<String>] {
    guard !conditions.isEmpty || !blocks.isEmpty else { return [:] }
    let links = Dictionary(grouping: conditionLinks, by: \.name)
    let related = Self.related(inheritances)
    var found: [String: Set<String>] = [:]
    for use in conditionUses {
      var waiting = [use.name]
      while let name = waiting.popLast() {
        guard found[name, default: []].insert(use.entity).inserted else { continue }
        let owner = name.holderType
        for other in owner == name ? [] : related[owner] ?? [] {
          let name = other + name.dropFirst(owner.count)
          if found[name, default: []].insert(use.entity).inserted {
            waiting += (links[name] ?? []).flatMap(\.names)
          }
        }
        waiting += (links[name] ?? []).flatMap(\.names)
      }
    }
    return found
  }

  /// Types and the protocols or classes that they alone adopt or inherit, beside what is made for tests:
  /// what one says of a member, it says of the other's.
  private static func related(_ inheritances: [ObjectFlows.Inheritance]) -> [String: Set<String>] {
    let real = inheritances.filter { pair in
      !["Fake", "InMemory", "Mock", "Preview", "Stub", "Test"].contains(where: pair.type.contains)
    }
    var related: [String: Set<String>] = [:]
    for (parent, pairs) in Dictionary(grouping: real, by: \.from) {
      guard let type = Set(pairs.map(\.type)).onlyElement else { continue }
      related[type, default: []].insert(parent)
      related[parent, default: []].insert(type)
    }
    return related
  }

  /// Functions that are called inside of `perform`, by themselves or by others that are.
  var allPerformed: Set<String> {
    let callees = Dictionary(grouping: callees, by: \.name)
    var (known, waiting) = (performed, Array(performed))
    while let name = waiting.popLast() {
      for callee in (callees[name] ?? []).flatMap(\.callees) where known.insert(callee).inserted {
        waiting.append(callee)
      }
    }
    return known
  }
}

extension Syntax {
  /// The names of all functions that are called in a body.
  var calledNames: Set<String> {
    var names: Set<String> = []
    forEachDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      names.insert(call.name)
      // `notes.forEach(remove)`
      for argument in call.arguments {
        if let name = argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
          names.insert(name)
        }
      }
      return true
    }
    return names
  }
}

extension FunctionCallExprSyntax {
  /// Whether the closure of the call may run on a context's queue: a type may well have a 'perform' of
  /// its own that hands it on.
  var mayPerform: Bool {
    lastClosure != nil && name.lowercased().contains("perform")
  }

  /// Whether the closure of the call is given to a function of the file that runs it inside of 'perform':
  /// `onQueue { … }` with `func onQueue(_ work: …) { context.perform { work() } }`.
  var isGivenToPerform: Bool {
    guard lastClosure != nil, name.first?.isLowercase ?? false,
      let function = sourceFile?.onlyFunction(name), let body = function.body, body.isHandwritten
    else { return false }
    let closures = function.signature.parameterClause.parameters.filter { parameter in
      parameter.type.is(FunctionTypeSyntax.self)
        || parameter.type.hasDescendant { $0.is(FunctionTypeSyntax.self) }
    }.map { ($0.secondName ?? $0.firstName).text }
    guard !closures.isEmpty else { return false }
    return body.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.mayPerform,
        let inner = call.lastClosure
      else { return false }
      return !Syntax(inner.statements).calledNames.isDisjoint(with: closures)
    }
  }
}
