import Diagnostics
import ErrorCatalog
import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import DoctorCLI
@testable import StoreDoctor

/// What a mirrored store says of why it does not sync.
@Suite struct CloudSyncTests {
  private static let made =
    "CREATE TABLE ANSCKEVENT ( Z_PK INTEGER PRIMARY KEY, ZCLOUDKITEVENTTYPE INTEGER, "
    + "ZSUCCEEDED INTEGER, ZERRORCODE INTEGER, ZENDEDAT TIMESTAMP, ZSTARTEDAT TIMESTAMP, "
    + "ZERRORDOMAIN VARCHAR )"
  private static let events = [
    made,
    """
    INSERT INTO ANSCKEVENT VALUES (1, 0, 1, 0, 700000000, 699999990, NULL),
      (2, 2, 1, 0, 700000100, 700000090, NULL),
      (3, 2, 0, 25, 700000200, 700000190, 'CKErrorDomain'),
      (4, 2, 0, 25, 700000300, 700000290, 'CKErrorDomain'),
      (5, 1, 0, NULL, NULL, 700000400, NULL)
    """,
    "CREATE TABLE ANSCKRECORDMETADATA ( Z_PK INTEGER PRIMARY KEY, ZENTITYID INTEGER, "
      + "ZENTITYPK INTEGER, ZNEEDSUPLOAD INTEGER, ZNEEDSCLOUDDELETE INTEGER )",
    "INSERT INTO ANSCKRECORDMETADATA VALUES (1, 4, 2, 1, 0)",
  ]

  private func run(_ words: String...) -> (text: String, code: Int32) {
    let out = ByteOutput()
    let code = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
      .run(words)
    return (out.text, code)
  }

  @Test func theLastEndOfEachKindIsRead() throws {
    let store = try LibraryStore()
    try store.run(Self.events)
    let events = try #require(try store.inspection().store.cloudEvents)
    let (setup, incoming, export) = (events.courses[0], events.courses[1], events.courses[2])
    #expect(setup.last?.succeeded == true && setup.failed == 0)
    #expect(incoming.last == nil && incoming.unfinished == 1)
    #expect(export.last?.error == "CKErrorDomain 25" && export.failedInARow == 2)
    #expect(export.lastSuccess == 700_000_100 && export.ended == 3)
    #expect(events.pendingUploads == 1 && events.pendingDeletions == 0)
  }

  /// The code and what it means, in every command that is asked what is the matter.
  @Test func theErrorIsSaidWithItsMeaning() throws {
    let store = try LibraryStore()
    try store.run(Self.events)
    let info = run("info", store.path)
    #expect(info.text.contains("last export") && info.text.contains("CKErrorDomain 25 (CKError."))
    #expect(info.text.contains("none has ended; 1 began"), "\(info.text)")
    #expect(info.text.contains("1 row and 0 deletions are marked"), "\(info.text)")
    let check = run("check", store.path)
    #expect(check.code == 1 && check.text.contains("[failed-sync]"), "\(check.text)")
    #expect(
      check.text.contains("2 failures in a row since the last that succeeded"), "\(check.text)")
    #expect(check.text.contains("storedoctor explain 'CKErrorDomain 25'"), "\(check.text)")
    let diagnosis = run("diagnose", store.path)
    #expect(diagnosis.text.contains("CKErrorDomain 25"), "\(diagnosis.text)")
    // It is no fault of the data, and keeps no app from opening the store.
    #expect(!diagnosis.text.contains("faults in its data"), "\(diagnosis.text)")
    let json = run("info", store.path, "--format", "json").text
    #expect(json.contains("\"cloudKitEvents\"") && json.contains("\"failedInARow\":"))
    let known = run("explain", "CKErrorDomain 25", "--store", store.path)
    #expect(known.text.contains("that is this error"), "\(known.text)")
  }

  /// What cannot be told is not told.
  @Test func aStoreOfAnotherShapeSaysThatItCannotBeTold() throws {
    let store = try LibraryStore()
    try store.run(["CREATE TABLE ANSCKEVENT ( Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR )"])
    #expect(run("info", store.path).text.contains("cannot be told"))
    #expect(try store.rules() == [])
    let plain = try LibraryStore()
    let foreign = run("explain", "CKErrorDomain 25", "--store", plain.path).text
    #expect(foreign.contains("has no tables of CloudKit's mirroring"), "\(foreign)")
    let place = try #require(foreign.range(of: "not here"))
    let meaning = try #require(foreign.range(of: "means"))
    #expect(place.lowerBound < meaning.lowerBound)
  }
}
