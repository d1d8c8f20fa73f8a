internal import ErrorCatalog
internal import StoreModel

/// What a store knows about a row that a text names.
enum RowState: Hashable {
  case exists
  /// - Parameter highest: the highest key that was ever given out, if the store tells.
  case missing(highest: Int64?)
  case entityUnknown
}

extension CaseCheck {
  /// Objects that are told one by one.
  private static let shown = 5

  /// Whether the objects that a text names are of this store, and still in it.
  func objectFindings(_ objects: [ObjectReference]) -> [CaseFinding] {
    guard let store = facts.store, let own = store.identifier?.uppercased(), !own.isEmpty else {
      return []
    }
    let others = objects.map(\.store).filter { !$0.isEmpty && $0 != own }
    var findings: [CaseFinding] = []
    if let other = others.first {
      let more = Set(others).count - 1
      findings.append(
        CaseFinding(
          "the text names objects of the store \(other)"
            + (more > 0 ? " and \(more) more" : "")
            + ", and '\(store.name)' is the store \(own): it is about another store, or about this "
            + "one before it was made anew"))
    }
    let mine = objects.filter { $0.store == own }
    findings += mine.prefix(Self.shown).compactMap { finding(about: $0, in: store) }
    if mine.count > Self.shown {
      findings.append(
        CaseFinding("\(mine.count - Self.shown) more objects of this store are in the text"))
    }
    if let object = objects.first(where: { $0.store.isEmpty }) {
      findings.append(
        CaseFinding(
          "an object of '\(object.entity)' in the text has a temporary id: it was not saved yet",
          entity: object.entity))
    }
    return findings
  }

  private func finding(about object: ObjectReference, in store: CaseStore) -> CaseFinding? {
    guard let key = object.key, let state = store.row(object.entity, key) else { return nil }
    let name = "the object \(object.entity)/p\(key)"
    switch state {
    case .exists:
      return CaseFinding("\(name) is in '\(store.name)'", entity: object.entity)
    case .entityUnknown:
      return CaseFinding(
        "'\(store.name)' has no entity '\(object.entity)' (any more)", entity: object.entity)
    case .missing(let highest?) where highest < key:
      return CaseFinding(
        "\(name) is not in '\(store.name)', which has given out keys up to \(highest) only: the "
          + "text is of a later state of the store, or of another copy", entity: object.entity)
    case .missing(let highest):
      return CaseFinding(
        "\(name) is not in '\(store.name)': it was deleted"
          + (highest.map { " (keys up to \($0) were given out)" } ?? ""), entity: object.entity)
    }
  }

  /// Whether the store is damaged, for errors that say that one is.
  func damageFindings() -> [CaseFinding] {
    guard let store = facts.store else { return [] }
    switch store.quickCheck() {
    case "ok"?:
      return [
        CaseFinding(
          "'\(store.name)' is whole: SQLite read every page and row of it and found no damage "
            + "(indexes were not compared with their tables). The error is of another file or "
            + "copy, or of its '-wal' at that moment"),
        CaseFinding("what to do: 'storedoctor check --full STORE' compares the indexes too"),
      ]
    case let problem?:
      return [
        CaseFinding(
          "'\(store.name)' is damaged: \(problem.split(separator: "\n").last.map(String.init) ?? problem)"
        ),
        CaseFinding("what to do: 'storedoctor repair STORE --salvage -o NEW' saves what is whole"),
      ]
    case nil:
      return [
        CaseFinding(
          "'\(store.name)' could not be examined to the end in this time: run "
            + "'storedoctor check --full STORE'", certainty: .unknown("not examined to the end"))
      ]
    }
  }
}
