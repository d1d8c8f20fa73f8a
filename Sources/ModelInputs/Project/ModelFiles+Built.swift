internal import ModelSource
internal import StoreEngine

extension ModelFiles {
  /// Takes out what no target of the Xcode projects builds, if targets build models: code that never
  /// runs declares versions that no store has. Where targets build no model, the models come from elsewhere,
  /// such as a package, and everything stays.
  ///
  /// - Returns: what was taken out.
  mutating func takeOutUnbuilt(below folder: String) -> [String] {
    let paths = projects + BuiltFiles.projects(above: folder)
    guard !paths.isEmpty else { return [] }
    var built = BuiltFiles(paths)
    let code = swiftFiles.filter { built.leavesOut($0) }
    let models = xcodeModels.filter { built.leavesOut($0) }
    guard !code.isEmpty || !models.isEmpty else { return [] }
    var rest = self
    rest.swiftFiles.removeAll(where: Set(code).contains)
    rest.xcodeModels.removeAll(where: Set(models).contains)
    guard rest.xcodeModels.contains(where: built.builds) || rest.declaresModels else { return [] }
    self = rest
    return code + models
  }

  private var declaresModels: Bool {
    swiftFiles.contains { path in
      let bytes = try? InputFile.bytes(of: path, limit: SourceFile.largestBytes)
      return bytes.map { String(decoding: $0, as: UTF8.self).contains("@Model") } ?? false
    }
  }
}
