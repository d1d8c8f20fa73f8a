internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Code that only code leads to which nothing calls: a sheet of a view that nothing opens.
extension UncalledCode {
  /// Where a name stands, outside of comments, previews and what it names itself.
  private struct Mention {
    var path: String
    var line: Int
  }

  /// What is named more often has a user somewhere.
  private static let mostMentions = 3
  /// Nobody follows longer chains.
  private static let mostSteps = 4

  /// Those around findings that only uncalled code names.
  ///
  /// - Parameters:
  ///   - around: the functions and types around findings that nothing but code may name.
  ///   - counts: how often their names stand in all files.
  ///   - known: those that nothing calls.
  func chained(
    _ around: [Declared], _ counts: [String: Int], _ known: Set<String>,
    isOwn: (String) -> Bool
  ) -> Set<String> {
    let own = Dictionary(grouping: declared.values.flatMap(\.self), by: \.name)
      .compactMapValues { $0.count == 1 ? $0[0] : nil }
    var mentions: [String: [Mention]] = [:]
    var waiting = Set(
      around.map(\.name).filter { name in
        !known.contains(name) && own[name] != nil
          && (counts[name] ?? 0) <= Self.mostMentions + (own[name]?.isType ?? false ? 8 : 1)
      })
    let wanted = waiting
    for _ in 0..<Self.mostSteps where !waiting.isEmpty {
      let found = self.mentions(of: waiting, own)
      mentions.merge(found) { first, _ in first }
      let users = found.values.flatMap(\.self).flatMap { self.around($0, isOwn) }
      waiting = Set(users).subtracting(mentions.keys).filter { own[$0] != nil }
    }
    // What names nothing but itself is called by nobody; whoever is named by such alone, neither.
    var dead = known
    var isMore = true
    while isMore {
      isMore = false
      for (name, places) in mentions where !dead.contains(name) {
        guard places.count <= Self.mostMentions,
          places.allSatisfy({ !dead.isDisjoint(with: self.around($0, isOwn)) })
        else { continue }
        dead.insert(name)
        isMore = true
      }
    }
    // What nothing names at all is told by the counts.
    return dead.intersection(wanted).filter { !(mentions[$0] ?? []).isEmpty }
  }

  /// The functions and types around a place that nothing but code may name.
  private func around(_ place: Mention, _ isOwn: (String) -> Bool) -> [String] {
    (declared[place.path] ?? []).filter {
      ($0.first.line ?? .max) <= place.line && place.line <= $0.last
        && $0.adopted.allSatisfy(isOwn)
    }.map(\.name)
  }

  private func mentions(
    of names: Set<String>, _ own: [String: Declared]
  ) -> [String: [Mention]] {
    var found = Dictionary(uniqueKeysWithValues: names.map { ($0, [Mention]()) })
    for position in WordsOfFiles.positions(of: names, in: files) {
      let file = files[position]
      var isPreview = false
      let lines = file.bytes.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("#Preview") || text.contains("PreviewProvider") { isPreview = true }
        let start = text.drop { $0 == " " || $0 == "\t" }
        if !isPreview, !start.hasPrefix("//") {
          for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
            let name = String(word)
            guard names.contains(name), let declared = own[name] else { continue }
            let isOwn =
              declared.first.path == file.path
              && (declared.first.line ?? 1)...max(declared.last, declared.first.line ?? 1)
                ~= index + 1
            if !isOwn, !start.contains("extension \(name)") {
              found[name]?.append(.init(path: file.path, line: index + 1))
            }
          }
        }
        if text.hasPrefix("}") || text.hasPrefix("#") && text.hasSuffix("}") { isPreview = false }
      }
    }
    return found
  }
}
