internal import StoreModel

/// Cuts out of an app's source what a migration plan needs: the plan, its schemas and models, and
/// everything they reach by name; not views, not the app.
///
/// Compiling is the last judge: where it finds that something taken along needs what is not there,
/// `leaveOut` drops that and `slice` cuts anew.
package struct PlanSlicer: Sendable {
  let plan: [String]
  /// The folder that the plan lies in, where several have a plan of its name.
  let folder: String
  let files: [SliceFile]
  var excluded: Set<SliceSelection.UnitID> = []
  /// Functions that are tried though they name what only Apple's systems have.
  var taken: Set<SliceSelection.UnitID> = []
  var reasons: [SliceSelection.UnitID: (why: String, place: Location)] = [:]
  /// What earlier cuts left out: the part that named it may be gone since, because of that.
  private var earlier: [(id: SliceSelection.UnitID, why: String)] = []
  var droppedConformances: [SliceSelection.UnitID: Set<String>] = [:]
  /// Statements that stand for nothing, by file.
  var silenced: [Int: [Range<Int>]] = [:]
  /// The variables that some of them declare.
  var silencedVariables: [PlanSlice.LeftOut] = []
  /// The lists of models of versions whose models are left out.
  var emptied: Set<SliceSelection.UnitID> = []
  /// Those versions, and the names that went with their models.
  var idleNames: Set<String> = []
  var selection: SliceSelection

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
      result.divisions[file.path] = SliceDivision(file, outermost(in: position)) {
        selection.isVersion($0)
      }
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
      .filter { selection.unit($0.0).kind != .extension }.map(leftOut) + silencedVariables
    return result
  }

  var text: SliceText {
    SliceText(
      files: files, selection: selection, droppedConformances: droppedConformances,
      silenced: silenced, emptied: emptied)
  }

  mutating func select() {
    for part in selection.leftOut where !earlier.contains(where: { $0.id == part.id }) {
      earlier.append(part)
    }
    selection = SliceSelection(
      files, plan: plan, folder: folder, excluded: excluded, taken: taken, emptied: emptied)
  }

  /// What of a file stands in no other declaration, in its order.
  private func outermost(in file: Int) -> [SliceUnit] {
    files[file].units.indices.filter {
      files[file].units[$0].parent == nil
        && selection.kept.contains(SliceSelection.UnitID(file: file, unit: $0))
    }.map { files[file].units[$0] }
  }

  private func isPlan(_ unit: SliceUnit) -> Bool { unit.kind == .type && unit.path == plan }

  func position(of place: Location) -> (file: Int, offset: Int)? {
    guard let file = files.firstIndex(where: { $0.path == place.path }), let line = place.line
    else { return nil }
    let starts = files[file].lineStarts
    guard line >= 1, line <= starts.count else { return nil }
    return (file, starts[line - 1] + max(0, (place.column ?? 1) - 1))
  }

  func missingModules(of file: SliceFile) -> [String] {
    file.imports.map(\.module).filter { !AppleNames.modules.contains($0) }
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
