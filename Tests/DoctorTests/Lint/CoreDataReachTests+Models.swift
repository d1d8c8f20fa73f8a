import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor

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
}
