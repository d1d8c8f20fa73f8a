internal import StoreModel

/// What can be told about a line at a glance: these checks run on every line that is not Core Data's.
extension UnsafeRawBufferPointer {
  /// An object of `with values: (…)`, or the end of a text within one: `"<Note: 0x…> (entity: …`.
  var isRowValue: Bool {
    let start = skippingSpaces(from: 0)
    return start < count && self[start] == UInt8(ascii: "\"")
  }

  /// Certainly no message of Core Data, no SQL and no JSON. All messages have a colon behind the
  /// word that tells them, all SQL an `E` in its verb.
  var isForeign: Bool {
    guard count > 1 else { return false }
    switch self[0] {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "\""): return false
    case UInt8(ascii: "A")...UInt8(ascii: "Z"):
      // `COMMIT`, which another part of the app may print.
      if !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self[1]) { return false }
    case 9, 13, 32: return false
    default: break
    }
    // Eight bytes at a time: colons and `E` are rare in them.
    var offset = 0
    while offset + 8 <= count {
      let bytes = UInt64(
        littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      var marks = bytes.marks(of: UInt8(ascii: ":")) | bytes.marks(of: UInt8(ascii: "E"))
      while marks != 0 {
        if mayTellKind(offset + marks.trailingZeroBitCount / 8) { return false }
        marks &= marks - 1
      }
      offset += 8
    }
    return !(offset..<count).contains { mayTellKind($0) }
  }

  @inline(__always)
  private func mayTellKind(_ place: Int) -> Bool {
    switch self[place] {
    case UInt8(ascii: ":"): mayEndKind(place)
    case UInt8(ascii: "E"): isInVerb(place)
    default: false
    }
  }

  /// Not the rest of a wrapped statement, if it is foreign: it begins with a digit or like prose.
  var beginsLikeProse: Bool {
    count > 2 && (self[0].isDigit || self[0].isLetter)
      && !(self[0] == UInt8(ascii: "t") && self[2] == UInt8(ascii: "."))
  }

  /// `sql:`, `annotation:`, `details:`, `CoreData:`, `coredata:`; other kinds say nothing of SQL.
  @inline(__always)
  private func mayEndKind(_ colon: Int) -> Bool {
    guard colon >= 3 else { return false }
    switch self[colon - 1] {
    case UInt8(ascii: "l"): return self[colon - 2] == UInt8(ascii: "q")
    case UInt8(ascii: "n"): return has("annotatio", at: colon - 10)
    case UInt8(ascii: "s"): return has("detail", at: colon - 7)
    case UInt8(ascii: "a"): return has("ata", at: colon - 3)
    default: return false
    }
  }

  /// The `E` of `SELECT`, `INSERT`, `DELETE` or `UPDATE`.
  @inline(__always)
  private func isInVerb(_ place: Int) -> Bool {
    has("SELECT ", at: place - 1) || has("SELECT ", at: place - 3) || has("INSERT ", at: place - 3)
      || has("DELETE ", at: place - 1) || has("UPDATE ", at: place - 5)
  }
}
