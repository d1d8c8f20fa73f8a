public import Foundation

/// A type by the name that the runtime finds it by, in every program that has the type.
struct TypeName: Codable {
  let type: Any.Type

  init(type: Any.Type) { self.type = type }

  init(from decoder: any Decoder) throws {
    let place = try decoder.singleValueContainer()
    let name = try place.decode(String.self)
    guard let type = _typeByName(name) else {
      throw DecodingError.dataCorruptedError(
        in: place, debugDescription: "this program has no type with the mangled name '\(name)'")
    }
    self.type = type
  }

  func encode(to encoder: any Encoder) throws {
    var place = encoder.singleValueContainer()
    guard let name = _mangledTypeName(type) else {
      throw EncodingError.invalidValue(
        type, .init(codingPath: place.codingPath, debugDescription: "the type has no name"))
    }
    try place.encode(name)
  }
}

/// A property with its kind.
struct EncodedProperty: Codable {
  private enum Kind: String, Codable { case attribute, composite, relationship }
  private enum CodingKeys: CodingKey { case kind, property }

  let property: any SchemaProperty

  init(_ property: any SchemaProperty) { self.property = property }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    switch try fields.decode(Kind.self, forKey: .kind) {
    case .attribute: property = try fields.decode(Schema.Attribute.self, forKey: .property)
    case .composite:
      property = try fields.decode(Schema.CompositeAttribute.self, forKey: .property)
    case .relationship: property = try fields.decode(Schema.Relationship.self, forKey: .property)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    let kind: Kind =
      property is Schema.CompositeAttribute
      ? .composite : property.isAttribute ? .attribute : .relationship
    try fields.encode(kind, forKey: .kind)
    try fields.encode(property, forKey: .property)
  }
}

extension Schema.Attribute.Option {
  /// The option as it is written.
  public var debugDescription: String {
    switch self {
    case .unique: "unique"
    case .externalStorage: "externalStorage"
    case .preserveValueOnDeletion: "preserveValueOnDeletion"
    case .ephemeral: "ephemeral"
    case .allowsCloudEncryption: "allowsCloudEncryption"
    case .spotlight: "spotlight"
    case .codable: "codable"
    case .transformable(let name): "transformable(by: \(name))"
    default: "indexed"
    }
  }
}

extension Schema.Relationship.Option {
  /// The option as it is written.
  public var debugDescription: String { "unique" }
}

/// The encoding is this module's own: JSON by `save(to:)`.
extension Schema {
  /// Of what this module writes.
  public static let schemaEncodingVersion = Version(1, 0, 0)

  /// Writes the schema to a file.
  public func save(to url: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: url, options: .atomic)
  }

  /// Reads a schema that `save(to:)` has written. A container takes it as long as the program has
  /// classes with `@Model` that make the same schema.
  public static func load(from url: URL) throws -> Schema {
    try JSONDecoder().decode(Schema.self, from: Data(contentsOf: url))
  }
}
