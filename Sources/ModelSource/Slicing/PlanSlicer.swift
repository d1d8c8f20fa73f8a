package import StoreModel

/// Cuts out of an app's source what a migration plan needs: the plan, its schemas and models, and
/// everything they reach by name; not views, not the app.
///
/// Compiling is the last judge: where it finds that something taken along needs what is not there,
/// `leaveOut` drops that and `slice` cuts anew.
package struct PlanSlicer: Sendable {
  private let plan: [String]
  /// The folder that the plan lies in, where several have a plan of its name.
  private let folder: String
  private let files: [SliceFile]
  private var excluded: Set<SliceSelection.UnitID> = []
  /// Functions that are tried though they name what only Apple's systems have.
  private var taken: Set<SliceSelection.UnitID> = []
  private var reasons: [SliceSelection.UnitID: (why: String, place: Location)] = [:]
  /// What earlier cuts left out: the part that named it may be gone since, because of that.
  private var earlier: [(id: SliceSelection.UnitID, why: String)] = []
  private var droppedConformances: [SliceSelection.UnitID: Set<String>] = [:]
  /// Statements that stand for nothing, by file.
  private var silenced: [Int: [Range<Int>]] = [:]
  /// The lists of models of versions whose models are left out.
  private var emptied: Set<SliceSelection.UnitID> = []
  /// Those versions, and the names that went with their models.
  private var idleNames: Set<String> = []
  private var selection: SliceSelection

  /// - Parameters:
  ///   - files: all Swift files given; only those that the plan reaches are parsed.
  ///   - plan: the plan's name as `SchemaHistory.name` has it.
  package init(_ files: [SourceFile], plan: String) {
    // "Plan in Folder"; no name of a type has a space.
    let parts = plan.split(separator: " in ", maxSplits: 1)
    self.plan = parts.first.map { $0.split(separator: ".").map(String.init) } ?? []
    folder = parts.count > 1 ? String(parts[1]) : ""
    self.files = Self.load(files, plan: self.plan)
    selection = SliceSelection(self.files, plan: self.plan, folder: folder)
  }

  private static func load(_ files: [SourceFile], plan: [String]) -> [SliceFile] {
    var names: [Int: Set<String>] = [:]
    var chosen: [Int] = []
    for (position, file) in files.enumerated() where file.bytes.count <= SourceFile.largestBytes {
      let scan = FileScan(file.bytes)
      guard !scan.isTooDeep else { continue }
      if scan.isSchemaSource {
        chosen.append(position)
      } else {
        names[position] = SliceScan(file.bytes).names
      }
    }
    var parsed: [Int: SliceFile] = [:]
    while !chosen.isEmpty {
      let results = ParsePool.map(chosen.map { files[$0] }) { SliceReader.read($0, $1) }
      for (position, result) in zip(chosen, results) { parsed[position] = result }
      let all = files.indices.compactMap { parsed[$0] }
      let mentioned = SliceSelection(all, plan: plan).mentioned
      chosen = names.keys.sorted().filter {
        parsed[$0] == nil && !(names[$0]?.isDisjoint(with: mentioned) ?? true)
      }
    }
    return files.indices.compactMap { parsed[$0] }
  }

  /// The plan with everything it needs; nil when the files do not declare it.
  package func slice() -> PlanSlice? {
    guard let root = selection.kept.first(where: { isPlan(selection.unit($0)) }) else { return nil }
    let inverses = InverseMending.repeated(in: files)
    let text = text
    var result = PlanSlice(
      plan: plan.joined(separator: "."), planPath: files[root.file].path, files: [],
      models: selection.kept.count { selection.unit($0).attributes.contains("Model") },
      substitutes: text.substitutes, leftOut: [], missingModules: [:])
    for (position, file) in files.enumerated() {
      let missing = missingModules(of: file)
      if !missing.isEmpty { result.missingModules[file.path] = missing }
      guard selection.kept.contains(where: { $0.file == position }) else { continue }
      result.files.append(
        SourceFile(path: file.path, bytes: text.bytes(of: position, without: inverses[position])))
    }
    // An extension declares nothing of its type's name.
    let before = earlier.filter { part in
      !selection.leftOut.contains { $0.id == part.id } && reasons[part.id] == nil
        && !selection.kept.contains(part.id)
    }
    result.leftOut =
      ((selection.leftOut + before).map { ($0.id, $0.why, nil) }
      + reasons.sorted { ($0.key.file, $0.key.unit) < ($1.key.file, $1.key.unit) }
      .map { ($0.key, $0.value.why, $0.value.place) })
      .filter { selection.unit($0.0).kind != .extension }.map(leftOut)
    return result
  }

  private var text: SliceText {
    SliceText(
      files: files, selection: selection, droppedConformances: droppedConformances,
      silenced: silenced, emptied: emptied)
  }

  private mutating func select() {
    for part in selection.leftOut where !earlier.contains(where: { $0.id == part.id }) {
      earlier.append(part)
    }
    selection = SliceSelection(
      files, plan: plan, folder: folder, excluded: excluded, taken: taken, emptied: emptied)
  }

  /// The same plan without the models of versions that no code of it works with; nil when there are
  /// none, or it cannot be told. Compiling a model takes long.
  ///
  /// - Parameter versions: the names of those that closures get.
  package func withoutModels(except versions: Set<String>) -> PlanSlicer? {
    let text = text
    let idle = IdleVersions(files, selection, needed: versions) { text.bytes(of: $0, without: []) }
    guard let idle else { return nil }
    var result = self
    result.excluded.formUnion(idle.models)
    result.emptied = idle.lists
    result.select()
    let gone = selection.kept.subtracting(result.selection.kept).map(selection.unit)
    let left = Set(result.selection.kept.map(selection.unit).flatMap(\.names))
    result.idleNames = Set(gone.flatMap(\.names)).subtracting(left)
      .union(idle.versions.flatMap { $0.split(separator: ".").suffix(1).map(String.init) })
    return result
  }

  private func isPlan(_ unit: SliceUnit) -> Bool { unit.kind == .type && unit.path == plan }

  /// Drops what can be spared at a place: a conformance, a statement that only reports something, or
  /// the innermost declaration around it.
  ///
  /// - Returns: whether there was one; then cut anew.
  package mutating func leaveOut(at place: Location, because why: String) -> Bool {
    guard let (file, offset) = position(of: place) else { return false }
    let around = files[file].units.indices.last { files[file].units[$0].range.contains(offset) }
    guard let around else { return false }
    let innermost = SliceSelection.UnitID(file: file, unit: around)
    // It may have gone with what an error before this one left out.
    guard selection.kept.contains(innermost) else { return false }
    let lost = Self.lostProtocol(why)
    if let inherited = selection.unit(innermost).inherits.first(where: {
      $0.range.contains(offset) || $0.name == lost
    }), !["VersionedSchema", "SchemaMigrationPlan"].contains(inherited.name),
      droppedConformances[innermost]?.contains(inherited.name) != true
    {
      droppedConformances[innermost, default: []].insert(inherited.name)
      return true
    }
    if let report = ReportCall.range(
      around: offset, in: files[file].bytes, modules: Set(missingModules(of: files[file])))
    {
      guard silenced[file]?.contains(report) != true else { return false }
      silenced[file, default: []].append(report)
      return true
    }
    var candidate: SliceSelection.UnitID? = innermost
    while let id = candidate {
      if selection.canBeSpared(id) {
        excluded.insert(id)
        reasons[id] = (why, place)
        select()
        return true
      }
      candidate = selection.parent(of: id)
    }
    return false
  }

  /// The protocol that a type no longer conforms to, because a member that it asks for was left out.
  private static func lostProtocol(_ error: String) -> String? {
    let parts = error.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count > 3, parts[0] == "type ", parts[2] == " does not conform to protocol " else {
      return nil
    }
    return parts[3].split(separator: ".").last.map(String.init)
  }

  /// Takes back a function that was left out since it names what only Apple's systems have: the
  /// rest of it may do without the statements that do.
  ///
  /// - Returns: whether there was one; then cut anew.
  package mutating func takeBack(_ name: String) -> Bool {
    let functions = selection.leftOut.map(\.id).filter { id in
      let unit = selection.unit(id)
      return unit.kind == .function && unit.name == name && !taken.contains(id)
    }
    guard !functions.isEmpty else { return false }
    taken.formUnion(functions)
    select()
    return true
  }

  /// The same plan without what the other closures of its stages do; nil when there are no others.
  ///
  /// - Parameter closures: the places of the closures that will run.
  package func withoutClosures(except closures: [Location]) -> PlanSlicer? {
    let others = selection.kept.filter { id in
      let unit = selection.unit(id)
      return unit.kind == .closure
        && !closures.contains { $0.path == files[id.file].path && $0.line == unit.line }
    }
    guard !others.isEmpty else { return nil }
    var result = self
    result.excluded.formUnion(others)
    result.select()
    return result
  }

  /// The places of the closures of the plan's stages.
  package var closures: [Location] {
    selection.kept.filter { selection.unit($0).kind == .closure }
      .sorted { ($0.file, $0.unit) < ($1.file, $1.unit) }
      .map { Location(path: files[$0.file].path, line: selection.unit($0).line) }
  }

  /// The closures that places stand in, or that alone need the declarations around them.
  package func closures(reaching places: [Location]) -> [Location] {
    guard let none = withoutClosures(except: []) else { return [] }
    let own = places.filter { !none.keeps($0) }
    return closures.filter { closure in
      let alone = withoutClosures(except: [closure]) ?? self
      return own.contains(where: alone.keeps)
    }
  }

  /// Whether a compiler's error quotes a name of what was left out with the models of versions.
  package func lacks(_ error: String) -> Bool {
    let quoted = error.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.flatMap { $0.element.utf8.split { !$0.isNamePart } }
    return quoted.contains { idleNames.contains(String(decoding: $0, as: UTF8.self)) }
  }

  /// Whether the innermost declaration around a place is part of the slice.
  package func keeps(_ place: Location?) -> Bool {
    guard let place, let (file, offset) = position(of: place),
      let unit = files[file].units.lastIndex(where: { $0.range.contains(offset) })
    else { return true }
    return selection.kept.contains(.init(file: file, unit: unit))
  }

  private func position(of place: Location) -> (file: Int, offset: Int)? {
    guard let file = files.firstIndex(where: { $0.path == place.path }), let line = place.line
    else { return nil }
    let starts = files[file].lineStarts
    guard line >= 1, line <= starts.count else { return nil }
    return (file, starts[line - 1] + max(0, (place.column ?? 1) - 1))
  }

  private func missingModules(of file: SliceFile) -> [String] {
    file.imports.map(\.module).filter { !AppleNames.modules.contains($0) }
  }

  /// Whether a name that the compiler does not know stands for the app's own module: before a
  /// period and a name that the files declare.
  package func isOwnModule(_ name: String, at place: Location) -> Bool {
    guard let (file, offset) = position(of: place) else { return false }
    let bytes = files[file].bytes
    let dot = offset + name.utf8.count
    guard bytes.indices.contains(dot), bytes[dot] == UInt8(ascii: "."),
      bytes[offset..<dot].elementsEqual(name.utf8)
    else { return false }
    let member = String(decoding: bytes[(dot + 1)...].prefix { $0.isNamePart }, as: UTF8.self)
    return selection.declaresGlobal(member)
  }

  private func leftOut(
    _ id: SliceSelection.UnitID, _ why: String, _ error: Location?
  ) -> PlanSlice.LeftOut {
    let unit = selection.unit(id)
    let place = Location(path: files[id.file].path, line: unit.line)
    let owner = selection.parent(of: id).flatMap { selection.unit($0).path.last }
    return PlanSlice.LeftOut(
      name: unit.name, owner: owner, why: why, location: place, error: error)
  }
}
