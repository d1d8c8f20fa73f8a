internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// A model as named on the command line: `PATH[@VERSION]`.
package struct ModelPath: Sendable, Hashable {
  package var path: String
  /// A type name, an identifier, a model file's base name, or `current`; nil means all versions.
  package var version: String?

  /// Takes the whole text as a path if something is there; otherwise splits at the last `@` that
  /// leaves the path of something that exists.
  ///
  /// - Throws: `ModelInputError.notFound`.
  package init(_ text: String) throws(ModelInputError) {
    let files = FileManager.default
    if files.fileExists(atPath: text) {
      path = text
      return
    }
    for index in text.indices.reversed() where text[index] == "@" {
      let path = String(text[..<index])
      if !path.isEmpty, files.fileExists(atPath: path) {
        let version = String(text[text.index(after: index)...])
        self.path = path
        self.version = version.isEmpty ? nil : version
        return
      }
    }
    let path = text.lastIndex(of: "@").map { String(text[..<$0]) } ?? text
    for path in [text, path] {
      if let obstacle = FilePath.obstacle(path) { throw .unreadable(path: path, message: obstacle) }
    }
    throw .notFound(path: path.isEmpty ? text : path, near: Self.neighbour(of: path))
  }

  /// A similar name in the folder where the path was looked for.
  private static func neighbour(of path: String) -> String? {
    guard !path.isEmpty else { return nil }
    let folder = path.deletingLastPathComponent
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let near = NameDistance.nearest(
      to: path.lastPathComponent,
      in: names.filter { !$0.hasPrefix(".") && $0 != path.lastPathComponent })
    return near.map { folder.appending(component: $0) }
  }
}
