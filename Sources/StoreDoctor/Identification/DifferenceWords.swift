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
    if change.isAddition { return "\(subject) is in the models, not in the store" }
    if change.isRemoval { return "\(subject) is in the store, not in the models" }
    if let from, change.isRenaming { return "'\(from)' of the store is '\(path)' in the models" }
    guard let from, let to, change == .storageChanged else {
      return "'\(path)': \(change.rawValue.inWords)"
    }
    return "'\(path)' is \(to) in the models, \(from) in the store"
  }

  /// `'Note.title'`, or `the case 'low' of 'Note.level'`.
  fileprivate var subject: String {
    guard isEnumCase, let property, let dot = property.firstIndex(of: ".") else {
      return "'\(path)'"
    }
    let name = property[property.index(after: dot)...]
    return "the case '\(name)' of '\(entity).\(property[..<dot])'"
  }

  /// What it is about, without the fields of a struct and the cases of an enum, which are one property.
  var propertyPath: String {
    "\(entity).\(property?.prefix { $0 != "." } ?? "")"
  }
}

extension [ModelDifference] {
  /// What the newer model has that the older one has not, and the reverse; nil without differences.
  var inWords: String? {
    func part(_ word: String, _ isMeant: (ModelDifference.Change) -> Bool) -> String? {
      // One property may have several changes.
      let names = filter { isMeant($0.change) }.map { difference in
        difference.change == .uniquenessChanged && difference.property == nil
          ? "'\(difference.path) (unique constraints)'" : difference.subject
      }.unique()
      return names.isEmpty ? nil : "\(word) \(names.list(atMost: 3))"
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
