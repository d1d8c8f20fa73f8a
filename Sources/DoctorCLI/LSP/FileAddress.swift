internal import Diagnostics

/// `file:` addresses of paths.
enum FileAddress {
  /// Nil for what is no file of this machine, as `untitled:Untitled-1`.
  static func path(of address: String) -> String? {
    guard address.lowercased().hasPrefix("file://") else { return nil }
    let rest = address.dropFirst("file://".count)
    guard let slash = rest.firstIndex(of: "/"),
      rest[..<slash].isEmpty || rest[..<slash].lowercased() == "localhost"
    else { return nil }
    var bytes: [UInt8] = []
    var left = Array(rest[slash...].prefix { $0 != "?" && $0 != "#" }.utf8)[...]
    while let byte = left.popFirst() {
      if byte == UInt8(ascii: "%"), left.count >= 2,
        let value = UInt8(String(decoding: left.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        left = left.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    // A path with a zero would end there for the system.
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// - Parameter path: an absolute one.
  static func address(of path: String) -> String { URIText.path(path) }
}
