import Foundation

/// The stores and sources the benchmarks run on, made once by storedoctor itself and kept.
struct BenchmarkInputs {
  let smallStore: String
  /// About 1 GB with about 200 MB of committed frames in its `-wal`.
  let largeStore: String
  let millionRows: String
  /// A folder with 1,000 Swift files, 100 of them with models.
  let swiftFolder: String
  let oneSwiftFile: String

  private static let model = "Samples/Notes/Sources@1.0.0"

  init(folder: String, tool: String) throws {
    smallStore = folder + "/small.store"
    largeStore = folder + "/large.store"
    millionRows = folder + "/million.store"
    swiftFolder = folder + "/sources"
    oneSwiftFile = swiftFolder + "/File0.swift"
    try Self.generate(smallStore, rows: 3_000, tool: tool)
    try Self.generate(millionRows, rows: 3_000_000, tool: tool)
    if !FileManager.default.fileExists(atPath: largeStore) { try makeLargeStore() }
    try makeSources()
  }

  private static func generate(_ path: String, rows: Int, tool: String) throws {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    print("making \((path as NSString).lastPathComponent)")
    let model = Self.model
    _ = try Measure.once([tool, "generate", "--model", model, "--rows", "\(rows)", "-o", path])
  }

  /// Grows a copy of the store with a million notes to 1 GB, then leaves 200 MB in its WAL.
  private func makeLargeStore() throws {
    print("making large.store")
    let building = largeStore + ".building"
    try? FileManager.default.removeItem(atPath: building)
    try FileManager.default.copyItem(atPath: millionRows, toPath: building)
    while try Self.size(of: building) < 1_000_000_000 {
      _ = try Measure.once([
        "sqlite3", building,
        """
        INSERT INTO ZNOTE(Z_ENT, Z_OPT, ZTITLE, ZTEXT, ZCREATEDAT, ZIMPORTANCE, ZFOLDER, ZID)
        SELECT Z_ENT, 1, ZTITLE, ZTEXT || hex(randomblob(150)), ZCREATEDAT, ZIMPORTANCE, ZFOLDER,
        randomblob(16) FROM ZNOTE LIMIT 500000;
        UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM ZNOTE) WHERE Z_NAME = 'Note';
        """,
      ])
    }
    var first = 0
    while try Self.size(of: building + "-wal") < 200_000_000 {
      _ = try Measure.once([
        "sqlite3", "-cmd", ".dbconfig no_ckpt_on_close on", building,
        """
        PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0;
        UPDATE ZNOTE SET ZTITLE = ZTITLE || '.'
        WHERE Z_PK > \(first) AND Z_PK <= \(first + 50_000);
        """,
      ])
      first += 50_000
    }
    // A killed app leaves its -shm as well; a copy without it takes longer to index.
    try? FileManager.default.moveItem(atPath: building + "-shm", toPath: largeStore + "-shm")
    try FileManager.default.moveItem(atPath: building + "-wal", toPath: largeStore + "-wal")
    try FileManager.default.moveItem(atPath: building, toPath: largeStore)
  }

  private static func size(of path: String) throws -> Int {
    guard FileManager.default.fileExists(atPath: path) else { return 0 }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.size] as? NSNumber)?.intValue ?? .max
  }

  private func makeSources() throws {
    guard !FileManager.default.fileExists(atPath: swiftFolder) else { return }
    try FileManager.default.createDirectory(
      atPath: swiftFolder, withIntermediateDirectories: true)
    for index in 0..<1000 {
      let path = swiftFolder + "/File\(index).swift"
      try source(index).write(toFile: path, atomically: true, encoding: .utf8)
    }
  }

  /// Changes the model of the first Swift file.
  func addProperty() throws {
    let text = try String(contentsOfFile: oneSwiftFile, encoding: .utf8)
    let number = text.components(separatedBy: "var value").count
    try text.replacingOccurrences(of: "  init() {}", with: "  var value\(number) = 0\n  init() {}")
      .write(toFile: oneSwiftFile, atomically: true, encoding: .utf8)
  }

  /// A tenth of the files hold models; the rest is ordinary app code of about the same length.
  private func source(_ index: Int) -> String {
    var text = "import Foundation\nimport SwiftData\n\n"
    if index % 10 == 0 {
      let properties = (0..<30).map { "  var value\($0): String = \"\"\n" }.joined()
      text += "@Model\nfinal class Thing\(index) {\n\(properties)  init() {}\n}\n"
    }
    for function in 0..<30 {
      text += """
        struct View\(index)x\(function) {
          let title: String
          func text(_ count: Int) -> String {
            guard count > \(function) else { return title }
            return (0..<count).map { "\\(title) \\($0)" }.joined(separator: ", ")
          }
        }

        """
    }
    return text
  }
}
