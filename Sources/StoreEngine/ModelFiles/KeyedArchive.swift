/// An archive of `NSKeyedArchiver`: a table of objects that refer to each other by number.
///
/// Nothing is decoded ahead: a caller asks for the fields it knows, so cycles do no harm. But objects
/// may be shared, so that walking a small archive could take for ever: each step is charged to a
/// budget, and when that is spent nothing more is found.
final class KeyedArchive {
  private let objects: [PlistValue]
  private let top: [String: PlistValue]
  /// Steps left. Real models take three per object.
  private var budget: Int
  private var classNames: [Int: String] = [:]

  init(_ bytes: [UInt8]) throws {
    guard let plist = try PropertyList.read(bytes).dictionary,
      plist["$archiver"]?.string == "NSKeyedArchiver", let objects = plist["$objects"]?.array
    else { throw ModelFileError.archive(.notKeyedArchive) }
    self.objects = objects
    top = plist["$top"]?.dictionary ?? [:]
    budget = 16 * objects.count + 10_000
  }

  /// False when the budget is spent.
  func charge(_ steps: Int) -> Bool {
    budget = steps > budget ? -1 : budget - steps
    return budget >= 0
  }

  /// To be called when all is read: what was read with a spent budget is not complete.
  func checkBudget() throws {
    if budget < 0 { throw ModelFileError.archive(.tooEntangled) }
  }

  /// An object with a class.
  struct Object {
    let index: Int
    let className: String
    let fields: [String: PlistValue]
  }

  func root() throws -> Object {
    guard let root = object(top["root"]) else { throw ModelFileError.archive(.noRoot) }
    return root
  }

  /// Follows a reference; anything else stands for itself. `$null` and a missing value are nil.
  func value(_ value: PlistValue?) -> PlistValue? {
    guard case .uid(let index)? = value else { return value == .null ? nil : value }
    guard objects.indices.contains(index) else { return nil }
    let found = objects[index]
    return index == 0 && found == .string("$null") ? nil : found
  }

  func object(_ reference: PlistValue?) -> Object? {
    guard case .uid(let index)? = reference, charge(1), let fields = value(reference)?.dictionary,
      let name = className(fields["$class"])
    else { return nil }
    return Object(index: index, className: name, fields: fields)
  }

  private func className(_ reference: PlistValue?) -> String? {
    guard case .uid(let index)? = reference else { return nil }
    if let known = classNames[index] { return known }
    let name = value(reference)?.dictionary?["$classname"]?.string
    classNames[index] = name
    return name
  }

  /// A string, or an `NSMutableString` object.
  func string(_ reference: PlistValue?) -> String? {
    switch value(reference) {
    case .string(let text)?: text
    case .dictionary(let fields)?:
      fields["NS.string"]?.string
        ?? fields["NS.bytes"]?.data.map { String(decoding: $0, as: UTF8.self) }
    default: nil
    }
  }

  /// The members of an `NSArray` or `NSSet`, as references.
  func elements(_ reference: PlistValue?) -> [PlistValue]? {
    let elements = value(reference)?.dictionary.flatMap { value($0["NS.objects"])?.array }
    return elements.flatMap { charge($0.count) ? $0 : nil }
  }

  func strings(_ reference: PlistValue?) -> [String]? { elements(reference)?.compactMap(string) }

  /// The entries of an `NSDictionary` with text keys, in no order that means anything; also of the
  /// `NSKnownKeysDictionary1` that a store's model cache uses.
  func entries(_ reference: PlistValue?) -> [(key: String, value: PlistValue)]? {
    guard let object = object(reference) else { return nil }
    let keys: [PlistValue]
    let values: [PlistValue]
    if object.className.hasPrefix("NSKnownKeysDictionary") {
      guard let mapping = self.object(object.fields["searchMapping"]),
        let known = elements(mapping.fields["keys"]), let held = elements(object.fields["values"])
      else { return nil }
      (keys, values) = (known, held)
    } else {
      guard let known = value(object.fields["NS.keys"])?.array,
        let held = value(object.fields["NS.objects"])?.array
      else { return nil }
      (keys, values) = (known, held)
    }
    guard charge(keys.count) else { return nil }
    return zip(keys, values).compactMap { key, value in string(key).map { ($0, value) } }
  }
}
