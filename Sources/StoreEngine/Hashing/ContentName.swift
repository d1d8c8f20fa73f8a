internal import PlatformFoundation
internal import PlatformLibc
internal import StoreModel

/// A name for content, equal for equal content only.
package enum ContentName {
  /// 64 lower-case hexadecimal digits of the parts, which are told apart.
  package static func of(_ parts: [[UInt8]]) -> String {
    var hash = SHA256()
    for part in parts {
      hash.update(data: Array("\(part.count):".utf8))
      hash.update(data: part)
    }
    return hash.finalize().hexText
  }

  /// SHA-256 of a text in Base64, as content security policies name a script.
  package static func base64(of text: String) -> String {
    Data(SHA256.hash(data: Array(text.utf8))).base64EncodedString()
  }

  /// The hexadecimal digits of a regular file's bytes; nil when it cannot be read. Links are not followed.
  package static func of(file path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var hash = SHA256()
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      hash.update(data: chunk[..<count])
    }
    return hash.finalize().hexText
  }

  /// The same of a file that is open.
  static func of(_ file: RawFile) -> String? {
    var hash = SHA256()
    var offset: Int64 = 0
    while offset < file.size {
      guard let bytes = try? file.bytes(at: offset, count: 1 << 20), !bytes.isEmpty else {
        return nil
      }
      hash.update(data: bytes)
      offset += Int64(bytes.count)
    }
    return hash.finalize().hexText
  }
}
