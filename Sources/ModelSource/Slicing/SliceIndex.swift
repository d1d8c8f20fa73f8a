/// Where the files declare which name, and what kind of thing it is.
struct SliceIndex {
  typealias UnitID = SliceSelection.UnitID

  private let files: [SliceFile]
  private var byName: [String: [UnitID]] = [:]
  private var extensionsByName: [String: [UnitID]] = [:]
  private var childrenByParent: [UnitID: [UnitID]] = [:]
  private var ownTypes: Set<String> = []
  /// Names that only types of the user interface have.
  private var interfaceTypes: Set<String> = []
  /// Classes of Apple's systems that a transformer makes bytes of. A plan mostly carries the bytes
  /// on as they are, so that an empty class does.
  private(set) var opaqueTypes: Set<String> = []

  init(_ files: [SliceFile]) {
    self.files = files
    var dataTypes: Set<String> = []
    for (file, contents) in files.enumerated() {
      for (position, unit) in contents.units.enumerated() {
        let id = UnitID(file: file, unit: position)
        if let parent = unit.parent {
          childrenByParent[UnitID(file: file, unit: parent), default: []].append(id)
        }
        if unit.kind == .extension {
          extensionsByName[unit.name, default: []].append(id)
          continue
        }
        for name in unit.names { byName[name, default: []].append(id) }
        if unit.kind == .stored, unit.references.isSuperset(of: ["Attribute", "transformable"]) {
          opaqueTypes.formUnion(unit.bases.filter(AppleNames.isUnavailable))
        }
        guard [.type, .protocol, .alias].contains(unit.kind) else { continue }
        ownTypes.insert(unit.name)
        if Self.inheritsInterface(unit) {
          interfaceTypes.insert(unit.name)
        } else {
          dataTypes.insert(unit.name)
        }
      }
    }
    interfaceTypes.subtract(dataTypes)
    opaqueTypes.subtract(ownTypes)
  }

  private static func inheritsInterface(_ unit: SliceUnit) -> Bool {
    unit.inherits.contains { AppleNames.isInterface($0.name) }
  }

  func units(named name: String) -> [UnitID] { byName[name] ?? [] }
  func extensions(of name: String) -> [UnitID] { extensionsByName[name] ?? [] }
  func children(of id: UnitID) -> [UnitID] { childrenByParent[id] ?? [] }
  func declaresType(_ name: String) -> Bool { ownTypes.contains(name) }

  func parent(of id: UnitID) -> UnitID? {
    files[id.file].units[id.unit].parent.map { UnitID(file: id.file, unit: $0) }
  }

  /// From the inside out.
  func ancestors(of id: UnitID) -> [UnitID] {
    Array(sequence(first: id) { parent(of: $0) }.dropFirst())
  }

  func types(at path: [String]) -> [UnitID] {
    units(named: path.last ?? "").filter {
      let unit = files[$0.file].units[$0.unit]
      return unit.kind == .type && unit.path == path
    }
  }

  func isInterface(_ unit: SliceUnit) -> Bool {
    unit.kind == .type && Self.inheritsInterface(unit)
  }

  func isUnavailable(_ name: String) -> Bool {
    if ownTypes.contains(name) { return interfaceTypes.contains(name) }
    return byName[name] == nil && !StandIns.contains(name) && !opaqueTypes.contains(name)
      && AppleNames.isUnavailable(name)
  }

  /// A protocol or class of another module, of which it is not known what it asks for.
  func asksForUnknownMembers(_ name: String) -> Bool {
    !ownTypes.contains(name) && !SliceNames.wellKnown.contains(name) && !isUnavailable(name)
  }

  func isSchema(_ unit: SliceUnit) -> Bool {
    unit.inherits.contains { ["VersionedSchema", "SchemaMigrationPlan"].contains($0.name) }
  }

  /// Members of schemas and plans, and everything that makes stages: without them there is no plan.
  func isCritical(_ id: UnitID) -> Bool {
    let unit = files[id.file].units[id.unit]
    if unit.references.contains("MigrationStage") { return true }
    guard unit.kind != .type, let parent = parent(of: id) else { return false }
    return isSchema(files[parent.file].units[parent.unit])
  }

  /// Whether a unit is a value that a plan keeps for its own code, as a logger: no schema, no stage.
  func isOwnValue(_ id: UnitID) -> Bool {
    let unit = files[id.file].units[id.unit]
    return unit.kind == .stored && unit.isStatic && !unit.references.contains("MigrationStage")
      && unit.names.allSatisfy {
        !["models", "schemas", "stages", "versionIdentifier"].contains($0)
      }
  }

  /// Whether a unit is a property of a class that no store keeps, neither itself nor as a value.
  func isUnstored(_ unit: SliceUnit, _ id: UnitID) -> Bool {
    guard unit.kind == .stored, let parent = parent(of: id) else { return false }
    let type = files[parent.file].units[parent.unit]
    return type.isClass && !type.attributes.contains("Model")
      && type.inherits.allSatisfy { !["Codable", "Encodable", "Decodable"].contains($0.name) }
  }

  /// Declarations that several files have, as apps with several targets do: of each, all but the
  /// one nearest to the plan.
  func repeated(nearest path: String) -> Set<UnitID> {
    var result: Set<UnitID> = []
    for places in sameDeclarations().values where Set(places.map(\.file)).count > 1 {
      let distances = places.map { Self.sharedFolders(files[$0.file].path, path) }
      guard let best = distances.max(), let choice = distances.firstIndex(of: best) else {
        continue
      }
      result.formUnion(places.filter { $0.file != places[choice].file })
    }
    return result
  }

  /// What cannot stand twice in one module: globals, and what extensions of one type declare.
  private func sameDeclarations() -> [String: [UnitID]] {
    var result: [String: [UnitID]] = [:]
    for (file, contents) in files.enumerated() {
      for (position, unit) in contents.units.enumerated() where !unit.isPrivate {
        let id = UnitID(file: file, unit: position)
        var owner = ""
        if let parent = unit.parent {
          // A member of a type comes and goes with its type.
          guard contents.units[parent].kind == .extension else { continue }
          owner = contents.header(of: contents.units[parent]) + " "
        }
        for key in Self.keys(of: unit, in: contents, isMember: unit.parent != nil) {
          result[owner + key, default: []].append(id)
        }
      }
    }
    return result
  }

  /// Functions may share a name, and are the same when they begin with the same words.
  private static func keys(of unit: SliceUnit, in file: SliceFile, isMember: Bool) -> [String] {
    switch unit.kind {
    case .extension, .operator, .closure, .macro, .requirement: []
    case .function, .initializer: isMember ? [file.header(of: unit)] : []
    default: unit.names.map { unit.isStatic ? "static " + $0 : $0 }
    }
  }

  private static func sharedFolders(_ path: String, _ other: String) -> Int {
    zip(path.split(separator: "/"), other.split(separator: "/")).prefix { $0 == $1 }.count
  }
}

extension SliceFile {
  /// What stands before a declaration's body, in one line.
  fileprivate func header(of unit: SliceUnit) -> String {
    let text = bytes[unit.range].prefix { $0 != UInt8(ascii: "{") }
    return text.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
      .filter { !["public", "package", "internal", "open", "final"].contains($0) }
      .joined(separator: " ")
  }
}
