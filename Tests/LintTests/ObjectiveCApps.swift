/// Shapes that apps in Objective-C have.
extension ObjectiveCRuleTests {
  static let apps: [Case] = [
    // The property and its variable are one.
    Case(
      ["context-outside-perform"],
      """
      - (void)setUp { _worker = [self.container newBackgroundContext]; }
      - (NSArray *)all {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.fetchLimit = 5;
        NSArray *notes = [↓self.worker executeFetchRequest:request error:nil];
        [_worker reset];
        return notes;
      }
      """),
    Case(
      ["unsaved-context"],
      """
      - (void)add:(NSString *)title {
        NSManagedObjectContext *worker = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSPrivateQueueConcurrencyType];
        worker.parentContext = self.viewContext;
        [worker performBlock:^{
          CDNote *note = [NSEntityDescription ↓insertNewObjectForEntityForName:@"Note" inManagedObjectContext:worker];
          note.title = title;
        }];
      }
      """),
    Case(
      ["filtered-in-memory"],
      """
      - (CDNote *)named:(NSString *)title {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        NSArray *notes = [self.context ↓executeFetchRequest:request error:nil];
        for (CDNote *note in notes) {
          if ([note.title isEqualToString:title]) {
            return note;
          }
        }
        return nil;
      }
      """),
    Case(
      ["relationship-as-text"],
      """
      - (NSArray *)notesOf:(CDFolder *)folder {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [NSPredicate predicateWithFormat:↓@"%K == %@", @"folder", folder.name];
        return [self.context executeFetchRequest:request error:nil];
      }
      """),
    Case(
      ["context-across-tasks"],
      """
      - (void)refresh { [self ↓performSelectorInBackground:@selector(loadAll:) withObject:nil]; }
      - (void)loadAll:(id)sender {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        [self show:[self.viewContext executeFetchRequest:request error:&_error]];
      }
      """),
    Case(
      ["context-across-tasks"],
      """
      - (void)refresh {
        [self.queue addOperation:[[NSInvocationOperation alloc] ↓initWithTarget:self
                                                                       selector:@selector(loadAll:)
                                                                         object:nil]];
      }
      - (void)loadAll:(id)sender {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        [self show:[self.viewContext executeFetchRequest:request error:&_error]];
      }
      """),
    Case(
      ["context-across-tasks"],
      """
      - (void)loadAll {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        [self show:[self.store executeFetchRequest:request error:&_error]];
      }
      - (void)refresh {
        dispatch_async(dispatch_get_global_queue(0, 0), ^{ [self ↓loadAll]; });
      }
      @end
      @interface Store : NSObject
      @property (nonatomic, strong) NSManagedObjectContext *store;
      """),
    Case(
      ["fetch-in-loop"],
      """
      - (void)merge:(NSArray *)names {
        for (NSString *name in names) {
          CDNote *note = [CDNote ↓findFirstByAttribute:@"title" withValue:name];
          note.title = nil;
        }
      }
      """),
  ]

  static let soundApps: [String] = [
    // A private context that others are given, or that nobody means to save.
    """
    - (void)edit:(Editor *)editor {
      NSManagedObjectContext *worker = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSPrivateQueueConcurrencyType];
      [worker performBlockAndWait:^{
        [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:worker];
      }];
      editor.context = worker;
    }
    - (void)try {
      NSManagedObjectContext *scratch = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSPrivateQueueConcurrencyType];
      [scratch performBlockAndWait:^{
        [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:scratch];
      }];
    }
    """,
    // All that was fetched is used.
    """
    - (CDNote *)named:(NSString *)title {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      NSArray *notes = [self.context executeFetchRequest:request error:nil];
      for (CDNote *note in notes) {
        if ([note.title isEqualToString:title]) { return note; }
      }
      return [self newNoteBeside:notes];
    }
    """,
    // What is called in the background makes a context of its own, or asks that of the main thread to work.
    """
    - (void)refresh { [self performSelectorInBackground:@selector(loadAll) withObject:nil]; }
    - (void)loadAll {
      NSManagedObjectContext *own = [[NSManagedObjectContext alloc] init];
      own.persistentStoreCoordinator = self.coordinator;
      [self count:[own countForFetchRequest:[NSFetchRequest fetchRequestWithEntityName:@"Note"] error:&_error]];
      [self.viewContext performBlockAndWait:^{ [self.viewContext refreshAllObjects]; }];
    }
    """,
    // What is above the most that there may be goes, and the rest stays.
    """
    - (void)trim:(int)most {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@"title" ascending:YES]];
      NSArray *notes = [self.context executeFetchRequest:request error:nil];
      for (int left = (int)notes.count - most; left > 0; left--) {
        [self.context deleteObject:[notes objectAtIndex:left - 1]];
      }
    }
    """,
    // One kind of many.
    """
    - (void)take:(NSArray *)events {
      for (NSDictionary *event in events) {
        if ([event[@"kind"] isEqualToString:@"moved"]) {
          NSLog(@"%@", event);
        } else if ([event[@"kind"] isEqualToString:@"removed"]) {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          request.predicate = [NSPredicate predicateWithFormat:@"title == %@", event[@"title"]];
          [self show:[self.context executeFetchRequest:request error:nil]];
        }
      }
    }
    """,
    // A method between the request and the controller sorts it.
    """
    - (NSFetchRequest *)all { return [NSFetchRequest fetchRequestWithEntityName:@"Note"]; }
    - (NSFetchRequest *)sortedBy:(NSString *)key {
      NSFetchRequest *request = [self all];
      [request setSortDescriptors:@[[NSSortDescriptor sortDescriptorWithKey:key ascending:YES]]];
      return request;
    }
    - (NSFetchedResultsController *)controllerBy:(NSString *)key {
      NSFetchRequest *request = [self sortedBy:key];
      return [[NSFetchedResultsController alloc] initWithFetchRequest:request managedObjectContext:self.context sectionNameKeyPath:nil cacheName:nil];
    }
    """,
    // What is asked when work on another queue has ended.
    """
    - (void)send:(NSArray *)names {
      for (NSString *name in names) {
        dispatch_queue_t queue = dispatch_queue_create("send", NULL);
        dispatch_async(queue, ^{
          [self.link send:name];
          dispatch_async(dispatch_get_main_queue(), ^{
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            request.predicate = [NSPredicate predicateWithFormat:@"title == %@", name];
            [self show:[self.context executeFetchRequest:request error:nil]];
          });
        });
      }
    }
    """,
    // Each turn sends a request.
    """
    - (void)upload:(NSArray *)names {
      for (NSString *name in names) {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [NSPredicate predicateWithFormat:@"title == %@", name];
        [self show:[self.context executeFetchRequest:request error:nil]];
        [[self.session dataTaskWithRequest:[self requestFor:name]] resume];
      }
    }
    """,
  ]
}
