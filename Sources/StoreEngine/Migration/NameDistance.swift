/// How alike two names are, for guesses and "did you mean".
public enum NameDistance {
  /// Longer names are compared by their beginnings, so that names from a hostile file stay cheap.
  private static let limit = 100

  /// Edit distance: the number of bytes to insert, remove or replace.
  public static func between(_ first: String, _ second: String) -> Int {
    let (left, right) = (Array(first.utf8.prefix(limit)), Array(second.utf8.prefix(limit)))
    var row = Array(0...right.count)
    for (i, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, otherByte) in right.enumerated() {
        let replaced = diagonal + (byte == otherByte ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }

  /// The name a person who typed `typed` most likely meant; nil when none is close. Upper and
  /// lower case count as equal.
  public static func nearest(to typed: String, in names: [String]) -> String? {
    let wanted = typed.lowercased()
    let best = names.map { (name: $0, distance: between($0.lowercased(), wanted)) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let best, best.distance <= max(1, wanted.utf8.count / 3) else { return nil }
    return best.name
  }
}
