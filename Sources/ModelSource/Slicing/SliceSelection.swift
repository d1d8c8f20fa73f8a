/// Chooses the units a plan needs: the plan, and again and again whatever the chosen ones mention.
///
/// Names are matched as words, without types or scopes, so a little too much comes along; what must
/// not come along is anything of the user interface.
struct SliceSelection {
  struct UnitID: Hashable, Sendable {
    var file: Int
    var unit: Int
  }

  let files: [SliceFile]
  private let index: SliceIndex
  private let excluded: Set<UnitID>
  private let taken: Set<UnitID>
  /// Lists of models that are cut down to none.
  private let emptied: Set<UnitID>
  private(set) var kept: Set<UnitID> = []
  /// Kept only because something inside is needed: without conformances, without other members.
  private(set) var namespaces: Set<UnitID> = []
  private(set) var leftOut: [(id: UnitID, why: String)] = []
  /// Every name mentioned by what is kept.
  private(set) var mentioned: Set<String> = SliceNames.implicit
  private var openExtensions: Set<UnitID> = []
  private var waiting: [String] = []

  /// - Parameters:
  ///   - folder: what the plan lies in, where several have its name; else empty.
  ///   - excluded: units that turned out not to compile.
  ///   - taken: units that are tried whatever they name.
  ///   - emptied: lists of models that shall be empty.
  init(
    _ files: [SliceFile], plan: [String], folder: String = "", excluded: Set<UnitID> = [],
    taken: Set<UnitID> = [], emptied: Set<UnitID> = []
  ) {
    self.files = files
    self.taken = taken
    self.emptied = emptied
    index = SliceIndex(files)
    let all = index.types(at: plan)
    let inFolder = all.filter { files[$0.file].path.hasPrefix(folder + "/") }
    let roots = inFolder.isEmpty ? all : inFolder
    let planFile = roots.first.map { files[$0.file].path } ?? ""
    self.excluded = excluded.union(index.repeated(nearest: planFile))
    waiting = mentioned.sorted()
    for root in roots where !self.excluded.contains(root) { keepRoot(root) }
    while let name = waiting.popLast() { process(name) }
  }

  /// Types that the plan names and that an empty class stands for.
  var opaqueTypes: [String] { index.opaqueTypes.intersection(mentioned).sorted() }

  func unit(_ id: UnitID) -> SliceUnit { files[id.file].units[id.unit] }

  func declaresGlobal(_ name: String) -> Bool {
    index.units(named: name).contains { unit($0).parent == nil }
  }

  /// Whether the type of that path is a version.
  func isVersion(_ path: [String]) -> Bool {
    index.types(at: path).contains { id in
      unit(id).inherits.contains { $0.name == "VersionedSchema" }
    }
  }

  private mutating func keepRoot(_ id: UnitID) {
    for parent in index.ancestors(of: id).reversed() {
      if kept.insert(parent).inserted { namespaces.insert(parent) }
      guard unit(parent).kind == .extension else { continue }
      for base in index.types(at: unit(parent).path) where kept.insert(base).inserted {
        namespaces.insert(base)
      }
    }
    keep(id)
  }

  private mutating func mention(_ name: String) {
    if mentioned.insert(name).inserted { waiting.append(name) }
  }

  private mutating func process(_ name: String) {
    for id in index.units(named: name) { consider(id) }
    if !index.declaresType(name) { open(extensionsOf: name) }
  }

  private mutating func consider(_ id: UnitID) {
    let unit = unit(id)
    guard !excluded.contains(id), !kept.contains(id) || namespaces.contains(id) else { return }
    if let parent = index.parent(of: id), !kept.contains(parent) {
      guard openExtensions.contains(parent), !excluded.contains(parent) else { return }
      keep(parent)
      guard !kept.contains(id) else { return }
    }
    if !taken.contains(id), let why = reasonAgainst(unit, id) {
      if !leftOut.contains(where: { $0.id == id }) { leftOut.append((id, why)) }
      return
    }
    keep(id)
  }

  /// Why a unit cannot be part of a plan.
  private func reasonAgainst(_ unit: SliceUnit, _ id: UnitID) -> String? {
    if index.isInterface(unit) {
      return "it is part of the user interface"
    }
    guard !unit.isEssential, !index.isCritical(id) else { return nil }
    let inherited = Set(unit.inherits.map(\.name))
    guard let name = unit.bases.subtracting(inherited).filter(index.isUnavailable).min() else {
      return nil
    }
    return index.declaresType(name)
      ? "it needs '\(name)' of the user interface"
      : "it needs '\(name)'" + PlanSlice.LeftOut.needing
  }

  private mutating func keep(_ id: UnitID) {
    kept.insert(id)
    namespaces.remove(id)
    let unit = unit(id)
    if !emptied.contains(id) {
      for name in unit.references.sorted() { mention(name) }
    }
    if unit.kind == .requirement { for name in unit.names { mention(name) } }
    let takesAll = unit.inherits.contains { index.asksForUnknownMembers($0.name) }
    for child in index.children(of: id) {
      let member = self.unit(child)
      if takesAll || member.comesWithType || SliceNames.areWitnesses(member.names)
        || !mentioned.isDisjoint(with: member.names)
      {
        consider(child)
      }
    }
    if [.type, .protocol, .alias].contains(unit.kind) { open(extensionsOf: unit.name) }
  }

  /// From now on members of these extensions are taken when they are mentioned.
  private mutating func open(extensionsOf name: String) {
    for id in index.extensions(of: name) where openExtensions.insert(id).inserted {
      let unit = unit(id)
      guard !excluded.contains(id) else { continue }
      let conforms = unit.inherits.contains { !index.isUnavailable($0.name) }
      if conforms && reasonAgainst(unit, id) == nil { keep(id) }
      for child in index.children(of: id) {
        let member = self.unit(child)
        let comes = member.comesWithType && (index.declaresType(name) || member.names.contains("_"))
        if comes || !mentioned.isDisjoint(with: member.names) { consider(child) }
      }
    }
  }

  /// Conformances that a kept type cannot have here.
  func droppedConformances(of id: UnitID) -> Set<String> {
    if namespaces.contains(id) { return Set(unit(id).inherits.map(\.name)) }
    var dropped = Set(unit(id).inherits.map(\.name).filter(index.isUnavailable))
    guard unit(id).isClass else { return dropped }
    // Swift writes neither for the class of a model, which wrote its own for that reason.
    let lost = index.children(of: id).filter { !kept.contains($0) }.map(unit)
    if lost.contains(where: { $0.kind == .initializer && $0.names.contains("from") }) {
      dropped.formUnion(["Decodable", "Codable"])
    }
    if lost.contains(where: { $0.kind == .function && $0.names == ["encode"] }) {
      dropped.formUnion(["Encodable", "Codable"])
    }
    return dropped
  }

  /// Whether the unit may be left out to see if the rest compiles without it.
  func canBeSpared(_ id: UnitID) -> Bool {
    let unit = unit(id)
    guard kept.contains(id), !namespaces.contains(id),
      !index.isCritical(id) || index.isOwnValue(id),
      !unit.isEssential || index.isUnstored(unit, id)
    else { return false }
    return !isModel(id)
      // Around a model it is part of the schema.
      && !(unit.kind == .extension
        && index.children(of: id).contains { kept.contains($0) && isModel($0) })
  }

  private func isModel(_ id: UnitID) -> Bool {
    let unit = unit(id)
    return unit.kind == .type && (unit.attributes.contains("Model") || index.isSchema(unit))
  }

  func parent(of id: UnitID) -> UnitID? { index.parent(of: id) }
}
