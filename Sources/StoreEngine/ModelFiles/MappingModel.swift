public import StoreModel

/// A mapping model: how the entities of a newer model are made of those of an older one
/// (Documentation/Format/MappingModels.md, 1 and 2).
public struct MappingModel: Sendable, Hashable {
  /// The file's name without its suffix.
  public var name: String
  /// In the order in which they run.
  public var entities: [EntityMapping]
  /// Whether the hashes are those of copies of the models that Xcode keeps inside the file, and not
  /// written in it themselves.
  public var hasEmbeddedModels: Bool
  /// The names of the versions that Xcode made it for; nil where the file does not say.
  public var sourceName: String?
  /// See `sourceName`.
  public var destinationName: String?
  /// The file or bundle.
  public var location: Location?

  /// A mapping model with these mappings.
  public init(
    name: String, entities: [EntityMapping], hasEmbeddedModels: Bool = false,
    location: Location? = nil
  ) {
    self.name = name
    self.entities = entities
    self.hasEmbeddedModels = hasEmbeddedModels
    self.location = location
  }

  /// Nil where there is none of the name.
  public func entity(named name: String) -> EntityMapping? { entities.first { $0.name == name } }
}

/// How one entity is made of another.
public struct EntityMapping: Sendable, Hashable {
  /// What happens to the rows. The raw values are part of the JSON output.
  public enum Kind: String, Sendable, Hashable {
    case undefined, custom, add, remove, copy, transform
  }

  /// `NoteToNote`.
  public var name: String
  /// As the file says; what a policy class does is `policy`, whatever the kind.
  public var kind: Kind
  /// The entity in the older model; nil for one that is only added.
  public var source: String?
  /// The entity in the newer model; nil for one that is only removed.
  public var destination: String?
  /// The version hash that the older entity must have.
  public var sourceHash: VersionHash?
  /// The version hash that the newer entity must have.
  public var destinationHash: VersionHash?
  /// A subclass of `NSEntityMigrationPolicy`, whose code the app has.
  public var policy: String?
  /// Which rows are taken, as a predicate's text; nil for all.
  public var filter: String?
  /// What the newer entity's attributes get.
  public var attributes: [PropertyMapping] = []
  /// What the newer entity's relationships get.
  public var relationships: [PropertyMapping] = []

  /// A mapping without properties.
  public init(name: String, kind: Kind, source: String?, destination: String?) {
    self.name = name
    self.kind = kind
    self.source = source
    self.destination = destination
  }

  /// The name that Xcode gives where a file has none.
  static func name(from source: String?, to destination: String?) -> String {
    [source, destination].compactMap(\.self).joined(separator: "To")
  }
}

/// What one property gets.
public struct PropertyMapping: Sendable, Hashable {
  /// The property of the newer entity.
  public var name: String
  /// Nil when the mapping gives nothing, so that the property stays as new objects have it.
  public var expression: MappingExpression?

  /// A mapping of a property.
  public init(_ name: String, _ expression: MappingExpression?) {
    self.name = name
    self.expression = expression
  }

  /// Names of the source's properties that the expression begins with.
  public var sourceNames: [String] { expression?.sourceNames ?? [] }
}

extension EntityMapping {
  /// Names of the source's properties that are read.
  public var sourceNames: [String] { (attributes + relationships).flatMap(\.sourceNames) }
}

extension MappingExpression {
  fileprivate var sourceNames: [String] {
    switch self {
    case .keyPath(.source, let path): [String(path.prefix { $0 != "." })]
    case .keyPath(let base, _): base.sourceNames
    case .function(let base, _, let arguments):
      (base?.sourceNames ?? []) + arguments.flatMap(\.sourceNames)
    default: []
    }
  }
}

/// The value expression of a property mapping, as far as mapping models use expressions.
public indirect enum MappingExpression: Sendable, Hashable {
  /// `$source`, `$manager`, `$entityPolicy`.
  case variable(String)
  /// A value, or `nil`.
  case constant(DefaultValue?)
  /// `$source.folder.name`.
  case keyPath(MappingExpression, String)
  /// A method of an object, or, without one, a function of predicates such as `now()`.
  case function(MappingExpression?, String, [MappingExpression])
  /// A kind of expression that is not read: the name of its class.
  case other(String)

  /// The object that the row at hand came from.
  public static let source = MappingExpression.variable("source")

  /// As Xcode shows it.
  public var text: String {
    switch self {
    case .variable(let name): "$" + name
    case .constant(let value): value?.mappingText ?? "nil"
    case .keyPath(let base, let path): "\(base.text).\(path)"
    case .function(nil, let name, let arguments):
      "\(name)(\(arguments.map(\.text).joined(separator: ", ")))"
    case .function(let base?, let name, let arguments):
      "FUNCTION(\(([base.text, "\"\(name)\""] + arguments.map(\.text)).joined(separator: ", ")))"
    case .other(let name): "<\(name)>"
    }
  }
}

extension DefaultValue {
  /// As expressions spell it.
  fileprivate var mappingText: String {
    switch self {
    case .integer(let value): String(value)
    case .double(let value): String(value)
    case .boolean(let value): value ? "YES" : "NO"
    case .string(let text): "\"\(text)\""
    case .date(let seconds): CoreDataDate.text(seconds)
    case .decimal(let text), .url(let text), .expression(let text): text
    case .data(let bytes): "<\(bytes.count) bytes>"
    case .uuid(let bytes): UUIDText.text(bytes)
    }
  }
}
