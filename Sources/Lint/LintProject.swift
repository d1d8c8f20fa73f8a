public import Diagnostics
internal import ModelInputs
internal import PlatformFoundation
public import StoreEngine

/// The configuration that holds for a place, and the folder its paths count from.
public struct LintProject: Sendable {
  /// What the file says; without one, what holds by default.
  public var configuration = LintConfiguration()
  /// The file, as found; nil when there is none.
  public var file: String?
  /// The absolute folder of the configuration; the working folder without one.
  public var root: String

  /// Reads the nearest `.storedoctor.yml` in the folder of `path` or above it.
  ///
  /// - Throws: `LintConfigurationError`, or `ModelInputError` when the file cannot be read.
  public static func find(from path: String, rules: RuleIndex) throws -> LintProject {
    if let file = file(above: path) { return try read(file, rules: rules) }
    return LintProject(root: FileManager.default.currentDirectoryPath)
  }

  /// The nearest `.storedoctor.yml` in the folder of `path` or above it; nil where there is none.
  package static func file(above path: String) -> String? {
    file(LintConfiguration.fileName, above: path)
  }

  /// The nearest lock in the folder of `path` or above it, as seen from the working folder.
  package static func lock(above path: String) -> String? {
    file(SchemaLock.fileName, above: path).map(relativeToWork)
  }

  private static func file(_ name: String, above path: String) -> String? {
    var folder = absolute(path)
    if !FilePath.isFolder(folder) { folder = folder.deletingLastPathComponent }
    while !folder.isEmpty {
      let file = folder.appending(component: name)
      if FileManager.default.fileExists(atPath: file) { return file }
      let above = folder.deletingLastPathComponent
      if above == folder { break }
      folder = above
    }
    return nil
  }

  private static let mostBytes = 1 << 20

  /// Reads a named configuration.
  public static func read(_ file: String, rules: RuleIndex) throws -> LintProject {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.bytes(of: file, limit: mostBytes)
    } catch {
      throw FilePath.exists(file) || FilePath.obstacle(file) != nil
        ? ModelInputError.unreadable(path: file, message: "\(error)")
        : ModelInputError.notFound(path: file, near: nil)
    }
    let name = relativeToWork(file)
    let text = String(decoding: bytes, as: UTF8.self)
    return LintProject(
      configuration: try LintConfiguration(text, path: name, rules: rules), file: name,
      root: absolute(file).deletingLastPathComponent)
  }

  /// Whether the configuration leaves a path out.
  public func isExcluded(_ path: String) -> Bool {
    matches(path, configuration.exclude)
  }

  /// Whether one of the patterns, which count from the configuration's folder, fits a path.
  package func matches(_ path: String, _ patterns: [PathPattern]) -> Bool {
    guard !patterns.isEmpty else { return false }
    let full = Self.absolute(path)
    let below = full.hasPrefix(root + "/") ? String(full.dropFirst(root.count + 1)) : full
    return patterns.contains { $0.matches(below) }
  }

  /// A path of the configuration as seen from the working folder.
  public func resolved(_ path: String) -> String {
    path.hasPrefix("/") ? path : Self.relativeToWork(root.appending(component: path))
  }

  /// A path of the configuration that is read or written as one of our own files: it must lie below
  /// the configuration's folder, because anybody may have written the configuration.
  ///
  /// - Throws: `StoreOutputError.outside`.
  public func confined(_ path: String) throws(StoreOutputError) -> String {
    try ConfinedPath.check(path, below: root)
    return resolved(path)
  }

  /// A path from the root, without `.` and `..`.
  public static func absolute(_ path: String) -> String {
    FilePath.absolute(path)
  }

  /// What lies below the working folder is named relative to it; so findings can be matched between
  /// machines, and editors find them.
  public static func relativeToWork(_ path: String) -> String {
    let full = absolute(path)
    let work = FileManager.default.currentDirectoryPath
    if full == work { return "." }
    return full.hasPrefix(work + "/") ? String(full.dropFirst(work.count + 1)) : path
  }
}
