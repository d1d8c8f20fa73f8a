internal import Lint
internal import StoreEngine
package import StoreModel

/// A version, an entity or a property as editors list them.
package struct SchemaSymbol: Sendable {
  package enum Kind: Sendable { case version, entity, attribute, relationship }

  package var name: String
  package var kind: Kind
  /// What it is: `1.0.0`, `optional String`.
  package var detail: String
  /// What it belongs to.
  package var container: String
  package var location: Location
  /// The bytes of the declaration, and those of the name in it; empty for symbols of a workspace.
  package var range = 0..<0
  package var selection = 0..<0
  package var children: [SchemaSymbol] = []

  fileprivate init?(_ place: SchemaPlace) {
    guard let location = place.location else { return nil }
    self.location = location
    let version = VersionReference(history: place.history, version: place.model)
    switch (place.entity, place.property) {
    case (nil, _):
      (name, kind, detail) = (place.model.name, .version, version.identifier ?? "")
      container = place.history.name
    case (let entity?, nil):
      (name, kind, detail) = (entity.name, .entity, "")
      container = version.title
    case (_, .attribute(let attribute)?):
      (name, kind, detail) = (attribute.name, .attribute, ShapeText.text(of: attribute))
      container = place.entity?.name ?? ""
    case (_, .relationship(let relationship)?):
      (name, kind) = (relationship.name, .relationship)
      detail = ShapeText.text(of: relationship)
      container = place.entity?.name ?? ""
    }
  }
}

extension SchemaLookup {
  /// The versions and entities whose names have the letters of a query in its order, each place once,
  /// sorted by name.
  package func symbols(matching query: String) -> [SchemaSymbol] {
    var seen: Set<String> = []
    let found = all.filter { $0.property == nil }.compactMap(SchemaSymbol.init).filter { symbol in
      Self.matches(symbol.name, query)
        && seen.insert("\(symbol.location.text) \(symbol.name)").inserted
    }
    let keyed = found.map { (key: ($0.name, $0.container, $0.location.text), symbol: $0) }
    return keyed.sorted { $0.key < $1.key }.map(\.symbol)
  }

  private static func matches(_ name: String, _ query: String) -> Bool {
    var rest = query.lowercased()[...]
    for letter in name.lowercased() where rest.first == letter { rest.removeFirst() }
    return rest.isEmpty
  }

  /// The versions and entities that a file declares, with what is inside of them.
  package func symbols(of path: String, _ bytes: [UInt8]) -> [SchemaSymbol] {
    let starts = LineStarts(bytes)
    let isSwift = path.suffixName == "swift"
    let extents = isSwift ? SwiftExtents(bytes) : nil
    var seen: Set<Location> = []
    var found: [SchemaSymbol] = []
    // Outer declarations come before what they hold.
    for place in all.reversed() {
      guard var symbol = SchemaSymbol(place), symbol.location.path == path,
        seen.insert(symbol.location).inserted, let line = symbol.location.line,
        let start = starts.range(of: line)?.lowerBound
      else { continue }
      let offset = min(start + max(symbol.location.column ?? 1, 1) - 1, bytes.count)
      if isSwift {
        let name = Word(at: offset, in: bytes)?.range ?? offset..<offset
        symbol.selection = name
        symbol.range = extents?.types[offset] ?? extents?.properties[offset] ?? name
      } else {
        symbol.selection = Self.tag(at: offset, in: bytes)
        symbol.range = symbol.selection
      }
      found.append(symbol)
    }
    return isSwift ? Self.nested(found) : Self.inOrder(found)
  }

  /// What lies in the extent of another is inside of it.
  private static func nested(_ symbols: [SchemaSymbol]) -> [SchemaSymbol] {
    let sorted = symbols.sorted {
      ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count)
    }
    var open: [SchemaSymbol] = []
    var top: [SchemaSymbol] = []
    func close() {
      guard let last = open.popLast() else { return }
      if open.isEmpty { top.append(last) } else { open[open.count - 1].children.append(last) }
    }
    for symbol in sorted {
      while let last = open.last, !last.range.contains(symbol.range.lowerBound) { close() }
      open.append(symbol)
    }
    while !open.isEmpty { close() }
    return top
  }

  /// A model file: entities in their version, properties behind their entity's tag.
  private static func inOrder(_ symbols: [SchemaSymbol]) -> [SchemaSymbol] {
    let sorted = symbols.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard var version = sorted.first(where: { $0.kind == .version }) else { return sorted }
    let last = sorted.last?.range.upperBound ?? version.range.upperBound
    for symbol in sorted where symbol.kind != .version {
      if symbol.kind == .entity {
        version.children.append(symbol)
      } else if let owner = version.children.indices.last {
        version.children[owner].children.append(symbol)
        let start = version.children[owner].range.lowerBound
        version.children[owner].range = start..<symbol.range.upperBound
      }
    }
    version.range = version.range.lowerBound..<max(last, version.range.upperBound)
    return [version]
  }
}
