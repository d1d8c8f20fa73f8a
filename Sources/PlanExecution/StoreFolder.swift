internal import PlatformFoundation
internal import PlatformLibc
internal import StoreEngine
internal import StoreModel

/// A folder beside the copy that is migrated, on the same disk, in which the copy lies while a closure
/// runs: SQLite makes files beside a store, and this is the only folder where the code may do so.
final class StoreFolder {
  /// What the code left where files of its store belong.
  struct Misplaced: Error {
    var what: String
  }

  private let folder: WorkFolder
  /// The store's bytes when the folder was made.
  let size: Int64

  var path: String { folder.path }

  /// - Parameter store: the copy's path.
  /// - Throws: `PlanFailure.system`.
  init(for store: String) throws(PlanFailure) {
    folder = try WorkFolder(ofPlanIn: store.deletingLastPathComponent, for: "closure")
    var status = stat()
    size = stat(store, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Where the store is while a closure runs.
  func store(_ path: String) -> String { folder.path.appending(component: path.lastPathComponent) }

  /// - Throws: `PlanFailure.system`.
  func take(_ path: String) throws(PlanFailure) {
    for (outside, inside) in names(path) where rename(outside, inside) != 0 && errno != ENOENT {
      throw .system("'\(outside)' cannot be moved: \(ChildProcess.lastError)")
    }
  }

  /// Puts everything back, after a look at it: a link would lead this program to other files, and
  /// whatever is no file would stop it.
  func giveBack(_ path: String) throws(Misplaced) {
    var misplaced: String?
    for (index, (outside, inside)) in names(path).enumerated() {
      var status = stat()
      guard lstat(inside, &status) == 0 else {
        if index == 0 { misplaced = "removed its store" }
        continue
      }
      if let what = Self.foreign(inside, isFolder: outside.hasSuffix(Self.supportSuffix)) {
        misplaced = misplaced ?? "left \(what) among the files of its store"
        try? FileManager.default.removeItem(atPath: inside)
      } else if rename(inside, outside) != 0 {
        misplaced =
          misplaced ?? "left its store where it cannot be moved: \(ChildProcess.lastError)"
      }
    }
    if let misplaced { throw Misplaced(what: misplaced) }
  }

  private static let supportSuffix = "_SUPPORT"

  /// Files of the store, outside and inside.
  private func names(_ path: String) -> [(outside: String, inside: String)] {
    let inside = store(path)
    return ["", "-wal", "-shm", "-journal"].map { (path + $0, inside + $0) } + [
      (
        ExternalStorage(storePath: path).supportFolder,
        ExternalStorage(storePath: inside).supportFolder
      )
    ]
  }

  /// Anything but files of one name, and folders of such; nil when there is nothing else.
  private static func foreign(_ path: String, isFolder: Bool) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG where !isFolder: return status.st_nlink == 1 ? nil : "a hard link"
    case S_IFLNK: return "a link"
    case S_IFDIR where isFolder:
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.lazy.compactMap { name -> String? in
        let inner = path.appending(component: name)
        var status = stat()
        let isInner = lstat(inner, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        return foreign(inner, isFolder: isInner)
      }.first
    default: return "something that is no file"
    }
  }
}
