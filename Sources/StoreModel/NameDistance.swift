/// How alike two names are, for guesses and "did you mean".
package enum NameDistance {
  /// Longer names are compared by their beginnings, so that names from a hostile file stay cheap.
  private static let limit = 100

  /// Edit distance: the number of bytes to insert, remove, replace or swap with their neighbour.
  package static func between(_ first: String, _ second: String) -> Int {
    let (left, right) = (Array(first.utf8.prefix(limit)), Array(second.utf8.prefix(limit)))
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }

  /// The name that `typed` most likely meant, whatever its case; nil when none is close.
  package static func nearest(to typed: String, in names: [String]) -> String? {
    let wanted = typed.lowercased()
    let best = names.map { (name: $0, distance: between($0.lowercased(), wanted)) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let best, best.distance <= max(1, wanted.utf8.count / 3) else { return nil }
    return best.name
  }
}
