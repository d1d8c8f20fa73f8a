/// A model of two configurations with code that opens a store for each, for examples.
enum ConfigurationText {
  /// `Song` and `Play`, which belongs to a song.
  static func model(
    cloud: [String], local: [String], opening: [String] = ["Cloud", "Local"],
    marks: Set<String> = []
  ) -> String {
    func members(_ names: [String]) -> String {
      names.map { "<memberEntity name=\"\($0)\"/>" }.joined()
    }
    func mark(_ name: String) -> String { marks.contains(name) ? "↓" : "" }
    return """
      // file: Stack.swift
      import CoreData
      func descriptions(_ folder: URL) -> [NSPersistentStoreDescription] {
        \(opening.map { name in
          "let \(name.lowercased())Description = NSPersistentStoreDescription(url: folder)\n  "
          + "\(name.lowercased())Description.configuration = \"\(name)\""
        }.joined(separator: "\n  "))
        return [\(opening.map { "\($0.lowercased())Description" }.joined(separator: ", "))]
      }
      // file: Music.xcdatamodeld/Music.xcdatamodel/contents
      <model type="com.apple.IDECoreDataModeler.DataModel">
      \(mark("Song"))<entity name="Song">
        <attribute name="title" optional="YES" attributeType="String"/>
        \(mark("Song.plays"))<relationship name="plays" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Play" inverseName="song" inverseEntity="Play"/>
      </entity>
      \(mark("Play"))<entity name="Play">
        \(mark("Play.song"))<relationship name="song" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Song" inverseName="plays" inverseEntity="Song"/>
      </entity>
      <configuration name="Cloud">\(members(cloud))</configuration>
      <configuration name="Local">\(members(local))</configuration>
      </model>
      """
  }
}
