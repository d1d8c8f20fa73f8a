internal import Diagnostics
internal import StoreEngine
internal import StoreModel

extension LintAnswer {
  private static let mostNamed = 6
  private static let mostPlaces = 3

  /// What the first of several findings says of the others: their names, or their places; and the places
  /// of those that there is no room for.
  static func names(
    _ others: [Finding], _ first: Finding
  ) -> (text: String, rest: [Finding.Related]) {
    if VersionStep(of: first) != nil {
      let names = others.map { VersionStep.name($0, beside: first) }
      return (
        names.list(atMost: mostNamed), VersionStep.listed(others.dropFirst(mostNamed))
      )
    }
    // What of them is no property, is named by its class.
    let isOfClasses = [EntityDropped.info.id, DeepInheritance.info.id].contains(first.rule)
    let isOne = !isOfClasses && others.allSatisfy { $0.property == first.property }
    let isOfLines =
      first.property == nil && !isOfClasses
      && others.allSatisfy { $0.location?.path == first.location?.path }
    let known = PlaceNames(([first] + others).compactMap(\.location))
    func name(_ finding: Finding) -> String {
      if isOfLines { return "\(finding.location?.line ?? 1)" }
      if isOne { return finding.location.map(known.name) ?? "" }
      return finding.entity != first.entity && finding.property != nil
        ? "'\(finding.entity ?? "").\(finding.property ?? "")'"
        : "'\(finding.property ?? finding.entity ?? "")'"
    }
    let own = isOfLines || isOne ? name(first) : nil
    var seen: Set<String> = []
    let named = others.filter { name($0) != own && seen.insert(name($0)).inserted }
    guard !named.isEmpty else { return ("", []) }
    // Places of other files are longer than names.
    let most = isOne && !isOfLines ? mostPlaces : mostNamed
    let text = named.map(name).list(atMost: most)
    let lines = isOfLines ? "in \(named.count == 1 ? "line" : "lines") " : ""
    return (lines + text, named.dropFirst(most).compactMap(\.location).map { .likewise($0) })
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
