internal import ModelInputs
internal import PlatformFoundation
internal import StoreEngine

/// The folders of libraries that an app has copied beside its own code, with the library's project, license and
/// all: an app's project builds them, and nobody of the app mends them.
struct ForeignProjects {
  /// As the names on the way to them.
  private var folders: [[String]] = []

  /// The folder of the library that a file lies in.
  func folder(of names: [String]) -> String? {
    folders.first { names.starts(with: $0) }?.last
  }

  /// - Parameters:
  ///   - projects: the paths of `project.pbxproj`.
  ///   - names: the names on the way to a file from the folder that was asked for.
  init(_ projects: [String], names: (String) -> [String]) {
    for path in projects {
      let own = names(path).dropLast(2)
      let project = path.deletingLastPathComponent
      let file = project.lastPathComponent
      guard !own.isEmpty, Self.isPublished(project.deletingLastPathComponent),
        projects.contains(where: { other in
          !names(other).starts(with: own) && Self.names(other, file)
        })
      else { continue }
      folders.append(Array(own))
    }
  }

  /// Whether a folder has what a library is published with: a license and a text that explains it, or a
  /// specification.
  private static func isPublished(_ folder: String) -> Bool {
    var (isLicensed, isExplained) = (false, false)
    Folder.forEachName(in: folder) { file in
      let small = file.lowercased()
      isLicensed = isLicensed || small.hasPrefix("license") || small.hasPrefix("licence")
      isExplained = isExplained || small.hasPrefix("readme") || small.hasSuffix(".podspec")
    }
    return isLicensed && isExplained
  }

  /// Whether a project names another one, as what it builds is made of.
  private static func names(_ project: String, _ other: String) -> Bool {
    guard let bytes = try? InputFile.bytes(of: project, limit: 64 << 20) else { return false }
    return String(decoding: bytes, as: UTF8.self).contains(other)
  }
}
