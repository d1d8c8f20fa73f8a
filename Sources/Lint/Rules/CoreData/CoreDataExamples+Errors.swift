internal import Diagnostics

/// Examples of what is done with errors, in both languages.
extension CoreDataText {
  static let swallowed: [RuleExample] =
    .texts(
      in: code,
      flagged: """
        func rename(_ note: CDNote, _ title: String, _ context: NSManagedObjectContext) {
          note.title = title
          try? context.↓save()
        }
        ---
        final class Stack {
          let container: NSPersistentContainer
          init() {
            container = NSPersistentContainer(name: "Notes")
            container.↓loadPersistentStores { _, _ in }
          }
          func finish() {
            guard container.viewContext.hasChanges else { return }
            do { try container.viewContext.↓save() } catch {}
            do { try container.viewContext.↓save() } catch {
              #if DEBUG
              print(error)
              #endif
            }
          }
          func keep() {
            do { try container.viewContext.↓save() } catch { assertionFailure("\\(error)") }
          }
        }
        ---
        extension NSManagedObjectContext {
          func keep() { perform { _ = try? self.↓save() } }
        }
        ---
        func open(_ container: NSPersistentContainer) {
          container.↓loadPersistentStores { _, error in
            if let error = error as NSError? { print("not loaded \\(error), \\(error.userInfo)") }
          }
        }
        ---
        func open(_ container: NSPersistentContainer) {
          container.↓loadPersistentStores { _, error in
            if let error { assertionFailure("not loaded \\(error)") }
          }
        }
        ---
        final class Editor: UIViewController {
          var context: NSManagedObjectContext!
          var note: CDNote!
          var unsent: [String] = []
          func finish() {
            note.title = "new"
            do { try context.↓save() } catch { print(error) }
            navigationController?.popViewController(animated: true)
          }
          func flush() {
            for title in unsent { CDNote(context: context).title = title }
            do { try context.↓save() } catch { print(error) }
            unsent.removeAll()
          }
        }
        """,
      clean: """
        func rename(_ note: CDNote, _ context: NSManagedObjectContext) -> Bool {
          note.title = "new"
          guard (try? context.save()) != nil else { return false }
          return true
        }
        ---
        func keep(_ context: NSManagedObjectContext) {
          do { try context.save() } catch { context.rollback() }
          do { try context.save() } catch {
            assertionFailure("\\(error)")
            context.rollback()
          }
        }
        ---
        struct Settings { func save() throws {} }
        func keep(_ settings: Settings) { try? settings.save() }
        ---
        final class Stack {
          var problem: Error?
          func open(_ container: NSPersistentContainer, _ done: @escaping (Error?) -> Void) {
            container.loadPersistentStores { _, error in
              if let error { print(error) }
              done(error)
            }
            container.loadPersistentStores { _, error in
              if let error { print(error) }
              self.problem = error
            }
          }
        }
        ---
        final class Editor: UIViewController {
          var context: NSManagedObjectContext!
          var shown: [String] = []
          func finish() {
            do {
              try context.save()
              dismiss(animated: true)
            } catch { print(error) }
          }
          func refresh() {
            do { try context.save() } catch { print(error) }
            shown.removeAll()
          }
        }
        """)
    + .texts(
      in: objectiveC,
      flagged: """
        - (void)rename:(CDNote *)note {
          note.title = @"new";
          [self.managedObjectContext ↓save:nil];
        }
        ---
        - (void)finish {
          NSError *error = nil;
          [self.managedObjectContext ↓save:&error];
        }
        ---
        - (void)finish:(BOOL)saves {
          NSError *error = nil;
          BOOL isSaved = NO;
          if (saves) { isSaved = [self.managedObjectContext ↓save:&error]; }
        }
        ---
        - (void)finish {
          self.note.title = @"new";
          NSError *error = nil;
          if (![self.managedObjectContext ↓save:&error]) { NSLog(@"%@", error); }
          [self.navigationController popViewControllerAnimated:YES];
        }
        ---
        - (void)leave {
          NSError *error;
          [self.managedObjectContext ↓save:&error];
          [self.unsentNotes removeAllObjects];
        }
        ---
        - (BOOL)saveNotes {
          NSError *error;
          [self.managedObjectContext ↓save:&error];
          if (error) NSLog(@"%@", error);
          return YES;
        }
        ---
        - (BOOL)finish {
          BOOL isSaved = NO;
          NSError *error = nil;
          if (![self.managedObjectContext ↓save:&error]) { NSLog(@"%@", error); }
          isSaved = YES;
          [self refresh];
          return isSaved;
        }
        ---
        - (void)open:(NSURL *)url {
          NSError *error = nil;
          if (![self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:&error]) {
            ↓NSLog(@"%@", error);
          }
        }
        ---
        - (void)open:(NSURL *)url {
          NSError *error = nil;
          [self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:&error];
          if (error) {
            ↓NSLog(@"%@", error);
            return;
          }
          [self show];
        }
        ---
        - (void)open:(NSURL *)url {
          NSError *error;
          [self.coordinator ↓addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:&error];
          [self show];
        }
        ---
        - (void)open:(NSURL *)url {
          [self.coordinator ↓addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:nil];
        }
        ---
        - (void)finish {
          NSError *error = nil;
          if (self.isDirty && ![self.managedObjectContext ↓save:&error]) {
            // Nothing yet.
          }
        }
        ---
        - (void)open:(NSURL *)url {
          if (![self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:nil]) ↓{
          }
        }
        ---
        - (void)keep {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) { NSLog(@"%@", error); }
        }
        - (void)finish {
          [self ↓keep];
          [self dismissViewControllerAnimated:YES completion:nil];
        }
        ---
        - (void)open:(NSURL *)url {
          NSError *error = nil;
          if (![self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:&error]) ↓{
            // nothing to be done
          }
        }
        ---
        - (void)keep; {
          NSError *error = nil;
          if (![self.managedObjectContext ↓save:&error]) { }
        }
        ---
        - (BOOL)keep {
          NSError *error = nil;
          if ([self.managedObjectContext hasChanges] && ![self.managedObjectContext save:&error]) {
            return NO;
          }
          return YES;
        }
        - (void)rename:(CDNote *)note {
          note.title = @"new";
          [self ↓keep];
        }
        - (void)finish {
          if ([self ↓keep]) { }
          [self.navigationController popViewControllerAnimated:YES];
        }
        """,
      clean: """
        - (BOOL)finish:(NSError **)error {
          return [self.managedObjectContext save:error];
        }
        ---
        - (BOOL)open:(NSURL *)url {
          NSError *error;
          [self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:&error];
          return error == nil;
        }
        ---
        - (BOOL)open:(NSURL *)url {
          [self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:nil];
          return self.coordinator.persistentStores.count > 0;
        }
        ---
        - (void)rehearse:(NSURL *)url {
          [self.coordinator addPersistentStoreWithType:NSInMemoryStoreType configuration:nil URL:nil options:nil error:nil];
        }
        ---
        - (void)finish {
          NSError *error = nil;
          if ([self.managedObjectContext save:&error]) {
          } else {
            [self tell:error];
          }
        }
        ---
        - (BOOL)finish {
          NSError *error = nil;
          BOOL isSaved = [self.managedObjectContext save:&error];
          return isSaved;
        }
        ---
        - (BOOL)finish {
          BOOL isSaved = NO;
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) { NSLog(@"%@", error); } else { isSaved = YES; }
          self.isFinished = YES;
          return isSaved;
        }
        ---
        - (void)finish {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) NSLog(@"%@", error);
          [self.settings save:nil];
        }
        ---
        - (void)finish {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) {
            NSLog(@"%@", error);
            return;
          }
          [self.navigationController popViewControllerAnimated:YES];
        }
        ---
        - (void)refresh {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) { NSLog(@"%@", error); }
          if (!error) { [self.navigationController popViewControllerAnimated:YES]; }
        }
        ---
        - (BOOL)keep {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) { return NO; }
          return YES;
        }
        - (void)finish {
          if ([self keep]) { [self.navigationController popViewControllerAnimated:YES]; }
        }
        - (void)applicationWillTerminate:(UIApplication *)application { [self keep]; }
        ---
        - (BOOL)keep {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) {
            [self tell:error];
            return NO;
          }
          return YES;
        }
        - (void)finish { [self keep]; }
        ---
        - (void)finish {
          NSError *error = nil;
          if ([self.managedObjectContext save:&error]) { [self refresh]; } else { [self tellOfProblem]; }
        }
        """)
}
