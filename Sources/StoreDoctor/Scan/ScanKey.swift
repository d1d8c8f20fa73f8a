internal import StoreEngine

/// What stores can be counted by.
public enum ScanKey: String, Sendable, Hashable, CaseIterable {
  case verdict, version, kind, checksum, identifier, framework, systems, failure, folder, models
  case outcome, releases

  /// What it is of a store; `-` where that is nothing.
  public func value(of line: ScannedStore) -> String {
    let value: String? =
      switch self {
      case .verdict: line.verdict
      case .version: line.versionName
      case .kind: line.kind
      case .checksum: line.checksum
      case .identifier: line.identifiers.isEmpty ? nil : line.identifiers.joined(separator: ", ")
      case .framework: line.framework.map(String.init)
      case .systems: line.systems
      case .failure: line.failure?.reason.rawValue
      case .folder: Folder.split(line.path).folder
      case .models: line.models
      case .outcome: line.outcome
      case .releases: line.writtenBy?.text
      }
    return value.flatMap { $0.isEmpty ? nil : $0 } ?? "-"
  }
}
