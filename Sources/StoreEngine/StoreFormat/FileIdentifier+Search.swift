internal import PlatformLibc

extension FileIdentifier {
  /// What a file that somebody came across may be, by its beginning.
  package enum Promise: Sendable, Hashable {
    /// A SQLite file, a store in another format, what seems to be one that is damaged or encrypted, or
    /// an archive that may hold some.
    case store
    case nothing
    /// Nobody can tell; the text says why.
    case unreadable(String)
  }

  /// Extensions that are given to stores. They decide nothing but what is made of a file that its bytes
  /// do not tell.
  private static let storeNames: Set = ["sqlite", "sqlite3", "store", "storedata"]
  private static let sideSuffixes = ["-wal", "-journal"]
  /// A SQLite header, and a little more.
  private static let firstLook = 512

  /// Looks at few bytes of a file, because there may be a million of them.
  package static func promise(of path: String) -> Promise {
    let file: RawFile
    let start: [UInt8]
    do throws(RawFile.Failure) {
      file = try RawFile(path: path)
      start = try file.bytes(at: 0, count: firstLook)
    } catch {
      switch error {
      // It is gone, or was replaced by something else.
      case .missing, .directory, .notRegular: return .nothing
      case .permission: return .unreadable("permission denied")
      case .tooLarge: return .unreadable("it is too large")
      case .system(let code): return .unreadable(String(cString: strerror(code)).lowercased())
      }
    }
    if StoreHeader.begins(start) { return .store }
    // What is in an archive shows only when it is opened.
    if Archive.format(of: start) != nil { return .store }
    let isText = start.drop { [9, 10, 13, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }.first == 0x3C
    let mayBeArchive = start.starts(with: "bplist".utf8)
    let isCalledStore = storeNames.contains(path.suffixName) || hasSideFile(path)
    guard isText || mayBeArchive || isCalledStore,
      let sample = try? file.bytes(at: 0, count: sampleSize)
    else { return .nothing }
    switch kind(of: sample, size: file.size).id {
    case .coreDataXML, .coreDataBinary: return .store
    case .empty, .encrypted, .unknown: return isCalledStore ? .store : .nothing
    default: return .nothing
    }
  }

  private static func hasSideFile(_ path: String) -> Bool {
    sideSuffixes.contains { FilePath.isRegularFile(path + $0) }
  }
}
