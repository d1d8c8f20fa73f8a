internal import Diagnostics

/// Examples of objects deleted one by one, in both languages.
extension CoreDataText {
  static let deletions: [RuleExample] =
    [
      // What goes with its parent is one piece of work.
      .clean(
        code(
          """
          func remove(_ folder: CDFolder, _ context: NSManagedObjectContext) throws {
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            request.predicate = NSPredicate(format: "folder == %@", folder)
            for note in try context.fetch(request) { context.delete(note) }
            context.delete(folder)
            try context.save()
          }
          """)),
      // One object has the id.
      .clean(
        """
        // file: Notes.swift
        import CoreData
        func remove(_ id: UUID, _ context: NSManagedObjectContext) throws {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "id == %@", id as CVarArg)
          for note in try context.fetch(request) { context.delete(note) }
          try context.save()
        }
        // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Note" representedClassName="CDNote">
          <attribute name="id" optional="YES" attributeType="UUID"/>
        </entity>
        </model>
        """),
    ]
    + [RuleExample].texts(
      in: code,
      flagged: """
        func clear(_ context: NSManagedObjectContext) throws {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          for note in try context.↓fetch(request) { context.delete(note) }
          try context.save()
        }
        ---
        func clear(_ context: NSManagedObjectContext) throws {
          let notes = try context.↓fetch(NSFetchRequest<CDNote>(entityName: "Note"))
          notes.forEach { context.delete($0) }
          try context.save()
        }
        ---
        func clear(_ context: NSManagedObjectContext, _ isWanted: Bool) throws {
          guard isWanted else { return }
          let notes = try context.↓fetch(NSFetchRequest<CDNote>(entityName: "Note"))
          if !notes.isEmpty { for note in notes { context.delete(note) } }
        }
        ---
        func clear(_ name: String, _ context: NSManagedObjectContext) {
          let request = NSFetchRequest<NSFetchRequestResult>(entityName: "Note")
          do {
            let rows = try context.↓fetch(request)
            for row in rows {
              guard let note = row as? NSManagedObject else { continue }
              context.delete(note)
            }
            try context.save()
          } catch { print(error) }
        }
        """,
      clean: """
        func clear(_ context: NSManagedObjectContext) throws {
          let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
          for folder in try context.fetch(request) { context.delete(folder) }
        }
        ---
        func clear(_ kept: Set<CDNote>, _ context: NSManagedObjectContext) throws {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          for note in try context.fetch(request) where !kept.contains(note) { context.delete(note) }
        }
        ---
        func clear(_ picked: Set<CDNote>, _ context: NSManagedObjectContext) {
          for note in picked { context.delete(note) }
        }
        ---
        func take(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let notes = try context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))
          for note in notes { context.delete(note) }
          return notes
        }
        ---
        func read(_ context: NSManagedObjectContext, _ clears: Bool) throws {
          let notes = try context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))
          if clears { notes.forEach { context.delete($0) } }
        }
        ---
        func read(_ context: NSManagedObjectContext, _ keeps: Bool) throws {
          let notes = try context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))
          if keeps { return }
          for note in notes { context.delete(note) }
        }
        """)
    + .texts(
      in: objectiveC,
      flagged: """
        - (void)clear { [self removeAll:@"Note"]; }
        - (void)removeAll:(NSString *)name {
          NSFetchRequest *request = [[NSFetchRequest alloc] init];
          NSEntityDescription *entity = [NSEntityDescription entityForName:name inManagedObjectContext:self.managedObjectContext];
          [request setEntity:entity];
          NSArray *rows = [self.managedObjectContext ↓executeFetchRequest:request error:nil];
          for (NSManagedObject *row in rows) { [self.managedObjectContext deleteObject:row]; }
        }
        ---
        - (void)clear {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          NSArray *notes = [self.managedObjectContext ↓executeFetchRequest:request error:nil];
          for (NSManagedObject *note in notes) {
            [self.managedObjectContext deleteObject:note];
          }
        }
        ---
        - (void)clear {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          NSArray *notes = [self.managedObjectContext ↓executeFetchRequest:request error:nil];
          for (int i = 0; i < [notes count]; i++) {
            CDNote *note = [notes objectAtIndex:i];
            [self.managedObjectContext deleteObject:note];
          }
        }
        ---
        - (void)clear:(BOOL)isWanted {
          if (!isWanted) return;
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          NSArray *notes = [self.managedObjectContext ↓executeFetchRequest:request error:nil];
          if (notes.count > 0) {
            for (NSManagedObject *note in notes) [self.managedObjectContext deleteObject:note];
          }
        }
        """,
      clean: """
        - (void)clear { [self removeAll:@"Folder"]; }
        - (void)removeAll:(NSString *)name {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:name];
          NSArray *rows = [self.managedObjectContext executeFetchRequest:request error:nil];
          for (NSManagedObject *row in rows) { [self.managedObjectContext deleteObject:row]; }
        }
        ---
        - (void)clear { [self.managedObjectContext deleteObject:self.note]; }
        ---
        - (NSArray *)take:(BOOL)clears {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          NSArray *notes = [self.managedObjectContext executeFetchRequest:request error:nil];
          for (NSManagedObject *note in notes) [self.managedObjectContext deleteObject:note];
          return notes;
        }
        ---
        - (void)read:(BOOL)clears {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          NSArray *notes = [self.managedObjectContext executeFetchRequest:request error:nil];
          if (clears) {
            for (NSManagedObject *note in notes) [self.managedObjectContext deleteObject:note];
          }
        }
        ---
        - (void)read:(BOOL)keeps {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          NSArray *notes = [self.managedObjectContext executeFetchRequest:request error:nil];
          if (keeps) return;
          for (NSManagedObject *note in notes) [self.managedObjectContext deleteObject:note];
        }
        """)

  /// A method of a class in Objective-C beside the same model.
  static func objectiveC(_ text: String) -> String {
    """
    // file: Store.m
    #import "Store.h"
    @implementation Store
    \(text)
    @end
    \(model)
    """
  }
}
