extension Connection {
  /// The functions that the triggers of derived attributes call
  /// (Documentation/Format/StoreFormat.md, 2.7). Two of them tell a running context about changed
  /// values; there is none here.
  ///
  /// - Parameter clock: gives the present in seconds since 2001.
  package func addCoreDataFunctions(clock: @escaping () -> Double) throws {
    for name in ["Updated", "InsertUpdated"] {
      try addFunction(
        "NSCoreDataDATrigger\(name)AffectedObjectValue", argumentCount: 5, deterministic: false
      ) { _ in .null }
    }
    try addFunction("NSCoreDataNow", argumentCount: 0, deterministic: false) { _ in .real(clock()) }
  }
}
