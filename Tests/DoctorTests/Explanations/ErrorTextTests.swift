import ErrorCatalog
import StoreDoctor
import StoreEngine
import Testing

@Suite struct ErrorTextTests {
  private func top(_ text: String) -> ErrorAnswer? {
    Explainer.explain(text: text).answers.first
  }

  private func value(_ name: String, in answer: ErrorAnswer?) -> String? {
    answer?.captures.first { $0.name == name }?.value
  }

  /// What is known of a trap goes before that nothing is.
  @Test func aTrapIsExplainedOnce() {
    let text = """
      SwiftData/ModelContext.swift:3253: Fatal error: Duplicate keys of type 'AnyHashable' were found in a Dictionary.
      """
    let answers = Explainer.explain(text: text).answers
    #expect(answers.map { $0.explanation?.id } == ["hash-of-model-changed"])
  }

  @Test func whatIsNamedEndsAtItsQuote() {
    let section = top(
      "The fetched object at index 8 has an out of order section name 'Å. Objects must be sorted by section name'"
    )
    #expect(value("section", in: section) == "Å")
    let deleted = top(
      "An NSManagedObjectContext delegate overrode fault handling behavior to silently delete the object with ID "
        + "'0x8b' and substitute nil/0 for all property values instead of throwing.")
    #expect(value("object", in: deleted) == "0x8b")
  }

  /// Core Data's log prints the user info twice: in the error and behind it. Both are one answer.
  @Test func aRepeatedUserInfoIsTheSameError() {
    let text = """
      CoreData: error: -addPersistentStoreWithType:SQLite ... returned error Error \
      Domain=NSCocoaErrorDomain Code=134100 "Not compatible." UserInfo={metadata={
          NSStoreUUID = "1";
          a = 1;
          b = 2;
          c = 3;
          d = 4;
          e = 5;
      }, reason=The model used to open the store is incompatible with the one used to create the \
      store} with userInfo dictionary {
          reason = "The model used to open the store is incompatible with the one used to create \
      the store";
          extra = "only here";
      }
      Failed to create container: SwiftDataError(_error: \
      SwiftData.SwiftDataError._Error.loadIssueModelContainer, _explanation: nil)
      """
    let result = Explainer.explain(text: text)
    #expect(
      result.answers.map { $0.explanation?.id }
        == ["cocoa-134100", "swiftdata-load-issue-model-container"])
    let reason =
      "The model used to open the store is incompatible with the one used to create the store"
    #expect(result.answers.map { value("reason", in: $0) } == [reason, reason])
    let node = ErrorText(text).nodes.first
    #expect(node?.userInfo.map(\.key) == ["metadata", "reason", "extra"])
  }

  /// The value itself, which may be private, is not among what is found.
  @Test func aValueOfTheWrongClassIsToldByItsClasses() {
    let start = "Unacceptable type of value for to-many relationship: "
    let end = "desired type = NSSet; given type = __NSArrayM; value = (secret)."
    for property in ["", "property = \"steps\"; "] {
      let answer = top("reason: '" + start + property + end)
      #expect(answer?.explanation?.id == "coredata-unacceptable-type")
      #expect(value("property", in: answer) == (property.isEmpty ? nil : "steps"))
      #expect(value("desired type", in: answer) == "NSSet")
      #expect(value("given type", in: answer) == "__NSArrayM")
      #expect(answer?.captures.contains { $0.value.contains("secret") } == false)
    }
  }

  // MARK: - Logs

  /// However long a log is, its end is read, and lines are counted from its beginning.
  @Test func theEndOfALongLogIsRead() throws {
    let noise = String(repeating: "2024-06-01 12:00:00.000 App[1:2] nothing\n", count: 60)
    let error = "Error Domain=NSCocoaErrorDomain Code=134100 \"no\" UserInfo={\n  a = 1;\n}\n"
    let log = Array((error + noise + error + noise).utf8)
    let whole = Explainer.explain(log: log)
    for limit in [300, 1_000, 4_000] {
      let parts = Explainer.explain(log: log, limit: limit)
      #expect(parts.answers.map(\.explanation?.id) == ["cocoa-134100"])
      #expect(parts.answers.first?.lines == whole.answers.first?.lines)
      #expect(parts.answers.first?.count == 2)
    }
    #expect(whole.answers.first?.lines == [1, 64])
  }

  @Test func utf16IsDecoded() {
    let text = String(repeating: "nothing here\n", count: 30) + "database disk image is malformed\n"
    let log: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let answer = Explainer.explain(log: log).answers.first
    #expect(answer?.explanation?.id == "sqlite-corrupt" && answer?.lines == [31])
  }

  /// One failure printed twice is one answer; two values at fault are two.
  @Test func oneFailureIsOneAnswer() {
    let twice = """
      CoreData: error: returned error NSCocoaErrorDomain (512)
      CoreData: annotation: userInfo:
      CoreData: annotation: \treason : Failed to create file; code = 1
      """
    #expect(Explainer.explain(text: twice).answers.map(\.explanation?.id) == ["cocoa-file-512"])
    let two = "title is a required value\ndate is a required value"
    #expect(Explainer.explain(text: two).answers.count == 2)
  }

  @Test(arguments: [
    (".domain = \"NSCocoaErrorDomain\";\n    .code = 1560;", "cocoa-1560"),
    ("Unknown error (code 1570).", "cocoa-1570"),
    ("`domain` = \"NSCocoaErrorDomain\" and `code` = 1660", "cocoa-1660"),
    ("Error Domain=NSSQLiteErrorDomain\n   Code=5", "sqlite-busy"),
    ("it ended with error 134110 while opening", "cocoa-134110"),
  ])
  func codesAreReadInOtherSpellings(_ text: String, _ id: String) {
    #expect(top(text)?.explanation?.id == id)
  }

  @Test(arguments: ["HTTP code 1570", "item code 1600 of 2000", "Order 134110 shipped"])
  func numbersOfOthersAreNoCodes(_ text: String) {
    #expect(!Explainer.explain(text: text).isKnown, "\(text)")
  }

  @Test(arguments: [
    ("no such table: players", "sqlite-not-core-data"),
    ("no such table: ZNOTE", "sqlite-no-such-table"),
    ("table enabled_wallets has no column named coinImage", "sqlite-not-core-data"),
    ("no such column: t0.ZNAME", "sqlite-no-such-column"),
  ])
  func databasesOfOthersAreToldApart(_ text: String, _ id: String) {
    #expect(top(text)?.explanation?.id == id)
  }

  // MARK: - Codes, symbols, ids

  @Test(arguments: [
    ("134504", "cocoa-134504"), (" 134100 ", "cocoa-134100"), ("0x20D68", "cocoa-134504"),
    ("NSCocoaErrorDomain 134100", "cocoa-134100"), ("Cocoa error 134110", "cocoa-134110"),
    ("NSCocoaErrorDomain:134130", "cocoa-134130"), ("SQLITE_BUSY", "sqlite-busy"),
    ("sqlite_corrupt", "sqlite-corrupt"), ("CKError 27", "ck-limit-exceeded"),
    ("CKErrorDomain 21", "ck-change-token-expired"), ("NSMigrationError", "cocoa-134110"),
    ("NSSQLiteErrorDomain 6922", "sqlite-io-vnode"),
    ("SwiftDataError.loadIssueModelContainer", "swiftdata-load-issue-model-container"),
    (".loadIssueModelContainer", "swiftdata-load-issue-model-container"),
    ("loadissuemodelcontainer", "swiftdata-load-issue-model-container"),
    ("migration-mandatory-attribute", "migration-mandatory-attribute"),
    ("SwiftData.SwiftDataError 1", "swiftdata-error-struct-code-1"),
  ])
  func shortInputIsLookedUp(_ input: String, _ id: String) {
    let result = Explainer.explain(text: input)
    #expect(result.answers.first?.explanation?.id == id, "\(input)")
    #expect(result.input != .text)
  }

  @Test func sharedNumberListsItsDomains() {
    let result = Explainer.explain(text: "11")
    let codes = result.answers.compactMap(\.code)
    #expect(codes.contains { $0.hasPrefix("NSSQLiteErrorDomain 11") })
    #expect(codes.contains { $0.hasPrefix("CKErrorDomain 11") })
    #expect(result.notes.count == 1)
  }

  @Test func codeWithoutExplanationIsNamed() {
    let result = Explainer.explain(text: "NSSQLiteErrorDomain 16")
    #expect(result.answers.first?.code == "NSSQLiteErrorDomain 16 (SQLITE_EMPTY)")
    #expect(!result.isKnown)
  }

  @Test func sharedSymbolNamesTheGeneralOneFirst() {
    let result = Explainer.explain(text: "NSInferredMappingModelError")
    #expect(result.answers.first?.explanation?.id == "cocoa-134190")
    #expect(result.answers.count > 1 && result.notes.count == 1)
  }

  @Test func unknownInputSuggestsNearIDs() {
    let result = Explainer.explain(text: "migration-mandatory-attribut")
    #expect(!result.isKnown)
    #expect(result.suggestions.first == "migration-mandatory-attribute")
    #expect(!Explainer.explain(text: "the weather is fine today").isKnown)
    #expect(!Explainer.explain(text: "").isKnown)
  }

  // MARK: - Messages of guides

  @Test(arguments: [
    ("Expected only Arrays for Relationships", "swiftdata-expected-only-arrays"),
    (
      "The model used to open the store is incompatible with the one used to create the store",
      "cocoa-134100"
    ),
    ("The model used to open the store is incompatible", "cocoa-134100"),
    ("Failed to fulfill faulting for note", "swiftdata-failed-to-fulfill-faulting"),
    (
      "Property 'title' must be optional or have a default value for CloudKit synchronization",
      "ck-attributes-optional-or-default"
    ),
    ("Property must have a default value", "ck-attributes-optional-or-default"),
    ("Property must be optional or have default value", "ck-attributes-optional-or-default"),
  ])
  func messageIsRecognised(_ text: String, _ id: String) {
    #expect(top(text)?.explanation?.id == id)
  }

  // MARK: - Dumps

  @Test func innermostCauseOfNestedDump() {
    let text = """
      Error Domain=NSCocoaErrorDomain Code=134140 "Persistent store migration failed, missing \
      mapping model." UserInfo={sourceModel=(<NSManagedObjectModel: 0x1>) isEditable 0, entities {
          Note = "(<NSEntityDescription: 0x2>) name Note";
      }, reason=Can't find or automatically infer mapping model for migration, \
      NSUnderlyingError=0x600000ca9380 {Error Domain=NSCocoaErrorDomain Code=134190 "(null)" \
      UserInfo={entity=Note, property=body, reason=Source and destination attribute types are \
      incompatible}}}
      """
    let answer = top(text)
    #expect(answer?.explanation?.id == "infer-attribute-types-incompatible")
    #expect(value("entity", in: answer) == "Note")
    #expect(value("property", in: answer) == "body")
    #expect(answer?.chain.map(\.explanation) == ["cocoa-134190", "cocoa-134140"])
    #expect(Explainer.explain(text: text).answers.count == 1)
  }

  @Test func unknownInnerErrorIsShown() {
    let text = """
      Error Domain=NSCocoaErrorDomain Code=134080 "(null)" UserInfo={NSUnderlyingError=0x1 {\
      Error Domain=NSPOSIXErrorDomain Code=35 "Resource temporarily unavailable"}}
      """
    let answer = top(text)
    #expect(answer?.explanation?.id == "cocoa-134080")
    #expect(answer?.chain.first?.text == "NSPOSIXErrorDomain 35: Resource temporarily unavailable")
    let own = Explainer.explain(text: "Error Domain=App.SyncError Code=3 \"later\"")
    #expect(!own.isKnown && own.answers.first?.code == "App.SyncError 3: later")
  }

  @Test func moreTellingPatternKeepsItsNames() {
    let answer = top(
      "CoreData: fault: Could not materialize Objective-C class named \"Array\" from declared "
        + "attribute value type \"Array<Date>\" of attribute named times")
    #expect(value("attribute", in: answer) == "times")
    #expect(value("declared type", in: answer) == "Array<Date>")
  }

  @Test func propertyListForm() {
    let text = """
      Unresolved error Error Domain=NSCocoaErrorDomain Code=134110 "An error occurred during \
      persistent store migration." UserInfo=0x1c06a4e0 {
          attribute = createdAt;
          entity = "Note";
          reason = "Validation error missing attribute values on mandatory destination attribute";
      }, {
      }
      """
    let answer = top(text)
    #expect(answer?.explanation?.id == "migration-mandatory-attribute")
    #expect(value("attribute", in: answer) == "createdAt")
    #expect(value("entity", in: answer) == "Note")
  }

  @Test func swiftDictionaryForm() {
    let text = """
      Error Domain=NSCocoaErrorDomain Code=134110 "An error occurred during persistent store \
      migration.", userInfo: ["reason": Cannot migrate store in-place: Validation error missing \
      attribute values on mandatory destination attribute, AnyHashable("entity"): Note, \
      "attribute": createdAt]
      """
    #expect(top(text)?.explanation?.id == "migration-mandatory-attribute")
  }

  @Test func oneKeyALineForm() {
    let text = """
      CoreData: error: addPersistentStoreWithType:configuration:URL:options:error: returned error \
      NSCocoaErrorDomain (134110)
      CoreData: error: userInfo:
      CoreData: error: \tentity : Note
      CoreData: error: \tattribute : createdAt
      CoreData: error: \treason : Validation error missing attribute values on mandatory \
      destination attribute
      CoreData: error: storeType: SQLite
      """
    let answer = top(text)
    #expect(answer?.explanation?.id == "migration-mandatory-attribute")
    #expect(value("entity", in: answer) == "Note")
    #expect(value("attribute", in: answer) == "createdAt")
    #expect(value("reason", in: answer)?.hasSuffix("destination attribute") == true)
    #expect(answer?.lines == [5])
  }

  @Test func severalFaultsSideBySide() {
    let text = """
      Error Domain=NSCocoaErrorDomain Code=1560 "Multiple validation errors occurred." \
      UserInfo={NSDetailedErrors=(
          "Error Domain=NSCocoaErrorDomain Code=1570 \\"title is a required value.\\" \
      UserInfo={NSValidationErrorObject=<NSManagedObject: 0x6000> (entity: Note; id: 0x1; \
      data: {}), NSValidationErrorKey=title, NSLocalizedDescription=title is a required value.}",
          "Error Domain=NSCocoaErrorDomain Code=1570 \\"name is a required value.\\" \
      UserInfo={NSValidationErrorKey=name, NSLocalizedDescription=name is a required value.}"
      )}
      """
    let answers = Explainer.explain(text: text).answers
    let missing = answers.filter { $0.explanation?.id == "cocoa-1570" }
    #expect(Set(missing.compactMap { value("property", in: $0) }) == ["title", "name"])
    #expect(missing.compactMap { value("entity", in: $0) } == ["Note"])
    #expect(answers.allSatisfy { $0.chain.last?.explanation == "cocoa-1560" })
  }

  @Test(arguments: [
    ("Der Vorgang konnte nicht abgeschlossen werden. (Cocoa-Fehler 134504.)", "cocoa-134504"),
    ("L’opération n’a pas pu s’achever. (Cocoa erreur 134130.)", "cocoa-134130"),
    ("Impossible d’ouvrir : erreur Cocoa 134100", "cocoa-134100"),
    ("操作を完了できませんでした。(NSCocoaErrorDomainエラー134110)", "cocoa-134110"),
    ("NSCocoaErrorDomain-Fehler 134060.", "cocoa-134060"),
    (
      "Error Domain=NSCocoaErrorDomain Code=134110 \"Beim Migrieren ist ein Fehler aufgetreten.\" "
        + "UserInfo={entity=Note, attribute=titel, reason=Fehlende Werte}", "cocoa-134110"
    ),
  ])
  func localizedTextIsReadByItsCode(_ text: String, _ id: String) {
    #expect(top(text)?.explanation?.id == id)
  }

  @Test func logReportsDistinctErrorsByRelevance() {
    let text = """
      2024-06-01 10:00:00.000 App[1:2] starting
      CoreData: error: Store failed to load. <NSPersistentStoreDescription>
      CoreData: error: Recovery attempt was successful!
      CoreData: sql: SELECT 0, t0.Z_PK FROM ZNOTE t0
      CoreData: error: (1) I/O error for database at /tmp/x.store. SQLite error code:1, \
      'no such table: ZTAG'
      CoreData: error: (1) I/O error for database at /tmp/x.store. SQLite error code:1, \
      'no such table: ZTAG'
      SwiftData/BackingData.swift:940: Fatal error: Never access a full future backing data
      SwiftDataError(_error: SwiftData.SwiftDataError._Error.loadIssueModelContainer, \
      _explanation: nil)
      """
    let result = Explainer.explain(text: text)
    let ids = result.answers.compactMap(\.explanation?.id)
    #expect(ids.first == "sqlite-no-such-table")
    #expect(result.answers.first?.count == 2 && result.answers.first?.lines == [5, 6])
    #expect(value("table", in: result.answers.first) == "ZTAG")
    #expect(ids.contains("swiftdata-full-future-backing-data"))
    #expect(ids.last == "coredata-store-failed-to-load")
    #expect(ids.firstIndex(of: "swiftdata-load-issue-model-container")! > 1)
  }

  @Test func colouredAndWrappedLogs() {
    #expect(
      top("\u{1B}[31mCoreData: error:\u{1B}[0m Cannot migrate \u{1B}[1mstore in-place")?
        .explanation?.id == "migration-in-place-failed")
    #expect(
      top(#"{"message":"Error:\nFatal error: Never access a full future\nbacking data"}"#)?
        .explanation?.id == "swiftdata-full-future-backing-data")
  }

  @Test func capturesLoseTheirQuotes() {
    let cast = top(
      "Could not cast value of type 'Swift.Optional<Any>' (0x1e8d1) to 'App.Status' (0x10).")
    #expect(value("target type", in: cast) == "App.Status")
    let field = top(
      "server message = \"Cannot create or modify field 'CD_body' in record 'CD_Note' in "
        + "production schema\"")
    #expect(value("field", in: field) == "CD_body")
    #expect(value("record type", in: field) == "CD_Note")
  }

  // MARK: - Printed metadata

  private static let oldForm = """
    metadata={
        NSPersistenceFrameworkVersion = 1345;
        NSStoreModelVersionChecksumKey = "f4HK0wT6rXbVhTNGzZ0p5YB0vQm4s4n0T6h0b1wq1Zk=";
        NSStoreModelVersionHashes =     {
            Note = <00010203 04050607 08090a0b 0c0d0e0f 10111213 14151617 18191a1b 1c1d1e1f>;
            "Tag" = {length = 32, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... 18191a1b 1c1d1e1f };
        };
        NSStoreModelVersionHashesVersion = 3;
        NSStoreModelVersionIdentifiers =     (
            "1.0.0"
        );
        NSStoreType = SQLite;
    }
    """

  @Test func printedHashes() throws {
    let dump = try #require(ErrorText(Self.oldForm).metadata.first)
    #expect(dump.framework == 1345)
    #expect(dump.identifiers == ["1.0.0"])
    #expect(dump.checksum == "f4HK0wT6rXbVhTNGzZ0p5YB0vQm4s4n0T6h0b1wq1Zk=")
    #expect(dump.hashes["Note"]?.prefix == Array(0...31))
    #expect(dump.hashes["Note"]?.isWhole == true)
    let tag = try #require(dump.hashes["Tag"])
    #expect(tag.prefix == Array(0...15) && tag.suffix == Array(24...31) && !tag.isWhole)
  }

  @Test func hashForms() {
    let whole = Array(UInt8(0)...31)
    for text in [
      "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
      "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    ] {
      #expect(PrintedHash(text: text)?.prefix == whole, "\(text)")
    }
    #expect(PrintedHash(text: "0x0001 … 1e1f")?.suffix == [0x1E, 0x1F])
    #expect(PrintedHash(text: "1234") == nil && PrintedHash(text: "not a hash") == nil)
  }
}
