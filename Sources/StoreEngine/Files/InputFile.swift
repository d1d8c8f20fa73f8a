internal import PlatformLibc
package import StoreModel

/// Small files that are read whole: source, configurations, property lists, models. Only regular
/// files, links to them included, and only up to a size; a FIFO or a device could keep the reader
/// for ever, and a file of any size its memory.
package enum InputFile {
  /// Why a file was not read; follows "cannot be read: ".
  package enum Refusal: ReportableError, Hashable {
    case tooLarge(limit: Int)
    /// The files before it were as much as is read at once.
    case tooMany(limit: Int)
    case other(String)

    package var status: ExitStatus { .unreadable }

    package var description: String {
      switch self {
      case .tooLarge(let limit): "it is larger than \(limit >> 20) MB"
      case .tooMany(let limit):
        "with the Swift files before it, it comes to more than the \(limit >> 20) MB that are read "
          + "in one run; name fewer folders, or exclude some"
      case .other(let reason): reason
      }
    }
  }

  /// - Parameter limit: in bytes, a whole number of megabytes.
  package static func bytes(of path: String, limit: Int) throws(Refusal) -> [UInt8] {
    do {
      let file = try RawFile(path: path)
      guard file.size <= limit else { throw Refusal.tooLarge(limit: limit) }
      return try file.bytes(at: 0, count: limit)
    } catch let refusal as Refusal {
      throw refusal
    } catch let failure as RawFile.Failure {
      throw .other(text(failure))
    } catch {
      throw .other("\(error)")
    }
  }

  /// What neither a regular file nor a folder is; nil for these two.
  ///
  /// - Parameter mode: the system's, whose type differs between systems.
  package static func specialKind(_ mode: some FixedWidthInteger) -> String? {
    switch mode_t(truncatingIfNeeded: mode) & S_IFMT {
    case S_IFREG, S_IFDIR: nil
    case S_IFIFO: "FIFO"
    case S_IFSOCK: "socket"
    case S_IFCHR, S_IFBLK: "device"
    default: "special file"
    }
  }

  private static func text(_ failure: RawFile.Failure) -> String {
    switch failure {
    case .notRegular(let kind): "it is a \(kind), not a file"
    case .system(let code): String(cString: strerror(code)).lowercased()
    case .missing: "there is no such file"
    case .directory: "it is a folder"
    case .permission: "permission denied"
    case .tooLarge: "the file is too large for this system"
    }
  }
}
