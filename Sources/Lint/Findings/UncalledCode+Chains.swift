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
    let isGrown = Self.isGrown(files)
    while isMore {
      isMore = false
      for (name, places) in mentions where !dead.contains(name) {
        // In an app that is being written, what nothing names yet will be called.
        if places.isEmpty, !isGrown, let function = own[name], !function.isPrivate { continue }
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
      Self.forEachLine(of: file) { text, number, isIdle in
        guard !isIdle else { return }
        for word in text.names {
          let name = String(word)
          if names.contains(name), own[name].map({ !$0.isOwn(text, number, in: file) }) ?? false {
            found[name]?.append(.init(path: file.path, line: number))
          }
        }
      }
    }
    return found
  }
}
