/// Formats of an NSPredicate that mix AND and OR.
extension PredicateFormat {
  private struct Comparison {
    var key: String
    var sign: String
  }

  /// Whether two comparisons that belong together, as two searches for one text do, are torn apart by an AND
  /// that only one of them has: `folder == %@ AND title CONTAINS %@ OR text CONTAINS %@`. Nothing is known of
  /// a format with brackets.
  static func tearsAlternatives(_ format: String) -> Bool {
    let words = words(of: format)
    guard !format.contains(where: { "(){}'\"".contains($0) }),
      !words.contains(where: { ["NOT", "!"].contains($0.uppercased()) })
    else { return false }
    let alternatives = words.split(whereSeparator: { ["OR", "||"].contains($0.uppercased()) })
      .map { alternative in
        alternative.split(whereSeparator: { ["AND", "&&"].contains($0.uppercased()) })
          .map { comparison(Array($0)) }
      }
    return zip(alternatives, alternatives.dropFirst()).contains { one, other in
      if one.count > 1, other.count == 1 {
        return tears(one.dropLast(), from: one.last ?? nil, and: other[0])
      }
      if other.count > 1, one.count == 1 {
        return tears(other.dropFirst(), from: other.first ?? nil, and: one[0])
      }
      return false
    }
  }

  /// Whether two are alike that stand beside each other, and all that only one of them is held to is not.
  private static func tears(
    _ others: some Collection<Comparison?>, from one: Comparison?, and other: Comparison?
  ) -> Bool {
    guard let one, let other, isAlike(one, other) else { return false }
    return others.allSatisfy { held in
      held.map { !isAlike($0, one) && !isAlike($0, other) } ?? false
    }
  }

  private static func isAlike(_ one: Comparison, _ other: Comparison) -> Bool {
    one.sign == other.sign
      && (one.key == other.key && one.key != "%K" || searches.contains(one.sign))
  }

  /// `ANY tags.name CONTAINS[cd] %@`; nil for what is written in another way.
  private static func comparison(_ words: [String]) -> Comparison? {
    let isOfSome = words.first.map { ["ANY", "SOME"].contains($0.uppercased()) } ?? false
    let rest = isOfSome ? Array(words.dropFirst()) : words
    guard rest.count == 3 else { return nil }
    return Comparison(key: rest[0], sign: sign(rest[1]))
  }
}
