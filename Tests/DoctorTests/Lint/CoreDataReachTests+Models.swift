import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint

/// What is said of models of the model editor, and how sure it is.
extension CoreDataReachTests {
  private func findings(_ text: String) throws -> [Finding] {
    try ExampleText(.clean(text)).lint()
  }

  @Test(arguments: [
    ("facebookID", "digitsID", "property-dropped"),
    ("ownerIdentifier", "placeUUID", "property-dropped"),
    ("facebookID", "facebokId", "rename-without-original-name"),
    ("title", "heading", "rename-without-original-name"),
  ])
  func aSuffixInCommonIsNoRename(_ old: String, _ new: String, _ rule: String) throws {
    let found = try findings(
      ChangeText.editor(
        ChangeText.entity(ChangeText.attribute(old)), ChangeText.entity(ChangeText.attribute(new))))
    #expect(found.map(\.rule) == [rule])
    #expect(found.map(\.severity) == [rule == "property-dropped" ? .note : .error])
  }

  private func help(_ order: [String], _ item: [String]) throws -> [String] {
    func entity(_ name: String, _ links: [String], to other: String) -> String {
      ChangeText.entity(
        links.map { "<relationship name=\"\($0)\" toMany=\"YES\" destinationEntity=\"\(other)\"/>" }
          .joined(separator: "\n"), name: name)
    }
    let found = try findings(
      """
      // file: Shop.xcdatamodeld/Shop.xcdatamodel/contents
      <model type="com.apple.IDECoreDataModeler.DataModel">
      \(entity("Order", order, to: "Item"))
      \(entity("Item", item, to: "Order"))
      </model>
      """)
    return found.filter { $0.rule == "missing-inverse" }.compactMap(\.help)
  }

  @Test func onlyAPlainWayBackIsProposed() throws {
    let plain = try help(["items"], ["orders"])
    #expect(plain.count == 2 && plain.allSatisfy { $0.hasPrefix("choose '") }, "\(plain)")
    for (order, item) in [
      (["excludingItems"], ["orders"]), (["items"], ["excludingOrders"]),
      (["items", "excludingItems"], ["orders"]),
    ] {
      let unsure = try help(order, item)
      #expect(unsure.count == order.count + item.count)
      #expect(unsure.allSatisfy { !$0.contains("choose '") }, "\(unsure)")
    }
  }

  @Test func allThatOneDeletionEmptiesIsNamed() throws {
    func link(_ name: String, _ other: String, _ inverse: String, _ marks: String) -> String {
      "<relationship name=\"\(name)\" \(marks) deletionRule=\"Nullify\" "
        + "destinationEntity=\"\(other)\" inverseName=\"\(inverse)\" inverseEntity=\"\(other)\"/>"
    }
    let many = "toMany=\"YES\" optional=\"YES\""
    let said = try LintFolder([
      "M.xcdatamodeld/M.xcdatamodel/contents":
        """
      <model type="com.apple.IDECoreDataModeler.DataModel">
      <entity name="Ship">
      \(link("cabins", "Cabin", "ship", many))
      \(link("crew", "Sailor", "ship", many))
      \(link("flags", "Flag", "ship", many))
      </entity>
      <entity name="Cabin">\(link("ship", "Ship", "cabins", "maxCount=\"1\""))</entity>
      <entity name="Sailor">\(link("ship", "Ship", "crew", "maxCount=\"1\""))</entity>
      <entity name="Flag">
      \(link("ship", "Ship", "flags", "maxCount=\"1\" optional=\"YES\""))
      </entity>
      </model>
      """
    ]).run("lint {}").text
    #expect(said.contains("'Cabin.ship'") && said.contains("likewise 'crew'"), "\(said)")
    #expect(!said.contains("flags") && !said.contains("Flag"), "\(said)")
  }
}
