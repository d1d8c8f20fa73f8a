package import StoreModel

extension Attribute {
  /// Whether stored values of this attribute are read as another one of the same stored type: false where
  /// the encoded value of one Swift type does not decode as the other; nil where that is not known.
  package func isRead(as new: Attribute) -> Bool? {
    guard type == new.type else { return nil }
    switch (encoded, new.encoded) {
    case (nil, nil): return type == .composite ? hasFields(of: new) : true
    case (let old?, let new?):
      return old.isRead(as: new)
    default: return nil
    }
  }

  /// Whether one may be another's new name: values of different Codable types are no more the same for
  /// being stored alike.
  func mayBecome(_ new: Attribute) -> Bool {
    guard let isRead = isRead(as: new) else {
      guard let old = bareSwiftType, let new = new.bareSwiftType else { return true }
      return old == new
    }
    return isRead
  }

  /// Whether the columns of a struct or an enum are those that another one asks for.
  private func hasFields(of new: Attribute) -> Bool {
    if isEnumeration || new.isEnumeration {
      guard isEnumeration, new.isEnumeration, isCaseByCase == new.isCaseByCase else { return false }
      if !isCaseByCase { return elements.first?.type == new.elements.first?.type }
      return !Set(elements.map(\.name)).isDisjoint(with: new.elements.map(\.name))
    }
    let old = Dictionary(keepingFirst: elements.map { ($0.name, $0) })
    let common = new.elements.compactMap { field in old[field.name].map { ($0, field) } }
    guard !common.isEmpty || new.elements.isEmpty else { return false }
    let isWhole = new.elements.allSatisfy { $0.isOptional || old[$0.name] != nil }
    return isWhole && common.allSatisfy { $0.mayBecome($1) && $0.type == $1.type }
  }
}

extension ModelComparer {
  /// Values that stay in their column and that the newer type cannot be made of.
  func unreadable(_ old: Attribute, _ new: Attribute) -> ModelDifference? {
    guard old.encoded != nil, old.isRead(as: new) == false else { return nil }
    let (from, to) = (old.swiftType ?? old.type.name, new.swiftType ?? new.type.name)
    var difference = ModelDifference(
      entity: "", change: .storageChanged, from: from, to: to,
      why: "values written as \(from) are read as \(to), and do not decode as that",
      hint: "give it another name, and write the old values in the new form in a custom stage",
      affectsHash: false, location: new.location)
    difference.certainty = .inferred(
      "what is stored is the encoded value of a Swift type, of which only the source tells the form"
    )
    return difference
  }
}
