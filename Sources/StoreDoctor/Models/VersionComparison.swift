public import Diagnostics
public import StoreEngine
public import StoreModel

/// What differs between two versions, and what a migration makes of it.
public struct VersionComparison: Answer {
  /// The older version.
  public let from: VersionReference
  /// The newer version.
  public let to: VersionReference
  /// Whether the newer one is of a model file, which has mapping models and no stages.
  public let isOfModelFile: Bool
  /// What differs, in the order of the models.
  public let differences: [ModelDifference]
  /// What could not be compared, and why.
  public let unknown: [String]
  /// Paths of differences that fail as soon as there is one row.
  private let unfillable: Set<String>
  /// What is to be said about how the versions were found, one sentence each.
  public let remarks: [String]

  /// Compares two versions.
  public init(from: DataModel, to: DataModel, remarks: [String] = []) {
    let comparison = ModelDiff.compare(from: from, to: to)
    self.from = VersionReference(from)
    self.to = VersionReference(to)
    isOfModelFile = [.xcodeModel, .compiledModel].contains(to.source)
    self.remarks = remarks
    differences = comparison.differences
    unfillable = Set(comparison.pairing.unfillable.map(\.name))
    unknown = comparison.unknown(from: from, to: to)
  }

  /// `found` when anything differs, or is unknown.
  public var verdict: ExitStatus { differences.isEmpty && unknown.isEmpty ? .done : .found }

  /// Whether a difference makes a migration fail, whatever the rows hold.
  public func failure(of difference: ModelDifference) -> CertainFailures.Kind? {
    unfillable.contains(difference.path) ? .withFirstRow : nil
  }

  /// What a migration needs stays open while something is unknown.
  public func encode(to encoder: any Encoder) throws {
    let isKnown = unknown.isEmpty
    let changes = differences.changesHashes
    try encoder.write([
      "changesHashes": isKnown || changes ? changes : nil,
      "differences": differences.map { JudgedDifference(difference: $0, failure: failure(of: $0)) },
      "from": from, "migration": isKnown ? differences.consequence.rawValue : nil,
      "remarks": remarks, "to": to, "unknown": unknown,
    ])
  }
}
