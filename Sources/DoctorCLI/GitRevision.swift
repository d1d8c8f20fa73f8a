internal import Diagnostics
internal import Lint
internal import ModelInputs
internal import PlanExecution
internal import PlatformFoundation
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// The files as a git revision has them.
struct GitRevision {
  let name: String

  /// - Throws: `Failure` for a name that could be taken for an option.
  init(_ name: String) throws {
    guard !name.hasPrefix("-"), !name.isEmpty else {
      throw Failure.usage("'\(VisibleText(name).text)' is not a git revision")
    }
    self.name = name
  }

  /// Whether it is a tag: what a release has shipped is not to be edited any more.
  func isTag() throws -> Bool {
    try git(["rev-parse", "--verify", "--quiet", "refs/tags/\(name)^{commit}"]) != nil
  }

  /// What lint finds at the revision, and what it reads there; paths are named as they are now.
  ///
  /// - Parameter lock: where the lock is now; the revision's own is the one that its files are held against.
  func findings(
    _ paths: [String], _ project: LintProject, lock: String?, allFiles: Bool,
    lint: (LintInput) throws -> [Finding]
  ) throws -> (findings: [Finding], input: LintInput?) {
    let relative = paths.map(LintProject.relativeToWork)
    // Paths that the revision does not have yet hold nothing old.
    let known = try relative.filter { try isKnown($0) }
    guard !known.isEmpty else { return ([], nil) }
    let work = try WorkFolder(in: FileManager.default.temporaryDirectory.path, for: "since")
    // A place of its own: the repository may have files of any name.
    let folder = work.file("files")
    try unpack(known, into: folder)
    let inside = known.map { $0 == "." ? folder : folder + "/" + $0 }
    var input = try LintReader.read(inside, allFiles: allFiles) { path in
      project.isExcluded(String(path.dropFirst(folder.count + 1)))
    }.removingPrefix(folder + "/")
    input.lock = try lock.flatMap(self.lock)
    let findings = try lint(input).map { finding in
      var finding = finding
      if let path = finding.location?.path, path.hasPrefix(folder + "/") {
        finding.location?.path = String(path.dropFirst(folder.count + 1))
      }
      return finding
    }
    return (findings, input)
  }

  /// What the revision has of a lock; nil where it has none that can be read.
  private func lock(_ path: String) throws -> SchemaLock? {
    let full = LintProject.absolute(path)
    guard let top = try git(["rev-parse", "--show-toplevel"]),
      case let root = String(decoding: top.split(separator: 0x0A).first ?? [], as: UTF8.self) + "/",
      let real = ModelFiles.real(full), real.hasPrefix(root),
      let bytes = try git(["cat-file", "blob", "\(name):\(real.dropFirst(root.count))"])
    else { return nil }
    return try? SchemaLock(String(decoding: bytes, as: UTF8.self), path: path)
  }

  /// Writes the files that `lint` reads, as git keeps them: attributes, filters and hooks of the
  /// repository's configuration run programs, so nothing that heeds them is asked.
  private func unpack(_ paths: [String], into folder: String) throws {
    let failure = Failure.usage("git cannot give the files of '\(VisibleText(name).text)'")
    let only = paths.contains(".") ? [] : ["--"] + paths
    guard let tree = try git(["ls-tree", "-r", "-z", name] + only) else { throw failure }
    var files = GitTree.files(in: tree, below: paths)[...]
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    while !files.isEmpty {
      // As many names as a pipe holds.
      let batch = files.prefix(200)
      files = files.dropFirst(batch.count)
      let names = batch.map { $0.blob + "\n" }.joined()
      guard var rest = try git(["cat-file", "--batch"], input: names)?[...] else { throw failure }
      for file in batch {
        guard let content = GitTree.takeBlob(from: &rest) else {
          throw Failure.unreadable(failure.message)
        }
        let path = folder + "/" + file.path
        try FileManager.default.createDirectory(
          atPath: Folder.split(path).folder, withIntermediateDirectories: true)
        try FileOutput.create(Array(content), at: path)
      }
    }
  }

  private func isKnown(_ path: String) throws -> Bool {
    guard !path.hasPrefix("/"), !path.hasPrefix("../") else {
      throw Failure.usage("--since needs paths below the working folder, not '\(path)'")
    }
    guard try git(["rev-parse", "--is-inside-work-tree"]) != nil else {
      throw Failure.usage(
        "--since needs a git repository, and the working folder is in none",
        help: "go into the repository, or use '--baseline FILE' to report only what is new")
    }
    guard try git(["rev-parse", "--verify", "--quiet", name + "^{commit}"]) != nil else {
      throw Failure.usage(
        "there is no git revision '\(VisibleText(name).text)' here",
        help: try git(["rev-parse", "--is-shallow-repository"]).map { $0.starts(with: "true".utf8) }
          ?? false
          ? "this clone is shallow and lacks old ones; get them with 'git fetch --unshallow'"
          : "'git branch --all' and 'git tag' list names; 'git fetch' gets new ones")
    }
    return try git(["cat-file", "-e", "\(name):./\(path == "." ? "" : path)"]) != nil
  }

  /// What git says; nil when it fails.
  private func git(_ words: [String], input: String = "") throws -> [UInt8]? {
    // A clone without all objects would fetch them, with whatever its configuration names.
    let settings = [
      "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0",
    ]
    let environment = ProcessInfo.processInfo.environment.merging(settings) { $1 }
    let all = ["--no-pager", "-c", "core.fsmonitor=false"] + words
    do throws(PlanFailure) {
      if let program = SystemProgram("git", environment: environment) {
        return try program.run(all, input: input)
      }
    } catch {}
    throw Failure.usage("'git' cannot be run, which '--since' needs")
  }
}

/// What git prints about the files of a revision.
enum GitTree {
  struct File: Hashable {
    var path: String
    /// The name of its content: hexadecimal digits.
    var blob: String
  }

  /// The regular files of `ls-tree -r -z` that `lint` reads when it is given the same paths.
  static func files(in listing: [UInt8], below paths: [String]) -> [File] {
    let files = regularFiles(in: listing)
    let bundles = ModelFiles.Bundles(files: files.map(\.path))
    return files.filter { file in paths.contains { bundles.isRead(file.path, below: $0) } }
  }

  private static func regularFiles(in listing: [UInt8]) -> [File] {
    listing.split(separator: 0).compactMap { entry in
      guard let tab = entry.firstIndex(of: 0x09) else { return nil }
      let words = String(decoding: entry[..<tab], as: UTF8.self).split(separator: " ")
      let path = String(decoding: entry[(tab + 1)...], as: UTF8.self)
      guard words.count == 3, words[0].hasPrefix("100"), words[2].allSatisfy(\.isHexDigit),
        isInside(path)
      else { return nil }
      return File(path: path, blob: String(words[2]))
    }
  }

  /// A tree may have been made by hand.
  private static func isInside(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// The next object of `cat-file --batch`: a line `<name> blob <size>`, the content, a line feed.
  static func takeBlob(from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let end = bytes.firstIndex(of: 0x0a) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 3, words[1] == "blob", let size = Int(words[2]), size >= 0,
      size < bytes.endIndex - end - 1
    else { return nil }
    let content = bytes[(end + 1)..<(end + 1 + size)]
    bytes = bytes[(end + 2 + size)...]
    return content
  }
}
