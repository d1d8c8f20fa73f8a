internal import PlatformLibc

/// Several programs that are listened to by one thread.
extension ChildProcess {
  /// Waits until one of them has something to say or has closed an end, for a tenth of a second at most.
  static func wait(for processes: [ChildProcess]) {
    var polled = processes.flatMap(\.openEnds).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // One without open ends has ended, and is not waited for.
    let isAnyClosed = processes.contains { $0.openEnds.isEmpty }
    _ = poll(&polled, nfds_t(polled.count), isAnyClosed ? 0 : 100)
  }

  /// Reads what has been written, without waiting; false when every end is closed.
  func readAvailable(_ handler: (Stream, ArraySlice<UInt8>) -> Void) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    for stream in Stream.allCases {
      while let descriptor = end(of: stream) {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 0) > 0 else { break }
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
        guard count > 0 else {
          closeEnd(of: stream)
          break
        }
        handler(stream, buffer[..<count])
      }
    }
    return !openEnds.isEmpty
  }
}
