internal import PlatformFoundation
internal import StoreEngine

extension WorkFolder {
  /// One of this process's own, among the system's temporary files.
  convenience init(temporaryFor name: String) throws(StoreOutputError) {
    try self.init(in: FileManager.default.temporaryDirectory.path, for: name)
  }
}
