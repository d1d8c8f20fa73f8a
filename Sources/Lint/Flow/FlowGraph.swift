internal import StoreModel
internal import SwiftSyntax

/// The parts of `ObjectFlows` joined by their names.
struct FlowGraph: Sendable {
  private let holders: [String: [ObjectFlows.Holder]]
  /// Names of holders by the type or function they belong to.
  private let members: [String: [ObjectFlows.Holder]]
  /// Lists that are filled with what another one holds, by that one.
  private let fills: [String: [String]]
  /// The fills that take some of the objects alone.
  private let parts: Set<[String]>
  private let given: Set<[String]>
  private let computed: Set<String>
  /// The classes and protocols of each type, and the types of each class and protocol.
  private let inherited: [String: [String]]
  private let inheriting: [String: [String]]
  /// What generic parameters and associated types stand for in the types that say so.
  private let bindings: [String: [ObjectFlows.Binding]]
  /// The protocols and classes behind the colon of each class of objects.
  private let adopted: [String: [String]]

  init(_ flows: ObjectFlows) {
    holders = Dictionary(grouping: flows.holders, by: \.name)
    members = Dictionary(grouping: flows.holders, by: \.owner)
    inherited = Dictionary(grouping: flows.inheritances, by: \.type)
      .mapValues { Set($0.map(\.from)).sorted() }
    inheriting = Dictionary(grouping: flows.inheritances, by: \.from)
      .mapValues { Set($0.map(\.type)).sorted() }
    computed = flows.computed
    given = Set(flows.fills.lazy.filter(\.isGiven).map { [$0.from, $0.to] })
    parts = Set(flows.fills.lazy.filter(\.isPart).map { [$0.from, $0.to] })
    fills = Dictionary(grouping: flows.fills, by: \.from).mapValues { $0.map(\.to).sorted() }
    bindings = Dictionary(grouping: flows.bindings, by: \.owner)
    adopted = Dictionary(grouping: flows.adoptions, by: \.type)
      .mapValues { Set($0.map(\.from)).sorted() }
  }

  /// A relationship whose objects are needed for every object of a fetch.
  struct Need {
    var entity: String
    var relationship: String
    var isToMany: Bool
    /// Whether nothing but the other object's 'id' is asked for.
    var isOfID = false
    /// Whether code needs them for all objects at once.
    var isCode = false
    /// Where they are needed.
    var place: Location
    /// Where the loop's body begins to need them.
    var first: Location
  }

  /// In the order in which the code needs them.
  func needs(of source: ObjectFlows.Source, in lint: LintContext) -> [Need] {
    // The values that objects were turned into lead nowhere.
    guard source.form != .mapped else { return [] }
    var found: [Need] = []
    var seen: Set<String> = []
    var waiting = uses(of: source, in: lint)
    while let (uses, entity, first, isCode) = waiting.popLast() {
      for read in uses.reads {
        if let form = lint.answer(.relationship(read.member, of: entity)).first {
          let isToMany = form == "to-many"
          guard let place = isToMany ? read.toMany : read.toOne else { continue }
          // The key of the other object stands in the row, another 'id' does not.
          if !isToMany, read.isOfID, !lint.hasOwnID(read.member, of: entity) { continue }
          found.append(
            Need(
              entity: entity, relationship: read.member, isToMany: isToMany, isOfID: read.isOfID,
              isCode: isCode, place: place, first: first ?? place))
          continue
        }
        // A stored property that has the name of a method asks for nothing else.
        if !read.isCalled, lint.modelIndex.mayHave(read.member, entity) { continue }
        // A computed property or method of the model, or of a protocol that it adopts.
        guard seen.insert("\(entity).\(read.member)").inserted else { continue }
        for owner in [entity] + (adopted[entity] ?? []) {
          for holder in holders["\(owner).\(read.member)"] ?? [] where !holder.isList {
            waiting.append((holder.uses, entity, first ?? read.location, isCode))
          }
        }
      }
      for pass in uses.passes {
        // One function may take one object, and another of its name a list of them.
        for holder in receivers(of: pass, entity: entity)
        where seen.insert("\(entity) \(holder.name)\(holder.isList ? "s" : "")").inserted {
          waiting.append((holder.uses, entity, first ?? pass.location, isCode))
        }
      }
    }
    return found.sorted {
      ($0.place, $0.relationship) == ($1.place, $1.relationship)
        ? false
        : $0.place == $1.place ? $0.relationship < $1.relationship : $0.place.precedes($1.place)
    }
  }

  private typealias Asked = (
    uses: ObjectFlows.Uses, entity: String, first: Location?, isCode: Bool
  )

  /// What is done with each object of a source, in all lists that hold it, with its class.
  private func uses(of source: ObjectFlows.Source, in lint: LintContext) -> [Asked] {
    var found: [Asked] = [(source.uses, source.entity, nil, false)]
    // What a generic function fetches, only its caller says, or the type that it is called on.
    let known = lint.isStored(source.entity) ? source.entity : nil
    var lists: [(name: String, entity: String?)] =
      ([source.holder] + source.lists.map(\.list)).map { ($0, known) }
    var seen: Set<[String]> = []
    while let list = lists.popLast() {
      for name in names(of: list.name) {
        let entity = list.entity ?? bound(source.entity, by: name.holderType)
        guard seen.insert([name, entity ?? ""]).inserted else { continue }
        for holder in holders[name] ?? [] where holder.isList {
          // Another function of the same name, which returns something else.
          if let entity, holder.entity != entity, lint.isStored(holder.entity) { continue }
          found.append((holder.uses, entity ?? holder.entity, nil, holder.isCode))
        }
        lists += (fills[name] ?? []).map { ($0, entity) }
      }
    }
    return found
  }

  /// The class that a generic parameter or an associated type stands for in a type, as far as that says
  /// so: `Trip` in `struct TripStore: Store { typealias Model = Trip }` and `class Trips: Store<Trip>`.
  func bound(_ parameter: String, by owner: String) -> String? {
    let own = bindings[owner] ?? []
    return own.first { $0.parameter == parameter }?.type
      ?? (own.count == 1 && own[0].parameter.isEmpty ? own[0].type : nil)
  }

  /// The class that a type says it is for: `Trip` of `struct TripStore: Store { typealias Model = Trip }`.
  func onlyModel(of type: String) -> String? {
    let own = bindings[type] ?? []
    return own.count == 1 ? own[0].type : nil
  }

  /// The functions and computed properties that fetch the objects of a source anew each time they are called.
  ///
  /// - Parameter isWhole: whether those count alone that give all of them.
  /// - Parameter isPlain: whether those count alone that give no condition on the way.
  func functions(
    of source: ObjectFlows.Source, isWhole: Bool = false, isPlain: Bool = false
  ) -> Set<String> {
    guard source.isKept, !isWhole || !source.isPart else { return [] }
    var lists = [source.holder]
    var known: Set<String> = []
    while let list = lists.popLast() {
      for name in names(of: list)
      where name.hasSuffix("()") || computed.contains(name) {
        if known.insert(name).inserted {
          lists += (fills[name] ?? []).filter {
            (!isWhole || !parts.contains([name, $0])) && (!isPlain || !given.contains([name, $0]))
          }
        }
      }
    }
    return known
  }

  /// A list's own name, those by which it is asked for through a protocol or superclass, and those that
  /// inherit it.
  private func names(of list: String) -> [String] {
    guard let dot = list.firstIndex(of: ".") else { return [list] }
    let owner = String(list[..<dot])
    let related = (inherited[owner] ?? []) + (inheriting[owner] ?? [])
    return [list] + related.map { $0 + list[dot...] }
  }

  /// The first property with a column, or relationship, that is read of an object which is handed over.
  func stored(readBy pass: ObjectFlows.Pass, of entity: String, in lint: LintContext) -> String? {
    let reads = receivers(of: pass, entity: entity).flatMap(\.uses.reads)
    return reads.first { read in
      guard !CodeBlockItemSyntax.always.contains(read.member) else { return false }
      return lint.modelIndex.mayHave(read.member, entity)
        || !(lint.answer(.attribute(read.member, of: entity))
          + lint.answer(.relationship(read.member, of: entity))).isEmpty
    }?.member
  }

  /// The properties or parameters that an argument ends in. Of a view whose initializer has another
  /// label it is the only property of the class.
  private func receivers(
    of pass: ObjectFlows.Pass, entity: String
  ) -> [ObjectFlows.Holder] {
    if pass.callee.hasSuffix(FlowReader.closure) {
      return (holders["\(pass.callee)(\(pass.label))"] ?? []).map { holder in
        var known = holder
        known.entity = entity
        return known
      }
    }
    if pass.callee.last.map({ $0.isLetter || $0.isNumber }) ?? false,
      pass.callee.lastPart.first?.isLowercase ?? false
    {
      let meant = names(of: pass.callee) + [pass.callee.lastPart]
      for level in [meant.prefix(1), meant.dropFirst()] {
        let found = level.flatMap { holders(of: $0, pass.label) }.filter { $0.entity == entity }
        if !found.isEmpty { return found }
      }
      return []
    }
    // What its initializer reads of the object, and what is done with the property that keeps it.
    let all = (members[pass.callee] ?? []).filter { $0.entity == entity && !$0.isList }
    let made = all.filter { holder in
      pass.label == "*"
        ? holder.name.hasPrefix("\(pass.callee).init(")
        : holder.name == "\(pass.callee).init(\(pass.label))"
    }
    let own = all.filter { $0.name.last != ")" }
    let named = own.filter { $0.name == "\(pass.callee).\(pass.label)" }
    if !named.isEmpty { return made + named }
    return made + (own.count == 1 ? own : [])
  }

  /// The parameters of a function; all that take one object where no label is known.
  private func holders(of function: String, _ label: String) -> [ObjectFlows.Holder] {
    guard label == "*" else { return holders["\(function)(\(label))"] ?? [] }
    let owner = function.contains(".") ? function.holderType : nil
    let all =
      owner.map { members[$0] ?? [] } ?? ["#0"].flatMap { holders["\(function)(\($0))"] ?? [] }
    return all.filter { !$0.isList && $0.name.hasPrefix("\(function)(") }
  }
}

extension LintContext {
  /// Whether it is a class of SwiftData's or of Core Data's objects.
  func isStored(_ name: String) -> Bool {
    !classes(name).isEmpty || !modelIndex.entities(ofClass: name).isEmpty
  }

  /// Whether the objects that a to-one relationship leads to have a property 'id' of their own.
  fileprivate func hasOwnID(_ relationship: String, of entity: String) -> Bool {
    answer(.destination(relationship, of: entity)).contains {
      !answer(.attribute("id", of: $0)).isEmpty
    }
  }
}

extension ObjectFlows.Holder {
  fileprivate var owner: String { name.holderType }
}

extension ObjectFlows.Pass {
  /// The parameter or property that a list which is handed over is then called by.
  var list: String {
    callee.lastPart.first?.isLowercase ?? false ? "\(callee)(\(label))" : "\(callee).\(label)"
  }
}

extension [FlowGraph.Need] {
  /// The first of each.
  func unique(by key: KeyPath<FlowGraph.Need, String>) -> [FlowGraph.Need] {
    var seen: Set<String> = []
    return filter { seen.insert($0[keyPath: key]).inserted }
  }
}

extension String {
  /// `NoteRow` of `NoteRow.note`, `label(for:)` of itself.
  var holderType: String { split(separator: ".").first.map(String.init) ?? self }
}
