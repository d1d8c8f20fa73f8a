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
      let keys = [NSLocalizedFailureReasonErrorKey, NSLocalizedRecoverySuggestionErrorKey]
      let told = object.localizedDescription
      let more = keys.compactMap { object.userInfo[$0] as? String }.filter { !told.contains($0) }
      return ([told] + more).joined(separator: "; ") + " (\(object.domain) \(object.code)"
        + (object.userInfo[NSFilePathErrorKey] as? String).quoted + ")"
    }
    // Another module's errors say what they are; of a plan's own only a struct does.
    guard String(reflecting: Swift.type(of: error)).hasPrefix(module),
      !value.hasPrefix(type.split(separator: ".").last ?? "")
    else {
      return value
    }
    // The error itself could be taken for an 'NSError', which has a description.
    let isDescribed = Swift.type(of: error) is any CustomStringConvertible.Type
    let isCase = Mirror(reflecting: error).displayStyle == .enum && !isDescribed
    return isCase ? "\(type).\(value)" : "\(value) (\(type))"
  }

  /// The plan's own module has a name that the user never wrote.
  fileprivate static let module = "PlanCode."

  private static func swiftType(_ error: any Error) -> String { "\(Swift.type(of: error))" }
}

extension String? {
  fileprivate var quoted: String { map { ", '\($0)'" } ?? "" }
}

extension String {
  /// As the user writes it: without the plan's module, and without the place of a private type.
  fileprivate var withoutModule: String {
    replacingOccurrences(of: ErrorText.module, with: "").replacingOccurrences(
      of: #"\(unknown context at \$[0-9a-f]+\)\."#, with: "", options: .regularExpression)
  }
}
