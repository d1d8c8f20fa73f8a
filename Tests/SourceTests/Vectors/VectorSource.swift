import Foundation

/// Writes the Swift source that a vector's facts describe, so that reading it back must give
/// Apple's hashes.
struct VectorSource {
  let vector: HashVector

  func text() -> String {
    let declared = Set(vector.entities.compactMap { $0["name"] as? String })
    let missing = Set(relationships.compactMap { $0["destination"] as? String })
      .subtracting(declared).sorted()
    return
      (["import Foundation", "import SwiftData"]
      + vector.entities.map(model) + missing.map(stub)
      + vector.codableTypes.sorted { $0.key < $1.key }.map { codable($0.key, $0.value) })
      .joined(separator: "\n\n") + "\n"
  }

  private var relationships: [[String: Any]] {
    vector.entities.flatMap { $0["properties"] as? [[String: Any]] ?? [] }
      .filter { $0["kind"] as? String == "relationship" }
  }

  private func model(_ entity: [String: Any]) -> String {
    let name = entity["name"] as? String ?? ""
    let unique = entity["unique"] as? [[String]] ?? []
    let properties = entity["properties"] as? [[String: Any]] ?? []
    // A constraint of one property is written at the property, the others as a macro.
    let own = Set(unique.filter { $0.count == 1 }.map { $0[0] })
    let lists = unique.filter { $0.count > 1 }
      .map { "[" + $0.map { "\\." + $0 }.joined(separator: ", ") + "]" }
    let macro = lists.isEmpty ? "" : "  #Unique<\(name)>(\(lists.joined(separator: ", ")))\n"
    let lines = properties.map { property($0, of: name, isUnique: own) }
    return "@Model\nfinal class \(name) {\n\(macro)\(lines.joined(separator: "\n"))\n}"
  }

  private func property(
    _ property: [String: Any], of entity: String, isUnique: Set<String>
  ) -> String {
    let name = property["name"] as? String ?? ""
    let declaration = "  var \(name): \(property["swiftType"] as? String ?? "")"
    if property["kind"] as? String == "relationship" {
      guard property["inverseDeclared"] as? String == "here" else { return declaration }
      let destination = property["destination"] as? String ?? ""
      let inverse = property["inverse"] as? String ?? ""
      return "  @Relationship(deleteRule: .cascade, inverse: \\\(destination).\(inverse))\n"
        + declaration
    }
    var options: [String] = []
    if isUnique.contains(name) { options.append(".unique") }
    if property["external"] as? Bool == true { options.append(".externalStorage") }
    if property["preserve"] as? Bool == true { options.append(".preserveValueOnDeletion") }
    return options.isEmpty
      ? declaration : "  @Attribute(\(options.joined(separator: ", ")))\n" + declaration
  }

  /// A class the vector does not hold, with the other sides of the relationships that reach it.
  private func stub(_ name: String) -> String {
    let lines = vector.entities.flatMap { entity -> [String] in
      let owner = entity["name"] as? String ?? ""
      let properties = entity["properties"] as? [[String: Any]] ?? []
      return properties.compactMap { property in
        guard property["destination"] as? String == name,
          let inverse = property["inverse"] as? String
        else { return nil }
        let here = property["inverseDeclared"] as? String == "here"
        let own = property["name"] as? String ?? ""
        return (here ? "" : "  @Relationship(inverse: \\\(owner).\(own))\n")
          + "  var \(inverse): [\(owner)] = []"
      }
    }
    return "@Model\nfinal class \(name) {\n\(lines.joined(separator: "\n"))\n}"
  }

  private func codable(_ name: String, _ type: [String: Any]) -> String {
    switch type["kind"] as? String {
    case "rawEnum":
      return "enum \(name): \(type["rawType"] as? String ?? ""), Codable {\n  case one, two\n}"
    case "plainEnum":
      let cases = type["cases"] as? [String] ?? []
      return "enum \(name): Codable {\n  case \(cases.joined(separator: ", "))\n}"
    default:
      let fields = type["fields"] as? [[String: Any]] ?? []
      let lines = fields.map {
        "  var \($0["name"] as? String ?? ""): \($0["swiftType"] as? String ?? "")"
      }
      return "struct \(name): Codable {\n\(lines.joined(separator: "\n"))\n}"
    }
  }
}
