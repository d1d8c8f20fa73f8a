public import StoreModel

/// Reads the model editor's own files: `.xcdatamodeld`, `.xcdatamodel`, or the bare `contents`
/// (XML, Xcode 4 and later) or `elements` (Xcode 3) inside.
public enum XcodeModelReader {
  /// Versions are sorted by name, as people count; the current one is the one `.xccurrentversion` names.
  ///
  /// - Throws: `ModelFileError`.
  public static func read(path: String) throws -> SchemaHistory {
    let file = try ModelFile(path: path)
    guard file.isFolder else { return try readSingle(file, named: fileModelName(file)) }
    let names = try file.entries()
    if names.contains("xcmapping.xml") { throw file.refusal(.notAModel(.mappingModel)) }
    if let source = modelSource(among: names) {
      return try readSingle(file.entry(source), named: ModelFile.baseName(file.name))
    }
    return try readBundle(file, entries: names)
  }

  /// The version whose text stands in `contents`, as somebody edits it.
  ///
  /// - Throws: `ModelFileError`.
  package static func read(contents bytes: [UInt8], named name: String, path: String) throws
    -> DataModel
  {
    try XcodeContents.read(bytes, name: name, path: path)
  }

  /// `contents` wins over `elements`: Xcode 4 left the old file when it converted a model.
  private static func modelSource(among names: [String]) -> String? {
    ["contents", "elements"].first { names.contains($0) }
  }

  private static func fileModelName(_ file: ModelFile) -> String {
    ModelFile.baseName(["contents", "elements"].contains(file.name) ? file.parentName : file.name)
  }

  private static func readSingle(_ file: ModelFile, named name: String) throws -> SchemaHistory {
    let model = try readModel(file, named: name)
    return SchemaHistory(
      name: name, versions: [model], currentVersion: name, location: Location(path: file.path))
  }

  private static func readBundle(_ folder: ModelFile, entries: [String]) throws -> SchemaHistory {
    var models: [DataModel] = []
    for name in entries where name.hasSuffix(".xcdatamodel") {
      let version = try folder.entry(name)
      guard version.isFolder, let source = modelSource(among: try version.entries()) else {
        throw version.refusal(.notAModel(.emptyBundle))
      }
      models.append(try readModel(version.entry(source), named: ModelFile.baseName(name)))
    }
    guard !models.isEmpty else {
      let isBundle = folder.name.hasSuffix(".xcdatamodeld") || folder.name.hasSuffix(".xcdatamodel")
      throw folder.refusal(.notAModel(isBundle ? .emptyBundle : .notAModelFile))
    }
    models.sort { $0.name.naturallyPrecedes($1.name) }
    return SchemaHistory(
      name: ModelFile.baseName(folder.name), versions: models,
      // Of one there is nothing to choose, whatever the file says.
      currentVersion: try models.count == 1
        ? models[0].name : currentVersion(in: folder, entries: entries),
      location: Location(path: folder.path))
  }

  private static func currentVersion(in folder: ModelFile, entries: [String]) throws -> String? {
    // Some version control systems and archives drop or rename hidden files.
    let names = [".xccurrentversion", "xccurrentversion.plist"]
    guard let name = names.first(where: entries.contains) else { return nil }
    return try folder.entry(name).reading {
      try PropertyList.read($0).dictionary?["_XCCurrentVersionName"]?.string.map(ModelFile.baseName)
    }
  }

  private static func readModel(_ file: ModelFile, named name: String) throws -> DataModel {
    try file.reading { bytes in
      try BinaryPlist.isBinaryPlist(bytes)
        ? XcodeElements.read(bytes, name: name, path: file.path)
        : XcodeContents.read(bytes, name: name, path: file.path)
    }
  }
}
