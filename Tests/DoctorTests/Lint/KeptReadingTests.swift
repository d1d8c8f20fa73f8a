import Foundation
import StoreModel
import Synchronization
import Testing

@testable import Lint
@testable import ModelSource

/// What was read of a file comes back from its kept form as it was.
@Suite struct KeptReadingTests {
  private static let source = """
    import SwiftData

    let defaults: [any VersionedSchema.Type] = [V1.self] + V2.all as [any VersionedSchema.Type]
    typealias Names = [String: [Int?]]
    typealias Box<T> = Set<T>

    @Model
    public final class Note: Base, @unchecked Sendable {
      #Unique<Note>([\\.id], [\\.title, \\.folder])
      #Index([\\Note.title])
      @Attribute(.unique, originalName: "key") var id: UUID = UUID()
      @Attribute(.transformable(by: T.self), hashModifier: "2") var data: (Int, String)?
      @Relationship(deleteRule: .cascade, minimumModelCount: -1, inverse: \\Tag.notes)
      var tags: [Tag] = [Tag](), others: Optional<SwiftData.Box<Int>>, nothing: String! = nil
      var numbers = [1_000, -0x1F, 2.5e3]
      var map: Names = ["a": [1, nil], "b": []]
      var size = (Size(width: 1) as Size?)!
      let (left, right) = (1, 2)
      static let shared = true
      lazy var late = try! make { $0 } and: { 1 }
      var count: Int { get { return tags.count } set { } }
      var title = "a\\(1)" { didSet { print(title) } }
      init() {}
      static func steps() -> [MigrationStage] { let a = 1; return [step, Self.other] }
      static func other() -> Int { 1 }
      func encode(to encoder: any Encoder) throws { var c = encoder.unkeyedContainer() }
      enum CodingKeys: String { case id = "i", title }
      indirect enum Tree { case leaf, node(Tree, UUID().uuidString) }
      #if DEBUG
        var debug = 1
      #else
        var release = 2
      #endif
    }
    extension V1.Part { struct Deep<T> { actor Inner { protocol P {} } } }
    let container = try ModelContainer(
      for: Schema([Note.self, Tag.self]), migrationPlan: Plan.self,
      configurations: ModelConfiguration(url: url, cloudKitDatabase: .none), elsewhere)
    let broken = func {
    """

  private static func readings() -> [FileReading] {
    let texts = [source, "", "@Model struct A {}", "let a = 1 // CloudKit", "\u{0}\u{FF}é\n"]
    let files = texts.enumerated().map { SourceFile(path: "f\($0).swift", text: $1) }
    return SwiftModelReader.readAll(files, known: []).readings.compactMap(\.self)
  }

  /// Every field of a value, in an order that does not depend on how dictionaries are laid out.
  private static func fields(_ value: Any) -> [String] {
    var text = ""
    dump(value, to: &text)
    // The first line of an optional repeats all that is in it.
    return text.split(separator: "\n").map { line in
      String(line.contains("▿") ? line.prefix { $0 != ":" } : line)
    }.sorted()
  }

  @Test func everythingComesBack() throws {
    let readings = Self.readings()
    #expect(readings.count == 5)
    for reading in readings {
      let bytes = try KeptBytes.of(reading)
      let (again, rest) = try KeptBytes.first(FileReading.self, in: bytes[...])
      #expect(rest.isEmpty)
      let changes = Self.fields(again).difference(from: Self.fields(reading))
      #expect(changes.map { "\($0)" } == [])
    }
    // The first says something in every field, or the comparison says little.
    let all = Self.fields(readings[0])
    for name in ["functions", "aliases", "globals", "cases", "macros", "containers", "problems"] {
      #expect(all.contains { $0.hasSuffix("▿ \(name)") }, "\(name)")
    }
  }

  @Test func damagedBytesAreRefused() throws {
    let bytes = try KeptBytes.of(Self.readings()[0])
    for end in 0..<bytes.count {
      #expect(throws: (any Error).self) {
        try KeptBytes.first(FileReading.self, in: bytes[..<end])
      }
    }
    // A changed byte may still be a value, but never a trap.
    for position in bytes.indices {
      for value: UInt8 in [0, 0x7f, 0x80, 0xff] {
        var damaged = bytes
        damaged[position] = value
        _ = try? KeptBytes.first(FileReading.self, in: damaged[...])
      }
    }
  }

  @Test func depthIsBounded() {
    // `[[[[…`: an array type in an array type, without end. The name of the case comes once, and
    // then again by its number.
    let deep = [UInt8(5 << 1)] + Array("array".utf8) + [UInt8](repeating: 1, count: 100_000)
    let isRefused = Workers.map(1) { _ in
      (try? KeptBytes.first(TypeReference.self, in: deep[...])) == nil
    }
    #expect(isRefused == [true])
  }

  @Test func workThatIsGivenUpIsNotWaitedFor() {
    #expect(Workers.run(isStopped: { false }, { 7 }) == 7)
    let gate = DispatchSemaphore(value: 0)
    @Sendable func work() -> Int {
      gate.wait()
      return 7
    }
    #expect(Workers.run(isStopped: { true }, work) == nil)
    gate.signal()
  }

  /// Each thread is in one file when it is given up, and reads nothing of the next.
  @Test func workThatIsGivenUpComesToItsEnd() {
    let files = (0..<500).map { SourceFile(path: "\($0).swift", text: "class C\($0) {}") }
    let begun = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let read = Mutex(0)
    func isStopped() -> Bool { begun.wait(timeout: .now()) == .success }
    let result = Workers.run(isStopped: isStopped) {
      let sizes = ParsePool.map(files) { _, tree -> Int in
        guard !"\(tree)".isEmpty else { return 0 }
        begun.signal()
        while !Workers.isAbandoned { Thread.sleep(forTimeInterval: 0.001) }
        read.withLock { $0 += 1 }
        return 1
      }
      ended.signal()
      return sizes.count
    }
    #expect(result == nil)
    #expect(ended.wait(timeout: .now() + 60) == .success)
    #expect((1...8).contains(read.withLock { $0 }))
    #expect(!Workers.isAbandoned)
  }

  @Test func optionalsAndEnumsComeBack() throws {
    struct Values: Codable, Equatable {
      var text: String?
      var number: Int?
      var isTrue: Bool
      var certainty: [Certainty]
      var answers: [ModelQuestion: [String]]
      var range: Range<Int>
    }
    let all = Values(
      text: "a", number: -1, isTrue: true,
      certainty: [.certain, .inferred("a"), .undeclared(type: "T", field: nil)],
      answers: [.isModel("Note"): ["yes"], .toOne(at: Location(path: "a", line: 1)): []],
      range: 3..<7)
    let none = Values(isTrue: false, certainty: [], answers: [:], range: 0..<0)
    for values in [all, none] {
      let bytes = try KeptBytes.of(values)
      #expect(try KeptBytes.first(Values.self, in: bytes[...]).0 == values)
    }
  }
}
