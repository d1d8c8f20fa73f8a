/// Replaces the values in a binary property list where they stand: the result has the same structure in
/// as many bytes, and can be read by whatever read the old one. In a keyed archive the names of classes
/// and of their members stay, and numbers of one byte, which mostly count what follows.
struct PlistRedactor {
  /// What an object is there for. If it is there for several things, the last of them counts.
  enum Role: Int, Comparable {
    /// Says how to read the rest.
    case structure
    /// The name of a member in a dictionary of the app's own.
    case name
    case value
    /// Seconds since 2001.
    case date

    static func < (first: Role, second: Role) -> Bool { first.rawValue < second.rawValue }
  }

  /// Where in a keyed archive an object is.
  private enum Place { case plain, top, objects, object, classNames }

  private let layout: PlistLayout
  private var roles: [Role?]
  private let isArchive: Bool

  /// Nil for what is no binary property list.
  init?(_ bytes: [UInt8]) {
    guard let layout = PlistLayout(bytes) else { return nil }
    self.layout = layout
    roles = Array(repeating: nil, count: layout.count)
    isArchive = layout.members(of: layout.top).contains {
      layout.string(at: $0.key) == "$archiver"
    }
    assignRoles()
  }

  // MARK: What is what

  private mutating func assignRoles() {
    struct Visit: Hashable {
      let object: Int
      let role: Role
      let place: Place
    }
    var waiting = [Visit(object: layout.top, role: .value, place: isArchive ? .top : .plain)]
    var seen = Set(waiting)
    func add(_ object: Int, _ role: Role, _ place: Place) {
      let visit = Visit(object: object, role: role, place: place)
      if object < layout.count, seen.insert(visit).inserted { waiting.append(visit) }
    }
    while let visit = waiting.popLast() {
      roles[visit.object] = max(roles[visit.object] ?? .structure, visit.role)
      for element in layout.elements(of: visit.object) {
        let place: Place = visit.place == .objects ? .object : visit.place
        add(element, visit.role, place)
      }
      for (key, value) in layout.members(of: visit.object) {
        let isOwn = visit.place == .plain
        add(key, isOwn ? .name : .structure, .plain)
        let name = layout.string(at: key) ?? ""
        switch (visit.place, name) {
        case (.top, "$objects"): add(value, .value, .objects)
        case (.top, "$archiver"), (.top, "$version"): add(value, .structure, .classNames)
        // What else there may be is none of the archive's.
        case (.top, _): add(value, .value, .object)
        case (.object, "$classname"), (.object, "$classes"), (.object, "$classhints"):
          add(value, .structure, .classNames)
        case (.object, "NS.time"): add(value, .date, .object)
        default: add(value, visit.role, visit.place)
        }
      }
    }
  }

  // MARK: What becomes of it

  /// What the parts of a list become.
  struct Replacements {
    let text: (String) -> String
    let name: (String) -> String
    let data: ([UInt8]) -> [UInt8]
    let date: (Double) -> Double
    let real: (Double) -> Double
    /// A number in so many bytes.
    let integer: (UInt64, Int) -> UInt64
  }

  /// What no object needs is zero afterwards.
  func redacted(_ replacements: Replacements) -> [UInt8] {
    var result = layout.skeleton
    // Values last: should a forged list let objects overlap, none of them shows.
    for object in (0..<layout.count).sorted(by: { (roles[$0] ?? .value) < (roles[$1] ?? .value) }) {
      guard let role = roles[object], let range = layout.payload(of: object) else { continue }
      let old = Array(layout.bytes[range])
      let new =
        role == .structure ? old : self.new(old, layout.kind(of: object), role, replacements)
      if new.count == old.count { result.replaceSubrange(range, with: new) }
    }
    return result
  }

  private func new(
    _ old: [UInt8], _ kind: PlistLayout.Kind, _ role: Role, _ replacements: Replacements
  ) -> [UInt8] {
    switch kind {
    case .text:
      let text = String(decoding: old, as: UTF8.self)
      if isArchive, text == "$null" { return old }
      return Array((role == .name ? replacements.name(text) : replacements.text(text)).utf8)
    case .wideText:
      let units = stride(from: 0, to: old.count, by: 2).map {
        UInt16(old[$0]) << 8 | UInt16(old[$0 + 1])
      }
      let text = String(decoding: units, as: UTF16.self)
      let new = role == .name ? replacements.name(text) : replacements.text(text)
      return new.utf16.flatMap {
        [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
      }
    case .data: return replacements.data(old)
    case .integer:
      if isArchive, old.count == 1 { return old }
      guard old.count <= 8 else { return replacements.data(old) }
      return Self.bytes(replacements.integer(Self.word(old), old.count), old.count)
    case .real, .date:
      if old.count == 4 {
        let value = Float(bitPattern: UInt32(truncatingIfNeeded: Self.word(old)))
        return Self.bytes(UInt64(Float(replacements.real(Double(value))).bitPattern), 4)
      }
      let value = Double(bitPattern: Self.word(old))
      let isDate = kind == .date || role == .date
      let new = isDate ? replacements.date(value) : replacements.real(value)
      return Self.bytes(new.bitPattern, 8)
    case .structure: return old
    }
  }

  private static func word(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func bytes(_ word: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
  }
}
