public import StoreModel

/// Reads what Xcode compiles models to: a `.mom`, or a `.momd` folder with one per version
/// (Documentation/Format/ModelFiles.md, 2.1 and 3).
public enum CompiledModelReader {
  /// Versions are sorted by name, as people count; the current one is the one `VersionInfo.plist` names.
  ///
  /// - Throws: `ModelFileError`.
  public static func read(path: String) throws -> SchemaHistory {
    let file = try ModelFile(path: path)
    return file.isFolder ? try readBundle(file) : try readSingle(file)
  }

  private static func readSingle(_ file: ModelFile) throws -> SchemaHistory {
    let model = try readModel(file)
    return SchemaHistory(
      name: model.name, versions: [model], currentVersion: model.name,
      location: Location(path: file.path))
  }

  private static func readBundle(_ folder: ModelFile) throws -> SchemaHistory {
    let names = try folder.entries()
    let info = try versionInfo(in: folder, entries: names)
    let compiled = names.filter { $0.hasSuffix(".mom") }
    guard !compiled.isEmpty else {
      let missing =
        info?["NSManagedObjectModel_VersionHashes"]?.dictionary?.keys.sorted {
          $0.codePointsPrecede($1)
        } ?? []
      let refusal: ModelFileError.ModelRefusal =
        !missing.isEmpty
        ? .brokenBundle(missing: missing)
        : names.contains { $0.hasSuffix(".omo") } ? .optimizedModelOnly : .emptyBundle
      throw ModelFileError.file(path: folder.path, .notAModel(refusal))
    }
    // An `.omo` is the same model again, in a form of Core Data's own.
    let models = try compiled.map { try readModel(folder.entry($0)) }
      .sorted { $0.name.naturallyPrecedes($1.name) }
    return SchemaHistory(
      name: ModelFile.baseName(folder.name), versions: models,
      currentVersion: info?["NSManagedObjectModel_CurrentVersionName"]?.string
        ?? (models.count == 1 ? models[0].name : nil), location: Location(path: folder.path))
  }

  private static func readModel(_ file: ModelFile) throws -> DataModel {
    try file.reading { bytes in
      if bytes.starts(with: Array("momv2$".utf8)) {
        throw ModelFileError.notAModel(.optimizedModelOnly)
      }
      guard BinaryPlist.isBinaryPlist(bytes) || PropertyList.isXML(bytes) else {
        throw ModelFileError.notAModel(bytes.isEmpty ? .empty : .notAModelFile)
      }
      var model = try ModelArchive.read(
        bytes, name: ModelFile.baseName(file.name), source: .compiledModel)
      model.location = Location(path: file.path)
      return model
    }
  }

  /// What the compiler noted beside its models (Documentation/Format/ModelFiles.md, 3).
  private static func versionInfo(
    in folder: ModelFile, entries: [String]
  ) throws -> [String: PlistValue]? {
    guard entries.contains("VersionInfo.plist") else { return nil }
    return try folder.entry("VersionInfo.plist").reading { try PropertyList.read($0).dictionary }
  }
}
