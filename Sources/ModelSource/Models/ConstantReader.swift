internal import StoreModel

/// Follows names of static and global constants to the expressions behind them.
struct ConstantReader {
  let index: SourceIndex

  struct Item {
    var value: Expression
    /// The scope the value was written in, in which its names are looked up.
    var scope: [String]
  }

  /// The expression behind a name; the expression itself when it is no name of a constant.
  func value(_ expression: Expression?, in scope: [String]) -> Expression? {
    expression.flatMap { follow(Item(value: $0, scope: scope)).value }
  }

  func follow(_ item: Item) -> Item {
    var item = item
    for _ in 0..<16 {
      guard let next = step(item) else { return item }
      item = next
    }
    return item
  }

  private func step(_ item: Item) -> Item? {
    switch item.value.kind {
    case .reference(let path): return constant(path, in: item.scope)
    case .implicitMember(let name): return stage(name)
    case .member(let base, let name):
      // `Step().stage`: what each instance has.
      guard case .call(let callee, _) = base.kind, case .reference(let path) = callee.kind,
        let owner = index.resolve(path, in: item.scope)
      else { return nil }
      return index.type(owner)?.property(name)?.value.map { Item(value: $0, scope: owner) }
    case .call(let callee, let arguments) where arguments.isEmpty:
      switch callee.kind {
      case .reference(let path): return result(of: path, in: item.scope)
      case .implicitMember(let name): return stage(name)
      default: return nil
      }
    case .cast(let inner, _): return Item(value: inner, scope: item.scope)
    default: return nil
    }
  }

  /// A stage that an extension of `MigrationStage` declares: `.firstToSecond`, `.firstToSecond()`.
  private func stage(_ name: String) -> Item? {
    let parts = index.foreign[["MigrationStage"]] ?? []
    let property = parts.lazy.flatMap(\.properties).first { $0.isStatic && $0.name == name }
    let value = property?.value ?? parts.lazy.compactMap { $0.result(of: name) }.first
    return value.map { Item(value: $0, scope: []) }
  }

  /// What the static function of that name returns.
  private func result(of path: [String], in scope: [String]) -> Item? {
    let owner = Array(path.dropLast())
    if owner == ["MigrationStage"], let name = path.last { return stage(name) }
    let resolved = owner.isEmpty || owner == ["Self"] ? scope : index.resolve(owner, in: scope)
    guard let resolved, let name = path.last else { return nil }
    return index.type(resolved)?.function(name).map { Item(value: $0, scope: resolved) }
  }

  private func constant(_ path: [String], in scope: [String]) -> Item? {
    guard let name = path.last else { return nil }
    if path.count > 1 {
      let owner = path.dropLast()
      if owner == ["MigrationStage"] { return stage(name) }
      let resolved =
        owner == ["Self"] || owner == ["self"] ? scope : index.resolve(Array(owner), in: scope)
      guard let resolved, let property = index.type(resolved)?.staticProperty(name) else {
        return nil
      }
      return property.value.map { Item(value: $0, scope: resolved) }
    }
    for length in stride(from: scope.count, to: 0, by: -1) {
      let outer = Array(scope.prefix(length))
      if let property = index.type(outer)?.staticProperty(name) {
        return property.value.map { Item(value: $0, scope: outer) }
      }
    }
    return index.globals[name]?.value.map { Item(value: $0, scope: []) }
  }

  /// The elements of a list, with lists inside sums and behind names opened.
  func list(_ expression: Expression?, in scope: [String]) -> [Item] {
    guard let expression else { return [] }
    var result: [Item] = []
    var waiting = [(Item(value: expression, scope: scope), depth: 0)]
    var steps = 0
    while let (item, depth) = waiting.popLast(), steps < Self.mostSteps {
      steps += 1
      let target = follow(item)
      switch target.value.kind {
      case .list(let elements) where depth < 64:
        for element in elements.reversed() {
          waiting.append((Item(value: element, scope: target.scope), depth + 1))
        }
      case .sum(let terms) where depth < 64:
        for term in terms.reversed() {
          waiting.append((Item(value: term, scope: target.scope), depth + 1))
        }
      default: result.append(target)
      }
    }
    return result
  }

  /// Lists can name each other in circles, and double in size at each step.
  private static let mostSteps = 4_096
}
