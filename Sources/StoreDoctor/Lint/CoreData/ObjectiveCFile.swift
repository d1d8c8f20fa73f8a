internal import ModelInputs
internal import PlatformFoundation
internal import StoreEngine

/// Files in Objective-C, which no rule reads: whoever is told "no findings" must know of them.
enum ObjectiveCFile {
  /// Whether a file works with Core Data; one that cannot be looked into may.
  static func usesCoreData(_ path: String) -> Bool {
    guard let bytes = try? InputFile.bytes(of: path, limit: mostBytes) else { return true }
    let text = String(decoding: bytes, as: UTF8.self)
    return ["NSManagedObject", "NSFetchRequest", "NSFetchedResults", "NSPersistent"].contains {
      text.contains($0)
    }
  }

  /// The classes of value transformers that a file declares.
  static func transformers(_ path: String) -> [String] {
    guard let bytes = try? InputFile.bytes(of: path, limit: mostBytes) else { return [] }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("ValueTransformer") else { return [] }
    let words = text.split { !($0.isLetter || $0.isNumber || "_@".contains($0)) }
    return zip(words, words.dropFirst()).filter { $0.0 == "@implementation" }.map { String($0.1) }
  }

  private static let mostBytes = 4 << 20

  /// `3 Objective-C files that use Core Data were not read, 'A.m' and 2 more: …`; nil for none.
  static func text(_ paths: [String]) -> String? {
    guard let first = paths.first else { return nil }
    let others = paths.count == 1 ? "" : " and \(paths.count - 1) more"
    let (files, were, them) = paths.count == 1 ? ("file", "was", "it") : ("files", "were", "them")
    return
      "\(paths.count) Objective-C \(files) that \(paths.count == 1 ? "uses" : "use") Core Data "
      + "\(were) not read, '\(first)'\(others): rules look at Swift and model files only, and say "
      + "nothing about \(them)"
  }
}
