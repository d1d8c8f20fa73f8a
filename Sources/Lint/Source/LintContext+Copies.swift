internal import ModelSource
internal import StoreModel

extension LintContext {
  /// The classes of a version that are copies of what code uses under the same name, where no container opens
  /// that version: they stay as they were, and what is wrong with them is mended in the class that is used.
  func frozenCopies(in model: DataModel) -> Set<String> {
    guard model.source == .swift, model.name != "live" else { return [] }
    let copies = model.entities.filter { entity in
      entity.className != entity.name && fullNames[entity.name] == [entity.name]
    }
    guard !copies.isEmpty else { return [] }
    let opened = Set(
      containers.filter { !$0.location.isInTests }.flatMap(\.resolved.values))
    let isOpened =
      opened.contains { $0.lastPart == model.name }
      || copies.contains { $0.className.map(opened.contains) ?? false }
    return isOpened ? [] : Set(copies.map(\.name))
  }
}
