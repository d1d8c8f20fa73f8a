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
    func name(_ finding: Finding) -> String {
      if isOfLines { return "\(finding.location?.line ?? 1)" }
      if isOne { return finding.location.map { "\(file(of: $0)):\($0.line ?? 1)" } ?? "" }
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

  /// The name of a file, of a model with that of the version which it belongs to.
  private static func file(of place: Location) -> String {
    let name = place.path.lastPathComponent
    let folder = place.path.deletingLastPathComponent.lastPathComponent
    return name == "contents" ? folder : name
  }
}
