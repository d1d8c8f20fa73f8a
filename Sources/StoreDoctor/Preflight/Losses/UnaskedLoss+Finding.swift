public import Diagnostics
public import StoreEngine
internal import StoreModel

extension UnaskedLoss {
  /// Always an error: nothing explains it.
  public func finding(in step: MigrationStep) -> Finding {
    let what = isLinks ? "links" : "rows"
    let part = closure.map { "'\($0)' of the stage '\(step.name)'" } ?? "the stage '\(step.name)'"
    return MigrationRules.unaskedLoss.finding(
      "'\(name)' has \(found) of \(expected) \(what) after \(part), and nothing asked for it"
    ).at(
      step.codeLocation ?? step.location ?? step.to.location,
      entity: name.split(separator: ".").first.map(String.init))
  }
}
