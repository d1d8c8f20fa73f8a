internal import SwiftSyntax

extension CoreDataCode {
  /// The model that code opens.
  struct OpenedModel: Hashable, Sendable, Codable {
    /// Nil where it is not written there, or several are merged.
    var name: String?
    var path: String
  }

  /// Stands for a model that code puts together, which is of no file.
  static let ownModel = "(code)"

  mutating func noteModel(_ call: FunctionCallExprSyntax, in file: LintFile) {
    if let model = call.openedModel {
      openedModels.insert(.init(name: file.constantText(model), path: file.path))
    } else if call.mergesModels {
      openedModels.insert(.init(name: nil, path: file.path))
    } else if call.name == "NSManagedObjectModel", call.arguments.isEmpty {
      openedModels.insert(.init(name: Self.ownModel, path: file.path))
    }
  }
}
