internal import StoreModel

/// An object as texts name it: `x-coredata://STORE/Entity/p12`.
public struct ObjectReference: Sendable, Hashable {
  /// The id of the object's store, in capitals; empty where the object was not saved yet.
  public var store: String
  /// The entity it is of.
  public var entity: String
  /// The row; nil where the object was not saved yet, or its store has keys of its own kind.
  public var key: Int64?
}

extension ErrorText {
  /// Different objects of one text that are looked at.
  private static let objectLimit = 50

  /// The objects that the text names, in its order, each once.
  var objects: [ObjectReference] {
    let mark = Array("x-coredata://".utf8)
    return bytes.withUnsafeBufferPointer { text in
      var found: [ObjectReference] = []
      var seen: Set<ObjectReference> = []
      var position = 0
      while position + mark.count < text.count, found.count < Self.objectLimit {
        guard text[position] == mark[0], text.hasPrefix(mark, at: position) else {
          position += 1
          continue
        }
        position += mark.count
        var end = position
        while let byte = text.byte(end), end - position < 300,
          byte.isWord || byte >= 0x80 || "-/.%".utf8.contains(byte)
        {
          end += 1
        }
        if let object = ObjectReference(path: text.string(position..<end)),
          seen.insert(object).inserted
        {
          found.append(object)
        }
      }
      return found
    }
  }
}

extension ObjectReference {
  /// Nil unless the text is the whole URI of a saved or unsaved object.
  public init?(uri: String) {
    let mark = "x-coredata://"
    guard uri.hasPrefix(mark) else { return nil }
    self.init(path: String(uri.dropFirst(mark.count)))
  }

  /// - Parameter path: what stands behind `x-coredata://`.
  init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    // Cut by the log, or an id of a store alone.
    guard parts.count == 3, !parts[1].isEmpty, parts[2].count > 1 else { return nil }
    store = parts[0].uppercased()
    entity = String(parts[1])
    // Sentences may end behind an id.
    let name = parts[2].hasSuffix(".") ? parts[2].dropLast() : parts[2]
    key = name.first == "p" ? Int64(name.dropFirst()) : nil
  }
}
