internal import CZlib

/// Unpacks DEFLATE as it comes, in pieces of a fixed size.
final class InflateStream {
  enum Wrapping { case raw, gzip }

  private let source: Archive.Pieces
  private let wrapping: Wrapping
  // zlib keeps pointers to it.
  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  private var used = 0
  private var isAtEnd = false

  init(_ source: @escaping Archive.Pieces, _ wrapping: Wrapping) throws(ArchiveError) {
    self.source = source
    self.wrapping = wrapping
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let code =
      wrapping == .raw
      ? storedoctor_inflate_init(stream) : storedoctor_gunzip_init(stream)
    guard code == Z_OK else { throw ArchiveError("zlib cannot be set up") }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// The next bytes; nil at the end.
  func next() throws(ArchiveError) -> ArraySlice<UInt8>? {
    var output = [UInt8](repeating: 0, count: 1 << 17)
    while !isAtEnd {
      if used == input.count {
        guard let piece = try source() else { throw .truncated }
        (input, used) = (Array(piece), 0)
      }
      let (code, read, written) = step(&output)
      used += read
      switch code {
      case Z_OK where read + written > 0, Z_BUF_ERROR where used == input.count: break
      case Z_STREAM_END: try end()
      default: throw ArchiveError("its compressed data are damaged")
      }
      if written > 0 { return output[..<written] }
    }
    return nil
  }

  private func step(_ output: inout [UInt8]) -> (code: Int32, read: Int, written: Int) {
    let given = input.count - used
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        // Both buffers outlive the call, and zlib forgets them before the next one.
        stream.pointee.next_in = input.baseAddress.map { $0 + used }
        stream.pointee.avail_in = uInt(given)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = uInt(output.count)
        let code = CZlib.inflate(stream, Z_NO_FLUSH)
        return (
          code, given - Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out)
        )
      }
    }
  }

  /// A gzip file may have several parts, one behind the other; zeros behind the last are filling.
  private func end() throws(ArchiveError) {
    guard wrapping == .gzip else {
      isAtEnd = true
      return
    }
    if used == input.count {
      guard let piece = try source() else {
        isAtEnd = true
        return
      }
      (input, used) = (Array(piece), 0)
    }
    guard input[used] == 0x1F else {
      isAtEnd = true
      return
    }
    inflateReset(stream)
  }
}
