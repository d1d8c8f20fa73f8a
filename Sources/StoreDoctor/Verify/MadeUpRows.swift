internal import Diagnostics

extension Finding {
  /// Code may rely on what its app's data never have, and no generator can know it.
  var overMadeUpRows: Finding {
    var finding = self
    finding.help =
      (help.map { $0 + "; " } ?? "")
      + "the rows are made up, with the edges of every type among them: if the app never has such a value, "
      + "try a store of its own with --store"
    return finding
  }

  /// A value that is missing because the plan's code has computed none.
  ///
  /// - Parameter written: attributes that closures saved with NaN, as `Entity.attribute`, with the closure.
  func afterNaN(_ written: [String: String], isGenerated: Bool) -> Finding {
    guard rule == MissingRequiredValue.info.id, let entity, let property,
      let closure = written["\(entity).\(property)"]
    else { return self }
    var finding = self
    finding.message += ": \(closure) set it to NaN, which a store keeps as no value"
    finding.help =
      "look at what it computes with 'isNaN' before it is stored: roots of negative numbers, and infinity by "
      + "itself, have no answer"
    return isGenerated ? finding.overMadeUpRows : finding
  }
}
