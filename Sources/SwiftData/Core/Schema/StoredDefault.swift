internal import Foundation
internal import StoreEngine
internal import StoreModel

extension ModelProperty {
  /// The default as the model keeps it, evaluated once per schema; none for relationships and for
  /// types that are several columns, as with SwiftData.
  var storedDefault: DefaultValue? {
    guard let value = defaultValue() else { return nil }
    switch kind {
    case .toOne, .toMany: return nil
    case .coded(let coder):
      guard let stored = try? coder.encode(value), stored.count == 1 else { return nil }
      switch (coder.template.leaves.first?.type, stored[0]) {
      case (.decimal, .text(let text)): return .decimal(text)
      case (.uri, .text(let text)): return .url(text)
      case (_, .text(let text)): return .string(text)
      case (_, .integer(let number)): return .integer(number)
      case (_, .real(let number)): return .double(number)
      case (_, .blob(let bytes)): return .data(bytes)
      default: return nil
      }
    case .scalar(let scalar):
      switch (scalar.attributeType, slotValue(value)) {
      case (.boolean, .integer(let number)): return .boolean(number != 0)
      case (_, .integer(let number)): return .integer(number)
      case (.date, .real(let seconds)): return .date(seconds)
      case (_, .real(let number)): return .double(number)
      case (_, .text(let text)): return .string(text)
      case (_, .data(let data)): return .data([UInt8](data))
      case (_, .uuid(let uuid)): return .uuid(withUnsafeBytes(of: uuid.uuid) { [UInt8]($0) })
      default: return nil
      }
    }
  }
}
