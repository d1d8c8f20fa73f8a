internal import StoreModel

extension Store {
  /// What made the store. A SwiftData store is a Core Data store; its model gives it away, and
  /// never for certain (coredata-format.md §3.3).
  public func kind(of file: FileKind) -> FileKind {
    guard file.id == .coreData, let sign = swiftDataSign else { return file }
    return FileKind(
      .swiftData, "SwiftData", evidence: "\(file.evidence), and \(sign)",
      certainty: .inferred("Core Data could be made to write the same"))
  }

  /// The sign of SwiftData in the model, in words; nil without one.
  private var swiftDataSign: String? {
    guard hasHistory, let framework = metadata.frameworkVersion, framework >= 1333 else {
      return nil
    }
    // Core Data calls its default configuration otherwise.
    if let names = model.configurations["default"], Set(names) == Set(model.entities.map(\.name)) {
      return "its model has SwiftData's configuration 'default'"
    }
    let usesEnums = model.entities.contains { entity in
      entity.attributes.contains { $0.userInfo["EnumType"] != nil }
    }
    return usesEnums ? "its model marks enums as SwiftData does" : nil
  }
}
