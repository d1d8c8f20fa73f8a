/// Finds the `inverse:` arguments that must go so that the macros compile: where both sides of a
/// relationship name each other, Swift's compiler ends in a circular reference. The runtime takes
/// the inverse from the one side that is left.
enum InverseMending {
  /// The arguments to leave out, by file: the later of each pair.
  static func repeated(in files: [SliceFile]) -> [[Range<Int>]] {
    var result = Array(repeating: [Range<Int>](), count: files.count)
    var kept: Set<[String]> = []
    for (position, file) in files.enumerated() {
      for use in file.inverses {
        guard let target = resolved(use) else { continue }
        let side = use.owner + [use.property]
        // The other side named this one already, or a relationship is its own inverse.
        if kept.contains(target + side) || target == side {
          result[position].append(use.range)
        } else {
          kept.insert(side + target)
        }
      }
    }
    return result
  }

  /// `\Tag.notes` inside `SchemaV1.Note` means `SchemaV1.Tag.notes` where both lie side by side.
  private static func resolved(_ use: SliceFile.InverseUse) -> [String]? {
    guard use.target.count > 1 else { return nil }
    let scope = Array(use.owner.dropLast())
    return use.target.starts(with: scope) ? use.target : scope + use.target
  }
}
