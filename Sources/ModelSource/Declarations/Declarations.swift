internal import StoreModel

/// A type, or an extension of one, as written in one place.
struct TypeDeclaration: Sendable, Codable {
  enum Kind: Int, Sendable, Codable {
    case `class`, `struct`, `enum`, actor, `protocol`, `extension`
  }

  var kind: Kind
  /// One name, or the extended type's dotted name.
  var path: [String]
  var attributes: [AttributeUse] = []
  var inherits: [TypeReference] = []
  var isGeneric = false
  var types: [TypeDeclaration] = []
  var aliases: [TypeAlias] = []
  var properties: [PropertyDeclaration] = []
  /// Static functions without parameters.
  var functions: [StaticFunction] = []
  var cases: [EnumCase] = []
  var macros: [AttributeUse] = []
  var coding: Coding = []
  /// Conditional blocks among the members: only the branch for iOS release builds was taken.
  var problems: [ModelProblem] = []
  var location: Location

  var name: String { path.last ?? "" }
  var isModel: Bool { attributes.contains { $0.isNamed("Model") } }

  /// What the static function of that name returns.
  func result(of function: String) -> Expression? {
    functions.first { $0.name == function }?.result
  }

  /// What a type says about its own `Codable` conformance.
  struct Coding: OptionSet, Sendable, Codable {
    let rawValue: Int
    static let ownKeys = Coding(rawValue: 1)
    static let ownEncoder = Coding(rawValue: 2)
    static let unkeyed = Coding(rawValue: 4)
    static let ownDecoder = Coding(rawValue: 8)
  }
}

struct StaticFunction: Sendable, Codable {
  var name: String
  var result: Expression
}

struct TypeAlias: Sendable, Codable {
  var name: String
  var target: TypeReference
  /// `T` of `typealias List<T> = [T]`.
  var parameters: [String]

  var isGeneric: Bool { !parameters.isEmpty }
}

struct EnumCase: Sendable, Codable {
  var name: String
  var rawValue: Expression?
  var hasAssociatedValues: Bool
}

/// One variable of a `var` or `let` declaration.
struct PropertyDeclaration: Sendable, Codable {
  var name: String
  var type: TypeReference?
  var initializer: Expression?
  /// What a getter of one expression returns.
  var getter: Expression?
  var isStatic = false
  var isLazy = false
  /// Has a getter; `willSet` and `didSet` alone leave a property stored.
  var isComputed = false
  var attributes: [AttributeUse] = []
  var location: Location

  func attribute(_ name: String) -> AttributeUse? {
    attributes.first { $0.isNamed(name) }
  }

  /// The value of a static constant or of a getter with one expression.
  var value: Expression? { getter ?? initializer }
}

/// `@Attribute(.unique)`, or a freestanding macro such as `#Unique<Note>([\.title])`.
struct AttributeUse: Sendable, Codable {
  var path: [String]
  var arguments: [Expression.Argument]
  var location: Location

  /// Apple's macros may be written with the module's name.
  func isNamed(_ name: String) -> Bool {
    path == [name] || path == ["SwiftData", name]
  }

  func argument(_ label: String) -> Expression? {
    arguments.first { $0.label == label }?.value
  }

  /// The arguments without a label: options, or lists of key paths.
  var unlabelled: [Expression] { arguments.filter { $0.label == nil }.map(\.value) }
}

/// Everything one file declares that a model may rest on.
struct FileDeclarations: Sendable, Codable {
  var path: String
  var types: [TypeDeclaration] = []
  var aliases: [TypeAlias] = []
  /// Global constants, which plans sometimes keep their stages in.
  var globals: [PropertyDeclaration] = []
  var containers: [ContainerUse] = []
  /// Members that give configurations of containers.
  var configurations: [ConfigurationMember] = []
  var problems: [ModelProblem] = []
}
