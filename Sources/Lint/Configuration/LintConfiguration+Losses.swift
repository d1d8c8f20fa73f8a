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
    var names = ModelNames(histories + earlier)
    for lock in [input.lock, input.earlierPlans].compactMap(\.self) {
      for (entity, shape) in lock.schemas.flatMap(\.versions).flatMap(\.entities) {
        names.insert(entity, properties: shape.properties.keys)
      }
    }
    // Without any model nobody can tell.
    guard !names.known.isEmpty else { return nil }
    let errors = names.unknown(settings.allowedLosses).map { name, near in
      LintConfigurationError(
        path: path, line: lossLines[name] ?? 1,
        message: "no version has '\(name)', which 'allow-loss' names"
          + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }.sorted { $0.line < $1.line }
    guard var first = errors.first else { return nil }
    first.others = Array(errors.dropFirst())
    return first
  }
}
