import Testing

@testable import StoreReport

/// The steps of a layout, each by itself.
@Suite struct LayoutPartsTests {
  @Test func crossingsAreCounted() {
    #expect(Inversions.count([]) == 0)
    #expect(Inversions.count([(0, 0), (1, 1), (2, 2)]) == 0)
    #expect(Inversions.count([(0, 2), (1, 1), (2, 0)]) == 3)
    // Lines from one place to one place do not cross.
    #expect(Inversions.count([(0, 1), (0, 2), (1, 2), (1, 3)]) == 0)
    #expect(Inversions.count([(0, 2), (0, 1), (1, 0), (1, 3)]) == 2)
  }

  /// The nearest values that do not decrease.
  @Test func wishesAreJoinedWhereTheyContradict() {
    func values(_ wishes: [Double]) -> [Double] {
      ColumnPositions.increasing(wishes.map { ($0, 1) })
    }
    #expect(values([1, 2, 3]) == [1, 2, 3])
    #expect(values([3, 1]) == [2, 2])
    #expect(values([4, 2, 6, 0]) == [3, 3, 3, 3])
    #expect(ColumnPositions.increasing([(10, 3), (2, 1)]) == [8, 8])
  }

  @Test func linesThatCanShareATrackDo() {
    let far = ChannelTracks.tracks([
      .init(left: [0], right: [40]), .init(left: [100], right: [140]),
    ])
    #expect(far.count == 1)
    let near = ChannelTracks.tracks([.init(left: [0], right: [60]), .init(left: [30], right: [90])])
    #expect(near.count == 2 && near.tracks[0] != near.tracks[1])
    // Both go down: the lower one bends first, and nothing crosses.
    #expect(near.tracks[1] < near.tracks[0])
  }

  /// One comes where the other leaves: on one height they would be one line.
  @Test func linesOnOneHeightDoNotTouch() {
    let result = ChannelTracks.tracks([
      .init(left: [0], right: [50]), .init(left: [50], right: [100]),
    ])
    let (first, second) = (result.tracks[0], result.tracks[1])
    // The first leaves to the right at 50; the second must have turned off before.
    #expect(second < first)
  }

  @Test func groupsAreThoseWithMostToDoWithEachOther() {
    func clique(_ nodes: Range<Int>) -> [Communities.Tie] {
      nodes.flatMap { first in nodes.filter { $0 > first }.map { .init(first: first, second: $0) } }
    }
    let ties = clique(0..<5) + clique(5..<10) + [.init(first: 4, second: 5)]
    #expect(Communities.of(11, ties) == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10]])
    #expect(Communities.of(11, ties.reversed()) == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10]])
    #expect(Communities.of(0, []) == [])
    #expect(Communities.of(2, [.init(first: 0, second: 0)]) == [[0], [1]])
  }
}
