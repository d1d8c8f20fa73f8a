internal import PlatformLibc

/// Room on the disk that a file lies on.
package enum DiskSpace {
  /// Bytes that this user can still write; nil when the system does not say.
  package static func free(besides path: String) -> Int64? {
    let folder = Folder.split(path).folder
    var status = statvfs()
    guard statvfs(folder.isEmpty ? "." : folder, &status) == 0 else { return nil }
    let (bytes, isHuge) = Int64(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
    return isHuge ? .max : bytes
  }
}
