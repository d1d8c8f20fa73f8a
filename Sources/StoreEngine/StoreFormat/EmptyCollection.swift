package import StoreModel

extension Attribute {
  /// How an empty array, set or dictionary of the property's Swift type is stored: archived, or as
  /// JSON, which writes dictionaries with other keys than texts and whole numbers as arrays. Nil
  /// when it is no collection.
  package var emptyCollection: [UInt8]? {
    guard var swiftType else { return nil }
    if swiftType.hasSuffix("?") { swiftType.removeLast() }
    let isList = swiftType.hasPrefix("Set<") || swiftType.hasPrefix("Array<")
    guard swiftType.hasPrefix("[") || isList else { return nil }
    switch type {
    case .transformable: return ValueArchive.bytes(of: [])
    case .binary:
      let key = swiftType.dropFirst().prefix { $0 != ":" }
      let isDictionary = !isList && key.count < swiftType.count - 1 && !key.contains("[")
      let isObject = isDictionary && ["String", "Int"].contains(String(key))
      return Array((isObject ? "{}" : "[]").utf8)
    default: return nil
    }
  }
}
