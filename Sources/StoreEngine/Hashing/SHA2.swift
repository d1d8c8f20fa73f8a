// CryptoKit on Apple's systems; elsewhere OpenSSL under the same names.
#if canImport(CryptoKit)
  internal import CryptoKit

  typealias SHA256 = CryptoKit.SHA256
  typealias SHA512 = CryptoKit.SHA512
#else
  internal import COpenSSL

  /// 32 bytes of what was added.
  struct SHA256 {
    private var state = SHA256_CTX()

    init() { SHA256_Init(&state) }

    static func hash(data: [UInt8]) -> [UInt8] {
      var hash = SHA256()
      hash.update(data: data)
      return hash.finalize()
    }

    mutating func update(data: some Collection<UInt8>) {
      // The bytes are read while the closure runs, and no more of them than there are.
      let isRead: Void? = data.withContiguousStorageIfAvailable {
        _ = SHA256_Update(&state, $0.baseAddress, $0.count)
      }
      if isRead == nil { update(data: Array(data)) }
    }

    /// Nothing can be added to the copy that this ends.
    func finalize() -> [UInt8] {
      var (state, bytes) = (state, [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH)))
      SHA256_Final(&bytes, &state)
      return bytes
    }
  }

  enum SHA512 {
    /// 64 bytes.
    static func hash(data: [UInt8]) -> [UInt8] {
      var (state, bytes) = (SHA512_CTX(), [UInt8](repeating: 0, count: Int(SHA512_DIGEST_LENGTH)))
      SHA512_Init(&state)
      SHA512_Update(&state, data, data.count)
      SHA512_Final(&bytes, &state)
      return bytes
    }
  }
#endif
