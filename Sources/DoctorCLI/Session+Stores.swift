internal import StoreDoctor
internal import StoreEngine

extension Session {
  func open(_ path: String) throws { try use(path) }
  func setModels(_ models: [String]) { settings.models = models }
  func addModels(_ models: [String]) throws { settings.models += models }
  var versionLabel: String? { nil }
  func propertyNames() -> [String: [String]] { [:] }
  func versionNames() -> [String] { [] }

  /// A connection to the store named, or to the open one.
  func connection(to path: String?) throws -> Connection {
    guard let path else {
      throw Failure.usage("no store given", help: "name one, or open one with 'open STORE'")
    }
    let connection = try Connection(path: path, mode: .readOnly)
    if isInteractive { Interrupts.watch(connection) }
    return connection
  }
}
