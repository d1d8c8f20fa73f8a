/// One declaration that a slice keeps or leaves out as a whole; members of a type are units too.
struct SliceUnit: Sendable {
  enum Kind: Sendable {
    case type, `protocol`, `extension`, alias, function, computed, stored, enumCase, initializer
    case `operator`, macro, requirement
    /// The body of a closure of a custom stage.
    case closure
  }

  var kind: Kind
  /// Position of the enclosing type or extension among the file's units.
  var parent: Int?
  /// What it declares; for an extension the extended type's last name.
  var names: [String]
  /// Names from the outside in, for types; the extended type's names for an extension.
  var path: [String] = []
  /// Bytes from the first attribute to the end.
  var range: Range<Int>
  /// Identifiers it mentions outside of its members.
  var references: Set<String> = []
  /// Those that stand at the beginning of a name: no members, no labels.
  var bases: Set<String> = []
  var inherits: [InheritedType] = []
  /// Where the inheritance clause begins.
  var inheritanceStart: Int?
  var attributes: Set<String> = []
  var isStatic = false
  var isPrivate = false
  var isClass = false
  /// Place of the name, for messages; of a closure's brace.
  var line: Int

  struct InheritedType: Sendable {
    var name: String
    /// With the comma behind it.
    var range: Range<Int>
    var commaOffset: Int?
  }

  var name: String { names.first ?? "" }

  /// Without it the type would be another one, so it is there whenever its type is.
  var isEssential: Bool {
    switch kind {
    case .enumCase, .macro, .requirement, .closure: true
    case .stored: !isStatic && !attributes.contains("Transient")
    default: false
    }
  }

  /// Taken with its type though nothing mentions it by name.
  var comesWithType: Bool {
    switch kind {
    case .stored: !isStatic
    case .enumCase, .macro, .requirement, .initializer, .closure: true
    default: false
    }
  }
}

/// What the slicer knows of one file.
struct SliceFile: Sendable {
  var path = ""
  var bytes: [UInt8] = []
  /// In the order of the source, a type before its members.
  var units: [SliceUnit] = []
  var imports: [Import] = []
  /// Bytes that no slice has: branches not taken, statements outside declarations, attributes that
  /// only Apple's systems know.
  var blanks: [Range<Int>] = []
  var qualifiers: [Qualifier] = []
  var inverses: [InverseUse] = []

  /// `Module.` in front of a name.
  struct Qualifier: Sendable {
    var module: String
    var name: String
    var range: Range<Int>
  }

  struct Import: Sendable {
    var module: String
    var range: Range<Int>
  }

  /// One `inverse:` argument.
  struct InverseUse: Sendable {
    /// Names of the class, from the outside in, and the property.
    var owner: [String]
    var property: String
    /// `\Tag.notes` as names.
    var target: [String]
    /// The argument, with the comma before it, or behind it where it is the first of several.
    var range: Range<Int>
  }

  var lineStarts: [Int] {
    [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }
}
