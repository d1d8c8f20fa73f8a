/// Mistakes in Objective-C, with '↓' before each place.
extension ObjectiveCRuleTests {
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
        [note setValuesForKeysWithDictionary:@{ @"createdAt": [NSDate date], ↓@"Title": @"c" }];
      }
      """),
    Case(
      ["unknown-managed-property"],
      """
      @end
      @implementation CDNote
      @dynamic title, ↓text, ↓size, ↓kind, isOpen;
      - (void)setSize:(int)size { [self setPrimitiveValue:@(size) forKey:@"title"]; }
      - (BOOL)isOpen { return YES; }
      @end
      @implementation Other
      - (int)kind { return 0; }
      """),
  ]

  static let stores = [
    Case(
      ["unknown-object-key"],
      """
      @end
      @implementation CDNote
      - (void)setTitles:(NSArray *)titles {
        [self willChangeValueForKey:↓@"titles"];
        self.title = [titles componentsJoinedByString:@", "];
        [self didChangeValueForKey:↓@"titles"];
      }
      """),
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
      ["save-in-loop"],
      """
      - (void)import:(NSArray *)rows {
        for (NSDictionary *row in rows) {
          NSError *error;
          if (row.count == 0) {
            NSLog(@"empty");
          } else {
            [self add:row];
            [self.context ↓save:&error];
          }
          NSLog(@"%@", error);
        }
      }
      """),
    // Each fetch is named once, though it loads more than the last object too.
    Case(
      ["fetch-in-loop"],
      """
      - (void)show:(NSArray *)names {
        NSArray *known = [names filteredArrayUsingPredicate:self.filter];
        if (!names) names = @[@"Note", @"Folder"];
        for (NSString *name in names) {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:name];
          NSLog(@"%@", [[self.context ↓executeFetchRequest:request error:NULL] lastObject]);
        }
        for (NSString *title in known) {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          NSLog(@"%@ %@", title, [[self.context ↓executeFetchRequest:request error:NULL] lastObject]);
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
}
