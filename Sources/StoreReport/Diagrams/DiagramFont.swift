internal import Diagnostics

/// How much room a text takes. The fonts are of one width, which is known within a few per cent for all
/// of them; what they lack comes from another font, and is taken to be wider than it probably is.
struct DiagramFont: Sendable {
  /// The width of one column.
  private let column: Double

  /// The pixels of CSS: names of entities, rows, and what stands beside them.
  static let title = DiagramFont(size: 13)
  static let row = DiagramFont(size: 12)
  static let small = DiagramFont(size: 11)
  static let label = DiagramFont(size: 10)

  private init(size: Double) { column = size * 0.625 }

  /// Rounded up.
  func width(_ text: String) -> Int {
    // Emoji are wider than two columns; other signs beyond Latin may be a little wider than one.
    let wide = text.unicodeScalars.reduce(0.0) { sum, scalar in
      sum + (scalar.value >= 0x1F000 ? 0.6 : scalar.value >= 0x2000 ? 0.35 : 0)
    }
    return Int((column * (Double(VisibleText(text).columns) + wide)).rounded(.up))
  }

  /// A name as it is shown: on one line, without signs that move other text, at most so long.
  static func shown(_ name: String, columns: Int) -> String {
    VisibleText(name).cut(to: columns).text
  }
}
