import Foundation
import Testing

@testable import DoctorCLI

/// Findings about one way of working with Core Data, which files repeat.
@Suite struct CoreDataHabitTests {
  private static let model = """
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Episode" representedClassName="Episode">
      <attribute name="showId" optional="YES" attributeType="String"/>
    </entity>
    </model>
    """

  @Test func aMadeUpValueForOneKeyIsSaidOnce() throws {
    let request = """
      import CoreData
      func NAME(_ id: String?) -> NSFetchRequest<Episode> {
        let request = NSFetchRequest<Episode>(entityName: "Episode")
        request.predicate = NSPredicate(format: "showId == %@", id ?? "")
        return request
      }

      """
    let folder = try LintFolder([
      "First.swift": request.replacingOccurrences(of: "NAME", with: "first"),
      "Second.swift": request.replacingOccurrences(of: "NAME", with: "second"),
      "Shows.xcdatamodeld/Shows.xcdatamodel/contents": Self.model,
    ])
    let text = folder.run("lint {}").text
    #expect(text.split(separator: "[predicate-argument]").count == 2, "\(text)")
    #expect(text.contains("First.swift:4") && text.contains("Second.swift:4"), "\(text)")
    #expect(text.contains("do not ask where there is no value"), "\(text)")
  }

  /// An attribute with a name like it is not what is prefetched.
  @Test func noAttributeIsProposedForPrefetching() throws {
    let folder = try LintFolder([
      "Episodes.swift": """
      import CoreData
      func all() -> NSFetchRequest<Episode> {
        let request = NSFetchRequest<Episode>(entityName: "Episode")
        request.relationshipKeyPathsForPrefetching = ["show"]
        return request
      }

      """,
      "Shows.xcdatamodeld/Shows.xcdatamodel/contents": Self.model,
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("'Episode' has no property 'show'"), "\(text)")
    #expect(!text.contains("write 'showId'"), "\(text)")
  }
}
