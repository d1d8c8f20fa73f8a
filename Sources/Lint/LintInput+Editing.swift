internal import ModelSource
internal import StoreEngine
package import StoreModel

extension LintInput {
  /// Whether a file belongs to the input, and its text may be replaced.
  package func has(_ path: String) -> Bool {
    files.contains { $0.path == path } || objectiveC.contains { $0.path == path }
      || modelPlace(path) != nil
  }

  /// Takes another text for a file, as somebody has it in an editor.
  ///
  /// - Returns: why it is not read; then what was known of the file stays.
  package mutating func setText(_ bytes: [UInt8], of path: String) -> ModelProblem? {
    if let position = files.firstIndex(where: { $0.path == path }) {
      files[position].bytes = bytes
    } else if let position = objectiveC.firstIndex(where: { $0.path == path }) {
      objectiveC[position].bytes = bytes
    } else if let (history, version) = modelPlace(path) {
      let name = models[history].versions[version].name
      do {
        models[history].versions[version] = try XcodeModelReader.read(
          contents: bytes, named: name, path: path)
      } catch {
        return ModelProblem("\(error)", topic: .unreadFile, location: Location(path: path))
      }
      let others = text
      text = { $0 == path ? bytes : others($0) }
    }
    return nil
  }

  /// The version that an Xcode model's `contents` is the text of.
  private func modelPlace(_ path: String) -> (history: Int, version: Int)? {
    guard path.lastPathComponent == "contents" else { return nil }
    for (history, model) in models.enumerated() {
      if let version = model.versions.firstIndex(where: {
        $0.source == .xcodeModel && $0.location?.path == path
      }) {
        return (history, version)
      }
    }
    return nil
  }
}
