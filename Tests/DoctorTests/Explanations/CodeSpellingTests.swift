import ErrorCatalog
import StoreDoctor
import Testing

/// Codes as debuggers, Swift and JSON write them, and what is no code or nobody's error.
@Suite struct CodeSpellingTests {
  private func ids(_ text: String) -> [String?] {
    Explainer.explain(text: text).answers.map(\.explanation?.id)
  }

  @Test(arguments: [
    ("the store did not open: NSCocoaErrorDomain code 0x20BD4", "cocoa-134100"),
    ("it threw CocoaError(.persistentStoreTimeout) once", "cocoa-134090"),
    ("it threw CocoaError.Code.validationNumberTooLarge once", "cocoa-1610"),
    ("error: CKError.Code(rawValue: 25) while saving", "ck-quota-exceeded"),
    (#"{"code": 26, "domain": "CKErrorDomain"}"#, "ck-zone-not-found"),
    ("CKError(.zoneBusy) at the first record", "ck-zone-busy"),
    ("iCloud sync stopped.\nZone Busy: try again later", "ck-zone-busy"),
  ])
  func areRead(_ text: String, _ id: String) {
    #expect(ids(text) == [id], "\(text)")
  }

  @Test(arguments: [
    "NSCocoaErrorDomain at 0x20bd4", "SomeError(.persistentStoreTimeout) in a library",
    #"{"code": 26, "domain": "NSURLErrorDomain"}"#, "Zone Busy: try another parking zone",
    "The file “letter.pdf” couldn’t be opened.",
  ])
  func ofOthersAreNot(_ text: String) {
    #expect(ids(text).allSatisfy { $0 == nil }, "\(text)")
  }

  /// A code that nothing is known about is no answer of its own beside one.
  @Test func anUnknownCodeInTheLineOfAKnownErrorIsNotNamed() {
    let text = "<CKError 0x6: \"Service Unavailable\" (6/NSCocoaErrorDomain:4099); \"no daemon\">"
    #expect(ids(text) == ["ck-service-unavailable"])
  }

  /// Apps of all kinds are ended for that.
  @Test func theWatchdogIsExplainedBesideWorkOnAStore() {
    let ended = "Termination Reason: FRONTBOARD 2343432205 0x8badf00d\nThread 0 Crashed:\n"
    #expect(ids(ended + "1  UIKitCore  0x1 -[UIView layoutIfNeeded] + 3").isEmpty)
    #expect(ids(ended + "1  libsqlite3.dylib  0x1 sqlite3_step + 3") == ["system-watchdog"])
  }

  /// The line only says that a save failed; the error in it says why.
  @Test func theErrorStandsBeforeTheLineThatReportsIt() {
    let text = """
      SwiftData.DefaultStore save failed with error: Error Domain=NSCocoaErrorDomain Code=1560 \
      "Multiple validation errors occurred."
      """
    #expect(ids(text).first == "cocoa-1560")
  }

  @Test func mangledFramesAreRead() {
    let frame = "Crashed Thread: 0\n1  SwiftData  0x2 "
    #expect(
      ids(frame + "$s9SwiftData12ModelContextC4saveyyKF + 512") == ["crash-swiftdata-context"])
    #expect(
      ids(frame + "$s9SwiftData25_InvalidFutureBackingDataC8getValue6forKeyqd__s0 + 1884")
        == ["swiftdata-model-invalidated"])
  }
}
