extension SchemaHistory {
  /// The history with its oldest version first, whichever way round the source lists them.
  ///
  /// What a version is comes from the stages that lead to it and from its identifier; the place in a list
  /// only decides where neither says anything. A plan for the way back stays as it is: its identifiers
  /// count up along the list, and its stages lead down.
  package func oldestFirst(listedAt place: Location?) -> SchemaHistory {
    guard isListedNewestFirst else { return self }
    var result = self
    result.versions.reverse()
    result.currentVersion = result.versions.last?.name
    result.newestFirst = place ?? location
    return result
  }

  /// Whether of any two neighbours of the list the second is the older one: a stage leads from it to the
  /// first, or it has the lower identifier, and nothing says the opposite of any two.
  private var isListedNewestFirst: Bool {
    guard isOrdered, versions.count > 1, newestFirst == nil else { return false }
    let places = Dictionary(
      versions.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
    let steps = stages.compactMap { stage -> (from: Int, to: Int)? in
      guard let from = places[stage.from], let to = places[stage.to], from != to else { return nil }
      return (from, to)
    }
    guard steps.allSatisfy({ $0.to < $0.from }) else { return false }
    return versions.indices.dropFirst().allSatisfy { older in
      let newer = older - 1
      if let first = versions[newer].identifierNumbers,
        let second = versions[older].identifierNumbers,
        first != second
      {
        return second.lexicographicallyPrecedes(first)
      }
      return steps.contains { $0.from == older && $0.to == newer }
    }
  }
}

extension DataModel {
  /// `[2, 0, 0]` of the identifier `2.0.0`; nil when it is not made of numbers.
  package var identifierNumbers: [Int]? {
    guard versionIdentifiers.count == 1, let text = versionIdentifiers.first else { return nil }
    let numbers = text.split(separator: ".").map { Int($0) }
    return numbers.isEmpty || numbers.contains(nil) ? nil : numbers.compactMap(\.self)
  }
}
