internal import StoreEngine

/// A mapping model of Xcode, as far as it says which versions it is for.
struct MappingModel: Sendable {
  /// The names of the versions it speaks of; none when they cannot be read.
  let versions: Set<String>

  /// - Parameter text: `xcmapping.xml`, which names both versions by their paths.
  init(_ text: String) {
    var names: Set<String> = []
    for part in text.split(separator: "/") {
      guard let end = part.firstRange(of: ".xcdatamodel")?.lowerBound,
        !part[end...].hasPrefix(".xcdatamodeld")
      else { continue }
      // Elements and keys end before a name that stands alone.
      names.insert(String(part[..<end].split(separator: ">").last ?? ""))
    }
    versions = names
  }

  /// Whether it may be for the step between two versions.
  func mayBe(from: String, to: String) -> Bool {
    versions.isEmpty || versions.contains(to) && (versions.contains(from) || versions.count < 2)
  }
}
