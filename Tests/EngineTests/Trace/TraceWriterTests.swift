import Testing

@testable import StoreEngine

@Suite("Writing traces")
struct TraceWriterTests {
  private let fault = TraceEvent(
    sequence: 3, purpose: .toManyFault, stage: "V1 to V2", sql: "SELECT 0, t0.Z_PK\nFROM ZTAG t0",
    values: [.integer(7), .text("a"), .null, .blob([0, 255])], rows: 2, nanoseconds: 1_250_000,
    entity: "Item", relationship: "tags", object: 7)

  private func lines(_ format: TraceFormat, showsValues: Bool = false) -> String {
    var bytes: [UInt8] = []
    switch format {
    case .text: SQLDebugText.append(fault, showsValues: showsValues, to: &bytes)
    case .jsonl: TraceJSONL.append(fault, showsValues: showsValues, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Text has the shape of Core Data's own lines, without values unless asked")
  func text() {
    #expect(
      lines(.text) == """
        CoreData: sql: SELECT 0, t0.Z_PK FROM ZTAG t0
        CoreData: annotation: sql connection fetch time: 0.0013s
        CoreData: annotation: total fetch execution time: 0.0013s for 2 rows.
        CoreData: annotation: to-many relationship fault "tags" for objectID 0x0 <x-coredata:///Item/p7> fulfilled from database.  Got 2 rows

        """)
    #expect(
      lines(.text, showsValues: true).contains(
        """
        CoreData: details: SQLite bind[0] = 7
        CoreData: details: SQLite bind[1] = "a"
        CoreData: details: SQLite bind[2] = nil
        CoreData: details: SQLite bind[3] = <2 bytes 00ff>

        """))
  }

  @Test("JSON lines have their keys in a fixed order and leave out what is unknown")
  func json() {
    #expect(
      lines(.jsonl) == """
        {"sequence":3,"purpose":"toManyFault","stage":"V1 to V2","sql":"SELECT 0, t0.Z_PK\\nFROM ZTAG t0","rows":2,"nanoseconds":1250000,"entity":"Item","relationship":"tags","object":7}

        """)
    #expect(
      lines(.jsonl, showsValues: true).contains(
        "\"values\":[7,\"a\",null,{\"blob\":\"00ff\"}]"))
  }

  @Test("Hidden values keep their identity")
  func bindings() throws {
    var bytes: [UInt8] = []
    let writer = TraceWriter(format: .jsonl) { bytes += $0 }
    for number in [5, 6, 5] {
      try writer.record(
        TraceEvent(
          sequence: 1, purpose: .fault, sql: "SELECT 1", values: [.integer(Int64(number))]))
    }
    try writer.flush()
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "{\"trace\":\"storedoctor\",\"version\":1,\"values\":false}")
    #expect(
      lines.dropFirst().map { $0.suffix(12) } == [
        "\"binding\":1}", "\"binding\":2}", "\"binding\":1}",
      ])
  }

  @Test("A sink that throws stops the tracing with its error")
  func failure() {
    struct DiskFull: Error {}
    let writer = TraceWriter(format: .text) { _ in throw DiskFull() }
    #expect(throws: DiskFull.self) {
      for number in 1...10_000 {
        try writer.record(TraceEvent(sequence: number, purpose: .fetch, sql: "SELECT 1", rows: 1))
      }
    }
  }
}
