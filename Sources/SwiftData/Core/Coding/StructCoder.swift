internal import StoreEngine
internal import StoreModel

/// A Codable struct: a composite whose elements are its stored properties. Values are read and put
/// together by the struct's own layout, so coding keys and hand-written coders play no role.
struct StructCoder: AttributeCoder {
  private struct Field {
    let shape: TypeShape.Field
    let isOptional: Bool
    let coder: any AttributeCoder
    let leafCount: Int
  }

  private let type: Any.Type
  private let fields: [Field]
  let template: Attribute

  /// Nil for a struct without stored properties.
  init?(_ type: Any.Type, isOptional: Bool, depth: Int) {
    self.type = type
    var fields: [Field] = []
    var elements: [Attribute] = []
    for shape in TypeShape.fields(of: type) {
      let (wrapped, isFieldOptional) = unwrappedType(shape.type)
      let coder = AttributeCoding.coder(
        for: wrapped, property: shape.name, isOptional: isOptional || isFieldOptional,
        depth: depth + 1)
      var element = coder.template
      // A raw-value enum is one column under the field's name; no composite lies around it.
      if coder is RawEnumCoder { element = element.elements[0] }
      element.name = shape.name
      element.isOptional = isOptional || isFieldOptional || coder is RawEnumCoder
      elements.append(element)
      fields.append(
        Field(
          shape: shape, isOptional: isFieldOptional, coder: coder, leafCount: element.leaves.count))
    }
    guard !fields.isEmpty else { return nil }
    self.fields = fields
    template = Attribute(
      name: "", type: .composite, elements: elements, valueClassName: "NSDictionary")
  }

  func encode(_ value: Any) throws -> [SQLiteValue] {
    func contents<T>(_ value: T) -> [Any] { self.contents(value) }
    let values = _openExistential(value, do: contents)
    var result: [SQLiteValue] = []
    for (field, value) in zip(fields, values) {
      result +=
        try unwrapped(value).map { try field.coder.encode($0) }
        ?? [SQLiteValue](repeating: .null, count: field.leafCount)
    }
    return result
  }

  func decode(_ values: [SQLiteValue]) throws -> Any? {
    guard values.contains(where: { !$0.isNull }) else { return nil }
    var decoded: [Any?] = []
    var place = 0
    for field in fields {
      let own = Array(values[place..<min(place + field.leafCount, values.count)])
      place += field.leafCount
      let value = try field.coder.decode(own) ?? (field.isOptional ? nil : field.coder.empty)
      guard value != nil || field.isOptional else {
        throw CodingFailure(description: "'\(type).\(field.shape.name)' has no value")
      }
      decoded.append(value)
    }
    return assembled(decoded)
  }

  /// A struct all of whose fields may be nil.
  var empty: Any? {
    let values = fields.map { $0.isOptional ? nil : $0.coder.empty }
    guard zip(fields, values).allSatisfy({ $0.isOptional || $1 != nil }) else { return nil }
    return assembled(values)
  }

  private func assembled(_ values: [Any?]) -> Any {
    func make<T>(_: T.Type) -> Any { assemble(values) as T }
    return _openExistential(type, do: make)
  }

  /// Where the columns of a stored property are, found by the key path's offset; `inner` for a
  /// property that is a struct itself.
  func element(_ keyPath: AnyKeyPath) -> (start: Int, count: Int, inner: StructCoder?)? {
    func offset<R>(_: R.Type) -> Int? {
      (keyPath as? PartialKeyPath<R>).flatMap { MemoryLayout<R>.offset(of: $0) }
    }
    guard let wanted = _openExistential(type, do: offset) else { return nil }
    var start = 0
    for field in fields {
      if field.shape.offset == wanted, field.shape.type == Swift.type(of: keyPath).valueType {
        return (start, field.leafCount, field.coder as? StructCoder)
      }
      start += field.leafCount
    }
    return nil
  }

  /// The fields lie where the type's metadata say, in the form of their types (`isPlainStruct`).
  private func contents<T>(_ value: T) -> [Any] {
    withUnsafeBytes(of: value) { bytes in
      fields.map { field in
        guard let base = bytes.baseAddress else { return () }
        let place = base + field.shape.offset
        func load<F>(_: F.Type) -> Any { place.assumingMemoryBound(to: F.self).pointee }
        return _openExistential(field.shape.type, do: load)
      }
    }
  }

  /// Moves the struct out once each of its fields is there; otherwise the process ends.
  private func assemble<T>(_ values: [Any?]) -> T {
    let result = UnsafeMutablePointer<T>.allocate(capacity: 1)
    defer { result.deallocate() }
    for (field, value) in zip(fields, values) {
      let place = UnsafeMutableRawPointer(result) + field.shape.offset
      func store<F>(_: F.Type) {
        let typed = value as? F ?? Optional<Any>.none as? F
        guard let typed else { fatalError("'\(type).\(field.shape.name)' is no \(F.self)") }
        place.initializeMemory(as: F.self, to: typed)
      }
      _openExistential(field.shape.type, do: store)
    }
    return result.move()
  }
}
