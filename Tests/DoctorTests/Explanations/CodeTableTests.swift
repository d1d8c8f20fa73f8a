import ErrorCatalog
import Testing

/// Every code that Core Data, CloudKit, SQLite and SwiftData document, in every way that logs,
/// languages, debuggers and people write it.
@Suite struct CodeTableTests {
  /// Codes of `CoreDataErrors.h` with Swift's names for them.
  private static let cocoa: [(code: Int, name: String)] = [
    (1550, "managedObjectValidation"), (1551, "managedObjectConstraintValidation"),
    (1560, "validationMultipleErrors"), (1570, "validationMissingMandatoryProperty"),
    (1580, "validationRelationshipLacksMinimumCount"),
    (1590, "validationRelationshipExceedsMaximumCount"),
    (1600, "validationRelationshipDeniedDelete"), (1610, "validationNumberTooLarge"),
    (1620, "validationNumberTooSmall"), (1630, "validationDateTooLate"),
    (1640, "validationDateTooSoon"), (1650, "validationInvalidDate"),
    (1660, "validationStringTooLong"), (1670, "validationStringTooShort"),
    (1680, "validationStringPatternMatching"), (1690, "validationInvalidURI"),
    (132_000, "managedObjectContextLocking"), (132_010, "persistentStoreCoordinatorLocking"),
    (133_000, "managedObjectReferentialIntegrity"), (133_010, "managedObjectExternalRelationship"),
    (133_020, "managedObjectMerge"), (133_021, "managedObjectConstraintMerge"),
    (134_000, "persistentStoreInvalidType"), (134_010, "persistentStoreTypeMismatch"),
    (134_020, "persistentStoreIncompatibleSchema"), (134_030, "persistentStoreSave"),
    (134_040, "persistentStoreIncompleteSave"), (134_050, "persistentStoreSaveConflicts"),
    (134_060, "coreData"), (134_070, "persistentStoreOperation"), (134_080, "persistentStoreOpen"),
    (134_090, "persistentStoreTimeout"), (134_091, "persistentStoreUnsupportedRequestType"),
    (134_100, "persistentStoreIncompatibleVersionHash"), (134_110, "migration"),
    (134_111, "migrationConstraintViolation"), (134_120, "migrationCancelled"),
    (134_130, "migrationMissingSourceModel"), (134_140, "migrationMissingMappingModel"),
    (134_150, "migrationManagerSourceStore"), (134_160, "migrationManagerDestinationStore"),
    (134_170, "entityMigrationPolicy"), (134_180, "SQLite"), (134_190, "inferredMappingModel"),
    (134_200, "externalRecordImport"), (134_301, "persistentHistoryTokenExpired"),
    (134_504, "managedObjectModelReferenceNotFound"),
    (134_505, "stagedMigrationFrameworkVersionMismatch"),
    (134_506, "stagedMigrationBackwardMigration"),
  ]

  private func first(_ text: String) -> String? {
    Explainer.explain(text: text).answers.first?.explanation?.id
  }

  @Test(arguments: cocoa)
  func cocoaCodesAreReadInAllSpellings(_ code: Int, _ name: String) throws {
    let wanted = try #require(
      Explainer.explain(text: "NSCocoaErrorDomain \(code)").answers.first?.explanation?.id)
    let constant = name.prefix(1).uppercased() + name.dropFirst()
    let texts = [
      "Error Domain=NSCocoaErrorDomain Code=\(code) \"(null)\"", "Cocoa error \(code)",
      "The operation couldn’t be completed. (Cocoa error \(code).)",
      "The operation couldn't be completed. (NSCocoaErrorDomain error \(code).)",
      "Der Vorgang konnte nicht abgeschlossen werden. (Cocoa-Fehler: \(code).)",
      "L’opération n’a pas pu s’achever. (Erreur Cocoa \(code).)",
      "No se ha podido completar la operación. (Error de Cocoa \(code).)",
      "操作を完了できませんでした。（Cocoaエラー\(code)）", "未能完成操作。（“NSCocoaErrorDomain”错误\(code)。）",
      "Не удалось завершить операцию. (Ошибка Cocoa \(code).)", "CocoaError(\(code))",
      "Foundation.CocoaError.Code(rawValue: \(code))", "NSCocoaErrorDomain:\(code)",
      "{\"code\": \(code), \"domain\": \"NSCocoaErrorDomain\"}",
      "domain: NSCocoaErrorDomain, code: \(code)", "NSCocoaErrorDomain code 0x\(hex(code))",
      "it threw NS\(constant)Error (\(code))", "NS\(constant)Error", "CocoaError.\(name)",
      "CocoaError.Code.\(name)", ".\(name)", "CocoaError.\(name)Error",
      "it threw CocoaError(.\(name), userInfo: [:])",
    ]
    for text in texts { #expect(first(text) == wanted, "\(text)") }
  }

  private func hex(_ code: Int) -> String { String(code, radix: 16) }

  @Test func groupedDigitsAreReadForCoreDataOnly() {
    for mark in [",", ".", "'", "’", "\u{A0}", "\u{202F}"] {
      #expect(first("The save failed (Cocoa error 134\(mark)060).") == "cocoa-134060", "\(mark)")
    }
    #expect(first("Cocoa error 134.0601") == nil)
    #expect(first("NSCocoaErrorDomain 200,134") == nil)
  }

  /// Words that are anybody's name only the code where they are written as one.
  @Test func wordsOfEverybodyAreNoCodes() {
    for text in ["migration", "sqlite", "coreData", "MyError.persistentStoreTimeout"] {
      #expect(first(text) == nil, "\(text)")
    }
    #expect(first("persistentStoreTimeout") == "cocoa-134090")
  }

  @Test(arguments: 1...37)
  func cloudKitCodesAreReadInAllSpellings(_ code: Int) throws {
    let explanation = try #require(
      Explainer.explain(text: "CKErrorDomain \(code)").answers.first?.explanation)
    let symbol = try #require(explanation.symbol)
    let name = String(symbol.drop { $0 != "." }.dropFirst())
    let constant = name.prefix(1).uppercased() + name.dropFirst()
    let texts = [
      "Error Domain=CKErrorDomain Code=\(code) \"x\"", "CKError \(code)", "\(symbol)",
      "CKError.Code.\(name)", "CKError(.\(name))", "CKError.Code(rawValue: \(code))",
      "CKError\(constant)", "<CKError 0x600: \"x\" (\(code)/2036); server message = \"x\">",
      "The operation couldn’t be completed. (CKErrorDomain error \(code).)",
    ]
    for text in texts { #expect(first(text) == explanation.id, "\(text)") }
  }

  /// The general code around it says less.
  @Test(arguments: 1...37)
  func cloudKitErrorsInsideOfAGeneralOneAreTheCause(_ code: Int) {
    // These two only say that something else in the request failed.
    guard ![2, 22].contains(code) else { return }
    let wrapped = """
      Error Domain=NSCocoaErrorDomain Code=134060 "A Core Data error occurred." UserInfo={\
      NSUnderlyingError=0x60 {Error Domain=CKErrorDomain Code=\(code) "x"}}
      """
    #expect(first(wrapped) == first("CKErrorDomain \(code)"))
  }

  /// Extended codes without an explanation of their own have that of the code in their low byte.
  @Test(arguments: [
    (257, 1), (513, 1), (769, 1), (517, 5), (773, 5), (264, 8), (1544, 8), (266, 10), (778, 10),
    (7178, 10), (8202, 10), (8458, 10), (267, 11), (526, 14), (1550, 14), (275, 19),
    (3091, 19), (279, 23), (283, 27), (284, 28),
  ])
  func extendedSQLiteCodesAreExplained(_ code: Int, _ primary: Int) {
    let wanted = first("NSSQLiteErrorDomain \(primary)")
    let texts = [
      "NSSQLiteErrorDomain \(code)", "Error Domain=NSSQLiteErrorDomain Code=\(code) \"x\"",
      "Error Domain=NSCocoaErrorDomain Code=256 \"x\" UserInfo={NSSQLiteErrorDomain=\(code)}",
      "CoreData: error: (\(code)) it failed", "CoreData: error: SQLite error code:\(code), 'it'",
    ]
    #expect(wanted != nil)
    for text in texts { #expect(first(text) == wanted, "\(text)") }
  }

  @Test func numbersThatAreNoCodesOfSQLiteStayUnknown() {
    for code in [0, 29, 100, 256, 99_999] {
      #expect(first("Error Domain=NSSQLiteErrorDomain Code=\(code) \"x\"") == nil, "\(code)")
    }
  }

  @Test(arguments: [
    "backwardMigration", "configurationFileNameContainsInvalidCharacters",
    "configurationFileNameTooLong", "configurationSchemaNotFoundInContainerSchema",
    "duplicateConfiguration", "historyTokenExpired", "includePendingChangesWithBatchSize",
    "invalidTransactionFetchRequest", "loadIssueModelContainer", "missingModelContext",
    "modelValidationFailure", "sortingPendingChangesWithIdentifiers", "unknownDataStoreSchema",
    "unknownSchema", "unsupportedKeyPath", "unsupportedPredicate", "unsupportedSortDescriptor",
  ])
  func swiftDataErrorsAreReadInAllSpellings(_ name: String) throws {
    let wanted = try #require(first("SwiftDataError.\(name)"))
    let texts = [
      name, ".\(name)", "SwiftData.SwiftDataError.\(name)", "_Error.\(name)",
      "SwiftDataError(_error: SwiftData.SwiftDataError._Error.\(name), _explanation: nil)",
      "Fatal error: Could not create ModelContainer: SwiftDataError(_error: "
        + "SwiftData.SwiftDataError._Error.\(name), _explanation: nil): file App.swift, line 12",
    ]
    for text in texts { #expect(first(text) == wanted, "\(text)") }
  }

  /// What the system said is explained beside a store, and where somebody asks for just this.
  @Test func systemErrorsAreExplainedBesideAStore() {
    let full = "{Error Domain=NSPOSIXErrorDomain Code=28 \"No space left on device\"}"
    #expect(
      first(
        "Error Domain=NSCocoaErrorDomain Code=134080 \"x\" UserInfo={NSUnderlyingError=0x6 \(full)}"
      )
        == "posix-no-space")
    #expect(first("NSPOSIXErrorDomain 28") == "posix-no-space")
    let upload = String(repeating: "the upload of the picture goes on; ", count: 4)
    #expect(first(upload + full) == nil)
  }
}
