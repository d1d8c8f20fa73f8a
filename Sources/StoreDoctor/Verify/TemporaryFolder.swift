internal import StoreEngine

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension WorkFolder {
  /// One of this process's own, among the system's temporary files.
  convenience init(temporaryFor name: String) throws(StoreOutputError) {
    try self.init(in: FileManager.default.temporaryDirectory.path, for: name)
  }
}
