/// What a layout is asked: boxes whose sizes are known, and the lines between them. Plain values, so
/// that whatever has boxes and lines can be laid out.
struct LayoutGraph: Sendable, Hashable {
  var nodes: [Node] = []
  var edges: [Edge] = []
  var spacing = Spacing()

  /// A box.
  struct Node: Sendable, Hashable {
    /// Unique; it breaks ties, so that the picture does not depend on the order of the nodes.
    var name: String
    var width: Int
    var height: Int
    /// Where lines that may end anywhere on the left or the right side end, from the top of the box.
    var slots: [Int] = []
  }

  /// A line. It may begin and end at the same box, and there may be several between two boxes.
  struct Edge: Sendable, Hashable {
    /// The end that is rather on the left.
    var from: End
    var to: End
    /// Orders lines that are alike otherwise.
    var name = ""
    /// How much it matters that `from` is on the left of `to`.
    var direction = 0.4
  }

  /// One end of a line.
  struct End: Sendable, Hashable {
    /// The place of the box in `nodes`.
    var node: Int
    /// From the top of the box; nil for any of its slots.
    var y: Int?
    /// What must be free between the box and the first bend, for a sign and a text.
    var room = 12
  }

  /// Distances.
  struct Spacing: Sendable, Hashable {
    /// Between a box and the one below.
    var boxes = 26
    /// Between a box and a line that passes it.
    var boxToLine = 14
    /// Between lines next to each other.
    var lines = 10
    /// Between parts of the picture that no line connects.
    var parts = 44
    /// The width of the picture by its height.
    var aspect = 1.5
  }
}

/// A place in a picture: x to the right, y down.
struct LayoutPoint: Sendable, Hashable {
  var x: Int
  var y: Int
}

/// The area of a box.
struct LayoutFrame: Sendable, Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var right: Int { x + width }
  var bottom: Int { y + height }

  func intersects(_ other: LayoutFrame) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }
}

/// Where everything is.
struct GraphLayout: Sendable, Hashable {
  /// By the place of the node in the graph.
  var frames: [LayoutFrame] = []
  /// By the place of the edge in the graph: its corners from `from` to `to`. Neighbours share x or y,
  /// unless the graph is too large for that (`isDirect`).
  var routes: [[LayoutPoint]] = []
  var width = 0
  var height = 0
  /// The lines go straight from box to box, over what is between, because there are too many.
  var isDirect = false
}
