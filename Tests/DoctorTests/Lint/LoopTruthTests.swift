import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint

/// Which calls of a loop run for every element, and which only look as if they did.
@Suite struct LoopTruthTests {
  private static let models = """
    import SwiftData
    @Model final class Song { var code = ""; var title = ""; init() {} }
    struct Row { let id: Int; let code: String; let kind: Kind; let path: String }
    enum Kind { case live, studio }
    final class Store {
      let context: ModelContext
      init(context: ModelContext) { self.context = context }
      func song(_ code: String) throws -> Song? {
        try context.fetch(FetchDescriptor<Song>(predicate: #Predicate { $0.code == code })).first
      }

    """

  private func check(_ body: String) throws {
    let example = RuleExample(isFlagged: true, text: Self.models + body + "\n}", settings: nil)
    let parsed = ExampleText(example)
    let places = try parsed.lint().filter { $0.rule == "fetch-in-loop" }.map(\.location)
    #expect(places == parsed.marks, "\(body)")
  }

  @Test func aConditionThatOneElementFitsMakesOneCall() throws {
    for condition in [
      "place == rows.count - 1", "rows.count - 1 == place", "row.path == wanted", "row.id == first",
      "place == 0 && !row.code.isEmpty", "(row.id == first)",
    ] {
      try check(
        """
          func load(_ rows: [Row], _ wanted: String, _ first: Int) throws {
            for (place, row) in rows.enumerated() {
              if \(condition) { print(try song(row.code) as Any) }
            }
          }
        """)
    }
    try check(
      """
        func load(_ rows: [Row], _ wanted: String) throws {
          for place in 0..<rows.count {
            if rows[place].path == wanted { print(try song(rows[place].code) as Any) }
          }
          for row in rows where row.path == wanted { print(try song(row.code) as Any) }
          try rows.forEach { row in
            guard row.path == wanted else { return }
            print(try song(row.code) as Any)
          }
          for row in rows {
            let own = row.path
            if own == wanted, let known = try song(row.code) { print(known) }
          }
        }
      """)
  }

  @Test func aConditionThatManyElementsFitMakesMany() throws {
    for condition in [
      "row.kind == .live", "row.code == wanted", "row.path == wanted || row.id > 3",
      "row.path != wanted", "row.path == row.code", "wanted == code",
    ] {
      try check(
        """
          func load(_ rows: [Row], _ wanted: String, _ code: String) throws {
            for row in rows {
              if \(condition) { print(try ↓song(row.code) as Any) }
            }
          }
        """)
    }
    try check(
      """
        func load(_ rows: [Row], _ wanted: String) throws {
          for row in rows {
            if row.path == wanted { print("found") } else { print(try ↓song(row.code) as Any) }
          }
        }
      """)
  }

  @Test func aFullPortionIsTakenAtOnce() throws {
    for (check, mark) in [
      ("waiting.count == size", ""), ("waiting.count >= 500", ""), ("waiting.count == 1", "↓"),
      ("waiting.count < size", "↓"),
    ] {
      try self.check(
        """
          func load(_ rows: [Row], _ size: Int) throws {
            var waiting: [Row] = []
            for row in rows {
              waiting.append(row)
              guard \(check) else { continue }
              print(try \(mark)song(row.code) as Any)
              waiting = []
            }
          }
        """)
    }
  }

  @Test func whatFailsIsTheException() throws {
    try check(
      """
        func load(_ rows: [Row], _ send: (Row) throws -> Void) {
          for row in rows {
            do { try send(row) } catch { print((try? song(row.code)) as Any) }
          }
        }
      """)
    try check(
      """
        func load(_ rows: [Row], _ send: (Row) throws -> Void) {
          for row in rows {
            do {
              print(try ↓song(row.code) as Any)
              try send(row)
            } catch { print(error) }
          }
        }
      """)
  }

  @Test func whatElementsShareIsAskedForOnceEach() throws {
    try check(
      """
        func load(_ rows: [Row]) throws {
          var known: [Kind: Song] = [:]
          for row in rows {
            let song: Song?
            if let kept = known[row.kind] { song = kept } else { song = try self.song(row.code) }
            known[row.kind] = song
          }
        }
      """)
    // A table by what each element has alone saves nothing.
    try check(
      """
        func load(_ rows: [Row]) throws {
          var known: [Int: Song] = [:]
          for row in rows {
            let song: Song?
            if let kept = known[row.id] { song = kept } else { song = try self.↓song(row.code) }
            known[row.id] = song
          }
        }
      """)
  }

  @Test func commandsDoTheirOwnWork() throws {
    let types = """
      }
      protocol Step { func run() }
      final class Cleaning: Step {
        let store: Store
        init(store: Store) { self.store = store }
        func run() { print((try? store.song("old")) as Any) }
      }
      final class Line {
        let store: Store
        init(store: Store) { self.store = store }
        func read() { print((try? store.song("old")) as Any) }
      """
    try check("func start(_ steps: [any Step]) { for step in steps { step.run() } }\n" + types)
    try check("func start(_ all: [Line]) { for line in all { line.↓read() } }\n" + types)
  }
}
