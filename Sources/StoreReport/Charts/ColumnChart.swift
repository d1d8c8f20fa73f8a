internal import StoreModel

/// Amounts over time as columns of stacked parts, some of them below the line.
public struct ColumnChart: Sendable {
  /// A part of each column.
  public struct Part: Sendable {
    /// What it is called in the key.
    public var name: String
    /// How it is coloured: one of `reads`, `faults`, `writes`, `others`, `inserts`, `updates`, `deletes`.
    public var kind: String
    /// Below the line, for what went away.
    public var isBelow = false

    /// A part above or below the line.
    public init(_ name: String, kind: String, isBelow: Bool = false) {
      self.name = name
      self.kind = kind
      self.isBelow = isBelow
    }
  }

  /// A stretch of the axis in which something occurred.
  public struct Lane: Sendable {
    /// What stands before it: a number or a letter.
    public var name: String
    /// What it is, for a pointer that rests on it.
    public var title: String
    /// From where to where, in columns from the left.
    public var ranges: [ClosedRange<Double>]

    /// A lane of its stretches.
    public init(_ name: String, title: String, ranges: [ClosedRange<Double>]) {
      self.name = name
      self.title = title
      self.ranges = ranges
    }
  }

  /// What each column is made of, from the line outwards.
  public var parts: [Part]
  /// For each column the amount of each part, and what it is called.
  public var columns: [(amounts: [Int64], title: String)]
  /// What stands at the left and the right end of the axis.
  public var ends: (String, String)
  /// Below the columns.
  public var lanes: [Lane] = []
  /// What the picture shows, for those who cannot see it.
  public var summary: String

  /// A chart without lanes.
  public init(
    _ parts: [Part], columns: [(amounts: [Int64], title: String)], ends: (String, String),
    summary: String
  ) {
    self.parts = parts
    self.columns = columns
    self.ends = ends
    self.summary = summary
  }

  private static let (width, left, height, laneHeight) = (960.0, 64.0, 160.0, 16.0)

  /// The picture; its style is that of the page.
  public var svg: String {
    var svg = Markup()
    let most = columns.map { sum($0.amounts, below: false) }.max() ?? 0
    let least = columns.map { sum($0.amounts, below: true) }.max() ?? 0
    let scale = Self.height / max(1, Double(most) + Double(least))
    let zero = 18 + Double(most) * scale
    let bottom = 18 + Self.height
    let total = bottom + 26 + Double(lanes.count) * Self.laneHeight
    svg.element(
      "svg",
      [
        "class": "chart", "viewBox": "0 0 \(Self.width.short) \(total.short)", "role": "img",
        "aria-label": summary,
      ]
    ) {
      writeAxis(&$0, most, least, zero, bottom)
      for (index, column) in columns.enumerated() {
        write(column, at: index, zero: zero, scale: scale, &$0)
      }
      for (index, lane) in lanes.enumerated() {
        write(lane, at: bottom + 26 + Double(index) * Self.laneHeight, &$0)
      }
    }
    return svg.text
  }

  /// A single column is no wall.
  private var step: Double { min(64, (Self.width - Self.left) / Double(max(1, columns.count))) }
  private var right: Double { max(Self.left + 240, Self.left + step * Double(columns.count)) }

  private func sum(_ amounts: [Int64], below: Bool) -> Int64 {
    zip(parts, amounts).reduce(0) {
      $1.0.isBelow == below ? $0.adding(saturating: $1.1) : $0
    }
  }

  private func writeAxis(
    _ svg: inout Markup, _ most: Int64, _ least: Int64, _ zero: Double, _ bottom: Double
  ) {
    func line(_ y: Double) {
      svg.empty(
        "line",
        [
          "class": "rule", "x1": Self.left.short, "x2": right.short, "y1": y.short,
          "y2": y.short,
        ])
    }
    func text(_ content: String, _ x: Double, _ y: Double, isEnd: Bool) {
      svg.element("text", ["class": isEnd ? "end" : nil, "x": x.short, "y": y.short], content)
    }
    line(zero)
    // What is too flat to stand beside the zero is not written.
    if most > 0, zero > 32 { text("\(most)", Self.left - 6, 22, isEnd: true) }
    text("0", Self.left - 6, zero + 4, isEnd: true)
    if least > 0, bottom - zero > 14 {
      text("−\(least)", Self.left - 6, bottom + 4, isEnd: true)
    }
    text(ends.0, Self.left, bottom + 16, isEnd: false)
    if ends.1 != ends.0 { text(ends.1, right, bottom + 16, isEnd: true) }
  }

  private func write(
    _ column: (amounts: [Int64], title: String), at index: Int, zero: Double, scale: Double,
    _ svg: inout Markup
  ) {
    guard column.amounts.contains(where: { $0 > 0 }) else { return }
    svg.element("g") {
      $0.element("title", column.title)
      var (above, below) = (zero, zero)
      for (part, amount) in zip(parts, column.amounts) where amount > 0 {
        let height = max(0.5, Double(amount) * scale)
        if !part.isBelow { above -= height }
        $0.empty(
          "rect",
          [
            "class": part.kind, "x": (Self.left + Double(index) * step).short,
            "y": (part.isBelow ? below : above).short, "width": max(0.5, step * 0.88).short,
            "height": height.short,
          ])
        if part.isBelow { below += height }
      }
    }
  }

  private func write(_ lane: Lane, at y: Double, _ svg: inout Markup) {
    svg.element(
      "text", ["class": "end", "x": (Self.left - 6).short, "y": (y + 11).short], lane.name)
    svg.element("g", ["class": "block"]) {
      $0.element("title", lane.title)
      for range in lane.ranges {
        let x = min(Self.left + range.lowerBound * step, right - 2)
        let width = max(2, min((range.upperBound - range.lowerBound) * step, right - x))
        $0.empty(
          "rect",
          ["x": x.short, "y": (y + 2).short, "width": width.short, "height": "10", "rx": "2"])
      }
    }
  }
}

extension Double {
  /// With at most one digit behind the point, which is a tenth of a pixel.
  var short: String {
    let tenths = (self * 10).rounded()
    let whole = Int(tenths / 10)
    let digit = Int(abs(tenths)) % 10
    if digit == 0 { return "\(whole)" }
    return (tenths < 0 && whole == 0 ? "-" : "") + "\(whole).\(digit)"
  }
}
