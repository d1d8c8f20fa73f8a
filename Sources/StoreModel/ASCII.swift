/// Tests of a byte of text in UTF-8, in place of `Character`s, of which logs have too many.
extension UInt8 {
  @inlinable @inline(__always) package var isDigit: Bool { self &- 0x30 < 10 }
  @inlinable @inline(__always) package var isHexDigit: Bool {
    isDigit || (self | 0x20) &- 0x61 < 6
  }
}
