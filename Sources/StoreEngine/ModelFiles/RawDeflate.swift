internal import CZlib

/// DEFLATE without a zlib or gzip header, as `Z_MODELCACHE` holds it
/// (Documentation/Format/ModelFiles.md, 1).
package enum RawDeflate {
  /// Unpacks at most `limit` bytes; more is an error, so that a small file cannot fill the memory.
  package static func inflate(_ input: [UInt8], limit: Int) throws -> [UInt8] {
    var stream = z_stream()
    guard storedoctor_inflate_init(&stream) == Z_OK else {
      throw ModelFileError.deflate(.outOfMemory)
    }
    defer { inflateEnd(&stream) }
    var output: [UInt8] = []
    let code = run(&stream, on: input, into: &output, limit: limit) {
      CZlib.inflate($0, Z_NO_FLUSH)
    }
    if output.count > limit { throw ModelFileError.deflate(.tooLarge(limit: limit)) }
    switch code {
    case Z_STREAM_END: return output
    case Z_OK, Z_BUF_ERROR: throw ModelFileError.deflate(.truncated)
    case Z_MEM_ERROR: throw ModelFileError.deflate(.outOfMemory)
    default: throw ModelFileError.deflate(.damaged)
    }
  }

  package static func deflate(_ input: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    precondition(storedoctor_deflate_init(&stream) == Z_OK, "zlib cannot be set up")
    defer { deflateEnd(&stream) }
    var output: [UInt8] = []
    _ = run(&stream, on: input, into: &output, limit: .max) { CZlib.deflate($0, Z_FINISH) }
    return output
  }

  /// Feeds all of `input` until the stream ends, fails, wants more, or has passed `limit`.
  private static func run(
    _ stream: inout z_stream, on input: [UInt8], into output: inout [UInt8], limit: Int,
    step: (UnsafeMutablePointer<z_stream>) -> Int32
  ) -> Int32 {
    var source = input
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    return source.withUnsafeMutableBufferPointer { source in
      chunk.withUnsafeMutableBufferPointer { chunk in
        stream.next_in = source.baseAddress
        // A model beyond 4 GB does not exist; the rest would be reported as truncated.
        stream.avail_in = uInt(clamping: source.count)
        while true {
          stream.next_out = chunk.baseAddress
          stream.avail_out = uInt(chunk.count)
          let code = step(&stream)
          let produced = chunk.count - Int(stream.avail_out)
          output += chunk[..<produced]
          if code != Z_OK || output.count > limit || (produced == 0 && stream.avail_in == 0) {
            return code
          }
        }
      }
    }
  }
}
