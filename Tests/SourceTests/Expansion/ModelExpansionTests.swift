import ModelExpansion
import SwiftParser
import SwiftSyntax
import Testing

/// What `@Model` adds to a class, as text.
@Suite struct ModelExpansionTests {
  private func model(_ text: String) throws -> ClassDeclSyntax {
    let file = Parser.parse(source: text)
    return try #require(
      file.statements.lazy.compactMap { $0.item.as(ClassDeclSyntax.self) }.first)
  }

  private func members(_ text: String, isSubclass: Bool = false) throws -> String {
    ModelExpansion(try model(text), isSubclass: isSubclass).members.joined(separator: "\n")
  }

  @Test func wholeClass() throws {
    let text = try members(
      """
      @Model final class Note {
        #Unique<Note>([\\.title])
        @Attribute(.unique) var id: String
        var title = "new"
        @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
        @Transient var cache: Int = 0
        var length: Int { title.count }
        static let shared = 1
        let code: Int
      }
      """)
    #expect(
      text == """
        nonisolated(unsafe) let _$storage_Note: SwiftData._ModelStorage = SwiftData._ModelStorage.make(Note._$type_Note)
        nonisolated static let _$type_Note = SwiftData._ModelType(
          model: { Note.self },
          properties: {
            [
              .init("id", \\Note.id, metadata: { SwiftData.Schema.Attribute(.unique) }),
              .init("title", \\Note.title, defaultValue: { "new" }),
              .init("tags", \\Note.tags, defaultValue: { [] }, metadata: { SwiftData.Schema.Relationship(inverse: \\Tag.notes) }),
              .init("code", \\Note.code, isConstant: true)
            ]
          },
          rules: {
            [SwiftData.Schema.Unique<Note>([\\.title])]
          })
        nonisolated class var _$type: SwiftData._ModelType { _$type_Note }
        nonisolated private static var _$first_Note: Int { 0 }
        nonisolated struct _SwiftDataNoType_Note {}
        nonisolated var _$storage: SwiftData._ModelStorage { _$storage_Note }
        nonisolated var _$levels: [SwiftData._ModelStorage] { [_$storage_Note] }
        nonisolated func _$adopt(_ storage: SwiftData._ModelStorage) {}
        nonisolated required init(_$storage: SwiftData._ModelStorage) {
          _id = _SwiftDataNoType_Note()
          _title = _SwiftDataNoType_Note()
          _tags = _SwiftDataNoType_Note()
          self.code = _$storage.constant("code")
        }
        nonisolated internal func access<_SwiftDataMember>(keyPath: KeyPath<Note, _SwiftDataMember>) {
          _$storage_Note.registrar.access(self, keyPath: keyPath)
        }
        nonisolated internal func withMutation<_SwiftDataMember, _SwiftDataResult>(
          keyPath: KeyPath<Note, _SwiftDataMember>, _ mutation: () throws -> _SwiftDataResult
        ) rethrows -> _SwiftDataResult {
          try _$storage_Note.registrar.withMutation(of: self, keyPath: keyPath, mutation)
        }
        """)
  }

  @Test func subclass() throws {
    let text = try members("@Model class Car: Vehicle { var doors: Int = 4 }", isSubclass: true)
    #expect(text.contains("override class var _$type: SwiftData._ModelType { _$type_Car }"))
    #expect(text.contains("super._$levels + [_$storage_Car]"))
    #expect(text.contains("super.init(_$storage: _$storage)"))
    #expect(text.contains("static let _$first_Car: Int = _$type_Car.first"))
  }

  @Test(arguments: [
    ("public final class A { var x = 1 }", "public required init"),
    ("open class A { var x = 1 }", "public class var _$type"),
    ("package final class A { var x = 1 }", "package required init"),
  ])
  func access(_ source: String, expected: String) throws {
    #expect(try members("@Model " + source).contains(expected))
  }

  @Test func classThatMayHaveSubclasses() throws {
    let text = try members("@Model class A { var x = 1 }")
    #expect(
      text.contains(
        "@exclusivity(unchecked) nonisolated(unsafe) var _$storage_A: "
          + "SwiftData._ModelStorage"))
    #expect(
      text.contains("func _$adopt(_ storage: SwiftData._ModelStorage) { _$storage_A = storage }"))
    #expect(text.contains("self._$storage_A = _$storage"))
  }

  @Test(arguments: [
    ("@MainActor @Model class A {}", true), ("@MyActor class A {}", true),
    ("@Model class A {}", false),
  ])
  func isolation(_ source: String, expected: Bool) throws {
    #expect(ModelExpansion.isIsolated(try model(source)) == expected)
  }

  @Test(arguments: [
    ("@MainActor @Model class A { var id = 1 }", "@preconcurrency "),
    ("@Model class A { var id = 1 }", ""), ("@Model class A { var a = 1 }", "nonisolated "),
    ("@Model nonisolated class A { var id = 1 }", "nonisolated "),
  ])
  func conformanceIsolation(_ source: String, expected: String) throws {
    #expect(ModelExpansion.isolation(of: try model(source)) == expected)
  }

  @Test func propertyGetsItsSlot() throws {
    let model = try model("@Model class A { static var s = 1; var a = 1; let k = 2; var b = 3 }")
    let attributes = model.memberBlock.members.map {
      PropertyExpansion.attribute(of: $0.decl, in: model)
    }
    #expect(
      attributes == [
        nil, "@SwiftData._PersistedProperty(0)", nil, "@SwiftData._PersistedProperty(2)",
      ])
  }

  /// A class that inherits from nothing knows the slots of its properties.
  @Test(arguments: [(false, "1"), (true, "A._$first_A + 1")])
  func accessors(mayInherit: Bool, place: String) throws {
    let model = try model("@Model class A { @_PersistedProperty(1) var title: String }")
    let variable = try #require(model.memberBlock.members.first?.decl.as(VariableDeclSyntax.self))
    let attribute = try #require(variable.attributes.first?.as(AttributeSyntax.self))
    let expansion = try #require(
      PropertyExpansion(variable, attribute: attribute, owner: "A", mayInherit: mayInherit))
    #expect(
      expansion.accessors.joined(separator: "\n") == """
        @storageRestrictions(accesses: _$storage_A, initializes: _title)
        init(initialValue) {
          _$storage_A.initialize(\(place), initialValue)
          _title = _SwiftDataNoType_A()
        }
        get {
          let storage = _$storage_A
          if storage.isWatched { access(keyPath: \\.title) }
          return storage.get(\(place), self)
        }
        set {
          let storage = _$storage_A
          guard storage.hasWatchers else { return storage.set(\(place), newValue, self) }
          withMutation(keyPath: \\.title) { storage.set(\(place), newValue, self) }
        }
        """)
    #expect(
      expansion.peer
        == "nonisolated(unsafe) private var _title: _SwiftDataNoType_A "
        + "= _SwiftDataNoType_A()")
  }

  @Test(arguments: [
    ("class A { var x: Int }", ["@Model requires an initializer be provided for 'A'"]),
    ("class A { var x: Int? }", []), ("class A { var x: Int; init() { x = 1 } }", []),
    ("class A { var x = 1, y = 2 }", ["declare each property of a model on a line of its own"]),
    ("struct A { var x = 1 }", ["@Model can only be applied to a class"]),
  ])
  func problems(_ source: String, expected: [String]) throws {
    let file = Parser.parse(source: source)
    let item = try #require(file.statements.first?.item)
    let found: [ModelDeclarationProblem]
    if let model = item.as(ClassDeclSyntax.self) {
      found = ModelDeclarationProblem.problems(of: model, isSubclass: false)
    } else {
      let declaration = try #require(item.as(StructDeclSyntax.self))
      found = ModelDeclarationProblem.problems(of: declaration, isSubclass: false)
    }
    #expect(found.map(\.message) == expected)
  }
}
