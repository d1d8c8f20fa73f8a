internal import StoreModel

/// Values of Codable types as JSON, for data made up from a model: what `JSONEncoder` writes, so that
/// an app's own code can read it.
struct JSONSample {
  let index: SourceIndex

  /// An array of two, of one and of no elements; nothing where the element's form is not known.
  func arrays(of element: TypeReference, in scope: [String] = []) -> [DefaultValue] {
    guard let (first, second) = two(of: element, in: scope) else { return [] }
    return data(["[\(first),\(second)]", "[\(second)]", "[]"])
  }

  /// The same for dictionaries, whose keys are texts or whole numbers: others are written as arrays.
  func dictionaries(_ key: TypeReference, _ value: TypeReference) -> [DefaultValue] {
    guard [.name("String"), .name("Int")].contains(key),
      let (first, second) = two(of: value, in: [])
    else { return [] }
    return data(["{\"1\":\(first),\"2\":\(second)}", "{\"1\":\(second)}", "{}"])
  }

  /// Types asked for in one sample. Structs that hold each other twice double with each level.
  static let mostValues = 1000

  /// Two different values; nil too where nobody wants samples, or where they would be too large.
  private func two(
    of type: TypeReference, in scope: [String]
  ) -> (first: String, second: String)? {
    guard index.makesSamples else { return nil }
    var (one, other) = (Self.mostValues, Self.mostValues)
    guard let first = value(type, in: scope, number: 0, depth: 0, rest: &one),
      let second = value(type, in: scope, number: 1, depth: 0, rest: &other), one > 0, other > 0
    else { return nil }
    return (first, second)
  }

  private func data(_ texts: [String]) -> [DefaultValue] { texts.map { .data(Array($0.utf8)) } }

  /// - Parameters:
  ///   - number: 0 or 1, for two different values.
  ///   - rest: how many more types may be asked for; with none left, nothing is made.
  private func value(
    _ reference: TypeReference, in scope: [String], number: Int, depth: Int, rest: inout Int
  ) -> String? {
    rest -= 1
    // A type that contains itself ends nowhere but in an optional or an empty array.
    guard depth < 8, rest > 0 else { return nil }
    let type = index.expanded(reference, in: scope)
    switch type {
    case .optional(let inner):
      return value(inner, in: scope, number: number, depth: depth, rest: &rest)
    case .array(let element):
      return value(element, in: scope, number: number, depth: depth + 1, rest: &rest)
        .map { "[\($0)]" }
    case .dictionary(let key, let inner):
      guard [.name("String"), .name("Int")].contains(key) else { return nil }
      return value(inner, in: scope, number: number, depth: depth + 1, rest: &rest)
        .map { "{\"1\":\($0)}" }
    case .named(let path, let arguments):
      if let declared = index.type(path) {
        return self.declared(declared, number, depth, &rest)
      }
      guard arguments.isEmpty else { return nil }
      return Self.simple(path, number)
    case .other: return nil
    }
  }

  private func declared(
    _ type: SourceType, _ number: Int, _ depth: Int, _ rest: inout Int
  ) -> String? {
    // Hand-written coding may write anything.
    guard type.coding.subtracting(.ownDecoder).isEmpty, !type.declaration.isGeneric else {
      return nil
    }
    switch type.declaration.kind {
    case .enum: return enumeration(type, number)
    case .struct:
      guard !index.conforms(type, to: "OptionSet"), !index.conforms(type, to: "RawRepresentable")
      else { return nil }
      var fields: [String] = []
      for field in type.declaration.storedProperties {
        guard let reference = field.type ?? InitializerType.infer(field.initializer, in: index)
        else { return nil }
        let isOptional = index.expanded(reference, in: type.path).isOptional
        guard
          let value = value(
            reference, in: type.path, number: number, depth: depth + 1, rest: &rest)
        else {
          guard isOptional else { return nil }
          continue
        }
        // The second has no value where none is needed.
        if isOptional, number == 1 { continue }
        fields.append("\"\(field.name)\":\(value)")
      }
      return "{" + fields.joined(separator: ",") + "}"
    default: return nil
    }
  }

  private func enumeration(_ type: SourceType, _ number: Int) -> String? {
    let cases = type.declaration.cases
    guard !cases.isEmpty, !cases.contains(where: \.hasAssociatedValues) else { return nil }
    let name = cases[number % cases.count].name
    let mapper = CompositeMapper(mapper: TypeMapper(index: index))
    guard mapper.rawType(of: type) != nil else { return "{\"\(name)\":{}}" }
    return switch mapper.rawValues(of: type)[name] {
    case .string(let text)?: Self.quoted(text)
    case .integer(let value)?: String(value)
    default: nil
    }
  }

  private static func simple(_ path: [String], _ number: Int) -> String? {
    let isFirst = number == 0
    if SimpleType.bareName(path) == "URL" { return "\"https://example.com/\(number)\"" }
    switch SimpleType.attributeType(path)?.type {
    case .string?: return isFirst ? "\"amber \\\"é\\\"\"" : "\"\""
    case .boolean?: return isFirst ? "true" : "false"
    case .integer16?, .integer32?, .integer64?: return isFirst ? "7" : "0"
    case .double?, .float?, .decimal?: return isFirst ? "12.5" : "0"
    // As `Date` is written by itself: seconds since 2001.
    case .date?: return isFirst ? "725846400.5" : "0"
    case .uuid?: return "\"00000000-0000-4000-8000-00000000000\(number)\""
    case .binary?: return isFirst ? "\"AQID\"" : "\"\""
    default: return nil
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        result += "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
