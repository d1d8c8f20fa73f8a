package import Lint
internal import ModelSource
internal import StoreEngine
package import StoreModel

/// What of the schemas a place in a file is about.
package struct SchemaLookup: Sendable {
  let histories: [SchemaHistory]
  let lock: SchemaLock?

  package init(histories: [SchemaHistory], lock: SchemaLock?) {
    self.histories = histories
    self.lock = lock
  }

  /// What an offset of a file is about: a declaration, a key path, or the name of a class or version.
  package func place(at offset: Int, in path: String, _ bytes: [UInt8]) -> SchemaPlace? {
    let starts = LineStarts(bytes)
    if path.suffixName != "swift" { return element(at: offset, in: path, bytes, starts) }
    let declared = declarations(in: path, starts)
    let word = Word(at: offset, in: bytes)
    if let word, let found = declared.first(where: { $0.offset == word.range.lowerBound }) {
      return found.place.with(word.range, isDeclaration: true)
    }
    let extents = SwiftExtents(bytes)
    if let word, let place = named(word, at: offset, declared, extents) {
      return place.with(word.range)
    }
    // In the attributes or the type of a property, where nothing else is named.
    let around = declared.filter {
      $0.place.property != nil && extents.properties[$0.offset]?.contains(offset) ?? false
    }
    return around.first.map {
      $0.place.with(word?.range ?? offset..<offset, isDeclaration: true)
    }
  }

  private typealias Declared = (place: SchemaPlace, offset: Int)

  /// What is declared in a file, with the offsets of the names.
  private func declarations(in path: String, _ starts: LineStarts) -> [Declared] {
    all.compactMap { place in
      guard let location = place.location, location.path == path, let line = location.line,
        let range = starts.range(of: line)
      else { return nil }
      return (place, range.lowerBound + max(location.column ?? 1, 1) - 1)
    }
  }

  /// Every version, entity and property. Of what several versions share, the newest comes first.
  var all: [SchemaPlace] {
    histories.reversed().flatMap { history in
      history.versions.reversed().flatMap { model in
        model.entities.flatMap { entity in
          entity.places.map { SchemaPlace(history, model, entity, $0) }
            + [SchemaPlace(history, model, entity)]
        } + (model.name == "live" ? [] : [SchemaPlace(history, model)])
      }
    }
  }

  private func named(
    _ word: Word, at offset: Int, _ declared: [Declared], _ extents: SwiftExtents
  ) -> SchemaPlace? {
    let versions = histories.flatMap { history in history.versions.map { (history, $0) } }
    if word.before.isEmpty, let (history, model) = versions.first(where: { $1.name == word.text }) {
      return SchemaPlace(history, model)
    }
    // The version whose declaration is around the place, else one that may still be edited.
    let around = declared.filter {
      $0.place.entity == nil && extents.types[$0.offset]?.contains(offset) ?? false
    }.map(\.place.model.name)
    let ordered =
      versions.filter { around.contains($1.name) }
      + histories.reversed().flatMap { history in
        (history.openVersions + history.versions.reversed()).map { (history, $0) }
      }
    let qualifier = word.before.dropLast(word.isProperty ? 1 : 0).last
    let meant = ordered.filter { $1.name == qualifier }
    for (history, model) in meant.isEmpty ? ordered : meant {
      let name = word.isProperty ? word.before.last ?? "" : word.text
      guard
        let entity = model.entities.first(where: { $0.className?.lastPart ?? $0.name == name })
      else { continue }
      guard word.isProperty else { return SchemaPlace(history, model, entity) }
      for owner in model.lineage(of: entity) {
        if let property = owner.places.first(where: { $0.name == word.text }) {
          return SchemaPlace(history, model, owner, property)
        }
      }
    }
    return nil
  }

  /// The element of a model file whose tag is around an offset.
  private func element(
    at offset: Int, in path: String, _ bytes: [UInt8], _ starts: LineStarts
  ) -> SchemaPlace? {
    let before = declarations(in: path, starts).filter { $0.offset <= offset }
    guard let nearest = before.max(by: { $0.offset < $1.offset }) else { return nil }
    let range = Self.tag(at: nearest.offset, in: bytes)
    return range.contains(offset) ? nearest.place.with(range, isDeclaration: true) : nil
  }

  /// From `<` to the `>` that ends the tag; one in quotes does not.
  static func tag(at start: Int, in bytes: [UInt8]) -> Range<Int> {
    var quote: UInt8?
    for index in bytes.indices.suffix(from: min(start, bytes.count)) {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return start..<index + 1
      }
    }
    return min(start, bytes.count)..<bytes.count
  }
}

extension SchemaPlace {
  fileprivate func with(_ range: Range<Int>, isDeclaration: Bool = false) -> SchemaPlace {
    var place = self
    (place.range, place.isDeclaration) = (range, isDeclaration)
    return place
  }
}
