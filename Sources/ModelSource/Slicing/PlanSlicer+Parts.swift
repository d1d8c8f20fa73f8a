package import StoreModel

/// The same plan with less in it: without models that no code works with, or without some closures.
extension PlanSlicer {
  /// The same plan without the models of versions that no code of it works with; nil when there are
  /// none, or it cannot be told. Compiling a model takes long.
  ///
  /// - Parameter versions: the names of those that closures get.
  package func withoutModels(except versions: Set<String>) -> PlanSlicer? {
    let text = text
    let idle = IdleVersions(files, selection, needed: versions) { text.bytes(of: $0, without: []) }
    guard let idle else { return nil }
    var result = self
    result.excluded.formUnion(idle.models)
    result.emptied = idle.lists
    result.select()
    let gone = selection.kept.subtracting(result.selection.kept).map(selection.unit)
    let left = Set(result.selection.kept.map(selection.unit).flatMap(\.names))
    result.idleNames = Set(gone.flatMap(\.names)).subtracting(left)
      .union(idle.versions.flatMap { $0.split(separator: ".").suffix(1).map(String.init) })
    return result
  }

  /// Whether a compiler's error quotes a name of what was left out with the models of versions.
  package func lacks(_ error: String) -> Bool {
    let quoted = error.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.flatMap { $0.element.utf8.split { !$0.isNamePart } }
    return quoted.contains { idleNames.contains(String(decoding: $0, as: UTF8.self)) }
  }

  /// The same plan without what the other closures of its stages do; nil when there are no others.
  ///
  /// - Parameter closures: the places of the closures that will run.
  package func withoutClosures(except closures: [Location]) -> PlanSlicer? {
    let others = selection.kept.filter { id in
      let unit = selection.unit(id)
      return unit.kind == .closure
        && !closures.contains { $0.path == files[id.file].path && $0.line == unit.line }
    }
    guard !others.isEmpty else { return nil }
    var result = self
    result.excluded.formUnion(others)
    result.select()
    return result
  }

  /// The places of the closures of the plan's stages.
  package var closures: [Location] {
    selection.kept.filter { selection.unit($0).kind == .closure }
      .sorted { ($0.file, $0.unit) < ($1.file, $1.unit) }
      .map { Location(path: files[$0.file].path, line: selection.unit($0).line) }
  }

  /// The closures that places stand in, or that alone need the declarations around them.
  package func closures(reaching places: [Location]) -> [Location] {
    guard let none = withoutClosures(except: []) else { return [] }
    let own = places.filter { !none.keeps($0) }
    return closures.filter { closure in
      let alone = withoutClosures(except: [closure]) ?? self
      return own.contains(where: alone.keeps)
    }
  }

  /// Whether the innermost declaration around a place is part of the slice.
  package func keeps(_ place: Location?) -> Bool {
    guard let place, let (file, offset) = position(of: place),
      let unit = files[file].units.lastIndex(where: { $0.range.contains(offset) })
    else { return true }
    return selection.kept.contains(.init(file: file, unit: unit))
  }
}
