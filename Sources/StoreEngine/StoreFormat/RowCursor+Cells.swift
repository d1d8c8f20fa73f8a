/// A value of a row as cheaply as it can be had. Bytes are valid until the next value is asked for.
package enum PropertyCell {
  case null
  case integer(Int64)
  case bool(Bool)
  case real(Double)
  case text(UnsafeRawBufferPointer)
  case data(UnsafeRawBufferPointer)
  /// A date or a UUID in its text form.
  case formatted(UnsafeRawBufferPointer)
  /// A kind that needs decoding beyond its bytes.
  case value(PropertyValue)
}

extension RowCursor {
  /// The value of a column of the current row. Unlike `value(at:)` it copies neither texts nor data,
  /// which is what makes writing a million rows fast.
  package func cell(at index: Int) -> PropertyCell {
    let decoder = decoders[index]
    switch (statement.storageClass(at: index), decoder) {
    case (.null, _): return .null
    case (.integer, .integer), (.integer, .toOne), (.integer, .toManyCount), (.integer, .decimal):
      return .integer(statement.integer(at: index))
    case (.integer, .bool):
      let value = statement.integer(at: index)
      return value == 0 || value == 1 ? .bool(value == 1) : .integer(value)
    case (.real, .double): return .real(statement.real(at: index))
    case (.text, .string), (.text, .entity), (.text, .enumCase), (.text, .url):
      return .text(statement.borrowedBytes(at: index))
    case (.blob, .data): return .data(statement.borrowedBytes(at: index))
    case (.integer, .date), (.real, .date):
      let seconds = statement.real(at: index)
      guard CoreDataDate.isRepresentable(seconds) else { return .value(.date(seconds)) }
      CoreDataDate.write(seconds, to: scratch)
      return .formatted(
        UnsafeRawBufferPointer(start: scratch.baseAddress, count: CoreDataDate.textSize))
    case (.blob, .uuid):
      let bytes = statement.borrowedBytes(at: index)
      guard bytes.count == 16 else { return .value(value(at: index)) }
      UUIDText.write(bytes, to: scratch)
      return .formatted(UnsafeRawBufferPointer(scratch))
    default: return .value(value(at: index))
    }
  }
}
