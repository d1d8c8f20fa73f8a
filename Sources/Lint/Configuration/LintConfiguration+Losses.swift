internal import StoreEngine
package import StoreModel

extension LintConfiguration {
  /// The names below 'allow-loss' that no version has, now or when it shipped: they allow nothing, and
  /// whoever wrote them believes that they do.
  ///
  /// - Parameters:
  ///   - earlier: the models at a revision they are compared with.
  ///   - path: the file's name for messages.
  package func unknownLoss(
    in input: LintInput, earlier: [SchemaHistory], path: String
  ) -> LintConfigurationError? {
    // A file that was not read may hold it.
    guard !settings.allowedLosses.isEmpty, input.problems.isEmpty else { return nil }
    let histories = Linter.histories(of: input)
    guard histories.allSatisfy(\.isComplete) else { return nil }
    let known = names(of: histories + earlier).union(
      [input.lock, input.earlierPlans].compactMap(\.self).flatMap { names(of: $0) })
    // Without any model nobody can tell.
    guard !known.isEmpty else { return nil }
    let errors = settings.allowedLosses.filter { name in
      !known.contains(name) && !known.contains { $0.contains(".") && name.hasPrefix($0 + ".") }
    }.map { name in
      let near = NameDistance.nearest(to: name, in: known.sorted())
      return LintConfigurationError(
        path: path, line: lossLines[name] ?? 1,
        message: "no version has '\(name)', which 'allow-loss' names"
          + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }.sorted { $0.line < $1.line }
    guard var first = errors.first else { return nil }
    first.others = Array(errors.dropFirst())
    return first
  }

  private func names(of histories: [SchemaHistory]) -> Set<String> {
    var names: Set<String> = []
    for model in histories.flatMap(\.versions) {
      for entity in model.entities {
        names.insert(entity.name)
        for property in model.storedProperties(of: entity) {
          names.insert("\(entity.name).\(property.name)")
        }
      }
    }
    return names
  }

  private func names(of lock: SchemaLock) -> Set<String> {
    var names: Set<String> = []
    for version in lock.schemas.flatMap(\.versions) {
      for (entity, shape) in version.entities {
        names.insert(entity)
        for property in shape.properties.keys { names.insert("\(entity).\(property)") }
      }
    }
    return names
  }
}
