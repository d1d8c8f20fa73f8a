internal import Diagnostics

/// Objects that are looked for before they are made.
extension CoreDataText {
  static let failedLookups: [RuleExample] = .texts(
    in: code,
    flagged: """
      func note(_ title: String, _ context: NSManagedObjectContext) -> CDNote {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title == %@", title)
        request.fetchLimit = 1
        if let known = try? context.↓fetch(request).first { return known }
        let made = CDNote(context: context)
        made.title = title
        return made
      }
      ---
      func note(_ title: String, _ context: NSManagedObjectContext) -> CDNote {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title == %@", title)
        request.fetchLimit = 1
        let note = (try? context.↓fetch(request))?.first ?? CDNote(context: context)
        note.title = title
        return note
      }
      ---
      func note(_ title: String, _ context: NSManagedObjectContext) -> CDNote {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title == %@", title)
        request.fetchLimit = 1
        do {
          if let known = try context.↓fetch(request).first { return known }
        } catch { print(error) }
        let made = CDNote(context: context)
        made.title = title
        return made
      }
      ---
      final class Notes {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        func has(_ title: String) -> Bool {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: "title == %@", title)
          return ((try? context.↓count(for: request)) ?? 0) > 0
        }
        func add(_ title: String) {
          guard !has(title) else { return }
          CDNote(context: context).title = title
        }
      }
      ---
      final class Notes {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        func find(_ title: String) -> CDNote? {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: "title == %@", title)
          do { return try context.↓fetch(request).first } catch {
            print(error)
            return nil
          }
        }
        func add(_ title: String) {
          if let known = find(title) { print(known) } else { CDNote(context: context).title = title }
        }
      }
      """,
    clean: """
      final class Notes {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        func has(_ title: String) throws -> Bool {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: "title == %@", title)
          return try context.count(for: request) > 0
        }
        func add(_ title: String) throws {
          guard try !has(title) else { return }
          CDNote(context: context).title = title
        }
      }
      ---
      func note(_ title: String, _ context: NSManagedObjectContext) throws -> CDNote {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title == %@", title)
        request.fetchLimit = 1
        if let known = try context.fetch(request).first { return known }
        let made = CDNote(context: context)
        made.title = title
        return made
      }
      @main final class AppDelegate: UIResponder, UIApplicationDelegate {
        var context: NSManagedObjectContext!
        func applicationDidEnterBackground(_ application: UIApplication) { keep() }
        func keep() { do { try context.save() } catch { print(error) } }
      }
      func title(_ title: String, _ context: NSManagedObjectContext) -> String {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title == %@", title)
        request.fetchLimit = 1
        return (try? context.fetch(request))?.first?.title ?? ""
      }
      """)

  static let failedLookupsOfObjectiveC: [RuleExample] = .texts(
    in: objectiveC,
    flagged: """
      - (void)open:(NSURL *)url {
        NSError *error = nil;
        NSPersistentStore *store = [self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:&error];
        ↓NSAssert(store != nil, @"not opened: %@", error);
      }
      ---
      - (CDNote *)noteFor:(NSString *)title {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [NSPredicate predicateWithFormat:@"title == %@", title];
        NSError *error = nil;
        NSArray *found = [self.managedObjectContext ↓executeFetchRequest:request error:&error];
        CDNote *note = nil;
        if ([found count] > 0) {
          note = [found objectAtIndex:0];
        } else {
          note = [NSEntityDescription insertNewObjectForEntityForName:@"Note"
            inManagedObjectContext:self.managedObjectContext];
          note.title = title;
        }
        return note;
      }
      ---
      - (CDNote *)find:(NSString *)title {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [NSPredicate predicateWithFormat:@"title == %@", title];
        return [[self.managedObjectContext executeFetchRequest:request error:nil] lastObject];
      }
      - (void)add:(NSString *)title {
        if ([self ↓find:title]) return;
        CDNote *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note"
          inManagedObjectContext:self.managedObjectContext];
        note.title = title;
      }
      """,
    clean: """
      - (CDNote *)noteFor:(NSString *)title {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [NSPredicate predicateWithFormat:@"title == %@", title];
        NSError *error = nil;
        NSArray *found = [self.managedObjectContext executeFetchRequest:request error:&error];
        if (!found) {
          [self show:error];
          return nil;
        }
        if ([found count] > 0) { return [found objectAtIndex:0]; }
        CDNote *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note"
          inManagedObjectContext:self.managedObjectContext];
        note.title = title;
        return note;
      }
      """)
}
