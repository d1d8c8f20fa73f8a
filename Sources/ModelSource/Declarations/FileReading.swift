/// What reading a file by itself tells, which holds as long as the file's bytes do.
package struct FileReading: Codable, Sendable {
  var scan: FileScan
  /// Nil for a file that nothing needed parsed.
  var declarations: FileDeclarations?

  package var isParsed: Bool { declarations != nil }
  /// Whether a class has `@Model` before it.
  package var declaresModels: Bool { scan.declaresModels }

  init(scan: FileScan) { self.scan = scan }

  /// What a pass over the bytes tells, without parsing.
  package init(bytes: [UInt8]) { scan = FileScan(bytes) }
}
