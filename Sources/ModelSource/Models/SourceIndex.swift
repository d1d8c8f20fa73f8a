internal import StoreModel

/// A type with everything its declaration and its extensions say, from all files.
struct SourceType: Sendable {
  /// Names from the outside in: `["SchemaV1", "Note"]`.
  var path: [String]
  var declaration: TypeDeclaration
  var extensions: [TypeDeclaration] = []

  var name: String { path.last ?? "" }
  var qualifiedName: String { path.joined(separator: ".") }
  var parts: [TypeDeclaration] { [declaration] + extensions }
  var inherits: [TypeReference] { parts.flatMap(\.inherits) }
  var coding: TypeDeclaration.Coding { parts.reduce([]) { $0.union($1.coding) } }

  func staticProperty(_ name: String) -> PropertyDeclaration? {
    parts.lazy.flatMap(\.properties).first { $0.isStatic && $0.name == name }
  }

  /// A property that each instance has.
  func property(_ name: String) -> PropertyDeclaration? {
    parts.lazy.flatMap(\.properties).first { !$0.isStatic && $0.name == name }
  }

  func function(_ name: String) -> Expression? {
    parts.lazy.compactMap { $0.result(of: name) }.first
  }
}

/// All declarations of a set of files, and Swift's rules for finding one by name.
struct SourceIndex: Sendable {
  private(set) var types: [[String]: SourceType] = [:]
  /// Paths in the order met, so that every result is deterministic.
  private(set) var order: [[String]] = []
  /// Types declared again under the same path.
  private(set) var repeated: [SourceType] = []
  private(set) var globals: [String: PropertyDeclaration] = [:]
  /// Every type declared as `@Model`, in the order met.
  private(set) var marked: [SourceType] = []
  /// The types that inherit from or conform to anything, in the order met.
  private(set) var heirs: [SourceType] = []
  /// Extensions of types of other modules.
  private(set) var foreign: [[String]: [TypeDeclaration]] = [:]
  /// Whether values are to be made up for types whose stored form is known: only for generated data.
  var makesSamples = false
  private var aliases: [[String]: TypeAlias] = [:]
  /// The types that conform to a protocol, directly or through others, for those asked about.
  private var conforming: [String: Set<[String]>] = [:]

  init(_ files: [FileDeclarations]) {
    var extensions: [TypeDeclaration] = []
    for file in files {
      for alias in file.aliases where aliases[[alias.name]] == nil { aliases[[alias.name]] = alias }
      for global in file.globals where globals[global.name] == nil { globals[global.name] = global }
      for type in file.types { add(type, in: [], extensions: &extensions) }
    }
    // An extension may extend a type that another extension declares, so go round until none can
    // be placed; the rest extend types of other modules.
    var waiting = extensions
    for _ in 0..<Self.mostRounds where !waiting.isEmpty {
      let round = waiting
      waiting = []
      for part in round {
        if let path = resolve(part.path, in: []) {
          attach(part, to: path, waiting: &waiting)
        } else {
          waiting.append(part)
        }
      }
      if waiting.count >= round.count { break }
      // What lies further out is placed first, so that chains of extensions take no round per link.
      waiting = waiting.enumerated().sorted {
        ($0.element.path.count, $0.offset) < ($1.element.path.count, $1.offset)
      }.map(\.element)
    }
    for part in waiting {
      foreign[part.path, default: []].append(part)
      addMembers(of: part, at: part.path, extensions: &waiting)
    }
    // Most types of an app are neither.
    for path in order {
      guard let type = types[path] else { continue }
      if type.isModel { marked.append(type) }
      if type.parts.contains(where: { !$0.inherits.isEmpty }) { heirs.append(type) }
    }
    findConforming()
  }

  /// Only aliases that extensions of aliases declare need more than two.
  private static let mostRounds = 64

  private static let protocols = [
    "OptionSet", "RawRepresentable", "SchemaMigrationPlan", "VersionedSchema",
  ]

  /// All at once, from the protocols to the types: asking each type for what is above it would take
  /// time with the square of a chain's length.
  private mutating func findConforming() {
    var heirsOf: [[String]: [[String]]] = [:]
    var waiting: [String: [[String]]] = [:]
    for type in heirs {
      for case .named(let path, _) in type.inherits {
        if let name = path.last, Self.protocols.contains(name) {
          waiting[name, default: []].append(type.path)
        }
        if let found = resolve(path, in: type.path) {
          heirsOf[found, default: []].append(type.path)
        }
      }
    }
    for (name, direct) in waiting {
      var found: Set<[String]> = []
      var waiting = direct
      while let path = waiting.popLast() {
        if found.insert(path).inserted { waiting += heirsOf[path] ?? [] }
      }
      conforming[name] = found
    }
  }

  private mutating func add(
    _ type: TypeDeclaration, in scope: [String], extensions: inout [TypeDeclaration]
  ) {
    guard type.kind != .extension else {
      extensions.append(type)
      return
    }
    let path = scope + type.path
    let found = SourceType(path: path, declaration: type)
    guard let known = types[path] else {
      types[path] = found
      order.append(path)
      return addMembers(of: type, at: path, extensions: &extensions)
    }
    // A class of another module may have the name of a model, as mocks of a service's answers do.
    guard found.isModel, !known.isModel, known.declaration.location.path != type.location.path
    else { return repeated.append(found) }
    types[path] = found
    repeated.append(known)
    addMembers(of: type, at: path, extensions: &extensions)
  }

  private mutating func addMembers(
    of type: TypeDeclaration, at path: [String], extensions: inout [TypeDeclaration]
  ) {
    for alias in type.aliases where aliases[path + [alias.name]] == nil {
      aliases[path + [alias.name]] = alias
    }
    for nested in type.types { add(nested, in: path, extensions: &extensions) }
  }

  private mutating func attach(
    _ part: TypeDeclaration, to path: [String], waiting: inout [TypeDeclaration]
  ) {
    types[path]?.extensions.append(part)
    addMembers(of: part, at: path, extensions: &waiting)
  }
}

extension SourceIndex {
  func type(_ path: [String]) -> SourceType? { types[path] }

  /// Finds a type by its name as written inside `scope`: from the innermost scope outward, through
  /// typealiases, with a leading module name ignored.
  func resolve(_ name: [String], in scope: [String]) -> [String]? {
    var steps = Self.mostSteps
    guard case .named(let path, _) = target(of: name, in: scope, steps: &steps),
      types[path] != nil
    else { return nil }
    return path
  }

  /// A type with every alias inside it replaced and declared types under their full path; names of
  /// other modules stay as they are.
  func expanded(_ type: TypeReference, in scope: [String]) -> TypeReference {
    var steps = Self.mostSteps
    return expanded(type, in: scope, steps: &steps)
  }

  /// Aliases can name each other in circles, or double in size at each step.
  private static let mostSteps = 256

  /// What a name stands for: a declared type's full path, or what an alias finally names; nil when
  /// nothing in the sources declares the name.
  private func target(
    of name: [String], in scope: [String], steps: inout Int
  ) -> TypeReference? {
    steps -= 1
    guard steps > 0, let first = name.first else { return nil }
    // In a static member `self` is the type.
    if first == "Self" || first == "self" {
      return target(of: scope + name.dropFirst(), in: [], steps: &steps)
    }
    for length in stride(from: scope.count, through: 0, by: -1) {
      guard var found = member(first, of: Array(scope.prefix(length)), steps: &steps) else {
        continue
      }
      for next in name.dropFirst() {
        guard case .named(let path, _) = found,
          let inner = member(next, of: path, steps: &steps)
        else { return nil }
        found = inner
      }
      return found
    }
    return name.count > 1 ? target(of: Array(name.dropFirst()), in: [], steps: &steps) : nil
  }

  private func member(
    _ name: String, of outer: [String], steps: inout Int
  ) -> TypeReference? {
    let path = outer + [name]
    if types[path] != nil { return .named(path, arguments: []) }
    guard let alias = aliases[path] else { return nil }
    return alias.isGeneric ? .other(name) : expanded(alias.target, in: outer, steps: &steps)
  }

  /// `List` of `List<Item>`, with the scope that it is declared in.
  private func genericAlias(
    _ path: [String], in scope: [String]
  ) -> (alias: TypeAlias, outer: [String])? {
    for length in stride(from: scope.count, through: 0, by: -1) {
      let full = Array(scope.prefix(length)) + path
      if types[full] != nil { return nil }
      if let alias = aliases[full] {
        return alias.isGeneric ? (alias, Array(full.dropLast())) : nil
      }
    }
    return nil
  }

  private func expanded(
    _ type: TypeReference, in scope: [String], steps: inout Int
  ) -> TypeReference {
    guard steps > 0 else { return type }
    switch type {
    case .optional(let wrapped):
      return .optional(expanded(wrapped, in: scope, steps: &steps))
    case .array(let element): return .array(expanded(element, in: scope, steps: &steps))
    case .dictionary(let key, let value):
      return .dictionary(
        expanded(key, in: scope, steps: &steps), expanded(value, in: scope, steps: &steps))
    case .named(let path, let arguments):
      var inner: [TypeReference] = []
      for argument in arguments { inner.append(expanded(argument, in: scope, steps: &steps)) }
      if let (alias, outer) = genericAlias(path, in: scope), alias.parameters.count == inner.count {
        let values = Dictionary(keepingFirst: zip(alias.parameters, inner).map { ($0, $1) })
        steps -= 1
        return expanded(alias.target.replacing(values), in: outer, steps: &steps)
      }
      switch target(of: path, in: scope, steps: &steps) {
      case .named(let found, _)? where types[found] != nil: return .named(found, arguments: inner)
      case let found?: return found
      case nil:
        // `Kind.RawValue` is what the enum's list of types begins with.
        if path.last == "RawValue", let owner = resolve(Array(path.dropLast()), in: scope),
          let raw = types[owner]?.declaration.inherits.first
        {
          steps -= 1
          return expanded(raw, in: owner, steps: &steps)
        }
        return .named(path, arguments: inner)
      }
    case .other: return type
    }
  }

  /// Whether a type conforms to one of `protocols`, directly or through own protocols and classes.
  func conforms(_ type: SourceType, to name: String) -> Bool {
    conforming[name]?.contains(type.path) ?? false
  }

  /// The types of other modules that an extension makes `Codable`.
  var madeCodable: [String] {
    foreign.compactMap { path, parts in
      let isCodable = parts.flatMap(\.inherits).contains { inherited in
        // `@retroactive Codable`, `Swift.Codable`
        let name = inherited.text.split { " .".contains($0) }.last ?? ""
        return ["Codable", "Encodable"].contains(name)
      }
      return isCodable ? path.last : nil
    }
  }

  /// The superclass, when it is a model itself.
  func modelSuperclass(of type: SourceType) -> SourceType? {
    for case .named(let path, _) in type.declaration.inherits {
      if let found = resolve(path, in: Array(type.path.dropLast())), let parent = types[found],
        parent.declaration.kind == .class
      {
        return parent.declaration.isModel ? parent : nil
      }
    }
    return nil
  }

  /// Every `@Model` class, in the order met.
  var models: [SourceType] { marked.filter { $0.declaration.kind == .class } }
}
