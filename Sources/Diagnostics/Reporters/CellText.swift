internal import StoreModel

/// A cell as people read it: escaped, with NULL, '' and blobs told apart from ordinary text.
package struct CellText {
  package let text: VisibleText
  let isNumber: Bool
  /// NULL, blobs and hidden values are drawn dim: they are about a value, not a value.
  let isRemark: Bool

  /// - Parameter isWhole: for programs; people are shown the beginning of a very long text.
  package init(_ cell: RowCell, isWhole: Bool = false) {
    switch cell {
    case .null: self.init(VisibleText("NULL"), isRemark: true)
    case .integer(let value): self.init(VisibleText(String(value)), isNumber: true)
    case .bool(let value): self.init(VisibleText(value ? "true" : "false"))
    case .real(let value): self.init(VisibleText(value.description), isNumber: true)
    case .text(let bytes) where bytes.count > UTF8Pieces.size && !isWhole:
      self.init(beginningOf: bytes)
    case .string(var text) where text.utf8.count > UTF8Pieces.size && !isWhole,
      .json(var text) where text.utf8.count > UTF8Pieces.size && !isWhole:
      self = text.withUTF8 { CellText(beginningOf: UnsafeRawBufferPointer($0)) }
    case .text(let bytes): self.init(word: String(decoding: bytes, as: UTF8.self))
    case .string(let text), .json(let text): self.init(word: text)
    case .blob(let bytes): self.init(blob: bytes)
    case .bytes(let bytes): self = bytes.withUnsafeBytes { CellText(blob: $0) }
    case .hidden(let type, let size):
      self.init(VisibleText(size.map { "\(type)(\($0))" } ?? type), isRemark: true)
    }
  }

  private init(beginningOf bytes: UnsafeRawBufferPointer) {
    let rest = "… (\(bytes.count) bytes in all; --mode csv writes them)"
    self.init(VisibleText(UTF8Pieces.first(of: bytes) + rest))
  }

  private init(blob bytes: UnsafeRawBufferPointer) {
    let summary = DataKind.summary(size: bytes.count, kind: DataKind(of: bytes))
    self.init(VisibleText(summary), isRemark: true)
  }

  /// A label of our own, such as a column of a schema table: shown as it is.
  init(label: String) { self.init(VisibleText(label)) }

  private init(_ text: VisibleText, isNumber: Bool = false, isRemark: Bool = false) {
    self.text = text
    self.isNumber = isNumber
    self.isRemark = isRemark
  }

  /// The empty text is shown as '', and a text that reads NULL or '' in quotes.
  private init(word: String) {
    let needsQuotes = word.isEmpty || word == "NULL" || word == "''"
    self.init(VisibleText(needsQuotes ? "'\(word)'" : word))
  }
}

extension RowCell {
  /// The width of a cell that is shown exactly as it is stored: an integer, or a text of printable
  /// ASCII that cannot be taken for NULL or ''. Nil for all others.
  var plainColumns: Int? {
    switch self {
    case .integer(let value):
      var rest = value.magnitude
      var columns = value < 0 ? 2 : 1
      while rest >= 10 {
        rest /= 10
        columns += 1
      }
      return columns
    case .text(let bytes):
      guard !bytes.isEmpty, bytes.count <= UTF8Pieces.size,
        bytes.count != 4 || !bytes.elementsEqual("NULL".utf8),
        bytes.count != 2 || !bytes.elementsEqual("''".utf8),
        !bytes.contains(where: { $0 < 0x20 || $0 >= 0x7f })
      else { return nil }
      return bytes.count
    default: return nil
    }
  }

  /// Writes a cell that has `plainColumns`.
  func writePlain(to out: ByteOutput) {
    switch self {
    case .integer(let value): out.write(integer: value)
    case .text(let bytes): out.write(bytes)
    default: break
    }
  }
}
