internal import Diagnostics
internal import PlatformFoundation
public import StoreModel

/// A line of JSON that is none of a scan's.
public struct ScanLineError: ReportableError, Sendable, Hashable {
  /// What is wrong with it.
  public var reason: String
  /// Nothing of the file counts then.
  public var status: ExitStatus { .unreadable }
  public var description: String { reason }
}

/// Reads lines back that scans have written.
public struct ScanLines {
  private let decoder = JSONDecoder()

  /// A reader of lines.
  public init() {}

  /// The store of a line.
  ///
  /// - Throws: `ScanLineError`.
  public func store(_ line: some Collection<UInt8>) throws(ScanLineError) -> ScannedStore {
    let data = Data(line)
    do {
      let store = try decoder.decode(ScannedStore.self, from: data)
      guard store.schema == ScannedStore.currentSchema else {
        throw ScanLineError(
          reason: "it has the schema \(store.schema), and this version reads "
            + "\(ScannedStore.currentSchema)")
      }
      return store
    } catch let error as ScanLineError {
      throw error
    } catch let DecodingError.keyNotFound(key, _) {
      throw ScanLineError(reason: "it is no line of 'scan': '\(key.stringValue)' is missing")
    } catch {
      throw ScanLineError(reason: "it is no line of 'scan'")
    }
  }
}
