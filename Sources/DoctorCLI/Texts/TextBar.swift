/// A number as a bar, for looking instead of reading.
enum TextBar {
  private static let widest = 30

  /// At least one block for anything above nothing.
  static func text(_ height: Int64, of most: Int64) -> String {
    guard height > 0, most > 0 else { return "" }
    let part = Double(height) / Double(most) * Double(widest)
    return String(repeating: "█", count: max(1, Int(part)))
  }
}
