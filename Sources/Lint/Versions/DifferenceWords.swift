internal import Diagnostics
internal import StoreEngine
internal import StoreModel

extension ModelDifference.Change {
  fileprivate var isRenaming: Bool {
    [.entityRenamed, .attributeRenamed, .relationshipRenamed].contains(self)
  }
  fileprivate var isAddition: Bool {
    [.entityAdded, .attributeAdded, .relationshipAdded].contains(self)
  }
  package var isRemoval: Bool {
    [.entityRemoved, .attributeRemoved, .relationshipRemoved].contains(self)
  }
}

extension ModelDifference {
  /// Which side has what, where a version is compared with a store: 'added' would not say to which.
  package var besideStore: String {
    if change.isAddition { return "\(subject) is in the models, not in the store\(rename)" }
    if change.isRemoval { return "\(subject) is in the store, not in the models" }
    if let from, change.isRenaming { return "'\(from)' of the store is '\(path)' in the models" }
    if change == .uniquenessChanged {
      let here = Constraints(self)
      return
        (here.added.map { "\($0) unique in the models, not in the store" }
        + here.removed.map { "\($0) unique in the store, not in the models" })
        .joined(separator: ", ")
    }
    guard let from, let to, [.storageChanged, .typeChanged, .optionalityChanged].contains(change)
    else { return "'\(path)': \(change.rawValue.inWords)" }
    return "'\(path)' is \(to) in the models, \(from) in the store"
  }

  private var rename: String {
    guard let origin = probableOrigin.map(originPath) else { return "" }
    return origin == path
      ? "; one of that name has another renaming identifier"
      : "; it looks like a rename of '\(origin)'"
  }

  /// What it was called, as `path` is written.
  fileprivate func originPath(_ origin: String) -> String {
    property == nil ? origin : "\(entity).\(origin)"
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
  package var propertyPath: String {
    "\(entity).\(property?.prefix { $0 != "." } ?? "")"
  }
}

/// The uniqueness constraints that came and went, each as the subject of a sentence: `'Note.title' is`,
/// `'a' and 'b' of 'Note' together are`.
private struct Constraints {
  let added: [String]
  let removed: [String]

  init(_ difference: ModelDifference) {
    func constraints(_ text: String?) -> [String] {
      (text ?? "").split(separator: ")").map { $0.drop { ", (".contains($0) } }.map(String.init)
    }
    func subject(_ constraint: String) -> String {
      let names = constraint.replacing(" ", with: "").split(separator: ",").map(String.init)
      return names.count == 1
        ? "'\(difference.entity).\(names[0])' is"
        : "\(names.quotedList(separator: " and ")) of '\(difference.entity)' together are"
    }
    let (old, new) = (constraints(difference.from), constraints(difference.to))
    added = new.filter { !old.contains($0) }.map(subject)
    removed = old.filter { !new.contains($0) }.map(subject)
  }
}

extension [ModelDifference] {
  /// What the newer model has that the older one has not, and the reverse; nil without differences.
  package var inWords: String? {
    let guessed = filter { $0.change.isAddition && $0.probableOrigin != nil }
    let origins = Set(guessed.map { $0.originPath($0.probableOrigin ?? "") })
    // What was renamed is neither new nor gone.
    let others = filter {
      !guessed.contains($0) && !($0.change.isRemoval && origins.contains($0.path))
    }
    func part(_ word: String, _ isMeant: (ModelDifference.Change) -> Bool) -> String? {
      // One property may have several changes.
      let names = others.filter { isMeant($0.change) }.map(\.subject).unique()
      return names.isEmpty ? nil : "\(word) \(names.list(atMost: 3))"
    }
    let renamed =
      compactMap { difference -> String? in
        guard difference.change.isRenaming, let from = difference.from else { return nil }
        return "has '\(difference.path)' in place of '\(from)'"
      }
      + guessed.map {
        let origin = $0.originPath($0.probableOrigin ?? "")
        return origin == $0.path
          ? "has '\(origin)' under another renaming identifier"
          : "has '\($0.path)' in place of '\(origin)' (it looks like a rename)"
      }
    let constraints = filter { $0.change == .uniquenessChanged }.map(Constraints.init)
    let unique = constraints.flatMap(\.added).map { "says that \($0) unique" }
    let free = constraints.flatMap(\.removed).map { "no longer says that \($0) unique" }
    func first(_ texts: [String], _ one: String, _ several: String) -> [String] {
      let rest = texts.count - 3
      return rest < 1
        ? texts : texts.prefix(3) + ["has \(rest) more \(rest == 1 ? one : several)"]
    }
    let parts: [String] =
      [part("now has", \.isAddition), part("no longer has", \.isRemoval)].compactMap(\.self)
      + first(renamed, "new name", "new names")
      + first(unique + free, "change of a constraint", "changes of constraints")
      + [changed].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Properties that are something else now, each with the change that tells most.
  private var changed: String? {
    let rest = filter {
      !$0.change.isAddition && !$0.change.isRemoval && !$0.change.isRenaming
        && $0.change != .uniquenessChanged
    }
    let subjects = rest.map(\.subject).unique()
    let names = subjects.map { subject in
      let first = rest.first { $0.subject == subject && $0.change == .typeChanged }
      guard let first, let from = first.from, let to = first.to else { return subject }
      return "\(subject) (\(to), was \(from))"
    }
    return names.isEmpty ? nil : "has a changed \(names.list(atMost: 3))"
  }
}
