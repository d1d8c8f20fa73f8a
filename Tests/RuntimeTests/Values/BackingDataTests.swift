import Foundation
import Observation
import SwiftData
import Testing

/// What an expansion of Apple's macro looks like when it was pasted into a file.
final class Pasted: PersistentModel {
  var title: String {
    @storageRestrictions(accesses: _$backingData, initializes: _title)
    init(initialValue) {
      _$backingData.setValue(forKey: \.title, to: initialValue)
      _title = _SwiftDataNoType()
    }
    get {
      _$observationRegistrar.access(self, keyPath: \.title)
      return self.getValue(forKey: \.title)
    }
    set {
      _$observationRegistrar.withMutation(of: self, keyPath: \.title) {
        self.setValue(forKey: \.title, to: newValue)
      }
    }
  }
  private var _title: _SwiftDataNoType

  var parts: [PastedPart] {
    get { self.getValue(forKey: \.parts) }
    set { self.setValue(forKey: \.parts, to: newValue) }
  }

  init(title: String) { self.title = title }

  private var _$backingData: any BackingData<Pasted> = Pasted.createBackingData()
  var persistentBackingData: any BackingData<Pasted> {
    get { _$backingData }
    set { _$backingData = newValue }
  }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      Schema.PropertyMetadata(
        name: "title", keypath: \Pasted.title, defaultValue: nil, metadata: nil),
      Schema.PropertyMetadata(
        name: "parts", keypath: \Pasted.parts, defaultValue: nil,
        metadata: Schema.Relationship(deleteRule: .cascade, inverse: \PastedPart.whole)),
    ]
  }

  init(backingData: any BackingData<Pasted>) {
    _title = _SwiftDataNoType()
    self.persistentBackingData = backingData
  }

  private let _$observationRegistrar = ObservationRegistrar()
  struct _SwiftDataNoType {}
}

@Model
final class PastedPart {
  var name: String
  var whole: Pasted?
  init(name: String) { self.name = name }
}

@Suite struct BackingDataTests {
  @Test func valuesByKeyPath() throws {
    let context = ModelContext(try TestStore().container(Author.self))
    let author = Author(name: "a", age: 1)
    let book = Book("b", year: 2)
    context.insert(author)
    author.setValue(forKey: \.age, to: 7)
    author.setValue(forKey: \.books, to: [book])
    #expect(author.getValue(forKey: \.age) == 7 && book.author === author)
    let books: [Book] = author.getValue(forKey: \.books)
    #expect(books.first === book)
    let owner: Author? = book.getValue(forKey: \.author)
    #expect(owner === author)
    book.setValue(forKey: \.author, to: nil as Author?)
    #expect(author.books.isEmpty)
    author.setTransformableValue(forKey: \.mood, to: Mood.wild)
    #expect(author.getTransformableValue(forKey: \.mood) == Mood.wild)
  }

  /// A property cannot throw.
  @Test func whatIsNoPropertyEndsTheProcess() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Pasted(title: "one").setValue(forKey: \.title.count, to: 3)
    }
    let text = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("is no property that 'Pasted' keeps"), "\(text)")
  }

  @Test func anObjectFromItsValues() throws {
    let values: some BackingData<Author> = Author.createBackingData()
    values.setValue(forKey: \.name, to: "made")
    values.setValue(forKey: \.age, to: 3)
    let author = Author(backingData: values)
    #expect(author.name == "made" && author.age == 3)
    let context = ModelContext(try TestStore().container(Author.self))
    context.insert(author)
    values.setValue(forKey: \.age, to: 4)
    try context.save()
    values.setValue(forKey: \.age, to: 5)
    #expect(author.age == 5 && author.hasChanges)
    #expect(values.persistentModelID == author.persistentModelID)
  }

  @Test func aCopyOfAnObject() throws {
    let author = Author(name: "a", age: 1)
    let copy = Author(backingData: author.persistentBackingData)
    copy.age = 2
    #expect(copy.name == "a" && author.age == 1 && copy !== author)
    author.persistentBackingData = copy.persistentBackingData
    #expect(author.age == 2)
  }

  @Test func aPastedExpansion() throws {
    let store = try TestStore()
    let container = try store.container(Pasted.self)
    let context = ModelContext(container)
    let whole = Pasted(title: "w")
    let part = PastedPart(name: "p")
    context.insert(whole)
    whole.parts = [part]
    try context.save()
    whole.title = "x"
    #expect(whole.hasChanges && part.whole === whole)
    try context.save()
    #expect(try store.sql("SELECT ZTITLE FROM ZPASTED") == ["x"])
    let read = try #require(
      try ModelContext(container).fetch(
        FetchDescriptor<Pasted>(predicate: #Predicate { $0.title == "x" })
      ).first)
    #expect(read.parts.map(\.name) == ["p"] && read.persistentModelID == whole.persistentModelID)
    context.delete(whole)
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZPASTEDPART") == ["0"])
  }

  @Test func nothingOutlivesItsObject() throws {
    weak var gone: Author?
    do {
      let values: some BackingData<Author> = Author.createBackingData()
      values.setValue(forKey: \.name, to: "a")
      let author = Author(backingData: values)
      gone = author
      #expect(gone?.name == "a")
      author.persistentBackingData.setValue(forKey: \.age, to: 1)
    }
    #expect(gone == nil)
  }
}
