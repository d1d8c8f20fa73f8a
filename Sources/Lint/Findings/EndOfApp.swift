internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Functions that nothing but the end of the app calls: it is over anyway, and ends no worse with a crash.
extension UncalledCode {
  /// What the system calls last, in both languages.
  static let lastCall = "applicationWillTerminate"

  /// Those around findings.
  func ending(in findings: [Finding]) -> Set<String> {
    let ends = declared.values.flatMap(\.self).filter { $0.name == Self.lastCall }
    let names = Set(
      findings.filter(\.isOfEndedApp).flatMap(functions).filter { !$0.isType }.map(\.name))
    guard !ends.isEmpty, !names.isEmpty else { return [] }
    let counts = WordsOfFiles.counts(of: names, in: files)
    let called = ends.reduce(into: [:]) { called, end in
      called.merge(words(of: end, among: names), uniquingKeysWith: +)
    }
    // The other place is where it is declared.
    return names.filter { name in
      name == Self.lastCall || called[name].map { counts[name] == $0 + 1 } ?? false
    }
  }

  func filter(_ findings: [Finding], ending: Set<String>) -> [Finding] {
    findings.filter { finding in
      ending.isEmpty || !finding.isOfEndedApp
        || !functions(around: finding).contains { ending.contains($0.name) }
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
  /// Of what is in memory, nothing is shown or saved afterwards.
  fileprivate var isOfEndedApp: Bool {
    [FatalErrorOnFailedSave.info.id, BatchNotMerged.info.id].contains(rule)
  }
}
