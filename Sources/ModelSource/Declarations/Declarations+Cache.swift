internal import StoreModel

/// What reading a file by itself tells, which holds as long as the file's bytes do.
package struct FileReading: CacheValue, Sendable {
  var scan: FileScan
  /// Nil for a file that nothing needed parsed.
  var declarations: FileDeclarations?

  init(scan: FileScan, declarations: FileDeclarations? = nil) {
    self.scan = scan
    self.declarations = declarations
  }

  package var isParsed: Bool { declarations != nil }

  package func write(to cache: inout CacheWriter) {
    cache.write(scan)
    cache.write(declarations)
  }

  package init(from cache: inout CacheReader) throws(DamagedCache) {
    self.init(scan: try cache.read(), declarations: try cache.read())
  }
}

extension FileDeclarations: CacheValue {
  func write(to cache: inout CacheWriter) {
    cache.write(types)
    cache.write(aliases)
    cache.write(globals)
    cache.write(containers)
    cache.write(problems)
  }

  init(from cache: inout CacheReader) throws(DamagedCache) {
    self.init(
      path: cache.path, types: try cache.read(), aliases: try cache.read(),
      globals: try cache.read(), containers: try cache.read(), problems: try cache.read())
  }
}

extension TypeDeclaration.Kind: CacheValue {}
extension TypeDeclaration.Coding: CacheValue {}

extension TypeDeclaration: CacheValue {
  func write(to cache: inout CacheWriter) {
    cache.write(kind)
    cache.write(path)
    cache.write(attributes)
    cache.write(inherits)
    cache.write(isGeneric)
    cache.write(types)
    cache.write(aliases)
    cache.write(properties)
    cache.write(functions.keys.sorted())
    cache.write(functions.sorted { $0.key < $1.key }.map(\.value))
    cache.write(cases)
    cache.write(macros)
    cache.write(coding)
    cache.write(problems)
    cache.write(location)
  }

  init(from cache: inout CacheReader) throws(DamagedCache) {
    self = try cache.nested { (cache) throws(DamagedCache) in
      TypeDeclaration(
        kind: try cache.read(), path: try cache.read(), attributes: try cache.read(),
        inherits: try cache.read(), isGeneric: try cache.read(), types: try cache.read(),
        aliases: try cache.read(), properties: try cache.read(),
        functions: Dictionary(
          zip(try cache.read() as [String], try cache.read() as [Expression]),
          uniquingKeysWith: { first, _ in first }),
        cases: try cache.read(), macros: try cache.read(), coding: try cache.read(),
        problems: try cache.read(), location: try cache.read())
    }
  }
}

extension TypeAlias: CacheValue {
  func write(to cache: inout CacheWriter) {
    cache.write(name)
    cache.write(target)
    cache.write(isGeneric)
  }

  init(from cache: inout CacheReader) throws(DamagedCache) {
    self.init(name: try cache.read(), target: try cache.read(), isGeneric: try cache.read())
  }
}

extension EnumCase: CacheValue {
  func write(to cache: inout CacheWriter) {
    cache.write(name)
    cache.write(rawValue)
    cache.write(hasAssociatedValues)
  }

  init(from cache: inout CacheReader) throws(DamagedCache) {
    self.init(
      name: try cache.read(), rawValue: try cache.read(), hasAssociatedValues: try cache.read())
  }
}

extension PropertyDeclaration: CacheValue {
  func write(to cache: inout CacheWriter) {
    cache.write(name)
    cache.write(type)
    cache.write(initializer)
    cache.write(getter)
    cache.write((isStatic ? 1 : 0) + (isLazy ? 2 : 0) + (isComputed ? 4 : 0))
    cache.write(attributes)
    cache.write(location)
  }

  init(from cache: inout CacheReader) throws(DamagedCache) {
    let name: String = try cache.read()
    let type: TypeReference? = try cache.read()
    let initializer: Expression? = try cache.read()
    let getter: Expression? = try cache.read()
    let flags: Int = try cache.read()
    self.init(
      name: name, type: type, initializer: initializer, getter: getter, isStatic: flags & 1 != 0,
      isLazy: flags & 2 != 0, isComputed: flags & 4 != 0, attributes: try cache.read(),
      location: try cache.read())
  }
}

extension AttributeUse: CacheValue {
  func write(to cache: inout CacheWriter) {
    cache.write(path)
    cache.write(arguments)
    cache.write(location)
  }

  init(from cache: inout CacheReader) throws(DamagedCache) {
    self.init(path: try cache.read(), arguments: try cache.read(), location: try cache.read())
  }
}

/// As written; what its names mean depends on other files and is found out in every run.
extension ContainerUse: CacheValue {
  package func write(to cache: inout CacheWriter) {
    cache.write(call)
    cache.write(types)
    cache.write(versionedSchema)
    cache.write(migrationPlan)
    cache.write(cloudKitDatabase)
    cache.write(location)
    cache.write(configurations)
    cache.write(hasUnknownConfiguration)
    cache.write(isStoredInMemoryOnly)
    cache.write(url)
  }

  package init(from cache: inout CacheReader) throws(DamagedCache) {
    self.init(
      call: try cache.read(), types: try cache.read(), versionedSchema: try cache.read(),
      migrationPlan: try cache.read(), cloudKitDatabase: try cache.read(),
      location: try cache.read())
    configurations = try cache.read()
    hasUnknownConfiguration = try cache.read()
    isStoredInMemoryOnly = try cache.read()
    url = try cache.read()
  }
}
