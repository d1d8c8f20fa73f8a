internal import StoreModel

/// An entity with the number Core Data gives it, and where its rows are.
package struct NumberedEntity: Sendable, Hashable {
  package let name: String
  /// `Z_ENT`.
  package let number: Int
  /// `Z_SUPER`: the number of the superentity, 0 for a root.
  package let parent: Int
  /// The number of the root of its inheritance tree.
  package let root: Int
  /// The highest number among its subentities; its own number without subentities. Rows of the
  /// entity and of everything below it have a `Z_ENT` from `number` to `last`.
  package fileprivate(set) var last: Int
  /// The root's table.
  package let table: String
  package let isAbstract: Bool

  package var hasSubentities: Bool { last > number }
}

/// Numbers entities as Core Data does (Documentation/Format/StoreFormat.md, 1.4): roots sorted by
/// name without regard to case, each followed by its subentities in the same order, depth first,
/// from 1.
struct EntityNumbering {
  private(set) var numbered: [NumberedEntity] = []
  /// The entities themselves, in the same order.
  private(set) var entities: [Entity] = []
  private(set) var problems: [String] = []
  private var indexes: [String: Int] = [:]

  init(_ model: DataModel) {
    var byName: [String: Entity] = [:]
    for entity in model.entities where byName.updateValue(entity, forKey: entity.name) != nil {
      problems.append("entity '\(entity.name)' occurs more than once; the last one is used")
    }
    var children: [String: [Entity]] = [:]
    var roots: [Entity] = []
    for entity in byName.values {
      if let parent = entity.superentity, byName[parent] != nil, parent != entity.name {
        children[parent, default: []].append(entity)
      } else {
        if let parent = entity.superentity {
          problems.append("superentity '\(parent)' of '\(entity.name)' cannot be used")
        }
        roots.append(entity)
      }
    }
    number(from: Self.sorted(roots), children: children.mapValues(Self.sorted))
    // What a cycle of superentities hides from the walk is numbered last, as roots.
    let unreached = Self.sorted(byName.values.filter { indexes[$0.name] == nil })
    for entity in unreached where indexes[entity.name] == nil {
      problems.append("superentities of '\(entity.name)' form a cycle")
      number(from: [entity], children: children.mapValues(Self.sorted))
    }
    problems.sort()
  }

  /// Position in `numbered` and `entities`: the number less 1.
  func index(of name: String) -> Int? { indexes[name] }

  /// The entity's position, then its superentity's, up to the root.
  func lineage(of index: Int) -> [Int] {
    var chain = [index]
    while let last = chain.last, numbered[last].parent > 0 {
      chain.append(numbered[last].parent - 1)
    }
    return chain
  }

  /// A stack instead of recursion: a hostile model may nest thousands of levels.
  private mutating func number(from roots: [Entity], children: [String: [Entity]]) {
    struct Frame {
      let index: Int
      var rest: ArraySlice<Entity>
    }
    for root in roots where indexes[root.name] == nil {
      var stack = [Frame(index: add(root, parent: nil), rest: (children[root.name] ?? [])[...])]
      while let top = stack.last {
        guard let next = top.rest.first else {
          numbered[top.index].last = numbered.count
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].rest.removeFirst()
        guard indexes[next.name] == nil else { continue }
        let index = add(next, parent: top.index)
        stack.append(Frame(index: index, rest: (children[next.name] ?? [])[...]))
      }
    }
  }

  private mutating func add(_ entity: Entity, parent: Int?) -> Int {
    let index = numbered.count
    let above = parent.map { numbered[$0] }
    numbered.append(
      NumberedEntity(
        name: entity.name, number: index + 1, parent: above?.number ?? 0,
        root: above?.root ?? index + 1, last: index + 1,
        table: above?.table ?? "Z" + entity.name.uppercased(), isAbstract: entity.isAbstract))
    entities.append(entity)
    indexes[entity.name] = index
    return index
  }

  private static func sorted(_ entities: [Entity]) -> [Entity] {
    entities.map { (key: $0.name.lowercased(), entity: $0) }.sorted {
      $0.key == $1.key
        ? $0.entity.name.codePointsPrecede($1.entity.name) : $0.key.codePointsPrecede($1.key)
    }.map(\.entity)
  }
}
