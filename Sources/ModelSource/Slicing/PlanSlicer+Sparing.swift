package import StoreModel

/// What the compiler does not take: it is left out, where it can be spared.
extension PlanSlicer {
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
    if let report = ReportCall(
      around: offset, in: files[file].bytes, modules: Set(missingModules(of: files[file])),
      gone: Set(silencedVariables.filter { $0.location.path == place.path }.map(\.name)))
    {
      guard silenced[file]?.contains(report.range) != true else { return false }
      silenced[file, default: []].append(report.range)
      if let name = report.variable {
        silencedVariables.append(
          PlanSlice.LeftOut(name: name, why: why, location: place, error: place))
      }
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
}
