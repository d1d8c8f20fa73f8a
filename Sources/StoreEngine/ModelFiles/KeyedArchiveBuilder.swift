/// Builds an archive that `NSKeyedUnarchiver` reads: a table of objects that refer to each other.
///
/// Objects have numbers before their fields are known, so graphs with cycles need no recursion.
struct KeyedArchiveBuilder {
  private var objects: [PlistValue] = [.string("$null")]
  private var scalars: [PlistValue: Int] = [:]
  private var classes: [String: Int] = [:]

  static let null = PlistValue.uid(0)

  /// A reference to an object whose fields `set` gives later.
  mutating func reserve() -> PlistValue {
    objects.append(.null)
    return .uid(objects.count - 1)
  }

  /// - Parameter chain: The class and its superclasses, without `NSObject`.
  mutating func set(_ reference: PlistValue, _ chain: [String], _ fields: [String: PlistValue]) {
    guard case .uid(let index) = reference else { return }
    var fields = fields
    fields["$class"] = .uid(classIndex(chain))
    objects[index] = .dictionary(fields)
  }

  mutating func object(_ chain: [String], _ fields: [String: PlistValue]) -> PlistValue {
    let reference = reserve()
    set(reference, chain, fields)
    return reference
  }

  private mutating func classIndex(_ chain: [String]) -> Int {
    let name = chain[0]
    if let index = classes[name] { return index }
    let names = (chain + ["NSObject"]).map(PlistValue.string)
    objects.append(.dictionary(["$classname": .string(name), "$classes": .array(names)]))
    classes[name] = objects.count - 1
    return objects.count - 1
  }

  /// A text, number, truth value or data: equal ones are stored once.
  mutating func scalar(_ value: PlistValue) -> PlistValue {
    if let index = scalars[value] { return .uid(index) }
    objects.append(value)
    scalars[value] = objects.count - 1
    return .uid(objects.count - 1)
  }

  mutating func string(_ text: String?) -> PlistValue {
    text.map { scalar(.string($0)) } ?? Self.null
  }

  mutating func array(_ elements: [PlistValue], isMutable: Bool = false) -> PlistValue {
    object(
      isMutable ? ["NSMutableArray", "NSArray"] : ["NSArray"], ["NS.objects": .array(elements)])
  }

  mutating func strings(_ texts: [String], isMutable: Bool = false) -> PlistValue {
    let elements = texts.map { string($0) }
    return array(elements, isMutable: isMutable)
  }

  mutating func set(of elements: [PlistValue]) -> PlistValue {
    object(["NSSet"], ["NS.objects": .array(elements)])
  }

  mutating func dictionary(
    _ entries: [(key: String, value: PlistValue)], isMutable: Bool = false
  ) -> PlistValue {
    let keys = entries.map { string($0.key) }
    return object(
      isMutable ? ["NSMutableDictionary", "NSDictionary"] : ["NSDictionary"],
      ["NS.keys": .array(keys), "NS.objects": .array(entries.map(\.value))])
  }

  func finish(root: PlistValue) -> [UInt8] {
    BinaryPlist.write(
      .dictionary([
        "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
        "$top": .dictionary(["root": root]), "$objects": .array(objects),
      ]))
  }
}
