/// Finds what a misspelt word may have meant.
enum Suggestion {
  /// The candidate with the fewest edits, when that is at most a third of the word's length.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let limit = max(1, word.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let distance = distance(word.lowercased(), candidate.lowercased())
      if distance <= limit && distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one word into another.
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.prefix(64))
    let right = Array(right.prefix(64))
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isEqual = left[row] == right[column]
        var best = min(
          last[column] + (isEqual ? 0 : 1), last[column + 1] + 1, current[column] + 1)
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
}
