internal import Diagnostics

/// Examples of errors that are only written to a log, in both languages.
extension CoreDataText {
  static let logged: [RuleExample] =
    .texts(
      in: code,
      flagged: """
        final class Stack {
          let container = NSPersistentContainer(name: "Notes")
          func ↓save() {
            guard container.viewContext.hasChanges else { return }
            do {
              try container.viewContext.save()
            } catch {
              print("not saved", error.localizedDescription)
            }
          }
          func add(_ title: String) {
            let note = CDNote(context: container.viewContext)
            note.title = title
            save()
          }
        }
        ---
        func add(_ title: String, _ context: NSManagedObjectContext) {
          let note = CDNote(context: context)
          note.title = title
          do { try context.↓save() } catch { print("not saved", error) }
        }
        """,
      clean: """
        func sync(_ titles: [String], _ container: NSPersistentContainer) {
          container.performBackgroundTask { context in
            for title in titles { CDNote(context: context).title = title }
            do { try context.save() } catch { print(error) }
          }
        }
        ---
        func remove(_ note: CDNote, _ context: NSManagedObjectContext) {
          context.delete(note)
          do { try context.save() } catch {
            context.rollback()
            print(error)
          }
        }
        """)
    + .texts(
      in: objectiveC,
      flagged: """
        - (void)remove:(CDNote *)note {
          NSError *error = nil;
          [self.managedObjectContext deleteObject:note];
          if (![self.managedObjectContext ↓save:&error]) { NSLog(@"%@", error); }
        }
        ---
        - (void)rename:(CDNote *)note title:(NSString *)title {
          NSError *error = nil;
          note.title = title;
          [self.managedObjectContext ↓save:&error];
          if (error) {
            NSLog(@"%@", error);
            return;
          }
        }
        ---
        - (void)add:(NSString *)title {
          CDNote *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:self.managedObjectContext];
          note.title = title;
          [self saveChanges];
        }
        - (void)↓saveChanges {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) { NSLog(@"%@", error); }
        }
        ---
        - (NSPersistentStoreCoordinator *)storeCoordinator {
          NSError *error = nil;
          if (![self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:self.url options:self.options error:&error]) {
            ↓NSLog(@"%@", error);
            return nil;
          }
          return self.coordinator;
        }
        """,
      clean: """
        - (void)remove:(CDNote *)note {
          NSError *error = nil;
          [self.managedObjectContext deleteObject:note];
          if (![self.managedObjectContext save:&error]) {
            NSLog(@"%@", error);
            [self.managedObjectContext rollback];
          }
        }
        ---
        - (CDNote *)add:(NSString *)title {
          NSError *error = nil;
          CDNote *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:self.managedObjectContext];
          if (![self.managedObjectContext save:&error]) {
            NSLog(@"%@", error);
            return nil;
          }
          return note;
        }
        ---
        - (void)remove:(CDNote *)note {
          NSError *error = nil;
          [self.managedObjectContext deleteObject:note];
          if ([self.managedObjectContext save:&error]) { [self.tableView reloadData]; } else { NSLog(@"%@", error); }
        }
        ---
        - (void)syncNotes:(NSArray *)rows {
          NSError *error = nil;
          [self insert:rows];
          if (![self.managedObjectContext save:&error]) { NSLog(@"%@", error); }
        }
        ---
        - (void)applicationWillTerminate:(UIApplication *)application { [self saveContext]; }
        - (void)saveContext {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) { NSLog(@"%@", error); }
        }
        ---
        - (Store *)open:(NSURL *)url {
          NSError *error = nil;
          if (![self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:&error]) {
            NSLog(@"%@", error);
            return nil;
          }
          return [Store new];
        }
        """)

  static let storesThatCrash: [RuleExample] = .texts(
    in: objectiveC,
    flagged: """
      - (void)open:(NSURL *)url {
        NSError *error = nil;
        NSPersistentStore *store = [self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:&error];
        ↓assert(store != nil);
      }
      ---
      - (void)open:(NSURL *)url {
        NSError *error = nil;
        NSPersistentStore *store = [self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:&error];
        if (store == nil) { ↓[NSException raise:@"Store" format:@"%@", error]; }
      }
      """,
    clean: """
      - (void)open:(NSURL *)url {
        NSError *error = nil;
        NSAssert(url != nil, @"no place");
        NSPersistentStore *store = [self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:&error];
        if (store == nil) { [self tell:error]; }
      }
      ---
      - (void)openSafely { @try { [self open:self.url]; } @catch (NSException *problem) { [self tell:problem]; } }
      - (void)open:(NSURL *)url {
        NSError *error = nil;
        if (![self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:&error]) {
          [NSException raise:@"Store" format:@"%@", error];
        }
      }
      """)
}
