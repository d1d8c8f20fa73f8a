internal import CSQLite

/// A SQLite file system with one read-only file in it: a `StoreImage`.
///
/// Temporary files (large sorts) go to the system's own file system; every other file does not
/// exist, so SQLite finds no journal and no log, takes no lock and creates nothing.
final class StoreVFS {
  let name: String
  private let vfs: UnsafeMutablePointer<sqlite3_vfs>
  private let nameBytes: UnsafeMutablePointer<CChar>
  fileprivate let image: StoreImage
  fileprivate let system: UnsafeMutablePointer<sqlite3_vfs>

  init(_ image: StoreImage) throws {
    guard let system = sqlite3_vfs_find(nil) else {
      throw SQLiteError(code: SQLITE_ERROR, message: "SQLite has no file system")
    }
    self.image = image
    self.system = system
    vfs = .allocate(capacity: 1)
    // The address makes the name unique without a counter shared between threads.
    name = "store-\(UInt(bitPattern: vfs))"
    let utf8 = name.utf8CString
    nameBytes = .allocate(capacity: utf8.count)
    for (index, byte) in utf8.enumerated() { (nameBytes + index).initialize(to: byte) }
    vfs.initialize(to: system.pointee)
    vfs.pointee.pNext = nil
    vfs.pointee.zName = UnsafePointer(nameBytes)
    vfs.pointee.mxPathname = 4096
    vfs.pointee.szOsFile = max(system.pointee.szOsFile, Int32(MemoryLayout<ImageFile>.stride))
    vfs.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    vfs.pointee.xOpen = openFile
    vfs.pointee.xDelete = { _, _, _ in SQLITE_READONLY }
    vfs.pointee.xAccess = { _, _, _, result in
      result?.pointee = 0
      return SQLITE_OK
    }
    vfs.pointee.xFullPathname = { _, path, capacity, result in
      guard let path, let result else { return SQLITE_CANTOPEN }
      var index = 0
      while path[index] != 0 {
        guard index + 1 < Int(capacity) else { return SQLITE_CANTOPEN }
        result[index] = path[index]
        index += 1
      }
      result[index] = 0
      return SQLITE_OK
    }
    vfs.pointee.xDlOpen = { _, _ in nil }
    let code = sqlite3_vfs_register(vfs, 0)
    guard code == SQLITE_OK else {
      throw SQLiteError(code: code, message: "SQLite does not accept a file system")
    }
  }

  deinit {
    sqlite3_vfs_unregister(vfs)
    vfs.deallocate()
    nameBytes.deallocate()
  }
}

/// Extended result codes, whose C macros Swift does not import.
private enum ReadResult {
  static let failed = SQLITE_IOERR | 1 << 8
  static let short = SQLITE_IOERR | 2 << 8
  static let changed = SQLITE_BUSY | 2 << 8
}

extension StoreImage.Failure {
  /// What SQLite calls it.
  var code: Int32 { self == .unreadable ? ReadResult.failed : ReadResult.changed }
}

/// Layout that SQLite allocates per open file: its own part first.
private struct ImageFile {
  var base: sqlite3_file
  var image: Unmanaged<StoreImage>
}

private func openFile(
  _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
  _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
  _ resultFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
  guard let file, let context = vfs?.pointee.pAppData else { return SQLITE_CANTOPEN }
  file.pointee.pMethods = nil
  let store = Unmanaged<StoreVFS>.fromOpaque(context).takeUnretainedValue()
  if flags & SQLITE_OPEN_MAIN_DB != 0 {
    UnsafeMutableRawPointer(file).initializeMemory(
      as: ImageFile.self,
      to: ImageFile(
        base: sqlite3_file(pMethods: imageMethods), image: .passUnretained(store.image)))
    resultFlags?.pointee = SQLITE_OPEN_READONLY
    return SQLITE_OK
  }
  let temporary =
    SQLITE_OPEN_TEMP_DB | SQLITE_OPEN_TEMP_JOURNAL | SQLITE_OPEN_TRANSIENT_DB
    | SQLITE_OPEN_SUBJOURNAL
  guard flags & temporary != 0, name == nil, let open = store.system.pointee.xOpen else {
    return SQLITE_CANTOPEN
  }
  return open(store.system, name, file, flags, resultFlags)
}

private func image(_ file: UnsafeMutablePointer<sqlite3_file>?) -> StoreImage? {
  guard let file else { return nil }
  return UnsafeMutableRawPointer(file).assumingMemoryBound(to: ImageFile.self).pointee.image
    .takeUnretainedValue()
}

/// Lives as long as the process; never changed after it is made.
nonisolated(unsafe) private let imageMethods: UnsafePointer<sqlite3_io_methods> = {
  var methods = sqlite3_io_methods()
  methods.iVersion = 1
  methods.xClose = { _ in SQLITE_OK }
  methods.xRead = { file, target, count, offset in
    guard let image = image(file), let target else { return ReadResult.failed }
    let buffer = UnsafeMutableRawBufferPointer(start: target, count: Int(count))
    do throws(StoreImage.Failure) {
      let filled = try image.read(into: buffer, at: offset)
      if filled == buffer.count { return SQLITE_OK }
      // SQLite wants the rest zeroed.
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).initializeMemory(
        as: UInt8.self, repeating: 0)
      return ReadResult.short
    } catch {
      return error.code
    }
  }
  methods.xWrite = { _, _, _, _ in SQLITE_READONLY }
  methods.xTruncate = { _, _ in SQLITE_READONLY }
  methods.xSync = { _, _ in SQLITE_OK }
  methods.xFileSize = { file, size in
    size?.pointee = image(file)?.size ?? 0
    return SQLITE_OK
  }
  methods.xLock = { _, _ in SQLITE_OK }
  methods.xUnlock = { _, _ in SQLITE_OK }
  methods.xCheckReservedLock = { _, result in
    result?.pointee = 0
    return SQLITE_OK
  }
  methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
  methods.xSectorSize = { _ in 4096 }
  // Immutable: no locks and no checks for a changed file, because the image does its own.
  methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_IMMUTABLE }
  let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
  pointer.initialize(to: methods)
  return UnsafePointer(pointer)
}()
