internal import Diagnostics

/// Tables that stay small, of which nothing is said, and those that look like them and grow.
extension FetchWithoutLimit {
  private static let models = """
    import SwiftData

    @Model final class Shelf {
      var name = ""
      var createdAt = Date()
      @Relationship(deleteRule: .cascade, inverse: \\Volume.shelf) var volumes: [Volume] = []
      init(name: String) { self.name = name }
    }
    @Model final class Volume { var shelf: Shelf?; init() {} }
    func first(_ context: ModelContext) throws -> Shelf? {
      try context.↓fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\\.name)])).first
    }

    """

  private static let uploads = """
    import SwiftData

    @Model final class PendingUpload { var name = ""; init() {} }
    func first(_ context: ModelContext) throws -> PendingUpload? {
      try context.fetch(FetchDescriptor<PendingUpload>(sortBy: [SortDescriptor(\\.name)])).first
    }

    """

  static let growth: [RuleExample] = [
    .flagged(
      models + """
        func keep(_ names: [String], _ context: ModelContext) {
          for name in names { context.insert(Shelf(name: name)) }
        }
        """),
    .flagged(
      models + """
        func add(_ name: String, _ context: ModelContext) { context.insert(Shelf(name: name)) }
        func keep(_ names: [String], _ context: ModelContext) {
          for name in names { add(name, context) }
        }
        """),
    .clean(
      models.filter { $0 != "↓" } + """
        func add(_ name: String, _ context: ModelContext) { context.insert(Shelf(name: name)) }
        func addSamples(_ context: ModelContext) {
          for name in ["Novels", "Poems"] { add(name, context) }
        }
        """),
    .flagged(uploads.replacing("context.fetch", with: "context.↓fetch")),
    .clean(
      uploads + """
        func finish(_ upload: PendingUpload, _ context: ModelContext) { context.delete(upload) }
        """),
    .clean(
      """
      import SwiftData

      @Model final class BankAccountModel { var name = ""; init() {} }
      func first(_ context: ModelContext) throws -> BankAccountModel? {
        try context.fetch(FetchDescriptor<BankAccountModel>(sortBy: [SortDescriptor(\\.name)])).first
      }
      """),
  ]
}
