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

  static func address(of path: String) -> String {
    "file://"
      + path.utf8.map { byte -> String in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2d, 0x2e, 0x2f, 0x5f, 0x7e:
          String(UnicodeScalar(byte))
        default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
      }.joined()
  }
}
