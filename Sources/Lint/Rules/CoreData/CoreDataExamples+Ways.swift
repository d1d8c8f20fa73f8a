internal import Diagnostics

extension CoreDataText {
  /// Keys that stand where a predicate takes a value.
  static let valuesForKeys: [RuleExample] =
    .texts(
      in: code,
      flagged: """
        func notes(where key: String, is value: Int, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: ↓"%@ == %d", key, value)
          return try context.fetch(request)
        }
        ---
        func notes(_ named: String, _ text: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: ↓"%@ CONTAINS[cd] %@", named, text)
          return try context.fetch(request)
        }
        """,
      clean: """
        func notes(_ key: String, _ text: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: "%@ == '' OR %K == %@", text, key, text)
          return try context.fetch(request)
        }
        ---
        func notes(_ titles: [String], _ text: String) -> [NSPredicate] {
          [
            NSPredicate(format: "%@ CONTAINS title", titles),
            NSPredicate(format: "%@ == title AND %@ BEGINSWITH folder.name", text, text),
          ]
        }
        ---
        func isName(_ text: String, _ pattern: String) -> Bool {
          NSPredicate(format: "%@ MATCHES %@", text, pattern).evaluate(with: nil)
        }
        """)
    + .texts(
      in: objectiveC,
      flagged: """
        - (NSArray *)notesWhere:(NSString *)key is:(int)value {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          request.predicate = [NSPredicate predicateWithFormat:↓@"%@ == %d", key, value];
          return [self.context executeFetchRequest:request error:nil];
        }
        ---
        - (NSPredicate *)notesWhere:(NSString *)key being:(id)value {
          return [NSPredicate predicateWithFormat:↓@"%@ == %@", value, key];
        }
        ---
        - (NSPredicate *)notesWith:(NSString *)name like:(NSString *)text {
          return [NSPredicate predicateWithFormat:↓@"%@ contains[c] %@", name, text];
        }
        """,
      clean: """
        - (NSArray *)notesWhere:(NSString *)key is:(int)value {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          request.predicate = [NSPredicate predicateWithFormat:@"%K == %d", key, value];
          return [self.context executeFetchRequest:request error:nil];
        }
        ---
        - (NSPredicate *)notesIn:(NSArray *)names like:(NSString *)text {
          return [NSPredicate predicateWithFormat:@"%@ contains[c] %@ AND %@ == title", names, text, text];
        }
        - (NSPredicate *)notesWhere:(NSString *)key being:(id)value {
          return [NSPredicate predicateWithFormat:@"%@ == 1 AND %K == %@", @(self.isOn), key, value];
        }
        """)

  /// Relationships and texts in Objective-C.
  static let textsOfObjectiveC: [RuleExample] = .texts(
    in: objectiveC,
    flagged: """
      - (NSArray *)notesIn:(NSString *)folder {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [NSPredicate predicateWithFormat:↓@"folder == %@", folder];
        return [self.context executeFetchRequest:request error:nil];
      }
      """,
    clean: """
      - (NSArray *)notesIn:(CDFolder *)folder {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [NSPredicate predicateWithFormat:@"folder == %@ AND folder.name != %@", folder, @""];
        return [self.context executeFetchRequest:request error:nil];
      }
      """)

  /// Values between quotes in Objective-C.
  static let quotesOfObjectiveC: [RuleExample] = .texts(
    in: objectiveC,
    flagged: """
      - (NSPredicate *)named:(NSString *)title {
        return [NSPredicate predicateWithFormat:↓@"title == '%@'", title];
      }
      - (NSPredicate *)inFolder:(NSString *)name {
        return [NSPredicate predicateWithFormat:[NSString stringWithFormat:↓@"folder.name == \\"%@\\"", name]];
      }
      """,
    clean: """
      - (NSPredicate *)named:(NSString *)title {
        return [NSPredicate predicateWithFormat:@"title == %@ AND title != 'none'", title];
      }
      - (NSPredicate *)drafts:(NSUUID *)owner of:(NSString *)key {
        NSString *kind = @"draft";
        return [NSPredicate predicateWithFormat:[NSString stringWithFormat:@"%@ == '%@' AND title == '%@'", key, kind, owner.UUIDString]];
      }
      - (NSPredicate *)of:(NSString *)key and:(NSString *)title {
        return [NSPredicate predicateWithFormat:[NSString stringWithFormat:@"%@ == %%@", key], title];
      }
      """)

  /// Functions that take a context and have one of their own for those who give none.
  static let defaultContexts: [RuleExample] = .texts(
    in: code,
    flagged: """
      struct Finder {
        let container: NSPersistentContainer
        func notes(in context: NSManagedObjectContext? = nil) throws -> Int {
          let context = context ?? container.viewContext
          return try context.count(for: CDNote.fetchRequest())
        }
        func add() async throws {
          let background = container.newBackgroundContext()
          try await background.perform {
            CDNote(context: background).title = "\\(try self.↓notes())"
            try background.save()
          }
        }
      }
      ---
      struct Maker {
        let container: NSPersistentContainer
        func make(_ title: String, context: NSManagedObjectContext? = nil) {
          if let context = context {
            CDNote(context: context).title = title
          } else {
            CDNote(context: container.viewContext).title = title
          }
        }
        func add() async throws {
          try await container.performBackgroundTask { context in
            self.↓make("new")
            try context.save()
          }
        }
      }
      """,
    clean: """
      struct Finder {
        let container: NSPersistentContainer
        func notes(in context: NSManagedObjectContext? = nil) throws -> Int {
          let context = context ?? container.viewContext
          return try context.count(for: CDNote.fetchRequest())
        }
        func add() async throws {
          let background = container.newBackgroundContext()
          try await background.perform {
            CDNote(context: background).title = "\\(try self.notes(in: background))"
            try background.save()
          }
        }
      }
      ---
      struct Cleaner {
        let container: NSPersistentContainer
        func add(_ title: String, context: NSManagedObjectContext? = nil) {
          let context = context ?? container.viewContext
          if context != container.viewContext {
            CDNote(context: context).title = title
            return
          }
          CDNote(context: container.viewContext).title = title
        }
        func fill() async throws {
          let background = container.newBackgroundContext()
          try await background.perform {
            self.add("new", context: background)
            try background.save()
          }
        }
      }
      ---
      struct Maker {
        let container: NSPersistentContainer
        func make(_ title: String, context: NSManagedObjectContext? = nil) {
          if let context = context {
            CDNote(context: context).title = title
          } else {
            CDNote(context: container.viewContext).title = title
          }
        }
        func add() async throws {
          try await container.performBackgroundTask { context in
            self.make("new", context: context)
            try context.save()
          }
        }
      }
      ---
      final class Store {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func notes(_ completion: @escaping ([CDNote]) -> Void) {
          container.performBackgroundTask { context in
            completion((try? context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))) ?? [])
          }
        }
      }
      struct Row { let title: String; init(_ note: CDNote) { title = note.title ?? "" } }
      func load(_ store: Store, _ show: @escaping ([Row]) -> Void) {
        store.notes { found in show(found.map { Row($0) }) }
      }
      """)

  /// Contexts that a function of another file makes.
  static let madeElsewhere: [RuleExample] = .texts(
    in: code,
    flagged: """
      func add(_ titles: [String]) throws {
        let writer = Stack.shared.newWriter()
        for title in titles { CDNote(context: ↓writer).title = title }
        try writer.save()
      }
      // file: Stack.swift
      import CoreData
      final class Stack {
        static let shared = Stack()
        let container = NSPersistentContainer(name: "Notes")
        func newWriter() -> NSManagedObjectContext {
          let context = container.newBackgroundContext()
          context.name = "writer"
          return context
        }
      }
      """,
    clean: """
      func add(_ titles: [String]) {
        let writer = Stack.shared.newWriter()
        writer.performAndWait {
          for title in titles { CDNote(context: writer).title = title }
          do { try writer.save() } catch { print(error) }
        }
      }
      // file: Stack.swift
      import CoreData
      final class Stack {
        static let shared = Stack()
        let container = NSPersistentContainer(name: "Notes")
        func newWriter() -> NSManagedObjectContext { container.newBackgroundContext() }
      }
      """)

  /// Searches whose first result is all that is used.
  static let searches: [RuleExample] = .texts(
    in: code,
    flagged: """
      func any(_ text: String, _ context: NSManagedObjectContext) throws -> CDNote? {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title CONTAINS[cd] %@", text)
        let found = try context.↓fetch(request)
        if found.count > 0 { return found.first! }
        return nil
      }
      """,
    clean: """
      func folder(_ name: String, _ context: NSManagedObjectContext) throws -> CDFolder? {
        let request = NSFetchRequest<CDFolder>(entityName: "Folder")
        request.predicate = NSPredicate(format: "name ==[c] %@", name)
        let found = try context.fetch(request)
        if found.count > 0 { return found.first! }
        return nil
      }
      """)

  /// Properties of the class alone.
  static let membersOfClass = """
    // file: Folder.swift
    import CoreData
    @objc(CDFolder) final class CDFolder: NSManagedObject {
      @NSManaged var name: String?
      weak var watcher: NSObject?
    }
    """

  static let watched: RuleExample = .clean(
    code(
      """
      func watch(_ container: NSPersistentContainer, _ watcher: NSObject) {
        container.performBackgroundTask { context in
          let request = NSFetchRequest<CDFolder>(entityName: "Folder")
          request.fetchLimit = 1
          let folder = try? context.fetch(request).first
          folder?.watcher = watcher
          print(folder?.name ?? "")
        }
      }
      \(membersOfClass)
      """))
}
