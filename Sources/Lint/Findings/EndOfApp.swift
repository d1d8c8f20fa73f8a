internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Functions that nothing but the end of the app calls: it is over anyway, and ends no worse with a crash; and those
/// that the system calls when the app leaves the screen, where there is nobody to tell what could not be saved.
extension UncalledCode {
  struct Ends: Sendable {
    var atEnd: Set<String> = []
    var onLeaving: Set<String> = []
  }

  /// What the system calls last, in both languages.
  static let lastCall = "applicationWillTerminate"

  private static let leavingCalls: Set = [
    lastCall, "applicationDidEnterBackground", "applicationWillResignActive", "sceneDidDisconnect",
    "sceneDidEnterBackground", "sceneWillResignActive",
  ]

  /// Those around findings.
  func ending(in findings: [Finding]) -> Ends {
    Ends(
      atEnd: called(by: [Self.lastCall], around: findings.filter(\.isOfEndedApp)),
      onLeaving: called(by: Self.leavingCalls, around: findings.filter(\.isOfUntoldSave)))
  }

  /// The functions around findings that nothing but functions of these names call, and these themselves.
  private func called(by callers: Set<String>, around findings: [Finding]) -> Set<String> {
    let ends = declared.values.flatMap(\.self).filter { callers.contains($0.name) }
    let names = Set(findings.flatMap(functions).filter { !$0.isType }.map(\.name))
    guard !ends.isEmpty, !names.isEmpty else { return [] }
    let counts = WordsOfFiles.counts(of: names, in: files)
    let called = ends.reduce(into: [:]) { called, end in
      called.merge(words(of: end, among: names), uniquingKeysWith: +)
    }
    // The other place is where it is declared.
    return names.filter { name in
      callers.contains(name) || called[name].map { counts[name] == $0 + 1 } ?? false
    }
  }

  func filter(_ findings: [Finding], ending: Ends) -> [Finding] {
    findings.filter { finding in
      var names: Set<String> = finding.isOfEndedApp ? ending.atEnd : []
      if finding.isOfUntoldSave { names.formUnion(ending.onLeaving) }
      return names.isEmpty || !functions(around: finding).contains { names.contains($0.name) }
    }
  }

  private func words(of function: Declared, among names: Set<String>) -> [String: Int] {
    guard let file = files.first(where: { $0.path == function.first.path }),
      let first = function.first.line, first <= function.last
    else { return [:] }
    let lines = file.bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var counts: [String: Int] = [:]
    for line in lines[..<min(lines.count, function.last)].dropFirst(first - 1) {
      let words = String(decoding: line, as: UTF8.self)
        .split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      for word in words where names.contains(String(word)) { counts[String(word), default: 0] += 1 }
    }
    return counts
  }
}

extension Finding {
  /// A note that nobody learns of a failed save.
  fileprivate var isOfUntoldSave: Bool {
    rule == SwallowedStoreError.info.id && severity == .note
  }

  /// Of what is in memory, nothing is shown or saved afterwards.
  fileprivate var isOfEndedApp: Bool {
    [FatalErrorOnFailedSave.info.id, BatchNotMerged.info.id].contains(rule)
  }
}
