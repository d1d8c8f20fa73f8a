import StoreEngine
import StoreModel
import Testing

@Suite struct VersionHashTests {
  /// The worked example of Apple's own output: one UUID attribute, optional.
  @Test func oneOptionalAttribute() {
    let item = Entity(
      name: "Item",
      attributes: [Attribute(name: "identifier", type: .uuid, isOptional: true)])
    let hashes = ModelHashes(of: DataModel(name: "V1", entities: [item], source: .swift))
    #expect(
      hashes.entities["Item"]?.hex
        == "db6363999a6c5142da3444473cb83d83a55d464db716d69db43c8dab2eba7ffd")
    #expect(hashes.checksum == "43TdyQILlgOK3x7s2VFAVs76F26kHUYhsJ2kgXcen8Y=")
    #expect(
      hashes.digest
        == "jvj9iTYPpLzAvRiIWEgaCxNiKSTETlZK5mmzrYxG9g49cQUqA5Ox1bzlsCw6XzxtY0dO5sgvqBw4c8PhSPmJ6g=="
    )
  }

  /// A to-one and a to-many relationship that are each other's inverse.
  @Test func relationshipPair() {
    let folder = Entity(
      name: "Folder",
      attributes: [Attribute(name: "name", type: .string, isOptional: true)],
      relationships: [
        Relationship(
          name: "notes", destination: "Note", inverse: "folder", maxCount: 0, isOptional: true)
      ])
    let note = Entity(
      name: "Note",
      attributes: [Attribute(name: "title", type: .string, isOptional: true)],
      relationships: [
        Relationship(name: "folder", destination: "Folder", inverse: "notes", isOptional: true)
      ])
    let hashes = ModelHashes(of: DataModel(name: "V", entities: [note, folder], source: .swift))
    #expect(
      hashes.entities["Folder"]?.hex
        == "9d4eefe5d7bee532a9b011aee5a4a57a0cb2f29a85bc21cc74b1870a48bd684b")
    #expect(
      hashes.entities["Note"]?.hex
        == "28696360534f52e7c3b8acec353133fad933e740a5dc4aecdb7131fbe5763d6c")
    #expect(hashes.checksum == "Jti6W9oUb4QpLB1pVsk8emUmBZ3Uk5KfdfXT6Ii5xJI=")
  }
}
