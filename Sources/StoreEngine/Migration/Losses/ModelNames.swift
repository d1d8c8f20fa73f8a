package import StoreModel

/// The names of models as people write them where they allow a loss: `Note`, `Note.title`.
package struct ModelNames {
  package private(set) var known: Set<String> = []

  package init(_ histories: [SchemaHistory]) {
    for model in histories.flatMap(\.versions) {
      for entity in model.entities {
        insert(entity.name, properties: model.storedProperties(of: entity).map(\.name))
      }
    }
  }

  package mutating func insert(_ entity: String, properties: some Sequence<String>) {
    known.insert(entity)
    for property in properties { known.insert("\(entity).\(property)") }
  }

  /// Those that no model has, nor as a part of a property's value, each with the nearest that one has.
  package func unknown(_ names: [String]) -> [(name: String, near: String?)] {
    names.filter { name in
      !known.contains(name) && !known.contains { $0.contains(".") && name.hasPrefix($0 + ".") }
    }.map { ($0, NameDistance.nearest(to: $0, in: known.sorted())) }
  }
}
