/// Types of values that are never the class of a stored object.
enum StandardTypes {
  /// Names of the standard library and Foundation as code writes them behind a colon.
  static let names: Set<String> = [
    "Any", "AnyClass", "AnyCollection", "AnyHashable", "AnyIterator", "AnyKeyPath", "AnyObject",
    "AnySequence", "Array", "ArraySlice", "AsyncSequence", "AsyncStream", "AsyncThrowingStream",
    "AttributedString", "Bool", "Bundle", "CGFloat", "CGPoint", "CGRect", "CGSize", "CVarArg",
    "Calendar", "Character", "CharacterSet", "ClosedRange", "Codable", "Collection", "Comparable",
    "Data", "Date", "DateComponents", "DateFormatter", "DateInterval", "Decimal", "Decodable",
    "Decoder", "Dictionary", "DispatchQueue", "Double", "Duration", "Encodable", "Encoder",
    "Equatable", "Error", "FileHandle", "FileManager", "FileWrapper", "Float", "Float16",
    "Float32", "Float64", "Formatter", "HTTPURLResponse", "Hashable", "IndexPath", "IndexSet",
    "InputStream", "Int", "Int128", "Int16", "Int32", "Int64", "Int8", "JSONDecoder",
    "JSONEncoder", "KeyPath", "Locale", "Measurement", "Never", "Notification",
    "NotificationCenter", "NumberFormatter", "ObjectIdentifier", "Optional", "OutputStream",
    "PartialRangeFrom", "PartialRangeThrough", "PartialRangeUpTo", "PersonNameComponents",
    "ProcessInfo", "Progress", "Range", "ReferenceWritableKeyPath", "Result", "Scanner",
    "Selector", "Sendable", "Sequence", "Set", "StaticString", "String", "StringProtocol",
    "Substring", "Task", "Thread", "TimeInterval", "TimeZone", "Timer", "UInt", "UInt128",
    "UInt16", "UInt32", "UInt64", "UInt8", "URL", "URLComponents", "URLQueryItem", "URLRequest",
    "URLResponse", "URLSession", "UUID", "UserDefaults", "Void", "WritableKeyPath",
  ]
}
