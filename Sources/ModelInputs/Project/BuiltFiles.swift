internal import PlatformFoundation
internal import StoreEngine

/// Which files of a folder the Xcode projects build. What lies beside a project and is in none of its
/// targets is code that never runs.
package struct BuiltFiles {
  private let projects: [XcodeProject]
  /// Folders with a project that could be read.
  private let described: Set<String>
  /// What is known of each folder: whether a file in it is built by projects alone.
  private var isOfProject: [String: Bool] = [:]

  private static let mostBytes = 64 << 20

  /// - Parameter files: the paths of `project.pbxproj`.
  package init(_ files: [String]) {
    var projects: [XcodeProject] = []
    var (described, unread): (Set<String>, Set<String>) = ([], [])
    for file in files {
      let folder = FilePath.absolute(file).deletingLastPathComponent.deletingLastPathComponent
      if let bytes = try? InputFile.bytes(of: file, limit: Self.mostBytes),
        let project = XcodeProject(bytes, in: folder)
      {
        projects.append(project)
        if !project.built.isEmpty || !project.folders.isEmpty { described.insert(folder) }
      } else {
        unread.insert(folder)
      }
    }
    // Beside a project that cannot be read, nobody knows what is built.
    self.projects = unread.isEmpty ? projects : []
    self.described = described
  }

  /// Whether a file lies where a project says what is built, and no project builds it.
  package mutating func leavesOut(_ path: String) -> Bool {
    guard !projects.isEmpty else { return false }
    let folder = FilePath.absolute(path).deletingLastPathComponent
    return isOfProject(folder) && !builds(path)
  }

  /// Whether a target of a project builds a file.
  package func builds(_ path: String) -> Bool {
    let keys = [FilePath.absolute(path), ModelFiles.real(path)].compactMap(\.self)
      .map(PathKey.of)
    return projects.contains { project in keys.contains { project.builds($0) } }
  }

  /// The projects that lie around a folder of a repository.
  package static func projects(above folder: String) -> [String] {
    var found: [String] = []
    var next = FilePath.absolute(folder)
    while !FilePath.exists(next.appending(component: ".git")) {
      let above = next.deletingLastPathComponent
      guard above != next, !above.isEmpty else { return [] }
      next = above
      Folder.forEachName(in: next) { name in
        let file = next.appending(component: name).appending(component: "project.pbxproj")
        if name.hasSuffix(".xcodeproj"), FilePath.isRegularFile(file) { found.append(file) }
      }
    }
    return found.sorted()
  }

  /// Whether the next thing around a folder that says what is built is an Xcode project.
  private mutating func isOfProject(_ folder: String) -> Bool {
    if let known = isOfProject[folder] { return known }
    let answer: Bool
    if Self.isDescribedOtherwise(folder) {
      answer = false
    } else if described.contains(folder) {
      answer = true
    } else {
      let above = folder.deletingLastPathComponent
      answer = above == folder || above.isEmpty ? false : isOfProject(above)
    }
    isOfProject[folder] = answer
    return answer
  }

  /// Packages and pods, and what projects are generated from, which may be newer than the project.
  private static let otherDescriptions: Set<String> = [
    "BUCK", "BUILD", "BUILD.bazel", "CMakeLists.txt", "Package.swift", "Project.swift",
    "project.yaml", "project.yml", "xcodegen.yml", "contents.xcplayground",
  ]

  private static func isDescribedOtherwise(_ folder: String) -> Bool {
    var isFound = false
    Folder.forEachName(in: folder) { name in
      guard !isFound, otherDescriptions.contains(name) || name.hasSuffix(".podspec") else { return }
      isFound = !ProjectRecipe.isStale(folder.appending(component: name))
    }
    return isFound
  }
}

extension XcodeProject {
  fileprivate func builds(_ key: String) -> Bool {
    built.contains(key) || placeless.contains(key.lastPathComponent)
      || folders.contains { $0.builds(key) }
  }
}
