internal import ModelInputs
internal import PlanExecution
internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// The files of a folder that are somebody else's, made by a tool, material of tests, or built by nobody:
/// no one mends them because of a finding.
struct LeftOutFiles {
  private let folder: String
  /// Files, and folders with a slash at the end, as git names them; relative to the folder.
  private let ignored: Set<String>
  private var built: BuiltFiles
  /// The folders that hold Xcode projects, as the names on the way to them from the folder.
  private let projects: [[String]]
  private let foreign: ForeignProjects
  /// How many files were left out for each reason.
  private(set) var counts: [String: Int] = [:]

  /// - Parameters:
  ///   - folder: the folder that was asked for; its own name and place do not matter.
  ///   - projects: the paths of `project.pbxproj` in it.
  init(in folder: String, projects: [String] = []) {
    self.folder = folder
    ignored = Self.ignored(in: folder)
    built = BuiltFiles(projects + BuiltFiles.projects(above: folder))
    self.projects = projects.map {
      Self.relative($0, folder).split(separator: "/").dropLast(2).map(String.init)
    }
    foreign = ForeignProjects(projects) {
      Self.relative($0, folder).split(separator: "/").map(String.init)
    }
  }

  /// Counts the file, too.
  mutating func leavesOut(_ path: String) -> Bool {
    guard let reason = reason(path) else { return false }
    counts[reason, default: 0] += 1
    return true
  }

  /// The same for what is not read anyway, and so not counted.
  func isLeftOut(_ path: String) -> Bool { reason(path) != nil }

  /// Leaves out the models that no target builds, where targets build others: without any, the model may come
  /// with a package that is not among the files. Counts them, too.
  mutating func leaveOutUnbuilt(_ models: inout [String]) {
    guard models.contains(where: built.builds) else { return }
    models.removeAll { isUnbuilt($0) }
  }

  /// Whether no target builds a file; counts it, too.
  mutating func isUnbuilt(_ path: String) -> Bool {
    guard built.leavesOut(path) else { return false }
    counts["in no target of the Xcode project", default: 0] += 1
    return true
  }

  private func reason(_ path: String) -> String? {
    let names = Self.relative(path, folder).split(separator: "/").map(String.init)
    if let library = foreign.folder(of: names) { return "'\(library)'" }
    var isInTests = false
    for (place, name) in names.dropLast().enumerated() {
      if isArchive(name, below: names.prefix(place)) { return "'\(name)'" }
      if Self.foreign.contains(name) || Self.made.contains(name) { return "'\(name)'" }
      if isInTests, Self.material.contains(name) { return "'\(name)' of tests" }
      isInTests = isInTests || name.hasSuffix("Tests")
    }
    if names.last?.hasSuffix(".generated.swift") ?? false { return "generated files" }
    // The files of a library that people copy among their own.
    if names.last?.contains("+Magical") ?? false { return "'MagicalRecord'" }
    if isInTests, names.contains(where: { $0.hasSuffix(".xcdatamodeld") }) {
      return "models of tests"
    }
    guard !ignored.isEmpty else { return nil }
    for length in 1...max(1, names.count) {
      let part = names.prefix(length).joined(separator: "/")
      if ignored.contains(length == names.count ? part : part + "/") { return "files git ignores" }
      if ignored.contains(part + "/") { return "files git ignores" }
    }
    return nil
  }

  private static func relative(_ path: String, _ folder: String) -> String {
    folder != "." && path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// Whether a folder is called as GitHub calls what is downloaded from it, and lies beside an app's project or
  /// below.
  private func isArchive(_ name: String, below folders: ArraySlice<String>) -> Bool {
    guard name.hasSuffix("-master") || name.hasSuffix("-main") else { return false }
    return projects.contains { folders.starts(with: $0) }
  }

  /// What dependency managers and people put the code of others into.
  private static let foreign: Set<String> = [
    "3rdParty", "Carthage", "Checkouts", "Externals", "Pods", "SourcePackages", "Third Party",
    "ThirdParty", "Vendor", "checkouts", "node_modules", "third_party", "vendor",
  ]
  private static let made: Set<String> = ["DerivedData", "DerivedSources", "Generated"]
  private static let material: Set<String> = [
    "Fixtures", "Resources", "TestData", "TestFixtures", "__Snapshots__",
  ]

  /// Only one command, which runs nothing that a repository's configuration names.
  private static func ignored(in folder: String) -> Set<String> {
    let settings = ["GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"]
    let environment = ProcessInfo.processInfo.environment.merging(settings) { $1 }
    let words = [
      "--no-pager", "-c", "core.fsmonitor=false", "-C", folder, "ls-files", "-z", "--others",
      "--ignored", "--exclude-standard", "--directory",
    ]
    guard isInRepository(folder), let git = SystemProgram("git", environment: environment),
      let listing = (try? git.run(words, limit: 64 << 20)) ?? nil
    else { return [] }
    return Set(listing.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }

  private static func isInRepository(_ folder: String) -> Bool {
    var next = LintProject.absolute(folder)
    while true {
      if FilePath.exists(next.appending(component: ".git")) { return true }
      let above = next.deletingLastPathComponent
      guard above != next, !above.isEmpty else { return false }
      next = above
    }
  }

  /// `left out: 212 in 'Pods', 3 generated files`; nil when nothing was.
  static func text(_ counts: [String: Int]) -> String? {
    guard !counts.isEmpty else { return nil }
    let parts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { reason, count in
      reason.hasPrefix("'") ? "\(count) in \(reason)" : "\(count) \(reason)"
    }
    let sum = counts.values.reduce(0, +)
    return "left out \(sum) file\(sum == 1 ? "" : "s"): \(parts.joined(separator: ", ")); "
      + "'--all-files' reads \(sum == 1 ? "it" : "them")"
  }
}
