/// Texts as fields of CSV: RFC 4180. Written to a terminal, control characters are escaped; written to
/// a file, values are exact, but for broken UTF-8, which is repaired.
struct CSVField {
  let isForTerminal: Bool

  func write(_ bytes: UnsafeRawBufferPointer, to out: ByteOutput) {
    let special = bytes.specialCharacters
    let hasLineBreak = special.hasLineBreak && !isForTerminal
    let needsQuotes = bytes.isEmpty || special.hasQuoteOrComma || hasLineBreak
    if needsQuotes { out.write("\"") }
    if isForTerminal || !special.isASCII && !bytes.isUTF8 {
      UTF8Pieces.forEach(bytes) { piece in
        var text = isForTerminal ? VisibleText(piece).text : piece
        text.withUTF8 { write(UnsafeRawBufferPointer($0), inQuotes: needsQuotes, to: out) }
      }
    } else {
      write(bytes, inQuotes: needsQuotes, to: out)
    }
    if needsQuotes { out.write("\"") }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, inQuotes: Bool, to out: ByteOutput) {
    var rest = bytes
    while inQuotes, let quote = rest.firstIndex(of: 0x22) {
      out.write(UnsafeRawBufferPointer(rebasing: rest[...quote]))
      out.write("\"")
      rest = UnsafeRawBufferPointer(rebasing: rest[(quote + 1)...])
    }
    out.write(rest)
  }
}

extension UnsafeRawBufferPointer {
  fileprivate struct SpecialCharacters {
    let isASCII: Bool
    let hasQuoteOrComma: Bool
    let hasLineBreak: Bool
  }

  /// Eight bytes are looked at at a time: the highest bit of one of them is set where the byte is the
  /// one that is sought.
  fileprivate var specialCharacters: SpecialCharacters {
    let each: UInt64 = 0x0101_0101_0101_0101
    var (all, separators, breaks): (UInt64, UInt64, UInt64) = (0, 0, 0)
    func look(at word: UInt64) {
      func has(_ byte: UInt64) -> UInt64 {
        let difference = word ^ each &* byte
        return (difference &- each) & ~difference
      }
      all |= word
      separators |= has(0x22) | has(0x2c)
      breaks |= has(0x0a) | has(0x0d)
    }
    var start = 0
    while start + 8 <= count {
      look(at: loadUnaligned(fromByteOffset: start, as: UInt64.self))
      start += 8
    }
    look(at: self[start...].reduce(each &* 0x61) { $0 << 8 | UInt64($1) })
    let highest = each &* 0x80
    return SpecialCharacters(
      isASCII: all & highest == 0, hasQuoteOrComma: separators & highest != 0,
      hasLineBreak: breaks & highest != 0)
  }

  /// Whether the bytes are well-formed: The Unicode Standard, table 3-7.
  var isUTF8: Bool {
    var index = 0
    while index < count {
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xbf
      switch self[index] {
      case ..<0x80:
        index += 1
        continue
      case 0xc2...0xdf: length = 2
      case 0xe0: (length, second) = (3, 0xa0...0xbf)
      case 0xed: (length, second) = (3, 0x80...0x9f)
      case 0xe1...0xef: length = 3
      case 0xf0: (length, second) = (4, 0x90...0xbf)
      case 0xf4: (length, second) = (4, 0x80...0x8f)
      case 0xf1...0xf3: length = 4
      default: return false
      }
      guard index + length <= count, second.contains(self[index + 1]),
        self[(index + 2)..<(index + length)].allSatisfy({ $0 & 0xc0 == 0x80 })
      else { return false }
      index += length
    }
    return true
  }
}
