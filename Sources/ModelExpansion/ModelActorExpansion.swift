/// What `@ModelActor` adds to an actor.
package enum ModelActorExpansion {
  /// - Parameter isPublic: whether the actor is visible outside its module.
  package static func members(isPublic: Bool) -> [String] {
    let access = isPublic ? "public " : ""
    return [
      "nonisolated \(access)let modelExecutor: any SwiftData.ModelExecutor",
      "nonisolated \(access)let modelContainer: SwiftData.ModelContainer",
      """
      \(access)init(modelContainer: SwiftData.ModelContainer) {
        let modelContext = SwiftData.ModelContext(modelContainer)
        self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
        self.modelContainer = modelContainer
      }
      """,
    ]
  }
}
