/// Mistakes of Objective-C that another method, another file or a class keeps.
extension ObjectiveCRuleTests {
  static let shapes: [Case] = [
    Case(
      ["fetch-in-loop"],
      """
      - (void)take:(NSArray *)names {
        NSEnumerator *all = [names objectEnumerator];
        NSString *name = nil;
        while ((name = [all nextObject])) { [CDNote ↓MR_findFirstByAttribute:@"title" withValue:name]; }
      }
      """),
    Case(
      ["unknown-key"],
      """
      + (NSPredicate *)old { return [NSPredicate predicateWithFormat:↓@"created < %@", NSDate.date]; }
      - (NSArray *)load {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [[self class] old];
        return [self.context executeFetchRequest:request error:nil];
      }
      """),
    Case(
      ["context-outside-perform"],
      """
      - (instancetype)init {
        _worker = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSPrivateQueueConcurrencyType];
        return self;
      }
      - (void)sweep { [↓_worker reset]; }
      """),
    Case(
      ["unsaved-context"],
      """
      - (void)rename {
        [self.container performBackgroundTask:^(NSManagedObjectContext *context) {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          for (CDNote *note in [context executeFetchRequest:request error:nil]) { ↓note.title = @""; }
        }];
      }
      """),
    Case(
      ["filtered-in-memory"],
      """
      - (NSArray *)all:(NSManagedObjectContext *)context {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        return [context executeFetchRequest:request error:nil];
      }
      - (NSArray *)named:(NSString *)title in:(NSManagedObjectContext *)context {
        NSPredicate *named = [NSPredicate predicateWithFormat:@"title == %@", title];
        return [[self all:context] ↓filteredArrayUsingPredicate:named];
      }
      """),
    Case(
      ["order-of-to-many"],
      """
      - (CDNote *)coverOf:(CDFolder *)folder { return [[folder.notes allObjects] ↓firstObject]; }
      """),
    Case(
      ["core-data-n-plus-one"],
      """
      - (NSString *)lineOf:(CDNote *)note { return note.folder.name; }
      - (NSArray *)lines {
        NSArray *all = [self.context executeFetchRequest:[CDNote fetchRequest] error:nil];
        NSMutableArray *lines = [NSMutableArray array];
        for (CDNote *note in all) { [lines addObject:[self ↓lineOf:note]]; }
        return lines;
      }
      """),
    Case(["swallowed-store-error"], "- (void)leave { [DBM ↓save:NULL]; }"),
    Case(
      ["deleted-one-by-one"],
      """
      - (NSArray *)all {
        return [self.context executeFetchRequest:[CDNote fetchRequest] error:nil];
      }
      - (void)wipe {
        for (CDNote *note in ↓[self all]) { [self.context deleteObject:note]; }
      }
      """),
    Case(
      ["deleted-object-used"],
      """
      - (void)remove:(CDNote *)note {
        [self.context deleteObject:note];
        NSError *error = nil;
        if (![self.context save:&error]) { NSLog(@"%@ %@", error, note.title); return; }
        NSLog(@"%@", ↓note.title);
      }
      """),
    Case(
      ["temporary-identifier-kept"],
      """
      - (void)begin {
        CDNote *note = [[CDNote alloc] initWithContext:self.context];
        NSString *key = note.↓objectID.URIRepresentation.absoluteString;
        [NSUserDefaults.standardUserDefaults setObject:key forKey:@"note"];
        NSError *error = nil;
        if (![self.context save:&error]) { NSLog(@"%@", error); }
      }
      """),
    Case(
      ["memory-store-on-failure"],
      """
      - (BOOL)open:(NSURL *)url error:(NSError **)error {
        return [self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:error] != nil;
      }
      - (void)start:(NSURL *)url {
        NSError *problem = nil;
        if (![self open:url error:&problem]) {
          NSLog(@"%@", problem);
          [self.coordinator addPersistentStoreWithType:↓NSInMemoryStoreType configuration:nil URL:nil options:nil error:NULL];
        }
      }
      """),
    Case(
      ["store-deleted-on-failure"],
      """
      - (void)wipe:(NSURL *)url { [NSFileManager.defaultManager removeItemAtURL:url error:NULL]; }
      - (void)start {
        [self.container loadPersistentStoresWithCompletionHandler:^(NSPersistentStoreDescription *store, NSError *problem) {
          if (problem != nil) { [self ↓wipe:store.URL]; }
        }];
      }
      """),
    Case(
      ["batch-not-merged"],
      """
      - (BOOL)run:(NSPersistentStoreRequest *)request error:(NSError **)error {
        return [self.context executeRequest:request error:error] != nil;
      }
      - (void)mark {
        NSBatchUpdateRequest *update = [NSBatchUpdateRequest batchUpdateRequestWithEntityName:@"Note"];
        update.propertiesToUpdate = @{@"title": @""};
        NSError *error = nil;
        if (![self ↓run:update error:&error]) { NSLog(@"%@", error); }
      }
      """),
    Case(
      ["unknown-key"],
      """
      - (NSArray *)load:(NSNumber *)scope {
        _filters = @{@1: [NSPredicate predicateWithFormat:↓@"text == nil"], @2: [NSPredicate predicateWithFormat:@"title == nil"]};
        NSFetchRequest *request = [CDNote fetchRequest];
        request.predicate = self.filters[scope];
        return [self.context executeFetchRequest:request error:nil];
      }
      """),
    Case(
      ["order-of-to-many"],
      """
      - (CDNote *)someOf:(CDFolder *)folder {
        if ([folder.notes count] > 1) { return [[folder.notes allObjects] ↓lastObject]; }
        return nil;
      }
      """),
  ]

  static let soundShapes = [
    """
    - (CDNote *)onlyOneOf:(CDFolder *)folder {
      if ([folder.notes count] == 1) { return [[folder.notes allObjects] lastObject]; }
      if (folder.notes.count == 1) { return [[folder.notes allObjects] firstObject]; }
      return nil;
    }
    """,
    """
    - (NSUInteger)countOf:(NSInteger)rank {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.predicate = [NSPredicate predicateWithFormat:@"title == %@", @(rank).stringValue];
      return [self.context countForFetchRequest:request error:nil];
    }
    - (void)show {
      for (Rank rank = RankLow; rank <= RankHigh; rank++) NSLog(@"%lu", [self countOf:rank]);
    }
    """,
    """
    - (void)start {
      self.request = [CDNote fetchRequest];
      [self sort];
      self.notes = [[NSFetchedResultsController alloc] initWithFetchRequest:self.request
        managedObjectContext:self.context sectionNameKeyPath:nil cacheName:nil];
    }
    - (void)sort {
      self.request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@"title" ascending:YES]];
    }
    """,
    """
    - (void)mark:(CDFolder *)folder {
      for (CDNote *note in folder.notes) {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Folder"];
        request.predicate = [NSPredicate predicateWithFormat:@"name == %@", note.title];
        request.fetchLimit = 1;
        NSArray *found = [folder.managedObjectContext executeFetchRequest:request error:nil];
        NSLog(@"%@", found);
      }
    }
    """,
    """
    - (instancetype)init {
      _worker = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSPrivateQueueConcurrencyType];
      return self;
    }
    - (void)clean { [_worker performBlock:^{ [self sweep]; }]; }
    - (void)sweep { [_worker reset]; }
    """,
    """
    - (void)remove:(CDNote *)note {
      NSString *title = note.title;
      [self.context deleteObject:note];
      NSError *error = nil;
      if (![self.context save:&error]) { NSLog(@"%@ %@", error, note.title); [self.context rollback]; return; }
      NSLog(@"%@ %@", title, note.objectID);
    }
    - (void)begin {
      CDNote *note = [[CDNote alloc] initWithContext:self.context];
      NSError *error = nil;
      if (![self.context save:&error]) { [self.context rollback]; }
      NSString *key = note.objectID.URIRepresentation.absoluteString;
      [NSUserDefaults.standardUserDefaults setObject:key forKey:@"note"];
    }
    """,
    """
    - (BOOL)run:(NSPersistentStoreRequest *)request error:(NSError **)error {
      BOOL isDone = [self.context executeRequest:request error:error] != nil;
      [self.context refreshAllObjects];
      return isDone;
    }
    - (void)mark {
      NSBatchUpdateRequest *update = [NSBatchUpdateRequest batchUpdateRequestWithEntityName:@"Note"];
      update.propertiesToUpdate = @{@"title": @""};
      NSError *error = nil;
      if (![self run:update error:&error]) { NSLog(@"%@", error); }
    }
    """,
    """
    - (void)start:(NSURL *)url {
      NSError *problem = nil;
      if (![self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:self.options error:&problem]) {
        self.openError = problem;
        [self.coordinator addPersistentStoreWithType:NSInMemoryStoreType configuration:nil URL:nil options:nil error:NULL];
      }
    }
    - (void)signOut:(NSURL *)url {
      [NSFileManager.defaultManager removeItemAtURL:url error:NULL];
    }
    """,
  ]
}
