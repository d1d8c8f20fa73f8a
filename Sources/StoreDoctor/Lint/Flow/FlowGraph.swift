internal import StoreModel

/// The parts of `ObjectFlows` joined by their names.
struct FlowGraph {
  private let lint: LintContext
  private let holders: [String: [ObjectFlows.Holder]]
  /// Names of holders by the type or function they belong to.
  private let members: [String: [ObjectFlows.Holder]]
  /// Lists that are filled with what another one holds, by that one.
  private let fills: [String: [String]]
  /// The classes and protocols of each type, and the types of each class and protocol.
  private let inherited: [String: [String]]
  private let inheriting: [String: [String]]

  init(_ lint: LintContext) {
    self.lint = lint
    holders = Dictionary(grouping: lint.flows.holders, by: \.name)
    members = Dictionary(grouping: lint.flows.holders, by: \.owner)
    inherited = Dictionary(grouping: lint.flows.inheritances, by: \.type)
      .mapValues { Set($0.map(\.from)).sorted() }
    inheriting = Dictionary(grouping: lint.flows.inheritances, by: \.from)
      .mapValues { Set($0.map(\.type)).sorted() }
    fills = Dictionary(grouping: lint.flows.fills, by: \.from).mapValues { $0.map(\.to).sorted() }
  }

  /// A relationship whose objects are needed for every object of a fetch.
  struct Need {
    var entity: String
    var relationship: String
    var isToMany: Bool
    /// Where they are needed.
    var place: Location
    /// Where the loop's body begins to need them.
    var first: Location
  }

  /// In the order in which the code needs them.
  func needs(of source: ObjectFlows.Source) -> [Need] {
    var found: [Need] = []
    var seen: Set<String> = []
    var waiting: [(uses: ObjectFlows.Uses, entity: String, first: Location?)] = [
      (source.uses, source.entity, nil)
    ]
    let isGeneric = !lint.isStored(source.entity)
    var lists = [source.holder] + source.lists.map { "\($0.callee).\($0.label)" }
    var known: Set<String> = []
    while let list = lists.popLast() {
      for name in names(of: list) where known.insert(name).inserted {
        for holder in holders[name] ?? [] where holder.isList {
          // What a generic function fetches, only its caller says.
          waiting.append((holder.uses, isGeneric ? holder.entity : source.entity, nil))
        }
        lists += fills[name] ?? []
      }
    }
    while let (uses, entity, first) = waiting.popLast() {
      for read in uses.reads {
        if let form = lint.answer(.relationship(read.member, of: entity)).first {
          let isToMany = form == "to-many"
          guard let place = isToMany ? read.toMany : read.toOne else { continue }
          found.append(
            Need(
              entity: entity, relationship: read.member, isToMany: isToMany, place: place,
              first: first ?? place))
          continue
        }
        // A computed property or method of the model.
        let name = "\(entity).\(read.member)"
        guard seen.insert(name).inserted else { continue }
        for holder in holders[name] ?? [] where !holder.isList {
          waiting.append((holder.uses, entity, first ?? read.location))
        }
      }
      for pass in uses.passes {
        for holder in receivers(of: pass, entity: entity)
        where seen.insert("\(entity) \(holder.name)").inserted {
          waiting.append((holder.uses, entity, first ?? pass.location))
        }
      }
    }
    return found.sorted {
      ($0.place, $0.relationship) == ($1.place, $1.relationship)
        ? false
        : $0.place == $1.place ? $0.relationship < $1.relationship : $0.place.precedes($1.place)
    }
  }

  /// The functions that fetch the objects of a source anew each time they are called.
  func functions(of source: ObjectFlows.Source) -> Set<String> {
    guard source.form == .kept else { return [] }
    var lists = [source.holder]
    var known: Set<String> = []
    while let list = lists.popLast() {
      for name in names(of: list) where name.hasSuffix("()") && known.insert(name).inserted {
        lists += fills[name] ?? []
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

  /// The properties or parameters that an argument ends in. Of a view whose initializer has another
  /// label it is the only property of the class.
  private func receivers(
    of pass: ObjectFlows.Pass, entity: String
  ) -> [ObjectFlows.Holder] {
    if pass.callee.last.map({ $0.isLetter || $0.isNumber }) ?? false,
      pass.callee.lastPart.first?.isLowercase ?? false
    {
      let name = "\(pass.callee)(\(pass.label))"
      let found = holders[name] ?? holders["\(pass.callee.lastPart)(\(pass.label))"] ?? []
      return found.filter { $0.entity == entity }
    }
    let own = (members[pass.callee] ?? []).filter { $0.entity == entity && !$0.isList }
    let named = own.filter { $0.name == "\(pass.callee).\(pass.label)" }
    if !named.isEmpty { return named }
    return own.count == 1 ? own : []
  }
}

extension LintContext {
  /// Whether it is a class of SwiftData's or of Core Data's objects.
  func isStored(_ name: String) -> Bool {
    !classes(name).isEmpty || !modelIndex.entities(ofClass: name).isEmpty
  }
}

extension ObjectFlows.Holder {
  /// `NoteRow` of `NoteRow.note`.
  fileprivate var owner: String { name.split(separator: ".").first.map(String.init) ?? name }
}

extension [FlowGraph.Need] {
  /// The first of each.
  func unique(by key: KeyPath<FlowGraph.Need, String>) -> [FlowGraph.Need] {
    var seen: Set<String> = []
    return filter { seen.insert($0[keyPath: key]).inserted }
  }
}

extension Array where Element: Hashable {
  /// The first of equal elements.
  func uniqueInOrder() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
