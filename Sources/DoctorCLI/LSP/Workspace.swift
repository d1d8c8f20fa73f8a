internal import Lint
internal import ModelInputs
internal import PlatformFoundation
internal import StoreDoctor
internal import StoreEngine

/// The folders an editor has open, and the projects in them: each by the configuration that the command
/// line would find.
struct Workspace {
  /// A folder as the editor names it, and without links.
  struct Root {
    let given: String
    let real: String
  }

  private(set) var roots: [Root] = []
  var projects: [EditedProject.Place: EditedProject] = [:]
  /// The configuration above each folder, as far as it was looked for.
  private var configurations: [String: String?] = [:]
  private let enter: (String) -> Void

  init(enter: @escaping (String) -> Void) { self.enter = enter }

  var isStale: Bool { projects.values.contains(where: \.isStale) }
  /// Whether a project was never looked at.
  var isNew: Bool { projects.values.contains { !$0.isRead && $0.isStale } }
  var stalePlaces: [EditedProject.Place] {
    projects.filter(\.value.isStale).map(\.key).sorted { $0.path < $1.path }
  }

  /// - Returns: false for what is no folder.
  mutating func addRoot(_ path: String) -> Bool {
    guard FilePath.isFolder(path), let real = ModelFiles.real(path) else { return false }
    guard !roots.contains(where: { $0.real == real }) else { return true }
    // The first one is what a terminal would be in.
    if roots.isEmpty { enter(real) }
    roots.append(Root(given: LintProject.absolute(path), real: real))
    return true
  }

  mutating func removeRoot(_ path: String) {
    let path = LintProject.absolute(path)
    roots.removeAll { $0.given == path || $0.real == path }
  }

  /// A path as projects name it: without links, and relative below the working folder.
  static func name(of path: String) -> String {
    let full = LintProject.absolute(path)
    let folder = full.deletingLastPathComponent
    let real =
      ModelFiles.real(full)
      ?? ModelFiles.real(folder).map {
        $0.appending(component: full.lastPathComponent)
      }
    return LintProject.relativeToWork(real ?? full)
  }

  /// The same file as the editor names it.
  func given(_ name: String) -> String {
    let full = LintProject.absolute(name)
    for root in roots where full.hasPrefix(root.real == "/" ? "/" : root.real + "/") {
      return root.given + full.dropFirst(root.real.count)
    }
    return full
  }

  /// The project that a file belongs to: that of the nearest configuration, else of the folder that the
  /// editor has open around it, else the file alone.
  mutating func place(of name: String) -> EditedProject.Place {
    let full = LintProject.absolute(name)
    let folder = full.deletingLastPathComponent
    if configurations[folder] == nil {
      configurations[folder] = .some(LintProject.file(above: folder))
    }
    if let file = configurations[folder] ?? nil { return .configuration(file) }
    let around = roots.filter { full.hasPrefix($0.real + "/") }
    let root = around.max { $0.real.count < $1.real.count }
    return .path(LintProject.relativeToWork(root?.real ?? full))
  }

  /// Has the projects of the roots and of some files, and no others.
  ///
  /// - Parameter files: open ones, with their texts.
  /// - Returns: those that are gone.
  mutating func arrange(_ files: [(name: String, bytes: [UInt8])]) -> [EditedProject] {
    configurations = [:]
    var wanted: Set<EditedProject.Place> = []
    for root in roots {
      let file = LintProject.file(above: root.real)
      wanted.insert(
        file.map(EditedProject.Place.configuration)
          ?? .path(LintProject.relativeToWork(root.real)))
    }
    let places = files.map { place(of: $0.name) }
    wanted.formUnion(places)
    let gone = projects.filter { !wanted.contains($0.key) }.map(\.value)
    projects = projects.filter { wanted.contains($0.key) }
    for place in wanted where projects[place] == nil { projects[place] = EditedProject(place) }
    for (place, file) in zip(places, files) {
      guard projects[place]?.text(of: file.name) != file.bytes else { continue }
      _ = projects[place]?.edit(file.name, file.bytes)
    }
    return gone
  }
}

extension EditedProject.Place {
  fileprivate var path: String {
    switch self {
    case .configuration(let path), .path(let path): path
    }
  }
}
