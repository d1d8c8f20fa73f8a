/// What reading a file by itself tells, which holds as long as the file's bytes do.
package struct FileReading: Codable, Sendable {
  var scan: FileScan
  /// Nil for a file that nothing needed parsed.
  var declarations: FileDeclarations?

  package var isParsed: Bool { declarations != nil }
  /// Whether a class has `@Model` before it.
  package var declaresModels: Bool { scan.declaresModels }
  /// Whether it may hold models, versions or plans.
  package var isSchemaSource: Bool { scan.isSchemaSource }
  /// Whether it holds models or code around a store.
  package var usesStores: Bool { scan.usesStores }
  /// Whether the parser would recurse too deep.
  package var isTooDeep: Bool { scan.isTooDeep }

  init(scan: FileScan) { self.scan = scan }

  /// What a pass over the bytes tells, without parsing.
  package init(bytes: [UInt8]) { scan = FileScan(bytes) }
}
