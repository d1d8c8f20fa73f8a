/// What is kept for each thread or connection of a trace. That of the one whose statement came last
/// stands by itself, so that the work per line looks nothing up.
struct ContextStates<State> {
  var current: State
  /// All of them; the place of the current one holds another meanwhile.
  private var states: [State]
  private var place = 0
  private var places: [Int32: Int] = [:]
  private var name: Int32 = -1
  private let new: State
  /// There were more than are told apart.
  private(set) var isFull = false
  /// Past this many they share the state of what names no context; nobody's app has so many.
  static var most: Int { 256 }

  init(_ new: State) {
    current = new
    states = [new]
    self.new = new
  }

  /// Turns to the context of a name; -1 for what names none.
  @inline(__always)
  mutating func turn(to name: Int32) {
    if name != self.name { find(name) }
  }

  private mutating func find(_ name: Int32) {
    self.name = name
    if name < 0 {
      turn(at: 0)
    } else if let known = places[name] {
      turn(at: known)
    } else if states.count < Self.most {
      places[name] = states.count
      states.append(new)
      turn(at: states.count - 1)
    } else {
      isFull = true
      turn(at: 0)
    }
  }

  /// Every context, for `turn(at:)`; `turnBack` ends such a round.
  var all: Range<Int> { states.indices }

  mutating func turn(at next: Int) {
    guard next != place else { return }
    swap(&current, &states[place])
    swap(&current, &states[next])
    place = next
  }

  mutating func turnBack() { find(name) }
}
