internal import PlatformFoundation
internal import PlatformLibc
internal import StoreModel

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
      throw ModelFileError.file(path: path, .notAModel(Self.isDenied ? .noPermission : .missing))
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
    var names: [String] = []
    guard Folder.forEachName(in: path, { names.append($0) }) else {
      let refusal: ModelFileError.ModelRefusal =
        Self.isDenied
        ? .noPermission
        : errno == ENOENT ? .missing : .unreadable(String(cString: strerror(errno)).lowercased())
      throw ModelFileError.file(path: path, .notAModel(refusal))
    }
    return names.sorted { $0.codePointsPrecede($1) }
  }

  func entry(_ name: String) throws -> ModelFile {
    try ModelFile(path: path.appending(component: name))
  }

  /// The last component of the path.
  var name: String { path.lastPathComponent }

  /// The last component of the folder that holds it.
  var parentName: String { URL(filePath: path).deletingLastPathComponent().path.lastPathComponent }

  private static var isDenied: Bool { errno == EACCES || errno == EPERM }

  /// A file name without what follows its last dot.
  static func baseName(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// What `body` makes of the content; its errors name the file.
  func reading<T>(_ body: ([UInt8]) throws -> T) throws -> T {
    do {
      return try body(bytes())
    } catch let error as ModelFileError {
      throw refusal(error)
    }
  }

  /// The same error with the file it was met in.
  func refusal(_ error: ModelFileError) -> ModelFileError {
    if case .file = error { error } else { .file(path: path, error) }
  }
}

extension DataModel {
  /// Refuses a model too large to be real, before anything walks it.
  func checkSize() throws {
    if let sizeProblem { throw ModelFileError.notAModel(.tooLargeModel(sizeProblem)) }
  }
}
