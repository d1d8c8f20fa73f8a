public import Diagnostics
public import StoreEngine
internal import StoreModel

extension Finding {
  /// A migrated store lacks a file of external data, because its source does.
  public init(_ missing: MissingFiles, path: String) {
    let rows = "\(missing.count) \(missing.count == 1 ? "row" : "rows")"
    self.init(
      rule: MissingExternalFile.info.id, severity: MissingExternalFile.info.severity,
      message: "the new store lacks the file of '\(missing.entity).\(missing.property)' for "
        + "\(rows): it is not beside the old one, or no file that can be read",
      help: MissingExternalFile.info.fix, location: Location(path: path), entity: missing.entity,
      property: missing.property)
  }
}
