internal import StoreEngine
internal import StoreModel

extension ModelDifference.Change {
  fileprivate var isRenaming: Bool {
    [.entityRenamed, .attributeRenamed, .relationshipRenamed].contains(self)
  }
  fileprivate var isAddition: Bool {
    [.entityAdded, .attributeAdded, .relationshipAdded].contains(self)
  }
  var isRemoval: Bool {
    [.entityRemoved, .attributeRemoved, .relationshipRemoved].contains(self)
  }
}

extension ModelDifference {
  /// Which side has what, where a version is compared with a store: 'added' would not say to which.
  var besideStore: String {
    if change.isAddition { return "'\(path)' is in the models, not in the store" }
    if change.isRemoval { return "'\(path)' is in the store, not in the models" }
    if let from, change.isRenaming { return "'\(from)' of the store is '\(path)' in the models" }
    return "'\(path)': \(change.rawValue.inWords)"
  }
}

extension [ModelDifference] {
  /// What the newer model has that the older one has not, and the reverse; nil without differences.
  var inWords: String? {
    func part(_ word: String, _ isMeant: (ModelDifference.Change) -> Bool) -> String? {
      // One property may have several changes.
      let names = filter { isMeant($0.change) }.map { difference in
        difference.change == .uniquenessChanged && difference.property == nil
          ? "\(difference.path) (unique constraints)" : difference.path
      }.unique()
      return names.isEmpty ? nil : "\(word) \(names.quotedList(atMost: 3))"
    }
    let renamed = filter(\.change.isRenaming).compactMap { difference in
      difference.from.map { "has '\(difference.path)' in place of '\($0)'" }
    }
    let parts =
      [part("now has", \.isAddition), part("no longer has", \.isRemoval)].compactMap(\.self)
      + renamed.prefix(3)
      + [part("has a changed") { !$0.isAddition && !$0.isRemoval && !$0.isRenaming }]
      .compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
