/// Mistakes of Objective-C whose parts other methods and other files hold.
extension ObjectiveCRuleTests {
  static let passed: [Case] = [
    Case(
      ["save-in-loop"],
      """
      - (BOOL)keep:(NSError **)error {
        if (!self.context.hasChanges) { return YES; }
        return [self.context save:error];
      }
      - (BOOL)add:(NSString *)title error:(NSError **)error {
        CDNote *note = [[CDNote alloc] initWithContext:self.context];
        note.title = title;
        return [self keep:error];
      }
      - (void)take:(NSArray *)titles {
        NSError *error = nil;
        for (NSString *title in titles) { if (![self ↓add:title error:&error]) { NSLog(@"%@", error); } }
      }
      """),
    Case(
      ["deleted-one-by-one"],
      """
      static void Drop(NSArray *rows) { NSLog(@"%@", rows); }
      - (void)drop:(NSArray *)rows in:(NSManagedObjectContext *)context {
        for (NSManagedObject *row in rows) { [context deleteObject:row]; }
      }
      - (void)clear {
        NSArray *old = [self.context ↓executeFetchRequest:[CDNote fetchRequest] error:nil];
        if (old.count > 0) { [self drop:old in:self.context]; }
      }
      """),
    Case(
      ["fetch-without-limit"],
      """
      - (CDNote *)newestIn:(NSString *)folderID {
        NSFetchRequest *request = [CDNote fetchRequest];
        request.predicate = [NSPredicate predicateWithFormat:@"folder.name == %@", folderID];
        request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@"createdAt" ascending:NO]];
        return [[self.context ↓executeFetchRequest:request error:nil] firstObject];
      }
      """),
    Case(
      ["filtered-in-memory"],
      """
      - (NSArray *)every:(Class)type {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:NSStringFromClass(type)];
        return [self.context executeFetchRequest:request error:nil];
      }
      - (NSArray *)untitled {
        NSArray *all = [self every:[CDNote class]];
        return [all ↓filteredArrayUsingPredicate:[NSPredicate predicateWithFormat:@"title == nil"]];
      }
      """),
    Case(
      ["unknown-entity-name"],
      """
      static NSString *const kNote = @"Notes";
      static NSString *const kFolder = @"Folder";
      - (id)makeOf:(NSString *)kind {
        return [NSEntityDescription insertNewObjectForEntityForName:kind inManagedObjectContext:self.context];
      }
      - (id)addOf:(NSString *)name { return [self makeOf:name]; }
      - (void)fill { [self addOf:↓kNote]; [self makeOf:kFolder]; }
      """),
    Case(
      ["whole-rows-for-count"],
      """
      - (NSArray *)notesWhere:(NSPredicate *)condition {
        NSFetchRequest *request = [CDNote fetchRequest];
        request.predicate = condition;
        return [self.context executeFetchRequest:request error:nil];
      }
      - (NSUInteger)number {
        NSArray *found = [self ↓notesWhere:[NSPredicate predicateWithFormat:@"title != nil"]];
        return found.count;
      }
      """),
    Case(
      ["context-across-tasks"],
      """
      - (void)show {
        NSArray *notes = [self.context executeFetchRequest:[CDNote fetchRequest] error:nil];
        dispatch_async(dispatch_get_global_queue(0, 0), ^{
          for (NSManagedObject *note in notes) { NSLog(@"%@", [↓note valueForKey:@"title"]); }
        });
      }
      """),
  ]

  static let soundPassed = [
    // Each may be saved by itself where the condition says when.
    """
    - (BOOL)keep:(NSError **)error {
      if (self.pending < 100) { return YES; }
      return [self.context save:error];
    }
    - (void)take:(NSArray *)titles {
      NSError *error = nil;
      for (NSString *title in titles) { if (![self keep:&error]) { NSLog(@"%@ %@", title, error); } }
    }
    """,
    """
    - (void)drop:(NSArray *)rows in:(NSManagedObjectContext *)context {
      for (NSManagedObject *row in rows) { [context deleteObject:row]; }
    }
    - (void)clear {
      NSFetchRequest *request = [CDNote fetchRequest];
      request.fetchLimit = 20;
      NSArray *old = [self.context executeFetchRequest:request error:nil];
      [self drop:old in:self.context];
    }
    """,
    """
    - (CDNote *)noteCalled:(NSString *)title {
      NSFetchRequest *request = [CDNote fetchRequest];
      request.predicate = [NSPredicate predicateWithFormat:@"title == %@", title];
      return [[self.context executeFetchRequest:request error:nil] firstObject];
    }
    - (id)templated:(NSString *)title {
      NSFetchRequest *request = [self.model fetchRequestFromTemplateWithName:@"byTitle" substitutionVariables:@{@"T": title}];
      return [[self.context executeFetchRequest:request error:nil] firstObject];
    }
    """,
    """
    - (NSArray *)every:(Class)type {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:NSStringFromClass(type)];
      return [self.context executeFetchRequest:request error:nil];
    }
    - (NSArray *)shown {
      return [[self every:[CDNote class]] filteredArrayUsingPredicate:[NSPredicate predicateWithFormat:@"isShown == YES"]];
    }
    """,
    """
    - (NSArray *)notesWhere:(NSPredicate *)condition {
      NSFetchRequest *request = [CDNote fetchRequest];
      request.predicate = condition;
      return [self.context executeFetchRequest:request error:nil];
    }
    - (void)list {
      NSArray *found = [self notesWhere:nil];
      NSLog(@"%lu", found.count);
      for (CDNote *note in found) { NSLog(@"%@", note.title); }
    }
    """,
    """
    - (void)show:(NSManagedObjectContext *)other {
      NSFetchRequest *request = [CDNote fetchRequest];
      request.resultType = NSManagedObjectIDResultType;
      NSArray *ids = [self.context executeFetchRequest:request error:nil];
      NSArray *notes = [self.context executeFetchRequest:[CDNote fetchRequest] error:nil];
      dispatch_async(dispatch_get_global_queue(0, 0), ^{
        for (NSManagedObjectID *key in ids) { NSLog(@"%@", key.URIRepresentation); }
        for (CDNote *note in notes) { NSLog(@"%@", note.objectID); }
      });
    }
    """,
    // Each round waits for a server, beside which the store is quick.
    """
    - (void)send:(NSArray *)titles {
      for (NSString *title in titles) {
        dispatch_semaphore_t sent = dispatch_semaphore_create(0);
        [self post:title done:^{ dispatch_semaphore_signal(sent); }];
        dispatch_semaphore_wait(sent, DISPATCH_TIME_FOREVER);
        [CDNote MR_findFirstByAttribute:@"title" withValue:title];
      }
    }
    """,
    """
    - (void)dumpFolders {
      NSArray *folders = [self.context executeFetchRequest:[CDFolder fetchRequest] error:nil];
      for (CDFolder *folder in folders) {
        NSLog(@"%@ has %lu", folder.name, folder.notes.count);
      }
      [folders enumerateObjectsUsingBlock:^(CDFolder *folder, NSUInteger index, BOOL *stop) {
        NSLog(@"%@ has %lu", folder.name, folder.notes.count);
      }];
    }
    - (NSString *)sampleOf:(CDFolder *)folder {
      // Whichever comes first will do.
      CDNote *note = [[folder.notes allObjects] firstObject];
      return note.title;
    }
    """,
  ]
}
