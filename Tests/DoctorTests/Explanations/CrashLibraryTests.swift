import ErrorCatalog
import StoreDoctor
import Testing

/// Crashes of which little is left: libraries without symbols, names with underscores, sentences
/// that any app may print.
@Suite struct CrashLibraryTests {
  private func ids(_ text: String) -> [String?] {
    Explainer.explain(text: text).answers.map(\.explanation?.id)
  }

  /// - Parameter frames: the numbers of the libraries of the crashed thread, from the top.
  private func report(_ frames: [Int], others: [Int] = []) -> String {
    func thread(_ frames: [Int], _ members: String) -> String {
      let list = frames.map { "{\"imageOffset\":\($0 + 7),\"imageIndex\":\($0)}" }
      return "{\(members)\"id\":9,\"frames\":[\(list.joined(separator: ","))]}"
    }
    let names = ["libswiftCore.dylib", "Shop", "SwiftData", "CoreData", "libobjc.A.dylib"]
    let images = names.map { "{\"base\":1,\"path\":\"\\/x\\/\($0)\",\"name\":\"\($0)\"}" }
    return """
      {"app_name":"Shop"}
      {"faultingThread":1,"threads":[\(thread(others, "")),
      \(thread(frames, "\"triggered\":true,"))],"usedImages":[\(images.joined(separator: ","))]}
      """
  }

  @Test func librariesOfAReportWithoutSymbolsAreNamed() {
    #expect(ids(report([0, 2, 1])) == ["crash-swiftdata-assertion"])
    #expect(ids(report([4, 3, 1])) == ["crash-in-framework"])
    #expect(ids(report([2, 1])) == ["crash-in-framework"])
    // What other threads did, and what lies far below, is no evidence.
    #expect(ids(report([4, 1], others: [0, 2])) == [])
    #expect(ids(report([1] + Array(repeating: 4, count: 20) + [3])) == [])
    // A number of no library.
    #expect(ids(report([99, 98])) == [])
  }

  @Test func aCutReportIsNoCrash() {
    let whole = report([0, 2, 1])
    for length in stride(from: 0, to: whole.utf8.count, by: 7) {
      _ = ids(String(decoding: whole.utf8.prefix(length), as: UTF8.self))
    }
    #expect(ids(whole.replacing("\"name\"", with: "\"title\"")) == [])
  }

  @Test func anUnderscoreMoreIsTheSameFunction() {
    for name in ["newFetchedRowsForFetchPlan_MT", "_newFetchedRowsForFetchPlan_MT"] {
      #expect(ids("Thread 5 Crashed:\n2 CoreData \(name)") == ["crash-reading-rows"])
    }
    #expect(ids("Thread 5 Crashed:\n2 App my_newFetchedRowsForFetchPlan_MT") == [])
  }

  @Test(arguments: [
    (
      "-[__NSCFSet removeAllObjects]: mutating method sent to immutable object",
      "coredata-set-damaged"
    ), ("Event: disk writes", "system-disk-writes"),
    ("Exception Subtype: MEMORY (RESOURCE_TYPE_MEMORY)", "system-memory-limit"),
    ("static Date._unconditionallyBridgeFromObjectiveC(_:) + 220", "coredata-bridged-nil"),
    (
      "Fatal error: Duplicate elements of type 'Article' were found in a Set.",
      "hash-of-model-changed"
    ),
  ])
  func whatAnyAppPrintsIsExplainedBesideAStore(_ text: String, _ id: String) {
    let gap = String(repeating: "\n7  UIKit  0x1 anything", count: 12)
    #expect(ids(text + gap).isEmpty)
    #expect(
      ids("Crashed:\n" + text + gap + "\n9  CoreData  0x1 -[NSManagedObjectContext save:] + 4")
        .first
        == id)
  }

  @Test func aClassOfAnEntityIsToldByItsName() {
    let message = "]: unrecognized selector sent to instance 0x6"
    #expect(ids("-[Note_Note_ setColour:" + message) == ["coredata-dynamic-selector"])
    #expect(ids("-[Note_Text setColour:" + message) == [])
    #expect(ids("-[Notes_ setColour:" + message) == [])
  }

  /// A trap of SwiftData that is known needs no word about unknown ones.
  @Test func knownTrapsAnswerAlone() {
    let known =
      "SwiftData/BackingData.swift:866: Fatal error: Expected only Arrays for Relationships - X"
    #expect(ids(known) == ["swiftdata-expected-only-arrays"])
    #expect(ids("SwiftData/New.swift:1: Fatal error: Something") == ["swiftdata-unknown-trap"])
  }
}
