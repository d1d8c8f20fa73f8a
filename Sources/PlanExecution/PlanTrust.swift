internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// Which plans may run with all of the user's rights, where the system cannot confine them: those
/// that the user said so of, as long as not one byte of their code changes.
package struct PlanTrust: Sendable {
  /// Where it is remembered; nil remembers nothing. Never a folder of the repository.
  package var folder: String?
  /// The user says so now.
  package var isGiven: Bool

  package init(folder: String? = nil, isGiven: Bool = false) {
    self.folder = folder
    self.isGiven = isGiven
  }

  /// - Parameter code: the files of the plan as they are compiled.
  func isTrusted(_ code: [[UInt8]]) -> Bool {
    guard let folder else { return isGiven }
    let mark = folder.appending(component: ContentName.of(code))
    if isGiven, OwnPath.canHold(folder), OwnPath.make(folder) {
      // Its name says it all.
      _ = FileManager.default.createFile(atPath: mark, contents: Data())
    }
    return isGiven || OwnPath.isFile(mark)
  }
}
