/// What the types of a file say of their members: enough to know what `store.notes` is where another
/// file declares the store, without parsing that one.
struct MemberScan: Sendable, Codable {
  private(set) var types: [Written] = []
  private(set) var computed: [Computed] = []
  /// What types name after the colon: `Owner` and the name.
  private(set) var adopted: [Written] = []
  /// Functions that themselves ask or change a store.
  private(set) var asking: Set<String> = []
  /// Functions that send code to another thread.
  private(set) var sending: Set<String> = []

  /// The written type of `Owner.member`, and of what `Owner.member()` returns.
  struct Written: Sendable, Codable {
    var member: String
    var type: String
  }

  /// The functions that a computed property or subscript calls.
  struct Computed: Sendable, Codable {
    var name: String
    var calls: Set<String>
  }

  /// What code calls to ask or change a store.
  static let storeWords: Set = [
    "count", "delete", "fetch", "fetchCount", "fetchIdentifiers", "insert", "registeredModel",
    "save",
  ]

  /// What code calls to have other code run on another thread.
  private static let threadWords: Set = [
    "addOperation", "async", "asyncAfter", "dataTask", "detachNewThread", "detached",
    "downloadTask", "uploadTask",
  ]

  /// Types that nobody asks for more.
  private static let plain: Set = [
    "Any", "Bool", "CGFloat", "CGRect", "CGSize", "Color", "Data", "Date", "Double", "Float", "Int",
    "Int32", "Int64", "String", "TimeInterval", "URL", "UUID", "Void", "some View",
  ]

  /// Protocols of Apple's that nearly every type adopts.
  private static let usual: Set = [
    "App", "CaseIterable", "Codable", "CodingKey", "Decodable", "Encodable", "Equatable", "Error",
    "Hashable", "Identifiable", "Int", "NSObject", "ObservableObject", "Sendable", "String", "View",
    "ViewModifier",
  ]

  mutating func note(_ member: String, of owner: String, type: [UInt8]) {
    guard type.count < 60, !owner.isEmpty else { return }
    var text = String(decoding: type, as: UTF8.self)
    while text.first == " " { text.removeFirst() }
    while let last = text.last, last == " " || last == "?" || last == "!" { text.removeLast() }
    guard !text.isEmpty, !Self.plain.contains(text) else { return }
    types.append(Written(member: "\(owner).\(member)", type: text))
  }

  mutating func note(_ name: [UInt8], adoptedBy owner: String) {
    guard name.count < 60, !Self.usual.contains(String(decoding: name, as: UTF8.self)) else {
      return
    }
    adopted.append(Written(member: owner, type: String(decoding: name, as: UTF8.self)))
  }

  mutating func note(calls: Set<String>, of computed: String) {
    if !calls.isEmpty { self.computed.append(Computed(name: computed, calls: calls)) }
  }

  mutating func note(call: [UInt8], of function: String) {
    guard (4...16).contains(call.count), let first = call.first, "acdfirsu".utf8.contains(first)
    else { return }
    let name = String(decoding: call, as: UTF8.self)
    if Self.storeWords.contains(name) {
      asking.insert(function)
    } else if Self.threadWords.contains(name) {
      sending.insert(function)
    }
  }

  mutating func note(sender: [UInt8], of function: String) {
    guard (5...16).contains(sender.count),
      Self.threadWords.contains(String(decoding: sender, as: UTF8.self))
    else { return }
    sending.insert(function)
  }
}
