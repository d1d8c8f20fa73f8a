internal import PlatformLibc
internal import StoreEngine

/// What a store was before somebody else's code ran, to be compared afterwards: nothing is called
/// unchanged without a look at it.
package struct OriginalStore {
  private let path: String
  private let hashes: Bool
  private let marks: [String?]

  /// - Parameter hashes: whether to compare what the files hold, not only what the system says of
  ///   them. Code that is not confined could set their times.
  package init(_ path: String, hashes: Bool) {
    self.path = path
    self.hashes = hashes
    marks = Self.marks(path, hashes)
  }

  package var isUnchanged: Bool { marks == Self.marks(path, hashes) }

  private static func marks(_ path: String, _ hashes: Bool) -> [String?] {
    ["", "-wal", "-journal"].map { suffix in
      var status = stat()
      guard stat(path + suffix, &status) == 0 else { return nil }
      let (modified, changed) = (status.modified, status.changed)
      return "\(status.st_dev) \(status.st_ino) \(status.st_size) \(modified.tv_sec)."
        + "\(modified.tv_nsec) \(changed.tv_sec).\(changed.tv_nsec) "
        + (hashes ? ContentName.of(file: PlanToolchain.real(path + suffix)) ?? "" : "")
    }
  }
}
