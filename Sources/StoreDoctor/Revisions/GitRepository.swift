internal import ModelSource
internal import PlanExecution
internal import PlatformFoundation
public import StoreModel

/// Why a repository gives no answer.
public enum GitError: ReportableError, Sendable, Hashable {
  /// There is no git here, or it cannot be started.
  case noGit
  case noRepository(String)
  /// What was asked for, and of which repository.
  case failed(String, repository: String)
  /// No revision has any below these folders.
  case noModels(below: [String], repository: String)

  /// Whatever it is, nothing was read.
  public var status: ExitStatus { .unreadable }
  /// What to do about it.
  public var help: [String] {
    switch self {
    case .noGit: ["install git, or give the models themselves with --model"]
    case .noRepository: ["name the folder that has '.git' in it, or one inside of it"]
    case .failed: []
    case .noModels: ["--paths takes folders from the top of the repository"]
    }
  }

  public var description: String {
    switch self {
    case .noGit: "'git' cannot be run"
    case .noRepository(let path): "'\(path)' is in no git repository"
    case .failed(let what, let repository): "git cannot give \(what) of '\(repository)'"
    case .noModels(let folders, let repository):
      "no revision of '\(repository)' has a file that may hold models below \(folders.quotedList())"
    }
  }
}

/// A repository, asked by git itself for objects as they are kept: attributes, filters and hooks of
/// its configuration run programs, so nothing that heeds them is asked, and nothing is written.
public struct GitRepository {
  let path: String
  private let program: SystemProgram

  /// - Throws: `GitError` for a folder that is in no repository.
  public init(_ path: String) throws(GitError) {
    self.path = path
    // A clone without all objects would fetch them, with whatever its configuration names.
    let settings = [
      "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0",
    ]
    let environment = ProcessInfo.processInfo.environment.merging(settings) { $1 }
    guard let program = SystemProgram("git", environment: environment) else { throw .noGit }
    self.program = program
    guard try run(["rev-parse", "--git-dir"]) != nil else { throw .noRepository(path) }
  }

  /// What git writes; nil when it fails.
  func run(_ words: [String], input: String = "") throws(GitError) -> [UInt8]? {
    let all = ["--no-pager", "-C", path, "-c", "core.fsmonitor=false"] + words
    do throws(PlanFailure) { return try program.run(all, input: input) } catch { throw .noGit }
  }

  func lines(_ words: [String], of what: String) throws(GitError) -> [String] {
    guard let bytes = try run(words) else { throw .failed(what, repository: path) }
    return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether old commits are missing.
  var isShallow: Bool {
    get throws(GitError) {
      try run(["rev-parse", "--is-shallow-repository"])?.starts(with: "true".utf8) ?? false
    }
  }

  /// The commits that what is checked out goes back to; none where nothing has been committed.
  func past() throws(GitError) -> Set<String> {
    let bytes = try run(["rev-list", "HEAD"]) ?? []
    return Set(bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) })
  }

  /// The tags that have a commit.
  func tags(containing commit: String) throws(GitError) -> Set<String> {
    Set(
      try lines(
        ["for-each-ref", "--format=%(refname:strip=2)", "--contains", commit, "refs/tags"],
        of: "the tags"))
  }

  /// Calls `body` with each object that the repository has, in their order.
  ///
  /// - Parameter names: hexadecimal names.
  func objects(
    _ names: [String], _ body: (_ name: String, _ content: ArraySlice<UInt8>) -> Void
  ) throws(GitError) {
    let atOnce = SystemProgram.mostInput / ((names.first?.utf8.count ?? 0) + 1)
    for start in stride(from: 0, to: names.count, by: atOnce) {
      let batch = names[start..<min(start + atOnce, names.count)]
      let input = batch.map { $0 + "\n" }.joined()
      guard let bytes = try run(["cat-file", "--batch"], input: input) else {
        throw .failed("its objects", repository: path)
      }
      var rest = bytes[...]
      for name in batch {
        guard let content = Self.takeObject(from: &rest) else { continue }
        body(name, content)
      }
    }
  }

  /// Files in their order; one whose content the repository has not is empty.
  func files(_ files: [RevisionFiles.File]) throws(GitError) -> [SourceFile] {
    var contents: [String: [UInt8]] = [:]
    try objects(Set(files.map(\.blob)).sorted()) { contents[$0] = Array($1) }
    return files.map { SourceFile(path: $0.path, bytes: contents[$0.blob] ?? []) }
  }

  /// The next answer of `cat-file --batch`: a line `<name> <type> <size>`, the content, a line feed;
  /// nil for `<name> missing`.
  private static func takeObject(from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    let words = bytes[..<end].split(separator: 0x20)
    bytes = bytes[(end + 1)...]
    guard words.count == 3, let size = Int(String(decoding: words[2], as: UTF8.self)), size >= 0,
      size < bytes.count
    else { return nil }
    let content = bytes.prefix(size)
    bytes = bytes.dropFirst(size + 1)
    return content
  }
}
