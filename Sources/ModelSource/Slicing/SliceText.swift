/// The text of what is kept of an app's source: each file with its lines and columns as they are.
struct SliceText {
  let files: [SliceFile]
  let selection: SliceSelection
  let droppedConformances: [SliceSelection.UnitID: Set<String>]
  /// Statements that stand for nothing, by file.
  let silenced: [Int: [Range<Int>]]
  /// The lists of models of versions whose models are left out.
  let emptied: Set<SliceSelection.UnitID>

  /// The file with all bytes that are not needed replaced by spaces.
  ///
  /// - Parameter inverses: places of inverses that are named on both sides.
  func bytes(of position: Int, without inverses: [Range<Int>]) -> [UInt8] {
    let file = files[position]
    var blanks = file.blanks + inverses + (silenced[position] ?? [])
    blanks += file.imports.filter { !AppleNames.modules.contains($0.module) }.map(\.range)
    let declared = declared
    blanks += file.qualifiers.filter {
      !AppleNames.modules.contains($0.module) && !isQualifierKept($0, declared)
    }.map(\.range)
    for (number, unit) in file.units.enumerated() {
      let id = SliceSelection.UnitID(file: position, unit: number)
      if !selection.kept.contains(id) {
        blanks.append(unit.range)
      } else {
        blanks += Self.blanks(
          inheritance: unit,
          dropping: selection.droppedConformances(of: id).union(droppedConformances[id] ?? []))
      }
    }
    var bytes = file.bytes
    for blank in blanks {
      for offset in blank where bytes.indices.contains(offset) && bytes[offset] > 0x20 {
        bytes[offset] = 0x20
      }
    }
    for list in emptied where list.file == position && selection.kept.contains(list) {
      let range = file.units[list.unit].range
      for offset in range where bytes[offset] > 0x20 { bytes[offset] = 0x20 }
      let words = ["static", "var", "models:[any", "PersistentModel.Type]{[]}"]
      Self.write(words, into: &bytes, at: range)
    }
    for initializer in lostInitializers(in: position) {
      let words = ["init(_", "n:", "Never){", "switch", "n{}}"]
      Self.write(words, into: &bytes, at: initializer.range)
    }
    // A case and the like need a statement.
    for statement in silenced[position] ?? [] where bytes.indices.contains(statement.lowerBound + 1)
    {
      bytes.replaceSubrange(statement.lowerBound..<statement.lowerBound + 2, with: Array("()".utf8))
    }
    return bytes
  }

  /// Of every model whose initializers were all left out, the first. `@Model` wants one, and the
  /// plan may call none.
  private func lostInitializers(in position: Int) -> [SliceUnit] {
    let units = files[position].units
    func isKept(_ unit: Int) -> Bool { selection.kept.contains(.init(file: position, unit: unit)) }
    return units.indices.filter { units[$0].attributes.contains("Model") && isKept($0) }
      .compactMap { model in
        let all = units.indices.filter {
          units[$0].parent == model && units[$0].kind == .initializer
        }
        return all.contains(where: isKept) ? nil : all.first.map { units[$0] }
      }
  }

  /// Writes words over blanks, without changing lines; nothing if there is no room.
  private static func write(_ words: [String], into bytes: inout [UInt8], at range: Range<Int>) {
    var result = bytes
    var offset = range.lowerBound
    for word in words {
      let count = word.utf8.count
      repeat {
        guard offset + count < range.upperBound else { return }
        offset += 1
      } while result[offset - 1...offset + count - 1].contains { $0 == 0x0A || $0 == 0x0D }
      result.replaceSubrange(offset - 1..<offset - 1 + count, with: word.utf8)
      offset += count
    }
    bytes = result
  }

  private static func blanks(
    inheritance unit: SliceUnit, dropping dropped: Set<String>
  ) -> [Range<Int>] {
    guard let start = unit.inheritanceStart, let last = unit.inherits.last else { return [] }
    let kept = unit.inherits.filter { !dropped.contains($0.name) }
    if kept.isEmpty { return [start..<last.range.upperBound] }
    var blanks = unit.inherits.filter { dropped.contains($0.name) }.map(\.range)
    // The last one that stays has no comma behind it.
    if let comma = kept.last?.commaOffset, kept.last?.range != last.range {
      blanks.append(comma..<comma + 1)
    }
    return blanks
  }

  private var declared: Set<String> {
    Set(
      selection.kept.map(selection.unit).filter { $0.kind != .extension }.flatMap(\.names))
  }

  /// What stands in for Apple's names in this slice alone; beside an own `Logger`, for `os.Logger`
  /// under its module.
  var substitutes: String {
    let declared = declared
    // They hold nothing that threads could share; Sendable is unchecked because NSObject is not it.
    var texts = selection.opaqueTypes.map {
      "final class \($0): NSObject, @unchecked Sendable {}"
    }
    var qualified: [String: Set<String>] = [:]
    for position in Set(selection.kept.map(\.file)) {
      for use in files[position].qualifiers where isQualifierKept(use, declared) {
        qualified[use.module, default: []].insert(use.name)
      }
    }
    for (module, names) in qualified.sorted(by: { $0.key < $1.key }) {
      texts.append(StandIns.qualified(names, by: module))
    }
    return texts.joined(separator: "\n")
  }

  /// `os.` before a name that means something else without it.
  private func isQualifierKept(_ use: SliceFile.Qualifier, _ declared: Set<String>) -> Bool {
    declared.contains(use.name) && StandIns.types.contains(use.name)
  }
}
