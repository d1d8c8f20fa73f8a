internal import Lint
internal import ModelSource
internal import SwiftSyntax

/// How far the declarations of a Swift file reach, by the offsets of their names.
struct SwiftExtents {
  /// Types with what they are and where they begin and end.
  private(set) var types: [Int: Range<Int>] = [:]
  /// Properties, with their attributes.
  private(set) var properties: [Int: Range<Int>] = [:]

  init(_ bytes: [UInt8]) {
    guard bytes.count <= SourceFile.largestBytes, !FileReading(bytes: bytes).isTooDeep else {
      return
    }
    let found = ParsePool.map([SourceFile(path: "", bytes: bytes)]) { _, tree in
      var types: [Int: Range<Int>] = [:]
      var properties: [Int: Range<Int>] = [:]
      tree.forEachDescendant { node in
        if let named = node.asProtocol((any NamedDeclSyntax).self),
          node.asProtocol((any DeclGroupSyntax).self) != nil
        {
          types[named.name.positionAfterSkippingLeadingTrivia.utf8Offset] = node.extent
        } else if let variable = node.as(VariableDeclSyntax.self) {
          for binding in variable.bindings {
            properties[binding.pattern.positionAfterSkippingLeadingTrivia.utf8Offset] = node.extent
          }
        }
        return !node.is(CodeBlockSyntax.self)
      }
      return (types, properties)
    }
    (types, properties) = found.first ?? ([:], [:])
  }
}

extension Syntax {
  fileprivate var extent: Range<Int> {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
  }
}
