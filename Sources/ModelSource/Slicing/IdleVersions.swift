/// The versions of a plan whose models no code works with: lightweight stages lead to them, or none,
/// and nothing outside of them names anything in them.
struct IdleVersions {
  typealias UnitID = SliceSelection.UnitID

  /// Everything in them but their lists and identifiers.
  private(set) var models: Set<UnitID> = []
  /// Their lists of models.
  private(set) var lists: Set<UnitID> = []

  /// Their names.
  private(set) var versions: Set<String> = []

  private let selection: SliceSelection

  /// Nil when there are none.
  ///
  /// - Parameters:
  ///   - needed: the names of versions that closures get.
  ///   - text: a file as it is compiled with all versions.
  init?(
    _ files: [SliceFile], _ selection: SliceSelection, needed: Set<String>,
    text: (Int) -> [UInt8]
  ) {
    self.selection = selection
    var parts: [String: [UnitID]] = [:]
    for id in selection.kept {
      if let version = version(around: id) { parts[version, default: []].append(id) }
    }
    var idle = Set(
      parts.filter { name, ids in
        !needed.contains(name) && ids.filter { isList($0) }.count == 1
      }.keys)
    let texts = files.indices.map(text)
    // What lies in these versions is not in use, and the plan's list of versions uses none.
    var outer = texts
    for id in idle.flatMap({ parts[$0] ?? [] }) + selection.kept.filter(isVersionList) {
      for offset in selection.unit(id).range { outer[id.file][offset] = 0x20 }
    }
    var used = UsedNames()
    for text in outer { used.read(text[...]) }
    // Then the plan's own code may walk through all of them.
    guard !used.mentionsVersionList else { return nil }
    // What a version in use names is in use.
    while let next = idle.sorted().first(where: used.contains) {
      idle.remove(next)
      for id in parts[next, default: []]
      where selection.parent(of: id).map({ version(around: $0) == nil }) ?? true {
        used.read(texts[id.file][selection.unit(id).range])
      }
    }
    guard !idle.isEmpty else { return nil }
    versions = idle
    for name in idle {
      for id in parts[name, default: []] {
        if isList(id) {
          lists.insert(id)
        } else if !isFrame(id) {
          models.insert(id)
        }
      }
    }
  }

  /// The version that a unit is, extends or lies in.
  private func version(around id: UnitID) -> String? {
    var next: UnitID? = id
    while let current = next {
      let unit = selection.unit(current)
      if [.type, .extension].contains(unit.kind) {
        for length in stride(from: unit.path.count, to: 0, by: -1) {
          let path = Array(unit.path.prefix(length))
          if selection.isVersion(path) { return path.joined(separator: ".") }
        }
      }
      next = selection.parent(of: current)
    }
    return nil
  }

  private func isList(_ id: UnitID) -> Bool {
    let unit = selection.unit(id)
    return unit.isStatic && unit.names == ["models"] && isVersion(selection.parent(of: id))
  }

  /// The version itself, an extension of it, and its identifier.
  private func isFrame(_ id: UnitID) -> Bool {
    isVersion(id)
      || selection.unit(id).names == ["versionIdentifier"] && isVersion(selection.parent(of: id))
  }

  private func isVersion(_ id: UnitID?) -> Bool {
    guard let unit = id.map(selection.unit) else { return false }
    return [.type, .extension].contains(unit.kind) && selection.isVersion(unit.path)
  }

  private func isVersionList(_ id: UnitID) -> Bool {
    let unit = selection.unit(id)
    return unit.isStatic && unit.names == ["schemas"]
  }
}

/// Names that code uses as something with members: those before a period and another name, and what
/// aliases stand for. The ends of stages are no use.
private struct UsedNames {
  private var names: Set<String> = []
  /// Whether the code asks for a plan's `schemas`.
  private(set) var mentionsVersionList = false

  /// Code around a version names it by its last names alone.
  func contains(_ version: String) -> Bool {
    let path = version.split(separator: ".")
    return path.indices.contains { names.contains(path[$0...].joined(separator: ".")) }
  }

  mutating func read(_ text: ArraySlice<UInt8>) {
    text.withUnsafeBufferPointer { scan($0) }
  }

  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    var code = CodeBytes(bytes)
    var word: [UInt8] = []
    var chain: [String] = []
    var goesOn = false
    var label = ""
    var isAlias = false
    var isTarget = false
    func end(_ names: inout UsedNames) {
      if isTarget, !chain.isEmpty {
        names.add(chain)
        (isAlias, isTarget) = (false, false)
      } else if chain == ["typealias"] {
        isAlias = true
      } else if chain.last != "self" || !["fromVersion", "toVersion"].contains(label) {
        names.add(chain.dropLast())
      }
      (chain, goesOn) = ([], false)
    }
    var isOver = false
    while !isOver {
      let byte = code.next(after: &word)
      if !word.isEmpty {
        if !goesOn { end(&self) }
        chain.append(String(decoding: word, as: UTF8.self))
        goesOn = false
        if chain.last == "schemas" { mentionsVersionList = true }
      }
      isOver = byte == nil
      if byte == UInt8(ascii: ".") {
        goesOn = !chain.isEmpty
      } else if let byte, byte > 0x20 {
        let last = chain.last ?? ""
        end(&self)
        label = byte == UInt8(ascii: ":") ? last : ""
        isTarget = isAlias && byte == UInt8(ascii: "=")
      }
    }
    end(&self)
  }

  private mutating func add(_ path: some BidirectionalCollection<String>) {
    let path = Array(path)
    for start in path.indices {
      for end in path[start...].indices {
        names.insert(path[start...end].joined(separator: "."))
      }
    }
  }
}
