/// The geometry of a line's parts, as path data of SVG.
enum LineShape {
  /// How far a sign at the end of a line reaches from its box.
  static let signLength = 14

  /// A line with rounded corners.
  static func path(_ points: [LayoutPoint], radius: Int = 6) -> String {
    guard let first = points.first, let last = points.last else { return "" }
    var path = "M\(first.x) \(first.y)"
    for index in points.indices.dropFirst().dropLast() {
      let (before, corner, after) = (points[index - 1], points[index], points[index + 1])
      let reach = min(radius, distance(before, corner) / 2, distance(corner, after) / 2)
      guard reach > 0 else {
        path += "L\(corner.x) \(corner.y)"
        continue
      }
      let (start, end) = (toward(before, from: corner, reach), toward(after, from: corner, reach))
      path += "L\(start.x) \(start.y)Q\(corner.x) \(corner.y) \(end.x) \(end.y)"
    }
    return path + "L\(last.x) \(last.y)"
  }

  private static func distance(_ first: LayoutPoint, _ second: LayoutPoint) -> Int {
    abs(first.x - second.x) + abs(first.y - second.y)
  }

  private static func toward(
    _ goal: LayoutPoint, from corner: LayoutPoint, _ reach: Int
  ) -> LayoutPoint {
    LayoutPoint(
      x: corner.x + (goal.x - corner.x).signum() * reach,
      y: corner.y + (goal.y - corner.y).signum() * reach)
  }

  /// 1 when the line leaves its box to the right, -1 to the left.
  static func direction(_ end: LayoutPoint, _ next: LayoutPoint) -> Int { next.x < end.x ? -1 : 1 }

  /// The crow's foot for many, a bar for one, a ring where there may be none; drawn at the box, along
  /// the line away from it.
  static func sign(_ count: LinkCount, at end: LayoutPoint, direction: Int) -> String {
    func x(_ distance: Int) -> Int { end.x + direction * distance }
    let foot =
      "M\(end.x) \(end.y - 5)L\(x(8)) \(end.y)L\(end.x) \(end.y + 5)"
    func bar(_ distance: Int) -> String { "M\(x(distance)) \(end.y - 5)V\(end.y + 5)" }
    // Two half circles around the line.
    let ring = "M\(x(8)) \(end.y)a3 3 0 1 0 \(6 * direction) 0a3 3 0 1 0 \(-6 * direction) 0"
    switch (count.isMany, count.isOptional) {
    case (true, true): return foot + ring
    case (true, false): return foot + bar(11)
    case (false, true): return bar(5) + ring
    case (false, false): return bar(5) + bar(9)
    }
  }

  /// The hollow triangle at an entity that others inherit from.
  static func triangle(at end: LayoutPoint, direction: Int) -> String {
    "M\(end.x) \(end.y)l\(direction * 11) -6v12z"
  }

  /// The point of a line that runs down, or up.
  static func arrowHead(at end: LayoutPoint, isUp: Bool) -> String {
    let y = isUp ? end.y + 8 : end.y - 8
    return "M\(end.x - 4) \(y)L\(end.x) \(end.y)L\(end.x + 4) \(y)"
  }

  /// Where a line without an inverse leads to.
  static func arrow(at end: LayoutPoint, direction: Int) -> String {
    "M\(end.x + direction * 8) \(end.y - 4)L\(end.x) \(end.y)L\(end.x + direction * 8) \(end.y + 4)"
  }
}
