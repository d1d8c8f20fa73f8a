internal import StoreModel

extension SchemaHistory {
  /// A plan for the way back lists its versions as always; its stages lead from the last to the first.
  var asStagesLead: SchemaHistory {
    let places = Dictionary(
      versions.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
    let isBackwards = stages.allSatisfy { stage in
      guard let from = places[stage.from], let to = places[stage.to] else { return false }
      return to < from
    }
    guard isOrdered, hasAllStages, isBackwards, let end = stages.last?.to else { return self }
    var result = self
    result.versions.reverse()
    result.currentVersion = end
    return result
  }
}

extension [SchemaHistory] {
  /// The same, plans for the way back behind all others: where no version is asked for, no app takes them.
  var asStagesLead: [SchemaHistory] {
    filter { !$0.isDowngrade(among: self) }.map(\.asStagesLead)
      + filter { $0.isDowngrade(among: self) }.map(\.asStagesLead)
  }
}
