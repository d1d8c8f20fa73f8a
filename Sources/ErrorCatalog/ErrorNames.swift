/// Names of codes, so that a code without an explanation of its own is at least named.
enum ErrorNames {
  struct Name: Sendable, Hashable {
    var domain: String
    var name: String
  }

  static func names(code: Int) -> [Name] {
    var names: [Name] = []
    if let name = cloudKit[code] { names.append(Name(domain: "CKErrorDomain", name: name)) }
    if let name = SQLiteNames.name(of: code) {
      names.append(Name(domain: "NSSQLiteErrorDomain", name: name))
    }
    return names
  }

  /// How texts spell the `CKError` that Swift calls `CKError.zoneNotFound`: as Objective-C does, and
  /// as the error describes itself, `"Zone Not Found" (26/2036)`.
  static func cloudKitSpellings(_ symbol: String, _ code: Int) -> [String] {
    let name = ExplanationCatalog.lastComponent(of: symbol)
    var words = ""
    for character in name {
      if character.isUppercase { words.append(" ") }
      words.append(character)
    }
    let objectiveC = "CKError" + name.prefix(1).uppercased() + name.dropFirst()
    return [
      "'\(words)' (\(code)/", "CKError{.|.Code.|(.|(.Code.}\(name)", objectiveC,
      "{CloudKit|iCloud}…\(words){:|'}",
    ]
  }

  /// How Swift spells the code that Objective-C calls `NSPersistentStoreTimeoutError`:
  /// `CocoaError.persistentStoreTimeout`, or `CocoaError(.persistentStoreTimeout)`.
  static func cocoaSpelling(_ symbol: String) -> String? {
    // A pattern does not ask for the case of letters; early versions of Swift kept the last word.
    swiftName(symbol).map { "CocoaError{.|.Code.|(.|(.Code.}\($0){|Error}" }
  }

  /// Whether somebody who types `name` means the code that Objective-C calls `symbol`:
  /// `CocoaError.persistentStoreTimeout`, `.persistentStoreTimeout` or just the name. Words such as
  /// `migration` are everybody's, so those need the dot.
  static func isCocoa(_ name: String, _ symbol: String) -> Bool {
    guard let swift = swiftName(symbol)?.lowercased() else { return false }
    let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard let last = parts.last, last == swift || last == swift + "error" else { return false }
    if parts.count == 1 { return swift.utf8.count > 12 }
    return ["", "cocoaerror", "code"].contains(parts[parts.count - 2])
  }

  private static func swiftName(_ symbol: String) -> String? {
    guard symbol.hasPrefix("NS"), symbol.hasSuffix("Error") else { return nil }
    return String(symbol.dropFirst(2).dropLast(5))
  }

  /// `CKError.Code`.
  private static let cloudKit: [Int: String] = [
    1: "internalError", 2: "partialFailure", 3: "networkUnavailable", 4: "networkFailure",
    5: "badContainer", 6: "serviceUnavailable", 7: "requestRateLimited", 8: "missingEntitlement",
    9: "notAuthenticated", 10: "permissionFailure", 11: "unknownItem", 12: "invalidArguments",
    13: "resultsTruncated",
    14: "serverRecordChanged", 15: "serverRejectedRequest", 16: "assetFileNotFound",
    17: "assetFileModified", 18: "incompatibleVersion", 19: "constraintViolation",
    20: "operationCancelled", 21: "changeTokenExpired", 22: "batchRequestFailed", 23: "zoneBusy",
    24: "badDatabase", 25: "quotaExceeded", 26: "zoneNotFound", 27: "limitExceeded",
    28: "userDeletedZone", 29: "tooManyParticipants", 30: "alreadyShared",
    31: "referenceViolation", 32: "managedAccountRestricted",
    33: "participantMayNeedVerification", 34: "serverResponseLost", 35: "assetNotAvailable",
    36: "accountTemporarilyUnavailable", 37: "participantAlreadyInvited",
  ]
}
