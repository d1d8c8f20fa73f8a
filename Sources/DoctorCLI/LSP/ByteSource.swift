internal import PlatformLibc

/// Where a server's messages come from.
protocol ByteSource: AnyObject {
  /// What has come; waits for it so many milliseconds, and without a number for as long as it takes.
  func read(within milliseconds: Int?) -> ByteRead
}

enum ByteRead: Hashable {
  case bytes([UInt8])
  /// The time is over.
  case nothing
  case end
}

/// A pipe, such as standard input.
final class DescriptorBytes: ByteSource {
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func read(within milliseconds: Int?) -> ByteRead {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&waiting, 1, milliseconds.map(Int32.init(clamping:)) ?? -1)
    guard ready > 0 else { return ready < 0 && errno != EINTR ? .end : .nothing }
    let room = buffer.count
    let count = buffer.withUnsafeMutableBytes {
      PlatformLibc.read(descriptor, $0.baseAddress, room)
    }
    if count < 0 { return errno == EINTR || errno == EAGAIN ? .nothing : .end }
    return count == 0 ? .end : .bytes(Array(buffer[..<count]))
  }
}
