internal import PlatformLibc

/// Unpacks Zstandard as it comes, by the system's library, which is looked for when it is needed: few
/// archives are packed by it, and the tool runs where it is not installed.
final class ZstdStream {
  private let source: Archive.Pieces
  private let library: Library
  private let stream: UnsafeMutableRawPointer
  private var input: [UInt8] = []
  private var used = 0
  /// Whether a part of the file is open, as the library says.
  private var isInside = false
  private var isAtEnd = false

  init(_ source: @escaping Archive.Pieces) throws(ArchiveError) {
    guard let library = Library.installed else {
      throw ArchiveError(
        "it is packed by zstd, whose library is not installed: install libzstd, or unpack it with "
          + "'zstd -d'")
    }
    guard let stream = library.create() else { throw ArchiveError("zstd cannot be set up") }
    (self.source, self.library, self.stream) = (source, library, stream)
  }

  deinit { _ = library.free(stream) }

  /// The next bytes; nil at the end.
  func next() throws(ArchiveError) -> ArraySlice<UInt8>? {
    var output = [UInt8](repeating: 0, count: 1 << 17)
    while !isAtEnd {
      if used == input.count {
        guard let piece = try source() else {
          if isInside { throw .truncated }
          isAtEnd = true
          break
        }
        (input, used) = (Array(piece), 0)
      }
      let (code, read, written) = step(&output)
      used += read
      guard library.isError(code) == 0 else {
        throw ArchiveError("its compressed data are damaged")
      }
      isInside = code != 0
      if written > 0 { return output[..<written] }
      // Whatever it is given, the library has to come on.
      guard read > 0 else { throw ArchiveError("its compressed data are damaged") }
    }
    return nil
  }

  private func step(_ output: inout [UInt8]) -> (code: Int, read: Int, written: Int) {
    input.withUnsafeBytes { input in
      output.withUnsafeMutableBytes { output in
        // Both arrays outlive the call, and the library keeps no pointer to either after it.
        var source = Buffer(bytes: input.baseAddress, size: input.count, place: used)
        var target = Buffer(
          bytes: UnsafeRawPointer(output.baseAddress), size: output.count, place: 0)
        let code = library.step(stream, &target, &source)
        return (code, source.place - used, target.place)
      }
    }
  }

  /// `ZSTD_inBuffer` and `ZSTD_outBuffer`: a pointer and two sizes, laid out as C does.
  private struct Buffer {
    var bytes: UnsafeRawPointer?
    var size: Int
    var place: Int
  }

  /// The functions of the library. Their signatures have been the same since its first stable version,
  /// and the number in the file's name stands for that.
  private struct Library {
    typealias Create = @convention(c) () -> UnsafeMutableRawPointer?
    typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Int
    typealias Step =
      @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer
      ) -> Int
    typealias IsError = @convention(c) (Int) -> UInt32

    let create: Create
    let free: Free
    let isError: IsError
    private let decompress: Step

    func step(
      _ stream: UnsafeMutableRawPointer, _ target: inout Buffer, _ source: inout Buffer
    ) -> Int { decompress(stream, &target, &source) }

    /// Never closed, so that the functions stay.
    static let installed = Library()

    private static let names = [
      "libzstd.so.1", "libzstd.1.dylib", "/opt/homebrew/lib/libzstd.1.dylib",
      "/usr/local/lib/libzstd.1.dylib",
    ]

    private init?() {
      guard let handle = Self.names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first,
        let create = dlsym(handle, "ZSTD_createDStream"),
        let free = dlsym(handle, "ZSTD_freeDStream"),
        let step = dlsym(handle, "ZSTD_decompressStream"),
        let isError = dlsym(handle, "ZSTD_isError")
      else { return nil }
      // zstd.h declares them so, with ZSTD_DStream* and the two buffers as pointers, size_t as Int and
      // unsigned as UInt32, which C passes alike; the names are public and found in one library.
      self.create = unsafeBitCast(create, to: Create.self)
      self.free = unsafeBitCast(free, to: Free.self)
      decompress = unsafeBitCast(step, to: Step.self)
      self.isError = unsafeBitCast(isError, to: IsError.self)
    }
  }
}
