internal import Diagnostics
internal import StoreEngine
internal import StoreModel

extension LintAnswer {
  static let mostNamed = 6
  private static let mostPlaces = 3

  /// What the first of several findings says of the others: their names, or their places.
  static func names(_ others: [Finding], _ first: Finding) -> String {
    if VersionStep(of: first) != nil {
      return others.map { VersionStep.name($0, beside: first) }.list(atMost: mostNamed)
    }
    // What of them is no property, is named by its class.
    let isOfClasses = [EntityDropped.info.id, DeepInheritance.info.id].contains(first.rule)
    let isOne =
      !isOfClasses
      && others.allSatisfy { $0.property == first.property }
    if first.property == nil, !isOfClasses,
      others.allSatisfy({ $0.location?.path == first.location?.path })
    {
      let line = first.location?.line ?? 1
      let lines = others.map { $0.location?.line ?? 1 }.filter { $0 != line }.unique()
        .map(String.init)
      guard !lines.isEmpty else { return "" }
      let shown = lines.prefix(mostNamed).joined(separator: ", ")
      let more = lines.count > mostNamed ? " and \(lines.count - mostNamed) more" : ""
      return "in \(lines.count == 1 ? "line" : "lines") \(shown)\(more)"
    }
    let known = PlaceNames(([first] + others).compactMap(\.location))
    func place(_ finding: Finding) -> String { finding.location.map(known.name) ?? "" }
    let all = others.map { other in
      isOne
        ? place(other)
        : other.entity != first.entity && other.property != nil
          ? "'\(other.entity ?? "").\(other.property ?? "")'"
          : "'\(other.property ?? other.entity ?? "")'"
    }
    // Places of other files are longer than names.
    let most = isOne ? mostPlaces : mostNamed
    let names = all.unique().filter { !isOne || $0 != place(first) }
    return names.list(atMost: most)
  }
}

/// The names by which places are called beside each other.
struct PlaceNames {
  /// The names of files that several folders have.
  private let shared: Set<String>

  init(_ places: [Location]) {
    let paths = Set(places.map(\.path))
    shared = Set(Dictionary(grouping: paths, by: Self.file).filter { $0.value.count > 1 }.keys)
  }

  /// The file and the line; where two files have one name, with the folder.
  func name(_ place: Location) -> String {
    let file = Self.file(of: place.path)
    let folder = place.path.deletingLastPathComponent.lastPathComponent
    return (shared.contains(file) ? "\(folder)/\(file)" : file) + ":\(place.line ?? 1)"
  }

  /// The name of a file, of a model with that of the version which it belongs to.
  private static func file(of path: String) -> String {
    let name = path.lastPathComponent
    return name == "contents" ? path.deletingLastPathComponent.lastPathComponent : name
  }
}
