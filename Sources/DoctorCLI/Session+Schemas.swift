internal import Diagnostics
internal import ModelInputs
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

extension Session {
  /// The versions of a `PATH[@VERSION]`; a store's own model with its real tables.
  func schemas(of specification: String) throws -> [LoadedSchema] {
    guard isStore(specification) else {
      return try ModelLoader.load(specification).flatMap(\.versions).map { LoadedSchema($0) }
    }
    let opened = try store(at: specification)
    if let problem = opened.problem { throw problem }
    guard let store = opened.store else {
      throw Failure.unreadable(
        "'\(VisibleText(specification).text)' is a \(opened.kind.displayName) file and holds no model"
      )
    }
    return [LoadedSchema(store)]
  }
}
