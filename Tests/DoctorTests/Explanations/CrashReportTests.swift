import ErrorCatalog
import StoreDoctor
import Testing

/// Frames of a stack: asked only of the thread that crashed, and only where no message says more.
@Suite struct CrashReportTests {
  private func ids(_ text: String) -> [String?] {
    Explainer.explain(text: text).answers.map(\.explanation?.id)
  }

  private let saving = "1  CoreData  0x18e8ac570 -[NSManagedObjectContext save:] + 3440"
  private let merging =
    "2  CoreData  0x18321cc20 -[NSManagedObjectContext mergeChangesFromContextDidSaveNotification:]"

  @Test func theMostTellingFrameAnswersAlone() {
    #expect(ids("Crashed: main\n\(saving)\n\(merging) + 500") == ["crash-while-merging"])
    #expect(ids("Crashed: main\n\(saving)") == ["crash-while-saving"])
    #expect(
      ids("Crashed: main\n1  CoreData  0x18e8ac570 -[NSNew thing] + 3") == ["crash-in-framework"])
  }

  @Test func aMessageOutweighsTheFrames() {
    let reason = "reason: 'A fetch request must have an entity.'"
    #expect(
      ids("\(reason)\nFirst throw call stack:\n\(saving)\n\(merging)") == [
        "coredata-fetch-without-entity"
      ])
    // Another crash, far below in the same log.
    let log = reason + String(repeating: "\nnothing", count: 300) + "\nCrashed: main\n\(saving)"
    #expect(Set(ids(log)) == ["coredata-fetch-without-entity", "crash-while-saving"])
  }

  @Test func framesInALogOfNoCrashAreNoAnswer() {
    let log = String(repeating: "2024-06-01 12:00:00 App nothing\n", count: 20)
    #expect(ids(log + "called -[NSManagedObjectContext save:] twice") == [])
  }

  @Test func otherThreadsAreNoEvidence() {
    let own = "0   App   0x1 ContentView.body.getter + 20"
    let report =
      "Exception Type:  EXC_BAD_ACCESS\n\nThread 0 Crashed:\n\(own)\n\nThread 1:\n\(saving)\n"
    #expect(ids(report) == [])
    let crashed = report.replacing("Thread 0 Crashed:", with: "Thread 0:")
      .replacing("Thread 1:", with: "Thread 1 Crashed:")
    #expect(ids(crashed) == ["crash-while-saving"])
    // Nobody says which thread crashed: any of them may have.
    #expect(ids(report.replacing("Thread 0 Crashed:", with: "Thread 0:")) == ["crash-while-saving"])
    // Of lldb and Crashlytics.
    #expect(
      ids("* thread #1, stop reason = EXC_BAD_ACCESS\n\(own)\n  thread #2, queue = 'a'\n\(saving)")
        == [])
    #expect(
      ids("#0. Crashed: com.apple.main-thread\n\(own)\n\n#1. com.apple.queue\n\(saving)") == [])
  }

  @Test func theMessageOfAThreadIsNoHeading() {
    let text =
      "Thread 4: Fatal error: This model instance was invalidated\nThread 0 Crashed:\n0 App 0x1 main"
    #expect(ids(text) == ["swiftdata-model-invalidated"])
  }

  @Test func jsonReportsAreReadLikewise() {
    func report(_ first: String, _ second: String) -> String {
      """
      {"app_name":"Notes"}
      {"exception":{"type":"EXC_BREAKPOINT","signal":"SIGTRAP"},"faultingThread":1,"threads":[
      {"id":1,"frames":[{"symbol":"a \\" b [{","imageIndex":1},{"symbol":"\(first)"}]},
      {"triggered" : true,"id":2,"frames":[{"symbol":"\(second)","symbolLocation":4}]}],
      "usedImages":[{"name":"CoreData"}]}
      """
    }
    let frame = "PersistentModel.getValue<A>(forKey:)"
    #expect(ids(report("main", frame)) == ["crash-swiftdata-value"])
    #expect(ids(report(frame, "main")) == [])
  }

  // MARK: - Whose message it is

  @Test(arguments: [
    (
      "android.database.sqlite.SQLiteDatabaseLockedException: database is locked",
      "sqlite-not-core-data"
    ),
    (
      "GRDB.DatabaseError: SQLite error 19: NOT NULL constraint failed: player.name",
      "sqlite-not-core-data"
    ),
    ("CoreData: error: (5) database is locked, in an app that uses FMDB", "sqlite-busy"),
    ("UNIQUE constraint failed: ZUSER.ZEMAIL", "sqlite-unique-failed"),
    ("UNIQUE constraint failed: users.email", "sqlite-not-core-data"),
    ("CoreData: error: UNIQUE constraint failed: ZUSER.Z_PK", "sqlite-key-taken"),
    ("UNIQUE constraint failed: Z_2TAGS.Z_2NOTES, Z_2TAGS.Z_3TAGS", "sqlite-bookkeeping-taken"),
    ("UNIQUE constraint failed: Z_PRIMARYKEY.Z_ENT", "sqlite-bookkeeping-taken"),
    // What Apple's SQLite says means the same for all.
    (
      "GRDB: BUG IN CLIENT OF libsqlite3.dylib: database integrity compromised by API violation: vnode unlinked while in use",
      "sqlite-vnode-unlinked"
    ),
  ])
  func wordsOfSQLiteAreOfTheirLibrary(_ text: String, _ id: String) {
    #expect(ids(text).first == id)
  }

  @Test(arguments: [
    "error: the compiler is unable to type-check this expression in reasonable time\n  .overlay(x)",
    "error: Type 'User' does not conform to protocol 'Decodable'",
    "-[__NSCFNumber count]: unrecognized selector sent to instance 0x6",
    "external macro implementation type 'ObservationMacros.ObservableMacro' could not be found",
  ])
  func errorsOfOthersStayUnexplained(_ text: String) {
    #expect(!Explainer.explain(text: text).isKnown)
  }

  // MARK: - Spellings

  @Test(arguments: [
    "CKErrorZoneNotFound", "CKError.zoneNotFound", "CKError.Code.zoneNotFound", "CKErrorDomain:26",
    "failed with CKErrorZoneNotFound here", "\"Zone Not Found\" (26/2036)", "CKErrorCode 26",
    "<CKError 0x6: \"Zone Not Found\" (26/2036); server message = \"x\">",
  ])
  func everySpellingOfACloudKitErrorIsRead(_ text: String) {
    #expect(ids(text).first == "ck-zone-not-found", "\(text)")
  }

  @Test(arguments: [
    ("SQLITE_BUSY_SNAPSHOT", "sqlite-busy"),
    ("it returned SQLITE_PROTOCOL twice", "sqlite-protocol"),
    ("SQLITE_IOERR_SHORT_READ", "sqlite-io-short-read"), ("SQLite error code: 18", "sqlite-toobig"),
    ("NSSQLiteErrorDomain 283", "sqlite-notice"),
    ("SQLITE_CONSTRAINT_FOREIGNKEY", "sqlite-constraint"),
  ])
  func everySQLiteCodeHasAName(_ text: String, _ id: String) {
    #expect(ids(text).first == id, "\(text)")
  }

  @Test func everyNameOfSQLiteLeadsToItsCode() {
    for code in [1, 517, 522, 2067, 6922, 283] {
      let named = Explainer.explain(text: "NSSQLiteErrorDomain \(code)")
      #expect(named.isKnown, "\(code)")
    }
    #expect(!Explainer.explain(text: "SQLITE_ENABLE_FTS5").isKnown)
  }
}
