internal import StoreEngine
internal import StoreModel

/// Every explanation the doctor has, and the ways to look one up. Built on first use, so commands
/// that explain nothing pay nothing.
package enum ExplanationCatalog {
  /// All explanations: families in reading order, codes ascending within a family.
  package static let all: [Explanation] = [
    swiftDataContainerErrors, swiftDataFetchErrors, swiftDataContainerMessages,
    swiftDataSchemaTraps, swiftDataLifetimeTraps, swiftDataRelationshipTraps, stagedMigrationErrors,
    stagedMigrationExceptions, migrationErrors, migrationMessages, mappingInferenceErrors,
    storeErrors, storeMessages, historyErrors, objectErrors, objectMessages, entityLookupMessages,
    modelMessages, fetchMessages, contextMessages, valueMessages, objectUseMessages,
    requestMessages, viewMessages, oldCloudMessages, predicateCompilerErrors,
    predicateMacroErrors, modelMacroErrors, transformerMessages, validationErrors, fileErrors,
    cloudKitModelRules, cloudKitRequestErrors,
    cloudKitServerErrors, cloudKitCodes, cloudKitRareCodes, cloudKitMessages, sqliteErrors,
    sqliteRareErrors, sqliteSchemaErrors, modelCompilerErrors, buildMessages,
    stackFrames, swiftDataStackFrames,
    predicateMessages, batchMessages, objectStateMessages, sqliteStatementErrors,
    concurrencyErrors, declarationErrors, spellingErrors, linkErrors, cloudKitAnswers,
    fileRareErrors,
    noticeMessages, swiftDataMoreTraps, otherStackFrames,
    systemErrors, missingErrors,
  ].flatMap { $0 }

  package static func explanation(id: String) -> Explanation? {
    byID[id]
  }

  /// The explanation that `domain` and `code` identify without any message. SQLite's extended codes
  /// refine the one in their low byte: those without an explanation of their own have that one's.
  package static func explanation(domain: String, code: Int) -> Explanation? {
    if let own = byCode[CodeKey(domain: domain, code: code)] { return own }
    guard domain == "NSSQLiteErrorDomain", code > 255, SQLiteNames.name(of: code) != nil else {
      return nil
    }
    return byCode[CodeKey(domain: domain, code: code & 0xFF)]
  }

  /// Every explanation a bare number may mean, whatever its domain, the general ones first.
  package static func explanations(code: Int) -> [Explanation] {
    all.filter { $0.codes.contains(code) }
  }

  /// Explanations of a symbol, with or without its type: `NSMigrationError`,
  /// `SwiftDataError.unknownSchema`, `.unknownSchema`. The most general first, since the symbol
  /// alone says no more.
  package static func explanations(symbol typed: String) -> [Explanation] {
    let name = lastComponent(of: typed).lowercased()
    guard !name.isEmpty else { return [] }
    let isSame: (Explanation) -> Bool = { explanation in
      guard let symbol = explanation.symbol else { return false }
      let known = lastComponent(of: symbol).lowercased()
      switch explanation.domain {
      case "CKErrorDomain" where "ckerror" + known == name: return true
      case "NSCocoaErrorDomain" where ErrorNames.isCocoa(typed, symbol): return true
      default: return known == name
      }
    }
    let found = all.filter(isSame)
    return found.filter { $0.parent == nil } + found.filter { $0.parent != nil }
  }

  /// The explanation itself and everything more general, nearest first.
  package static func lineage(of explanation: Explanation) -> [Explanation] {
    var chain: [Explanation] = [explanation]
    while let parent = chain.last?.parent.flatMap(Self.explanation(id:)),
      !chain.contains(where: { $0.id == parent.id })
    {
      chain.append(parent)
    }
    return chain
  }

  /// Ids within a few letters of `text`, nearest first: "did you mean".
  package static func nearestIDs(to text: String, limit: Int = 3) -> [String] {
    let wanted = String(decoding: text.lowercased().utf8.prefix(80), as: UTF8.self)
    guard wanted.utf8.count > 2 else { return [] }
    let words = text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber })
    let scored: [(id: String, score: Int)] = all.map { explanation in
      let distance = NameDistance.between(wanted, explanation.id)
      let shared = words.count { $0.count > 3 && explanation.id.contains($0) }
      return (explanation.id, distance - 6 * shared)
    }
    let near = scored.filter { $0.score <= wanted.utf8.count / 3 }
    return near.sorted { ($0.score, $0.id) < ($1.score, $1.id) }.prefix(limit).map(\.id)
  }

  static func lastComponent(of symbol: String) -> String {
    symbol.split(separator: ".").last.map(String.init) ?? ""
  }

  private struct CodeKey: Hashable {
    var domain: String
    var code: Int
  }

  private static let byID: [String: Explanation] = Dictionary(
    all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  private static let byCode: [CodeKey: Explanation] = {
    var table: [CodeKey: Explanation] = [:]
    for explanation in all {
      guard let domain = explanation.domain else { continue }
      for code in explanation.codes {
        let key = CodeKey(domain: domain, code: code)
        if table[key] == nil { table[key] = explanation }
      }
    }
    return table
  }()
}
