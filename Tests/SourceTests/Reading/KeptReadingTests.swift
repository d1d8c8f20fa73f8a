import StoreModel
import Testing

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

  private static func kept(_ reading: FileReading, _ path: String) -> [UInt8] {
    var writer = CacheWriter(path: path)
    writer.write(reading)
    return writer.bytes
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
    for (number, reading) in readings.enumerated() {
      let path = "f\(number).swift"
      let bytes = Self.kept(reading, path)
      var reader = CacheReader(bytes[...], path: path)
      let again: FileReading = try reader.read()
      #expect(reader.isAtEnd)
      let changes = Self.fields(again).difference(from: Self.fields(reading))
      #expect(changes.map { "\($0)" } == [])
      #expect(Self.kept(again, path) == bytes)
    }
    // The first says something in every field, or the comparison says little.
    let all = Self.fields(readings[0])
    for name in ["functions", "aliases", "globals", "cases", "macros", "containers", "problems"] {
      #expect(all.contains { $0.hasSuffix("▿ \(name)") }, "\(name)")
    }
  }

  @Test func damagedBytesAreRefused() {
    let bytes = Self.kept(Self.readings()[0], "f0.swift")
    for end in 0..<bytes.count {
      var reader = CacheReader(bytes[..<end], path: "f0.swift")
      #expect(throws: DamagedCache.self) { try reader.read() as FileReading }
    }
    // A changed byte may still be a value, but never a trap.
    for position in bytes.indices {
      for value: UInt8 in [0, 0x7f, 0x80, 0xff] {
        var damaged = bytes
        damaged[position] = value
        var reader = CacheReader(damaged[...], path: "f0.swift")
        _ = try? reader.read() as FileReading
      }
    }
  }

  @Test func depthIsBounded() {
    // `[[[[…`: an array type in an array type, without end.
    let deep = [UInt8](repeating: 2, count: 100_000)
    var reader = CacheReader(deep[...], path: "")
    #expect(throws: DamagedCache.self) { try reader.read() as TypeReference }
  }
}
