extension Collection where Element == String {
  /// `'a', 'b' and 3 more`.
  package func quotedList(atMost most: Int = .max, separator: String = ", ") -> String {
    let shown = prefix(most).map { "'\($0)'" }.joined(separator: separator)
    return count > most ? "\(shown) and \(count - most) more" : shown
  }
}
