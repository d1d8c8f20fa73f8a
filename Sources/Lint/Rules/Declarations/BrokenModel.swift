internal import Diagnostics
internal import StoreModel

/// Finds models that Xcode refuses: entities and properties of one name, and names of what is not there.
struct BrokenModel: ProjectRule {
  static let info = SourceFaults.brokenModel.with(
    group: .declarations,
    examples: .texts(
      flagged: """
        @Model class ↓Animal: Fish { var size = 0; override init() {} }
        @Model class Fish: Animal { var name = ""; override init() {} }
        ---
        // file: Pets.xcdatamodeld/Pets.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Pet"><attribute name="name" optional="YES" attributeType="String"/></entity>
        ↓<entity name="Pet"><attribute name="name" optional="YES" attributeType="String"/></entity>
        </model>
        ---
        // file: Pets.xcdatamodeld/Pets.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Pet"><attribute name="name" optional="YES" attributeType="String"/>
        ↓<attribute name="name" optional="YES" attributeType="Date"/></entity>
        </model>
        ---
        // file: Pets.xcdatamodeld/Pets.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Pet"><attribute name="name" optional="YES" attributeType="String"/>
        ↓<relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify"/>
        ↓<relationship name="home" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Home"/></entity>
        </model>
        ---
        // file: Pets.xcdatamodeld/Pets.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Pet"><attribute name="name" optional="YES" attributeType="String"/>
        ↓<relationship name="home" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Home" inverseName="pets" inverseEntity="Home"/></entity>
        <entity name="Home"><attribute name="town" optional="YES" attributeType="String"/></entity>
        </model>
        ---
        // file: Pets.xcdatamodeld/Pets.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
        ↓<entity name="Cat" parentEntity="Pet"/>
        <entity name="Pet" parentEntity="Cat"/>
        ↓<entity name="Dog" parentEntity="Animal"/>
        ↓<entity name=""/>
        </model>
        """,
      clean: """
        // file: Pets.xcdatamodeld/Pets.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Pet"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="home" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Home" inverseName="pets" inverseEntity="Home"/></entity>
        <entity name="Cat" parentEntity="Pet"><attribute name="lives" optional="YES" attributeType="Integer 16"/></entity>
        <entity name="Home"><attribute name="town" optional="YES" attributeType="String"/>
        <relationship name="pets" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Pet" inverseName="home" inverseEntity="Pet"/></entity>
        </model>
        ---
        // file: Pets.xcdatamodeld/Pets.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Pet"><attribute name="name" optional="YES" attributeType="String"/></entity>
        <entity name="Home"><attribute name="name" optional="YES" attributeType="String"/></entity>
        </model>
        ---
        @Model class Fish { var name = ""; init() {} }
        @Model class Shark: Fish { var size = 0; override init() {} }
        """))

  func check(_ lint: LintContext, report: RuleReport) {
    for fault in SourceFaults.broken(in: lint.histories.flatMap(\.versions)) {
      report(fault.message, at: fault.location, entity: fault.entity, property: fault.property)
    }
  }
}
