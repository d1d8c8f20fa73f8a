internal import StoreDoctor

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Opens what is named as an input for reading from beginning to end.
///
/// A pipe is read where it was handed over open: `-`, `/dev/stdin`, and `/dev/fd/63` as a shell
/// makes it of `<(…)`. A FIFO, a device or a socket anywhere else is refused: it might keep the
/// reader for ever.
enum InputDescriptor {
  /// To be closed by `close`.
  static func open(_ path: String) throws -> Int32 {
    if path == "-" { return STDIN_FILENO }
    let name = "'\(VisibleText(path).text)'"
    var facts = stat()
    // Looked at before it is opened, which may wait or have effects.
    guard stat(path, &facts) == 0 else { throw failure(name) }
    let kind = facts.st_mode & S_IFMT
    let isOpen =
      ["/dev/stdin", "/dev/null"].contains(path) || path.hasPrefix("/dev/fd/")
      || path.hasPrefix("/proc/self/fd/")
    guard kind == S_IFREG || kind == S_IFDIR || isOpen else {
      let what = kind == S_IFIFO ? "a FIFO" : kind == S_IFSOCK ? "a socket" : "a device"
      let failure = "\(name) is \(what), not a file"
      throw kind == S_IFIFO
        ? Failure.unreadable(failure, help: "to read from it, name '-' as the file: '… - < FIFO'")
        : Failure.unreadable(failure)
    }
    let descriptor = systemOpen(path, isOpen ? O_CLOEXEC : O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(name) }
    return descriptor
  }

  static func close(_ descriptor: Int32) {
    if descriptor != STDIN_FILENO { _ = systemClose(descriptor) }
  }

  private static func failure(_ name: String) -> Failure {
    let code = errno
    return code == ENOENT
      ? .unreadable("there is no file \(name)")
      : .unreadable("\(name) cannot be read: \(String(cString: strerror(code)).lowercased())")
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, O_RDONLY | flags) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
