/// Names of codes, so that a code without an explanation of its own is at least named.
enum ErrorNames {
  struct Name: Sendable, Hashable {
    var domain: String
    var name: String
  }

  static func names(code: Int) -> [Name] {
    var names: [Name] = []
    if let name = cloudKit[code] { names.append(Name(domain: "CKErrorDomain", name: name)) }
    if let name = sqliteName(code) { names.append(Name(domain: "NSSQLiteErrorDomain", name: name)) }
    return names
  }

  /// The result code `SQLITE_BUSY` and its like stand for.
  static func sqliteCode(_ name: String) -> Int? {
    let wanted = name.uppercased()
    guard wanted.hasPrefix("SQLITE_") else { return nil }
    if let explanation = ExplanationCatalog.all.first(where: { $0.symbol == wanted }),
      let code = explanation.code
    {
      return code
    }
    return sqlite.first { "SQLITE_" + $0.value == wanted }?.key
  }

  /// An extended result code is named after its primary code, the low byte.
  private static func sqliteName(_ code: Int) -> String? {
    guard code > 0, code < 1 << 16 else { return nil }
    if let name = sqlite[code] { return "SQLITE_" + name }
    return code > 255 ? sqlite[code & 0xFF].map { "a kind of SQLITE_" + $0 } : nil
  }

  /// sqlite.org/rescode.html, primary codes.
  private static let sqlite: [Int: String] = [
    1: "ERROR", 2: "INTERNAL", 3: "PERM", 4: "ABORT", 5: "BUSY", 6: "LOCKED", 7: "NOMEM",
    8: "READONLY", 9: "INTERRUPT", 10: "IOERR", 11: "CORRUPT", 12: "NOTFOUND", 13: "FULL",
    14: "CANTOPEN", 15: "PROTOCOL", 16: "EMPTY", 17: "SCHEMA", 18: "TOOBIG", 19: "CONSTRAINT",
    20: "MISMATCH", 21: "MISUSE", 22: "NOLFS", 23: "AUTH", 24: "FORMAT", 25: "RANGE",
    26: "NOTADB", 27: "NOTICE", 28: "WARNING",
  ]

  /// `CKError.Code`.
  private static let cloudKit: [Int: String] = [
    1: "internalError", 2: "partialFailure", 3: "networkUnavailable", 4: "networkFailure",
    5: "badContainer", 6: "serviceUnavailable", 7: "requestRateLimited", 8: "missingEntitlement",
    9: "notAuthenticated", 10: "permissionFailure", 11: "unknownItem", 12: "invalidArguments",
    14: "serverRecordChanged", 15: "serverRejectedRequest", 16: "assetFileNotFound",
    17: "assetFileModified", 18: "incompatibleVersion", 19: "constraintViolation",
    20: "operationCancelled", 21: "changeTokenExpired", 22: "batchRequestFailed", 23: "zoneBusy",
    24: "badDatabase", 25: "quotaExceeded", 26: "zoneNotFound", 27: "limitExceeded",
    28: "userDeletedZone", 29: "tooManyParticipants", 30: "alreadyShared",
    31: "referenceViolation", 32: "managedAccountRestricted",
    33: "participantMayNeedVerification", 34: "serverResponseLost", 35: "assetNotAvailable",
    36: "accountTemporarilyUnavailable",
  ]
}
