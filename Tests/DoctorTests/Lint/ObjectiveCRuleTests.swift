import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// Rules about Core Data say of Objective-C what they say of Swift: '↓' stands before each place.
@Suite struct ObjectiveCRuleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var rules: Set<String>
    var text: String
    var testDescription: String { rules.sorted().joined(separator: ", ") }

    init(_ rules: Set<String>, _ text: String) { (self.rules, self.text) = (rules, text) }
  }

  private static func files(_ text: String) -> RuleExample {
    text.contains("↓")
      ? .flagged(CoreDataText.objectiveC(text)) : .clean(CoreDataText.objectiveC(text))
  }

  @Test(arguments: names + stores + loops + fetches + threads)
  func mistakesAreNamed(_ example: Case) throws {
    let parsed = ExampleText(Self.files(example.text))
    let found = try parsed.lint().filter { example.rules.contains($0.rule) }
    #expect(
      found.compactMap(\.location) == parsed.marks,
      "\(found.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.message)" })")
    #expect(Set(found.map(\.rule)) == example.rules)
  }

  @Test(arguments: sound) func soundCodeIsLeftAlone(_ text: String) throws {
    let found = try ExampleText(Self.files(text)).lint()
    #expect(found.map(\.message) == [])
  }

  static let names = [
    Case(
      ["unknown-entity-name"],
      """
      static NSString * const FolderEntity = @"Floder";
      - (void)add {
        [NSEntityDescription insertNewObjectForEntityForName:↓FolderEntity
                                      inManagedObjectContext:self.context];
        NSEntityDescription *entity = [NSEntityDescription entityForName:↓@"Notes"
                                                  inManagedObjectContext:self.context];
        NSLog(@"%@", entity);
      }
      """),
    Case(
      ["unknown-key"],
      """
      - (NSArray *)find:(NSString *)text sorted:(BOOL)isUp {
        NSFetchRequest *request = [[NSFetchRequest alloc] init];
        [request setEntity:[NSEntityDescription entityForName:@"Note" inManagedObjectContext:self.moc]];
        NSPredicate *named = [NSPredicate predicateWithFormat:↓@"titel CONTAINS[cd] %@ AND %K != nil", text, ↓@"folder.nam"];
        [request setPredicate:named];
        NSSortDescriptor *sort = [[NSSortDescriptor alloc] initWithKey:↓@"created" ascending:isUp ? YES : NO];
        [request setSortDescriptors:[NSArray arrayWithObjects:sort, nil]];
        return [self.moc executeFetchRequest:request error:NULL];
      }
      """),
    Case(
      ["unknown-object-key"],
      """
      - (void)fill:(CDNote *)note {
        [note setValue:@"a" forKey:↓@"titel"];
        NSManagedObject *folder = [NSEntityDescription insertNewObjectForEntityForName:@"Folder" inManagedObjectContext:self.moc];
        [folder setValue:@"b" forKey:↓@"nam"];
      }
      """),
    Case(
      ["unknown-managed-property"],
      """
      @end
      @implementation CDNote
      @dynamic title, ↓text;
      """),
  ]

  static let stores = [
    Case(
      ["fatal-error-on-container-failure", "store-deleted-on-failure"],
      """
      - (void)open:(NSPersistentStoreCoordinator *)coordinator at:(NSURL *)url {
        NSError *error = nil;
        if (![coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url
                                             options:self.options error:&error]) {
          [[NSFileManager defaultManager] ↓removeItemAtURL:url error:NULL];
          ↓abort();
        }
      }
      """),
    Case(
      ["fatal-error-on-container-failure"],
      """
      - (void)load {
        [self.container loadPersistentStoresWithCompletionHandler:^(NSPersistentStoreDescription *store, NSError *error) {
          if (error != nil) {
            NSLog(@"%@", error);
            ↓abort();
          }
        }];
      }
      """),
  ]

  static let loops = [
    Case(
      ["fetch-in-loop", "save-in-loop"],
      """
      - (void)import:(NSArray *)rows {
        for (NSDictionary *row in rows) {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          request.predicate = [NSPredicate predicateWithFormat:@"title = %@", row[@"title"]];
          NSArray *found = [self.context ↓executeFetchRequest:request error:NULL];
          [self merge:row into:found];
          NSError *error;
          if (![self.context ↓save:&error]) NSLog(@"%@", error);
        }
      }
      """),
    Case(
      ["save-in-loop", "count-in-loop"],
      """
      - (void)import:(NSArray *)rows {
        [rows enumerateObjectsUsingBlock:^(id row, NSUInteger index, BOOL *stop) {
          if ([self.context ↓countForFetchRequest:[self requestFor:row] error:NULL] > 0) return;
          [self add:row];
          NSError *error;
          if (![self.context ↓save:&error]) NSLog(@"%@", error);
        }];
      }
      """),
  ]

  static let fetches = [
    Case(
      ["fetch-without-limit"],
      """
      - (CDNote *)latest {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@"createdAt" ascending:NO]];
        NSArray *notes = [self.context ↓executeFetchRequest:request error:nil];
        if (notes.count == 0) return nil;
        return notes[0];
      }
      - (CDNote *)any {
        NSFetchRequest *request = [CDNote fetchRequest];
        return [[self.context ↓executeFetchRequest:request error:nil] lastObject];
      }
      """),
    Case(
      ["whole-rows-for-count"],
      """
      - (NSUInteger)many {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        return [[self.context ↓executeFetchRequest:request error:nil] count];
      }
      """),
    Case(
      ["fetched-results-without-sort"],
      """
      - (void)setUp {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.fetchBatchSize = 20;
        self.results = [[NSFetchedResultsController alloc] initWithFetchRequest:↓request
          managedObjectContext:self.context sectionNameKeyPath:nil cacheName:nil];
      }
      """),
    Case(
      ["section-not-sorted"],
      """
      - (void)setUp {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@"createdAt" ascending:NO]];
        self.results = [[NSFetchedResultsController alloc] initWithFetchRequest:request
          managedObjectContext:self.context sectionNameKeyPath:↓@"folder.name" cacheName:nil];
      }
      """),
    Case(
      ["block-predicate"],
      """
      - (NSArray *)find {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [NSPredicate ↓predicateWithBlock:^BOOL(CDNote *note, NSDictionary *bindings) {
          return note.title.length > 3;
        }];
        return [self.context executeFetchRequest:request error:nil];
      }
      """),
  ]

  static let threads = [
    Case(
      ["context-across-tasks"],
      """
      - (void)export:(CDNote *)note {
        dispatch_async(dispatch_get_global_queue(QOS_CLASS_UTILITY, 0), ^{
          NSFetchRequest *request = [CDNote fetchRequest];
          NSArray *all = [↓self.container.viewContext executeFetchRequest:request error:nil];
          [self write:all with:[↓note title]];
        });
      }
      """),
    Case(
      ["context-across-tasks"],
      """
      - (void)rename:(CDNote *)note {
        [self.container performBackgroundTask:^(NSManagedObjectContext *context) {
          ↓note.title = @"new";
          NSError *error;
          if (![context save:&error]) NSLog(@"%@", error);
        }];
      }
      """),
    Case(
      ["context-outside-perform"],
      """
      - (void)clean {
        NSManagedObjectContext *worker = [self.container newBackgroundContext];
        NSArray *all = [↓worker executeFetchRequest:[CDNote fetchRequest] error:nil];
        [worker performBlockAndWait:^{ [self sweep:all in:worker]; }];
      }
      """),
  ]

  static let sound = [
    """
    - (NSArray *)find:(NSString *)text in:(NSArray *)people {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.predicate = [NSPredicate predicateWithFormat:@"title BEGINSWITH %@ AND folder.name != nil", text];
      NSPredicate *other = [NSPredicate predicateWithFormat:@"surname == %@", text];
      NSArray *chosen = [people filteredArrayUsingPredicate:other];
      return [chosen arrayByAddingObjectsFromArray:[self.context executeFetchRequest:request error:nil]];
    }
    """,
    """
    - (void)import:(NSArray *)rows {
      NSUInteger index = 0;
      for (NSDictionary *row in rows) {
        [self add:row];
        if (++index % 100 == 0) { [self save]; }
      }
      [self save];
    }
    - (void)save {
      NSError *error = nil;
      if ([self.context hasChanges] && ![self.context save:&error]) {
        NSLog(@"not saved: %@", error);
      }
    }
    """,
    """
    - (CDNote *)noteWithIdentifier:(NSString *)identifier {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.fetchLimit = 1;
      return [[self.context executeFetchRequest:request error:nil] firstObject];
    }
    - (void)show:(CDNote *)note {
      NSManagedObjectID *identifier = note.objectID;
      [self.container performBackgroundTask:^(NSManagedObjectContext *context) {
        CDNote *own = [context objectWithID:identifier];
        own.title = @"seen";
        [self finish:context];
      }];
      dispatch_async(dispatch_get_main_queue(), ^{ self.label.text = note.title; });
    }
    """,
    """
    - (void)work:(NSArray *)rows {
      dispatch_async(dispatch_get_global_queue(0, 0), ^{
        NSManagedObjectContext *own = [self.container newBackgroundContext];
        [own performBlockAndWait:^{
          for (NSDictionary *row in rows) {
            CDNote *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:own];
            note.title = row[@"title"];
          }
          [self finish:own];
        }];
      });
    }
    """,
    """
    // - (void)old { [self.context save:nil]; }
    #if 0
    - (void)older { [self.context save:nil]; }
    #endif
    - (void)remove:(NSURL *)url {
      [[NSFileManager defaultManager] removeItemAtURL:url error:nil];
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"CachedResponse"];
      [self fill:request];
    }
    """,
  ]

  @Test func aCommentSuppressesALine() throws {
    let text = """
      - (void)leave {
        // storedoctor:ignore[swallowed-store-error] the app ends here anyway
        [self.context save:nil];
      }
      """
    #expect(try ExampleText(Self.files(text)).lint().map(\.rule) == [])
    let unused = "- (void)leave { [self go]; } // storedoctor:ignore[save-in-loop] no loop"
    #expect(try ExampleText(Self.files(unused)).lint().map(\.rule) == ["unused-suppression"])
  }

  @Test func storesOfOlderVersionsMustBeMigrated() throws {
    func version(_ name: String, _ more: String) -> String {
      "// file: Notes.xcdatamodeld/\(name).xcdatamodel/contents\n<model type=\"com.apple.IDECoreDataModeler.DataModel\">\n"
        + "<entity name=\"Note\"><attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/>\(more)</entity>\n</model>"
    }
    func code(_ options: String) -> String {
      """
      // file: Stack.m
      @implementation Stack
      - (void)open:(NSPersistentStoreCoordinator *)coordinator at:(NSURL *)url {
        NSDictionary *options = \(options);
        [coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:options error:nil];
      }
      @end
      \(version("Notes", ""))
      \(version("Notes 2", "<attribute name=\"text\" optional=\"YES\" attributeType=\"String\"/>"))
      // file: Notes.xcdatamodeld/.xccurrentversion
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>Notes 2.xcdatamodel</string></dict></plist>
      """
    }
    let lacking = try ExampleText(
      .clean(code("@{ NSMigratePersistentStoresAutomaticallyOption : @YES }"))
    ).lint()
    #expect(lacking.map(\.rule) == ["store-without-migration"])
    let whole =
      "@{ NSMigratePersistentStoresAutomaticallyOption : @YES, NSInferMappingModelAutomaticallyOption : @YES }"
    #expect(try ExampleText(.clean(code(whole))).lint().map(\.rule) == [])
    #expect(try ExampleText(.clean(code("self.options"))).lint().map(\.rule) == [])
  }
}
