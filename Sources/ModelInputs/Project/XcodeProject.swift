internal import StoreEngine

/// What the targets of an Xcode project build.
struct XcodeProject {
  /// The files of build phases, as keys of `PathKey`.
  private(set) var built: Set<String> = []
  /// The names of files whose place cannot be told, because a build setting decides it, or nothing lies
  /// where the project says.
  private(set) var placeless: Set<String> = []
  /// Folders that targets build with all that lies in them.
  private(set) var folders: [Folder] = []

  /// A folder that Xcode keeps in step with the disk.
  struct Folder {
    var key: String
    /// For each target that builds the folder, what it leaves out; keys relative to the folder.
    var leftOut: [Set<String>] = []
    /// What targets build that do not build the folder.
    var added: Set<String> = []

    func builds(_ path: String) -> Bool {
      guard path.hasPrefix(key + "/") else { return false }
      let rest = path.dropFirst(key.count + 1).split(separator: "/")
      let parts = (1...max(1, rest.count)).map { rest.prefix($0).joined(separator: "/") }
      return leftOut.contains { $0.isDisjoint(with: parts) } || !added.isDisjoint(with: parts)
    }
  }

  /// - Parameter folder: the absolute folder that the `.xcodeproj` lies in.
  /// - Returns: nil for a file that cannot be read as a project.
  init?(_ bytes: [UInt8], in folder: String) {
    guard let file = OldPropertyList.parse(bytes), let root = file["rootObject"]?.text,
      case .dictionary(let objects)? = file["objects"], let project = objects[root],
      let main = project["mainGroup"]?.text
    else { return nil }
    let place = project["projectDirPath"]?.text ?? ""
    let paths = GroupPaths(objects, main: main, folder: folder.appending(component: place))
    for target in objects.values where target["buildPhases"] != nil {
      for phase in target["buildPhases"]?.texts.compactMap({ objects[$0] }) ?? [] {
        for file in phase["files"]?.texts.compactMap({ objects[$0]?["fileRef"]?.text }) ?? [] {
          note(file, paths, objects)
        }
      }
    }
    readFolders(objects, paths)
  }

  private mutating func note(
    _ id: String, _ paths: GroupPaths, _ objects: [String: OldPropertyList]
  ) {
    // What is translated belongs to a group that stands for it, and has no path itself.
    guard let written = objects[id]?["path"]?.text, !written.isEmpty else { return }
    guard let path = paths.path(of: id) else {
      placeless.insert(PathKey.of(written.lastPathComponent))
      return
    }
    if objects[id]?["lastKnownFileType"]?.text == "folder" {
      // Copied with all that is in it.
      folders.append(Folder(key: PathKey.of(path), leftOut: [[]]))
    } else {
      built.insert(PathKey.of(path))
      // A project that is generated, or was moved, names files where they no longer lie.
      if !FilePath.exists(path) { placeless.insert(PathKey.of(written.lastPathComponent)) }
    }
  }

  private mutating func readFolders(_ objects: [String: OldPropertyList], _ paths: GroupPaths) {
    for (id, group) in objects.sorted(by: { $0.key < $1.key })
    where group["isa"]?.text == "PBXFileSystemSynchronizedRootGroup" {
      guard let path = paths.path(of: id) else { continue }
      var folder = Folder(key: PathKey.of(path))
      let users = objects.filter {
        $0.value["fileSystemSynchronizedGroups"]?.texts.contains(id) ?? false
      }.map(\.key)
      var exceptions: [String: Set<String>] = [:]
      for set in group["exceptions"]?.texts.compactMap({ objects[$0] }) ?? [] {
        // A set for one build phase only says which phase a file goes into.
        guard let target = set["target"]?.text else { continue }
        exceptions[target, default: []]
          .formUnion(set["membershipExceptions"]?.texts.map(PathKey.of) ?? [])
      }
      folder.leftOut = users.map { exceptions[$0] ?? [] }
      for (target, files) in exceptions where !users.contains(target) {
        folder.added.formUnion(files)
      }
      folders.append(folder)
    }
  }
}

/// The absolute paths of what the groups of a project hold.
private struct GroupPaths {
  private var paths: [String: String] = [:]

  func path(of id: String) -> String? { paths[id] }

  /// Groups lie in each other; what holds itself is entered once.
  init(_ objects: [String: OldPropertyList], main: String, folder: String) {
    var seen: Set<String> = []
    var waiting: [(id: String, around: String?)] = [(main, folder)]
    while let (id, around) = waiting.popLast() {
      guard seen.insert(id).inserted, let object = objects[id] else { continue }
      let path = object["path"]?.text ?? ""
      let own: String?
      switch object["sourceTree"]?.text {
      case "<absolute>": own = path
      case "SOURCE_ROOT": own = folder.appending(component: path)
      case "<group>", nil: own = around.map { path.isEmpty ? $0 : $0.appending(component: path) }
      default: own = nil
      }
      paths[id] = own
      waiting += (object["children"]?.texts ?? []).map { ($0, own) }
    }
  }
}

/// Paths under which the disk of a Mac finds the same file, whatever the case of their letters. In which
/// of the ways an accent is written makes no difference to texts that are compared.
enum PathKey {
  static func of(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? FilePath.absolute(path) : path
    return whole.lowercased()
  }
}
