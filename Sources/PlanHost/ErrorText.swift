internal import Foundation

/// What an error says of itself.
enum ErrorText {
  /// Its own description, and what it is where that does not say so.
  static func of(_ error: any Error) -> String {
    let value = "\(error)".withoutModule
    let type = String(reflecting: Swift.type(of: error)).withoutModule
    let isObject = error is CocoaError || error is POSIXError || error is URLError
    if let told = (error as? any LocalizedError)?.errorDescription, !isObject {
      let more = [
        (error as? any LocalizedError)?.failureReason,
        (error as? any LocalizedError)?.recoverySuggestion,
      ].compactMap(\.self).filter { $0 != told }
      let what = value == told ? type : value.hasPrefix(type) ? value : "\(type).\(value)"
      return ([told] + more).joined(separator: "; ") + " (\(what))"
    }
    if isObject || swiftType(error) == "NSError" {
      let object = error as NSError
      return "\(object.localizedDescription) (\(object.domain) \(object.code)"
        + (object.userInfo[NSFilePathErrorKey] as? String).quoted + ")"
    }
    return value
  }

  private static func swiftType(_ error: any Error) -> String { "\(Swift.type(of: error))" }
}

extension String? {
  fileprivate var quoted: String { map { ", '\($0)'" } ?? "" }
}

extension String {
  /// The plan's own module has a name that the user never wrote.
  fileprivate var withoutModule: String { replacingOccurrences(of: "PlanCode.", with: "") }
}
