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

  /// Folders deeper than this are left alone; real projects stay far below.
  private static let maximumDepth = 64

  /// Searches recursively. `.build` and hidden folders are skipped, a folder reached twice through
  /// links is read once.
  init(in folder: String) {
    var seen: Set<String> = []
    search(folder, depth: 0, seen: &seen)
    // A bundle's versions belong to the bundle; the walk never enters one.
    swiftFiles.sort()
    xcodeModels.sort()
    compiledModels.sort()
    entitlements.sort()
  }

  private mutating func search(_ folder: String, depth: Int, seen: inout Set<String>) {
    let files = FileManager.default
    let real = URL(filePath: folder).resolvingSymlinksInPath().path
    guard depth < Self.maximumDepth, seen.insert(real).inserted,
      let names = try? files.contentsOfDirectory(atPath: folder)
    else { return }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder == "." ? name : folder.appending(component: name)
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
          search(path, depth: depth + 1, seen: &seen)
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
