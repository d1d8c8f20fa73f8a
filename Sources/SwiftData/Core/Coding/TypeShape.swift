@_spi(Reflection) internal import Swift

/// What the runtime knows about a type: its kind, stored properties and cases.
///
/// The layout of metadata read here is that of the stable Swift ABI ("Type Metadata" in the Swift
/// repository); only the names of enum cases have no function in the standard library. A type is
/// itself the address of its metadata, which is never freed.
enum TypeShape {
  struct Field {
    let name: String
    let offset: Int
    let type: Any.Type
  }

  private static func kind(_ type: Any.Type) -> Int {
    unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee
  }

  /// Whether it is a struct whose fields can be read and put together by their types alone: `weak`
  /// and `unowned` ones are kept in another form.
  static func isPlainStruct(_ type: Any.Type) -> Bool {
    func hasPlainFields<T>(_ type: T.Type) -> Bool {
      _forEachFieldWithKeyPath(of: type) { _, _ in true }
    }
    return kind(type) == 0x200 && _openExistential(type, do: hasPlainFields)
  }

  static func isEnum(_ type: Any.Type) -> Bool { kind(type) == 0x201 }

  static func fields(of type: Any.Type) -> [Field] {
    var fields: [Field] = []
    _ = _forEachField(of: type) { name, offset, type, _ in
      fields.append(Field(name: String(cString: name), offset: offset, type: type))
      return true
    }
    return fields
  }

  /// The names of an enum's cases in declared order; nil if a case has a payload.
  static func caseNames(of type: Any.Type) -> [String]? {
    guard isEnum(type) else { return nil }
    let metadata = unsafeBitCast(type, to: UnsafePointer<UnsafeRawPointer>.self)
    let descriptor = metadata[1]
    let payloads = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    let count = Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
    let place = descriptor + 16
    let distance = place.load(as: Int32.self)
    guard payloads == 0, count > 0, distance != 0 else { return nil }
    let fields = place + Int(distance)
    let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    guard fields.load(fromByteOffset: 12, as: UInt32.self) >= count else { return nil }
    return (0..<count).map { index in
      let name = fields + 16 + index * size + 8
      let text = name + Int(name.load(as: Int32.self))
      return String(cString: text.assumingMemoryBound(to: CChar.self))
    }
  }
}
