/// Finds any of many fixed texts in one pass over a log, whatever their number (Aho and Corasick's
/// automaton), without regard to ASCII case.
struct AnchorScanner: Sendable {
  /// Bytes that occur in no anchor share class 0, which keeps the table small.
  private let classes: [UInt8]
  private let classCount: Int
  private let next: [Int32]
  /// For each state the anchors that end there.
  private let found: [[Int32]]
  private let isEnd: [Bool]
  private let lengths: [Int]

  init(_ anchors: [[UInt8]]) {
    var classes = [UInt8](repeating: 0, count: 256)
    var classCount = 1
    for byte in anchors.joined() where classes[Int(byte)] == 0 {
      classes[Int(byte)] = UInt8(classCount)
      classCount += 1
    }
    for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") {
      classes[Int(byte)] = classes[Int(byte.lowered)]
    }

    var next = [Int32](repeating: -1, count: classCount)
    var found: [[Int32]] = [[]]
    for (index, anchor) in anchors.enumerated() where !anchor.isEmpty {
      var state = 0
      for byte in anchor {
        let edge = state * classCount + Int(classes[Int(byte)])
        if next[edge] < 0 {
          next[edge] = Int32(found.count)
          found.append([])
          next += [Int32](repeating: -1, count: classCount)
        }
        state = Int(next[edge])
      }
      found[state].append(Int32(index))
    }

    // Breadth first, so that a state's fallback is complete before the state needs it.
    var fallback = [Int](repeating: 0, count: found.count)
    var queue: [Int] = []
    for edge in 0..<classCount {
      if next[edge] > 0 { queue.append(Int(next[edge])) } else { next[edge] = 0 }
    }
    var position = 0
    while position < queue.count {
      let state = queue[position]
      position += 1
      found[state] += found[fallback[state]]
      for edge in 0..<classCount {
        let target = Int(next[state * classCount + edge])
        let other = next[fallback[state] * classCount + edge]
        if target < 0 {
          next[state * classCount + edge] = other
        } else {
          fallback[target] = Int(other)
          queue.append(target)
        }
      }
    }
    self.classes = classes
    self.classCount = classCount
    self.next = next
    isEnd = found.map { !$0.isEmpty }
    self.found = found
    lengths = anchors.map(\.count)
  }

  /// Calls `visit` with each anchor's index and the position where it begins, in text order.
  func scan(_ text: UnsafeBufferPointer<UInt8>, visit: (_ anchor: Int, _ position: Int) -> Void) {
    classes.withUnsafeBufferPointer { classes in
      next.withUnsafeBufferPointer { next in
        var state = 0
        for position in 0..<text.count {
          state = Int(next[state * classCount + Int(classes[Int(text[position])])])
          if isEnd[state] {
            for anchor in found[state] {
              visit(Int(anchor), position + 1 - lengths[Int(anchor)])
            }
          }
        }
      }
    }
  }
}
