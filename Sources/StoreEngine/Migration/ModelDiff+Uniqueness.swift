internal import StoreModel

extension ModelComparer {
  /// Constraints are compared by what they hold together, with renamed properties under their new
  /// names; only a constraint no older one implies can meet duplicates.
  mutating func compareUniqueness(_ pair: ModelPairing.EntityPair) {
    let renamed = Dictionary(
      keepingFirst: pair.properties.map { ($0.source.name, $0.destination.name) })
    let old = pair.source.uniquenessConstraints
    let new = pair.destination.uniquenessConstraints
    let translated = old.map { $0.map { renamed[$0] ?? $0 } }
    guard old.texts != new.texts else { return }

    let added = new.filter { !translated.contains($0) }
    let risky = added.filter { constraint in
      !translated.contains { Set($0).isSubset(of: Set(constraint)) }
    }
    var difference = ModelDifference(
      entity: pair.destination.name, change: .uniquenessChanged, from: old.text, to: new.text,
      why: "a uniqueness constraint that is gone or implied by an older one cannot be violated",
      location: pair.destination.location)
    if !risky.isEmpty {
      difference.migration = .dataDependent
      difference.why =
        "rows that are equal in \(risky.text ?? "") make the migration fail (134111)"
      difference.hint = "remove duplicates in willMigrate, while the old model has no constraint"
    } else if translated.texts == new.texts {
      difference.why = "a property of the constraint was renamed; it holds the same values"
    } else if Set(translated.map(Set.init)) == Set(new.map(Set.init)) {
      difference.why = "only the order inside the constraint changed; it forbids the same rows"
    }
    differences.append(difference)
  }
}

extension [[String]] {
  /// The texts that enter the hash, sorted as there.
  fileprivate var texts: [String] {
    map { $0.joined(separator: ".") }.sorted { $0.codePointsPrecede($1) }
  }

  /// `(name), (number, book)`; nil without constraints.
  fileprivate var text: String? {
    isEmpty ? nil : map { "(\($0.joined(separator: ", ")))" }.sorted().joined(separator: ", ")
  }
}
