#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The model files in a folder, whatever their form, in the order of their paths.
struct ModelFiles {
  var swiftFiles: [String] = []
  /// `.xcdatamodeld`, and `.xcdatamodel` that stand alone.
  var xcodeModels: [String] = []
  /// `.momd` under any suffix, and `.mom` that stand alone.
  var compiledModels: [String] = []
  /// What an app may do, such as use iCloud containers.
  var entitlements: [String] = []

  init() {}

  var isEmpty: Bool { swiftFiles.isEmpty && xcodeModels.isEmpty && compiledModels.isEmpty }

  /// Links that lead out of the project, and folders too deep to be entered.
  private(set) var leftOut: [String] = []

  /// Folders deeper than this are left alone; real projects stay far below.
  private static let maximumDepth = 64

  /// Searches recursively. `.build` and hidden folders are skipped, a folder reached twice through
  /// links is read once. Links are followed within the project: the folder, or the repository that
  /// it lies in.
  init(in folder: String) {
    var walk = Walk(root: Self.project(around: folder))
    search(folder, depth: 0, &walk)
    // A bundle's versions belong to the bundle; the walk never enters one.
    swiftFiles.sort()
    xcodeModels.sort()
    compiledModels.sort()
    entitlements.sort()
    leftOut.sort()
  }

  private struct Walk {
    /// Without links; nothing outside of it is read.
    let root: String
    /// Device and inode of the folders entered.
    var seen: Set<[UInt64]> = []

    func isLeaving(_ path: String) -> Bool {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return false }
      guard let real = ModelFiles.real(path) else { return false }
      return real != root && !real.hasPrefix(root == "/" ? "/" : root + "/")
    }
  }

  /// The repository a folder lies in, or the folder itself.
  private static func project(around folder: String) -> String {
    let start = real(folder) ?? folder
    var next = start
    while next.count > 1 {
      if fileType(next.appending(component: ".git")) != nil { return next }
      next = next.deletingLastPathComponent
    }
    return start
  }

  private static func real(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// What was left out, in one sentence; nil when nothing was.
  var unfollowed: String? {
    guard !leftOut.isEmpty else { return nil }
    let shown = leftOut.prefix(4).map { "'\($0)'" }.joined(separator: ", ")
    let more = leftOut.count > 4 ? " and \(leftOut.count - 4) more" : ""
    return "not entered: \(shown)\(more), which lead out of the project or lie deeper than "
      + "\(Self.maximumDepth) folders; give them as paths of their own"
  }

  private mutating func search(_ folder: String, depth: Int, _ walk: inout Walk) {
    var status = stat()
    guard stat(folder, &status) == 0 else { return }
    guard depth < Self.maximumDepth else {
      leftOut.append(folder)
      return
    }
    let identity = [
      UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino),
    ]
    guard walk.seen.insert(identity).inserted,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder == "." ? name : folder.appending(component: name)
      guard !walk.isLeaving(path) else {
        leftOut.append(path)
        continue
      }
      switch name.suffixName {
      case "swift": if Self.isRegularFile(path) { swiftFiles.append(path) }
      case "entitlements": if Self.isRegularFile(path) { entitlements.append(path) }
      case "mom": if Self.isRegularFile(path) { compiledModels.append(path) }
      case "xcdatamodeld", "xcdatamodel": if Self.isFolder(path) { xcodeModels.append(path) }
      case "xcmappingmodel": continue
      default:
        guard Self.isFolder(path) else { continue }
        if Self.isCompiledBundle(path) {
          compiledModels.append(path)
        } else {
          search(path, depth: depth + 1, &walk)
        }
      }
    }
  }

  /// A `.momd` is told by its `VersionInfo.plist`, since build scripts rename it freely.
  static func isCompiledBundle(_ path: String) -> Bool {
    path.suffixName.hasPrefix("momd")
      || isRegularFile(path.appending(component: "VersionInfo.plist"))
  }

  static func isFolder(_ path: String) -> Bool {
    fileType(path) == S_IFDIR
  }

  /// Links are followed; FIFOs and devices are no files.
  static func isRegularFile(_ path: String) -> Bool {
    fileType(path) == S_IFREG
  }

  private static func fileType(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}

extension String {
  var lastPathComponent: String {
    split(separator: "/").last.map(String.init) ?? self
  }

  /// What stands before the last path component; empty when there is nothing.
  var deletingLastPathComponent: String {
    var rest = self[...]
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return "" }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  func appending(component: String) -> String {
    isEmpty ? component : hasSuffix("/") ? self + component : self + "/" + component
  }

  /// The part after the last dot of the last path component, in lower case.
  var suffixName: String {
    let name = lastPathComponent
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
