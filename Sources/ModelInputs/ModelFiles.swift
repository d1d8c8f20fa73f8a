internal import PlatformFoundation
internal import PlatformLibc
internal import StoreEngine
package import StoreModel

/// The model files in a folder, whatever their form, in the order of their paths.
package struct ModelFiles {
  package var swiftFiles: [String] = []
  /// `.xcdatamodeld`, and `.xcdatamodel` that stand alone.
  package var xcodeModels: [String] = []
  /// `.momd` under any suffix, and `.mom` that stand alone.
  package var compiledModels: [String] = []
  /// `.xcmappingmodel` and `.cdm`.
  package var mappings: [String] = []
  /// What an app may do, such as use iCloud containers.
  package var entitlements: [String] = []
  /// What nobody here reads, but may use the models.
  package var objectiveC: [String] = []
  /// The `project.pbxproj` of Xcode projects, which say what is built.
  package var projects: [String] = []

  package init() {}

  package var isEmpty: Bool { swiftFiles.isEmpty && xcodeModels.isEmpty && compiledModels.isEmpty }

  /// Links that lead out of the project, and folders too deep to be entered.
  package private(set) var leftOut: [String] = []

  /// Folders that cannot be opened: what is in them is not known.
  package private(set) var closed: [String] = []

  /// Folders deeper than this are left alone; real projects stay far below.
  private static let maximumDepth = 64

  /// Searches recursively. `.build` and hidden folders are skipped, a folder reached twice through
  /// links is read once. Links are followed within the project: the folder, or the repository that
  /// it lies in.
  package init(in folder: String) {
    var walk = Walk(root: Self.project(around: folder))
    search(folder, depth: 0, &walk)
    // A bundle's versions belong to the bundle; the walk never enters one.
    swiftFiles.sort()
    xcodeModels.sort()
    compiledModels.sort()
    mappings.sort()
    entitlements.sort()
    objectiveC.sort()
    projects.sort()
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
      if FilePath.exists(next.appending(component: ".git")) { return next }
      next = next.deletingLastPathComponent
    }
    return start
  }

  /// A path without links; nil for what is not there.
  package static func real(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// One problem for each folder that cannot be opened.
  package var closedProblems: [ModelProblem] {
    closed.map {
      ModelProblem(
        "the folder was not read: it cannot be opened", topic: .unreadFile,
        location: Location(path: $0))
    }
  }

  /// Why there is no model in a folder that gave none.
  package func refusal(of path: String) -> ModelInputError {
    if let folder = closed.first {
      return .unreadable(path: folder, message: "the folder cannot be opened")
    }
    let isMapping = MappingModelReader.isMapping(path)
    if !isMapping, mappings.isEmpty, let unfollowed {
      return .unreadable(
        path: path, message: "a folder without Swift files or model files; \(unfollowed)")
    }
    guard isMapping || !mappings.isEmpty else {
      return .noModel(path: path, kind: "a folder without Swift files or model files")
    }
    return .unreadable(
      path: path,
      message: (isMapping ? "it is a mapping model" : "it has mapping models only")
        + "; give the models that they lead from and to as well")
  }

  /// What was left out, in one sentence; nil when nothing was.
  package var unfollowed: String? {
    guard !leftOut.isEmpty else { return nil }
    return "not entered: \(leftOut.quotedList(atMost: 4)), which lead out of the project or lie "
      + "deeper than \(Self.maximumDepth) folders; give them as paths of their own"
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
    guard walk.seen.insert(identity).inserted else { return }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      closed.append(folder)
      return
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder == "." ? name : folder.appending(component: name)
      guard !walk.isLeaving(path) else {
        leftOut.append(path)
        continue
      }
      let isFile = FilePath.isRegularFile(path)
      guard isFile || FilePath.isFolder(path) else { continue }
      switch Self.use(of: name, isFile: isFile, isBundle: { Self.isCompiledBundle(path) }) {
      case .swift: swiftFiles.append(path)
      case .entitlements: entitlements.append(path)
      case .objectiveC: objectiveC.append(path)
      case .compiledModel: compiledModels.append(path)
      case .xcodeModel: xcodeModels.append(path)
      case .mapping: mappings.append(path)
      case .project: projects.append(path)
      case .folder: search(path, depth: depth + 1, &walk)
      case nil: continue
      }
    }
  }

  /// What an entry of a folder is good for.
  enum Use {
    case swift, entitlements, objectiveC, compiledModel, xcodeModel, mapping, project, folder
  }

  /// - Parameter isBundle: whether a folder is a `.momd`, whatever its name is.
  static func use(of name: String, isFile: Bool, isBundle: () -> Bool) -> Use? {
    guard !name.hasPrefix(".") else { return nil }
    switch (name.suffixName, isFile) {
    case ("swift", true): return .swift
    case ("entitlements", true): return .entitlements
    case ("m", true), ("mm", true), ("h", true): return .objectiveC
    case ("mom", true): return .compiledModel
    case ("cdm", true), ("xcmappingmodel", false): return .mapping
    case ("pbxproj", true): return .project
    case (_, true): return nil
    case ("xcdatamodeld", false), ("xcdatamodel", false): return .xcodeModel
    case (_, false): return isBundle() ? .compiledModel : .folder
    }
  }

  /// A `.momd` is told by its `VersionInfo.plist`, since build scripts rename it freely.
  package static func isCompiledBundle(_ path: String) -> Bool {
    isNamedAsBundle(path) || FilePath.isRegularFile(path.appending(component: versionInfo))
  }

  /// The mapping models that lie beside a model file, as in an app's folder of resources.
  package static func mappings(beside path: String) -> [String] {
    files(beside: path) { $0 == .mapping }
  }

  /// The model files that lie beside a mapping model.
  package static func models(beside path: String) -> [String] {
    files(beside: path) { $0 == .xcodeModel || $0 == .compiledModel }
  }

  private static func files(beside path: String, where isWanted: (Use?) -> Bool) -> [String] {
    let folder = path.deletingLastPathComponent
    var found: [String] = []
    Folder.forEachName(in: folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder) { name in
      let place = folder.isEmpty && !path.hasPrefix("/") ? name : folder.appending(component: name)
      if isWanted(use(of: name, isFile: FilePath.isRegularFile(place), isBundle: { false })) {
        found.append(place)
      }
    }
    return found.sorted()
  }

  private static func isNamedAsBundle(_ path: String) -> Bool {
    path.suffixName.hasPrefix("momd")
  }

  private static let versionInfo = "VersionInfo.plist"
}

extension ModelFiles {
  /// The same search in a list of files, such as that of a git revision.
  package struct Bundles {
    private let folders: Set<String>

    /// - Parameter files: the paths of all regular files.
    package init(files: [String]) {
      folders = Set(
        files.filter { $0.lastPathComponent == versionInfo }.map(\.deletingLastPathComponent))
    }

    /// Whether one of the files is read when a path is searched: by itself, or as a part of a model.
    ///
    /// - Parameter given: the file, a folder around it, or `.`.
    package func isRead(_ path: String, below given: String) -> Bool {
      guard path != given else { return true }
      guard given != "." else { return isRead(path, from: "") }
      guard path.hasPrefix(given + "/") else { return false }
      // A folder that was asked for is entered whatever its name is, and may be a model.
      switch use(of: given, isFile: false) {
      case .compiledModel, .xcodeModel, .mapping: return true
      default: return isRead(String(path.dropFirst(given.count + 1)), from: given)
      }
    }

    private func isRead(_ rest: String, from start: String) -> Bool {
      let names = rest.split(separator: "/").map(String.init)
      var path = start
      for (index, name) in names.enumerated() {
        path = path.appending(component: name)
        switch use(of: path, isFile: index == names.count - 1) {
        case nil: return false
        case .folder: continue
        default: return true
        }
      }
      return false
    }

    private func use(of path: String, isFile: Bool) -> Use? {
      ModelFiles.use(of: path.lastPathComponent, isFile: isFile) {
        isNamedAsBundle(path) || folders.contains(path)
      }
    }
  }
}
