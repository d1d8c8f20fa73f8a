internal import StoreModel

/// The frames of a crash report as JSON (.ips) that no symbols were found for: each names only its
/// library, by its place in a list at the end of the report.
enum CrashImages {
  /// Frames from the top in which a framework counts as the place of the crash.
  private static let reach = 12

  /// What is known of a crash in Core Data or SwiftData, from the libraries of its frames alone.
  static func hit(in text: UnsafeBufferPointer<UInt8>) -> MessageMatcher.Hit? {
    guard let threads = JSONList.elements(named: "threads", in: text),
      let crashed = threads.first(where: {
        JSONList.value(of: "triggered", in: $0, of: text) != nil
      }),
      let images = JSONList.elements(named: "usedImages", in: text)
    else { return nil }
    let names = images.map { image in
      JSONList.value(of: "name", in: image, of: text).map { JSONList.scalar(at: $0, in: text) }
    }
    var frames: [(name: String, position: Int)] = []
    let key = Array("\"imageindex\"".utf8)
    JSONList.scan(crashed, of: text) { position, _ in
      guard frames.count < reach, text.hasPrefix(key, at: position) else { return }
      var value = position + key.count
      while let byte = text.byte(value), byte.isSpace || byte == UInt8(ascii: ":") { value += 1 }
      guard let index = Int(JSONList.scalar(at: value, in: text)), names.indices.contains(index),
        let name = names[index]
      else { return }
      frames.append((name, position))
    }
    guard let index = frames.firstIndex(where: { ["SwiftData", "CoreData"].contains($0.name) })
    else { return nil }
    let isStop =
      frames[index].name == "SwiftData"
      && frames[..<index].contains { $0.name == "libswiftCore.dylib" }
    return MessageMatcher.Hit(
      explanation: ExplanationCatalog.explanation(
        id: isStop ? "crash-swiftdata-assertion" : "crash-in-framework"),
      code: nil, range: frames[index].position..<frames[index].position + key.count, captures: [])
  }
}
