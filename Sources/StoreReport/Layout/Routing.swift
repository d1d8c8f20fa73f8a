/// Turns the order of a layered graph into places: columns beside each other with channels between them,
/// as wide as their lines need.
struct Routing {
  private let layered: LayeredGraph
  private let ends: [EndSlots.Ends]
  private let tops: [Int]
  private let columnWidths: [Int]
  /// The right edge of each column, when the channels are known.
  private var columnLefts: [Int] = []
  private var channels: [Channel] = []

  /// What lies between a column and the next.
  private struct Channel {
    var trackOfLink: [Int: Int] = [:]
    var trackOfBracket: [Int: Int] = [:]
    var count = 0
    var roomLeft = 0
    var roomRight = 0
    /// Where its first track is.
    var start = 0

    func width(_ line: Int, isLast: Bool) -> Int {
      if isLast { return count == 0 ? 0 : roomLeft + (count - 1) * line + 4 }
      return max(40, roomLeft + roomRight + max(0, count - 1) * line)
    }
  }

  init(_ layered: LayeredGraph, ends: [EndSlots.Ends]) {
    self.layered = layered
    self.ends = ends
    let exact = ColumnPositions.tops(layered)
    let first = exact.min() ?? 0
    tops = Self.whole(exact.map { $0 - first }, layered)
    columnWidths = layered.columns.map { $0.map { layered.items[$0].width }.max() ?? 0 }
    placeColumns()
  }

  /// Whole numbers that keep the distances.
  private static func whole(_ exact: [Double], _ layered: LayeredGraph) -> [Int] {
    var tops = [Int](repeating: 0, count: exact.count)
    for column in layered.columns {
      var least = Int.min
      for (index, item) in column.enumerated() {
        if index > 0 {
          let above = column[index - 1]
          least = tops[above] + layered.items[above].height + layered.gap(above, item)
        }
        tops[item] = max(least, Int(exact[item].rounded()))
      }
    }
    return tops
  }

  private mutating func placeColumns() {
    channels = layered.columns.indices.map { channel($0) }
    let line = layered.graph.spacing.lines
    var x = 0
    for column in layered.columns.indices {
      columnLefts.append(x)
      x += columnWidths[column]
      channels[column].start = x + channels[column].roomLeft
      x += channels[column].width(line, isLast: column == layered.columns.count - 1)
    }
  }

  /// The tracks between a column and the next.
  private func channel(_ column: Int) -> Channel {
    var channel = Channel()
    var segments: [ChannelTracks.Segment] = []
    var owners: [(link: Int?, bracket: Int?)] = []
    for item in layered.columns[column] {
      for link in layered.linksRight[item] {
        let parts = layered.links[link]
        let edge = layered.graph.edges[parts.edge]
        if layered.items[parts.left].isBox {
          channel.roomLeft = max(channel.roomLeft, room(edge, at: parts.left))
        }
        if layered.items[parts.right].isBox {
          channel.roomRight = max(channel.roomRight, room(edge, at: parts.right))
        }
        let (left, right) = heights(parts)
        guard left != right else { continue }
        segments.append(.init(left: [left], right: [right]))
        owners.append((link, nil))
      }
    }
    for edge in layered.brackets
    where layered.items[layered.graph.edges[edge].from.node].column == column {
      let (from, to) = (layered.graph.edges[edge].from, layered.graph.edges[edge].to)
      channel.roomLeft = max(channel.roomLeft, from.room, to.room)
      segments.append(
        .init(left: [tops[from.node] + ends[edge].from, tops[to.node] + ends[edge].to], right: []))
      owners.append((nil, edge))
    }
    let tracks = ChannelTracks.tracks(segments)
    for (owner, track) in zip(owners, tracks.tracks) {
      if let link = owner.link { channel.trackOfLink[link] = track }
      if let bracket = owner.bracket { channel.trackOfBracket[bracket] = track }
    }
    channel.count = tracks.count
    channel.roomLeft = max(channel.roomLeft, 12)
    channel.roomRight = max(channel.roomRight, 12)
    return channel
  }

  private func room(_ edge: LayoutGraph.Edge, at node: Int) -> Int {
    edge.from.node == node ? edge.from.room : edge.to.room
  }

  private func heights(_ link: LayeredGraph.Link) -> (left: Int, right: Int) {
    (tops[link.left] + Int(link.leftOffset), tops[link.right] + Int(link.rightOffset))
  }

  func layout() -> GraphLayout {
    var layout = GraphLayout()
    for (node, size) in layered.graph.nodes.enumerated() {
      let column = layered.items[node].column
      layout.frames.append(
        LayoutFrame(
          x: columnLefts[column] + (columnWidths[column] - size.width) / 2, y: tops[node],
          width: size.width, height: size.height))
    }
    layout.routes = layered.graph.edges.indices.map { route($0, layout.frames) }
    layout.width = layout.frames.map(\.right).max() ?? 0
    layout.height = layout.frames.map(\.bottom).max() ?? 0
    for point in layout.routes.joined() {
      layout.width = max(layout.width, point.x)
      layout.height = max(layout.height, point.y)
    }
    return layout
  }

  private func route(_ number: Int, _ frames: [LayoutFrame]) -> [LayoutPoint] {
    let edge = layered.graph.edges[number]
    let line = layered.graph.spacing.lines
    guard let first = layered.chains[number].first, let last = layered.chains[number].last else {
      let column = layered.items[edge.from.node].column
      let x =
        channels[column].start + (channels[column].trackOfBracket[number] ?? 0) * line
      let (from, to) = (frames[edge.from.node], frames[edge.to.node])
      let (top, bottom) = (from.y + ends[number].from, to.y + ends[number].to)
      return [
        LayoutPoint(x: from.right, y: top), LayoutPoint(x: x, y: top), LayoutPoint(x: x, y: bottom),
        LayoutPoint(x: to.right, y: bottom),
      ]
    }
    let begin = frames[layered.links[first].left]
    var points = [LayoutPoint(x: begin.right, y: heights(layered.links[first]).left)]
    for link in layered.chains[number] {
      let (left, right) = heights(layered.links[link])
      guard left != right else { continue }
      let column = layered.items[layered.links[link].left].column
      let x = channels[column].start + (channels[column].trackOfLink[link] ?? 0) * line
      points += [LayoutPoint(x: x, y: left), LayoutPoint(x: x, y: right)]
    }
    let end = frames[layered.links[last].right]
    points.append(LayoutPoint(x: end.x, y: heights(layered.links[last]).right))
    return layered.links[first].left == edge.from.node ? points : points.reversed()
  }
}
