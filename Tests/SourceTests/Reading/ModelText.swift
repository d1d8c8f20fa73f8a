import ModelSource
import StoreModel

/// Models as short lines of text, so that a test shows what was read at a glance.
enum ModelText {
  static func histories(_ source: String) -> [SchemaHistory] {
    SwiftModelReader.read([SourceFile(path: "App.swift", text: source)])
  }

  /// The only version of the only history.
  static func model(_ source: String) -> DataModel {
    histories(source).first?.versions.first ?? DataModel(name: "nothing", source: .swift)
  }

  static func lines(_ model: DataModel) -> [String] {
    var lines: [String] = []
    for entity in model.entities {
      lines.append(entity.name + (entity.superentity.map { ": \($0)" } ?? ""))
      lines += entity.attributes.map { "  " + line($0) }
      lines += entity.relationships.map { "  " + line($0) }
      lines += entity.uniquenessConstraints.map { "  unique " + $0.joined(separator: ", ") }
      lines += entity.fetchIndexes.map { index in
        "  index \(index.name) " + index.elements.map(\.property).joined(separator: ", ")
      }
    }
    return lines
  }

  static func line(_ attribute: Attribute) -> String {
    var parts = ["\(attribute.name) \(attribute.type.name)" + (attribute.isOptional ? "?" : "")]
    if !attribute.elements.isEmpty {
      parts.append("(" + attribute.elements.map(line).joined(separator: ", ") + ")")
    }
    if let value = attribute.defaultValue { parts.append("= \(text(value))") }
    if attribute.isTransient { parts.append("transient") }
    if attribute.allowsExternalStorage { parts.append("external") }
    if attribute.preservesValueOnDeletion { parts.append("preserved") }
    if let name = attribute.valueTransformerName { parts.append("by \(name)") }
    if let name = attribute.renamingIdentifier { parts.append("was \(name)") }
    if let modifier = attribute.hashModifier { parts.append("modifier \(modifier)") }
    return parts.joined(separator: " ") + mark(attribute.certainty)
  }

  static func line(_ relationship: Relationship) -> String {
    let count = relationship.isToMany ? "[\(relationship.destination)]" : relationship.destination
    var parts = ["\(relationship.name) -> \(count)" + (relationship.isOptional ? "?" : "")]
    if let inverse = relationship.inverse {
      parts.append("inverse \(inverse) (\(relationship.inverseOrigin.rawValue))")
    }
    if relationship.deleteRule != .nullify { parts.append("\(relationship.deleteRule)") }
    if relationship.minCount != 0 { parts.append("min \(relationship.minCount)") }
    if relationship.maxCount > 1 { parts.append("max \(relationship.maxCount)") }
    if let name = relationship.renamingIdentifier { parts.append("was \(name)") }
    return parts.joined(separator: " ") + mark(relationship.certainty)
  }

  private static func mark(_ certainty: Certainty) -> String {
    switch certainty {
    case .certain: ""
    case .inferred: " ~"
    case .unknown, .undeclared: " ?!"
    }
  }

  private static func text(_ value: DefaultValue) -> String {
    switch value {
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .decimal(let value): "decimal \(value)"
    case .boolean(let value): "\(value)"
    case .string(let value): "'\(value)'"
    case .data(let bytes): "\(bytes.count) bytes"
    case .expression(let text): "<\(text)>"
    default: "\(value)"
    }
  }
}
