internal import Diagnostics
internal import StoreModel

/// Finds relationships whose order is kept.
struct CloudKitOrderedRelationship: CloudKitRule {
  static let info = RuleInfo(
    id: "ck-ordered-relationships", group: .cloudKit, severity: .error,
    summary: "a relationship of a mirrored model is ordered",
    why: "records have no order, and the store does not open",
    fix: "switch 'Ordered' off and keep the position in an attribute",
    explanation: "ck-ordered-relationships",
    examples: [
      .flagged(
        CloudKitText.editor(
          """
          <entity name="List">
            ↓<relationship name="items" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Item" inverseName="list" inverseEntity="Item"/>
          </entity>
          <entity name="Item">
            <relationship name="list" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="List" inverseName="items" inverseEntity="List"/>
          </entity>
          """), settings: "cloudkit: on"),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Page">
            ↓<relationship name="links" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Page" inverseName="backlinks" inverseEntity="Page"/>
            <relationship name="backlinks" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Page" inverseName="links" inverseEntity="Page"/>
          </entity>
          """), settings: "cloudkit: on"),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Playlist" representedClassName="Playlist" syncable="YES" codeGenerationType="class">
            <attribute name="name" optional="YES" attributeType="String"/>
            ↓<relationship name="songs" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Song" inverseName="playlists" inverseEntity="Song"/>
          </entity>
          <entity name="Song" representedClassName="Song" syncable="YES" codeGenerationType="class">
            <relationship name="playlists" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Playlist" inverseName="songs" inverseEntity="Playlist"/>
          </entity>
          """), settings: "cloudkit: on"),
      .clean(
        CloudKitText.editor(
          """
          <entity name="List">
            <relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Item" inverseName="list" inverseEntity="Item"/>
          </entity>
          <entity name="Item">
            <attribute name="position" attributeType="Integer 64" defaultValueString="0"/>
            <relationship name="list" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="List" inverseName="items" inverseEntity="List"/>
          </entity>
          """), settings: "cloudkit: on"),
      .clean(
        CloudKitText.editor(
          """
          <entity name="Page">
            <relationship name="links" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Page" inverseName="backlinks" inverseEntity="Page"/>
            <relationship name="backlinks" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Page" inverseName="links" inverseEntity="Page"/>
          </entity>
          """)),
      .clean(CloudKitText.mirrored(CloudKitText.folders)),
    ])
}
