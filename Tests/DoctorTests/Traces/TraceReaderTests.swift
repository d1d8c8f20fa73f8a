import StoreDoctor
import StoreEngine
import Testing

@Suite("Reading traces")
struct TraceReaderTests {
  static func read(_ text: String) -> (events: [TraceEvent], input: TraceInput) {
    read(Array(text.utf8))
  }

  static func read(_ bytes: [UInt8], chunk: Int = .max) -> (events: [TraceEvent], input: TraceInput)
  {
    var reader = TraceReader()
    var events: [TraceEvent] = []
    var start = 0
    while start < bytes.count {
      let end = start + min(chunk, bytes.count - start)
      events += reader.feed(Array(bytes[start..<end]))
      start = end
    }
    events += reader.finish()
    return (events, reader.input)
  }

  @Test("Every public log is understood", .enabled(if: TraceCorpus.isPresent))
  func corpus() throws {
    for name in TraceCorpus.names {
      let (events, input) = Self.read(try TraceCorpus.bytes(name))
      #expect(input.unknownSQLLines == 0, "\(name)")
      #expect(input.otherLines == 0, "\(name)")
      #expect(input.statements == events.count { $0.sql != nil }, "\(name)")
      print(name, input)
      for event in events { print("  ", TraceJSONL.line(of: event, showsValues: true), terminator: "") }
    }
  }
}
