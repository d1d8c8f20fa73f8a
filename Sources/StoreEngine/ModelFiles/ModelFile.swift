internal import PlatformFoundation
internal import PlatformLibc

/// A file or folder that may hold a model, read with care: only regular files, only up to a size.
struct ModelFile {
  /// As the user named it.
  let path: String
  let isFolder: Bool

  /// The largest model file read; the largest one seen has 3 MB.
  static let sizeLimit = 64 << 20

  init(path: String) throws {
    self.path = path
    // A link is fine, but what it leads to decides: reading a pipe or a device could never end.
    var status = stat()
    guard stat(path, &status) == 0 else {
      let isDenied = errno == EACCES || errno == EPERM
      throw ModelFileError.file(path: path, .notAModel(isDenied ? .noPermission : .missing))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: isFolder = true
    case S_IFREG: isFolder = false
    default: throw ModelFileError.file(path: path, .notAModel(.notRegularFile))
    }
    if !isFolder && status.st_size > Self.sizeLimit {
      throw ModelFileError.file(path: path, .notAModel(.tooLarge(limit: Self.sizeLimit)))
    }
  }

  func bytes() throws -> [UInt8] {
    do {
      return try InputFile.bytes(of: path, limit: Self.sizeLimit)
    } catch .tooLarge(let limit) {
      throw ModelFileError.file(path: path, .notAModel(.tooLarge(limit: limit)))
    } catch {
      throw ModelFileError.file(path: path, .notAModel(.unreadable("\(error)")))
    }
  }

  /// Names of the entries of a folder, hidden ones included, sorted by code point.
  func entries() throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
        .sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
    } catch {
      throw Self.error(error, path: path)
    }
  }

  func entry(_ name: String) throws -> ModelFile {
    try ModelFile(path: path.hasSuffix("/") ? path + name : path + "/" + name)
  }

  /// The last component of the path.
  var name: String { Self.lastComponent(of: path) }

  /// The last component of the folder that holds it.
  var parentName: String {
    Self.lastComponent(of: URL(filePath: path).deletingLastPathComponent().path)
  }

  private static func lastComponent(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// A file name without what follows its last dot.
  static func baseName(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The same error with the file it was met in.
  func refusal(_ error: ModelFileError) -> ModelFileError {
    if case .file = error { error } else { .file(path: path, error) }
  }

  private static func error(_ error: any Error, path: String) -> ModelFileError {
    let refusal: ModelFileError.ModelRefusal =
      switch (error as? CocoaError)?.code {
      case .fileNoSuchFile?, .fileReadNoSuchFile?: .missing
      case .fileReadNoPermission?: .noPermission
      default: .unreadable("the system refuses it")
      }
    return .file(path: path, .notAModel(refusal))
  }
}
