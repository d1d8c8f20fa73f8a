import Foundation

/// Writes the Swift source that a vector's facts describe, so that reading it back must give
/// Apple's hashes.
struct VectorSource {
  let vector: HashVector

  func text() -> String {
    let declared = Set(vector.entities.map(\.name))
    let missing = Set(relationships.map(\.to)).subtracting(declared).sorted()
    return
      (["import Foundation", "import SwiftData"]
      + vector.entities.map(model) + missing.map(stub) + (vector.types ?? []).map(codable))
      .joined(separator: "\n\n") + "\n"
  }

  private var relationships: [HashVector.RelationshipFacts] {
    vector.entities.flatMap { $0.relationships ?? [] }
  }

  private func model(_ entity: HashVector.EntityFacts) -> String {
    let unique = entity.unique ?? []
    // A constraint of one property is written at the property, the others as a macro.
    let own = Set(unique.filter { $0.count == 1 }.map { $0[0] })
    let lists = unique.filter { $0.count > 1 }
      .map { "[" + $0.map { "\\." + $0 }.joined(separator: ", ") + "]" }
    let macro =
      lists.isEmpty ? "" : "  #Unique<\(entity.name)>(\(lists.joined(separator: ", ")))\n"
    let lines =
      (entity.attributes ?? []).map { property($0, isUnique: own.contains($0.name)) }
      + (entity.relationships ?? []).map { property($0) }
    return "@Model\nfinal class \(entity.name) {\n\(macro)\(lines.joined(separator: "\n"))\n}"
  }

  private func property(_ attribute: HashVector.AttributeFacts, isUnique: Bool) -> String {
    let declaration = "  var \(attribute.name): \(attribute.swift ?? "")"
    var options: [String] = []
    if isUnique { options.append(".unique") }
    if attribute.external == true { options.append(".externalStorage") }
    if attribute.preserve == true { options.append(".preserveValueOnDeletion") }
    return options.isEmpty
      ? declaration : "  @Attribute(\(options.joined(separator: ", ")))\n" + declaration
  }

  private func property(_ relationship: HashVector.RelationshipFacts) -> String {
    let declaration = "  var \(relationship.name): \(relationship.swift ?? "")"
    guard relationship.namesInverse == true else { return declaration }
    let inverse = "\\\(relationship.to).\(relationship.inverse ?? "")"
    return "  @Relationship(deleteRule: .cascade, inverse: \(inverse))\n" + declaration
  }

  /// A class the vector does not hold, with the other sides of the relationships that reach it.
  private func stub(_ name: String) -> String {
    let lines = vector.entities.flatMap { entity in
      (entity.relationships ?? []).filter { $0.to == name }.compactMap { relationship -> String? in
        guard let inverse = relationship.inverse else { return nil }
        let here = relationship.namesInverse == true
        return (here ? "" : "  @Relationship(inverse: \\\(entity.name).\(relationship.name))\n")
          + "  var \(inverse): [\(entity.name)] = []"
      }
    }
    return "@Model\nfinal class \(name) {\n\(lines.joined(separator: "\n"))\n}"
  }

  private func codable(_ type: HashVector.CodableType) -> String {
    if let raw = type.raw { return "enum \(type.name): \(raw), Codable {\n  case one, two\n}" }
    if let cases = type.cases {
      return "enum \(type.name): Codable {\n  case \(cases.joined(separator: ", "))\n}"
    }
    let lines = (type.fields ?? []).map { "  var \($0.name): \($0.swift)" }
    return "struct \(type.name): Codable {\n\(lines.joined(separator: "\n"))\n}"
  }
}
