/// Keyed archives of plain values: what a transformable attribute holds for an array of simple
/// values (Documentation/Format/ModelFiles.md, 2.5).
package enum ValueArchive {
  /// An archived NSArray of strings, numbers, dates and data.
  package static func bytes(of values: [PlistValue]) -> [UInt8] {
    var archive = KeyedArchiveBuilder()
    let root = archive.reserve()
    let elements = values.map { value -> PlistValue in
      if case .date(let seconds) = value {
        return archive.object(["NSDate"], ["NS.time": .real(seconds)])
      }
      return archive.scalar(value)
    }
    archive.set(root, ["NSArray"], ["NS.objects": .array(elements)])
    return archive.finish(root: root)
  }

  /// The elements of an archived array or set; nil when the bytes are anything else.
  package static func values(in bytes: [UInt8]) -> [PlistValue]? { value(in: bytes)?.array }

  private static let maximumDepth = 8
  private static let maximumValues = 10_000

  /// The plain values of an archive, such as a transformable's `[String]`. Only property-list types are
  /// decoded, never a class of the app, and only so deep and so many.
  static func value(in bytes: [UInt8]) -> PlistValue? {
    guard bytes.starts(with: Array("bplist".utf8)), let plist = try? BinaryPlist.read(bytes) else {
      return nil
    }
    guard plist.dictionary?["$archiver"] != nil else { return plist }
    guard let archive = try? KeyedArchive(bytes),
      let root = plist.dictionary?["$top"]?.dictionary?["root"]
    else { return nil }
    var budget = maximumValues
    return read(root, in: archive, depth: 0, budget: &budget)
  }

  private static func read(
    _ reference: PlistValue, in archive: KeyedArchive, depth: Int, budget: inout Int
  ) -> PlistValue? {
    budget -= 1
    guard depth < maximumDepth, budget > 0 else { return nil }
    guard let value = archive.value(reference) else { return .null }
    switch value {
    case .bool, .integer, .wideInteger, .real, .date, .data, .string: return value
    default: break
    }
    guard let object = archive.object(reference) else { return nil }
    switch object.className {
    case "NSString", "NSMutableString": return archive.string(reference).map(PlistValue.string)
    case "NSDate": return object.fields["NS.time"]?.double.map(PlistValue.date)
    case "NSData", "NSMutableData": return archive.value(object.fields["NS.data"])
    case "NSURL": return archive.string(object.fields["NS.relative"]).map(PlistValue.string)
    case "NSUUID": return object.fields["NS.uuidbytes"]?.data.map { .string(UUIDText.text($0)) }
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet":
      var values: [PlistValue] = []
      for element in archive.elements(reference) ?? [] {
        guard let value = read(element, in: archive, depth: depth + 1, budget: &budget) else {
          return nil
        }
        values.append(value)
      }
      return .array(values)
    case "NSDictionary", "NSMutableDictionary":
      var values: [String: PlistValue] = [:]
      for entry in archive.entries(reference) ?? [] {
        let value = read(entry.value, in: archive, depth: depth + 1, budget: &budget)
        guard let value else { return nil }
        values[entry.key] = value
      }
      return .dictionary(values)
    default: return nil
    }
  }
}
