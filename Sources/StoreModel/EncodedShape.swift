/// What `Codable` writes of a value, as far as the source tells: a property's column holds it as a whole,
/// so no column says what is in it.
package indirect enum EncodedShape: Sendable, Hashable {
  /// `String`, `Date`.
  case simple(String)
  /// All numbers: they are written alike.
  case number
  case list(EncodedShape)
  case dictionary(EncodedShape)
  /// The stored properties of a struct.
  case members([Member])
  /// An enum by what it writes for a case: a raw value, or the case's name.
  case cases(raw: String?)
  /// Somebody's own code writes it, or it is not declared.
  case unknown

  /// One stored property of a struct.
  package struct Member: Sendable, Hashable {
    package var name: String
    package var isOptional: Bool
    package var shape: EncodedShape

    package init(name: String, isOptional: Bool, shape: EncodedShape) {
      (self.name, self.isOptional, self.shape) = (name, isOptional, shape)
    }
  }

  /// Whether what was written of this is read as another; nil where that is not known.
  package func isRead(as new: EncodedShape) -> Bool? {
    if self == new { return isKnown ? true : nil }
    switch (self, new) {
    case (.unknown, _), (_, .unknown): return nil
    case (.list(let old), .list(let new)), (.dictionary(let old), .dictionary(let new)):
      return old.isRead(as: new)
    case (.members(let old), .members(let new)):
      let written = Dictionary(old.map { ($0.name, $0.shape) }, uniquingKeysWith: { $1 })
      let answers = new.map { member -> Bool? in
        guard let shape = written[member.name] else { return member.isOptional }
        return shape.isRead(as: member.shape)
      }
      if answers.contains(false) { return false }
      // Nothing that was written is looked for: another thing that happens to be read without an error.
      if !old.isEmpty, !new.contains(where: { written[$0.name] != nil }) { return false }
      return answers.contains(nil) ? nil : true
    case (.cases(let old), .cases(let new)): return old == new ? true : false
    // A raw value is written like any other text or number.
    case (.cases(let raw?), .simple(let name)), (.simple(let name), .cases(let raw?)):
      return raw == name
    case (.cases(let raw?), .number), (.number, .cases(let raw?)): return raw == "number"
    default: return false
    }
  }

  private var isKnown: Bool {
    switch self {
    case .unknown: false
    case .list(let inner), .dictionary(let inner): inner.isKnown
    case .members(let members): members.allSatisfy(\.shape.isKnown)
    case .simple, .number, .cases: true
    }
  }
}
