internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine

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
    guard stat(path, &facts) == 0 else { throw Failure.unreadable(name, code: errno) }
    let isOpen =
      ["/dev/stdin", "/dev/null"].contains(path) || path.hasPrefix("/dev/fd/")
      || path.hasPrefix("/proc/self/fd/")
    if !isOpen, let kind = InputFile.specialKind(facts.st_mode) {
      let failure = "\(name) is a \(kind), not a file"
      throw facts.st_mode & S_IFMT == S_IFIFO
        ? Failure.unreadable(failure, help: "to read from it, name '-' as the file: '… - < FIFO'")
        : Failure.unreadable(failure)
    }
    let descriptor = systemOpen(path, isOpen ? O_CLOEXEC : O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Failure.unreadable(name, code: errno) }
    return descriptor
  }

  static func close(_ descriptor: Int32) {
    if descriptor != STDIN_FILENO { _ = systemClose(descriptor) }
  }
}

extension Failure {
  /// - Parameters:
  ///   - name: of the file, as it is shown.
  ///   - code: the system's error number.
  static func unreadable(_ name: String, code: Int32) -> Failure {
    code == ENOENT
      ? .unreadable("there is no file \(name)")
      : .unreadable("\(name) cannot be read: \(String(cString: strerror(code)).lowercased())")
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, O_RDONLY | flags) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
