import Foundation
import TestSupport

/// Logs of Core Data that were printed in public.
enum RealLogs {
  static var names: [String] { RealFiles.files(in: "logs") }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: RealFiles.path("logs/" + name))))
  }
}
