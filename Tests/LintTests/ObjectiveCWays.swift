/// Ways in which Objective-C hides a mistake from those who read one method alone.
extension ObjectiveCRuleTests {
  static let ways: [Case] = [
    Case(
      ["context-across-tasks"],
      """
      - (void)refresh {
        NSBlockOperation *work = [NSBlockOperation blockOperationWithBlock:^{
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          self.count = [↓self.viewContext countForFetchRequest:request error:nil];
        }];
        [self.queue addOperation:work];
      }
      """),
    Case(
      ["save-in-loop"],
      """
      - (void)add:(NSString *)title {
        if (title.length > 0) {
          CDNote *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:self.context];
          note.title = title;
          if (![self.context save:&_error]) { NSLog(@"%@", _error); }
        }
      }
      - (void)addAll:(NSArray *)titles { for (NSString *title in titles) { [self ↓add:title]; } }
      """),
    Case(
      ["context-outside-perform"],
      """
      - (NSManagedObjectContext *)makeWorker {
        NSManagedObjectContext *made = nil;
        if (self.isOpen) { made = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSPrivateQueueConcurrencyType]; }
        return made;
      }
      - (void)open { _worker = [self makeWorker]; }
      - (void)close { [↓_worker reset]; self.isOpen = NO; }
      - (void)drop { _worker = nil; }
      """),
    Case(
      ["context-outside-perform"],
      """
      + (NSManagedObjectContext *)workerOf:(NSPersistentContainer *)container {
        NSManagedObjectContext *made = [container newBackgroundContext];
        return made;
      }
      - (void)clear {
        NSManagedObjectContext *worker = [Store workerOf:self.container];
        [↓worker reset];
      }
      """),
    Case(
      ["fetch-without-limit"],
      """
      - (CDNote *)noteWith:(NSString *)text {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Folder"];
        request.predicate = [NSPredicate predicateWithFormat:@"name CONTAINS[cd] %@", text];
        NSArray *found = [self.context ↓executeFetchRequest:request error:nil];
        if ([found count] > 0) { return [found objectAtIndex:0]; }
        return nil;
      }
      """),
    Case(
      ["relationship-as-text"],
      """
      - (NSArray *)notesIn:(NSString *)folder {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [NSPredicate predicateWithFormat:↓@"folder == %@ AND title != nil", folder];
        return [self.context executeFetchRequest:request error:nil];
      }
      - (NSArray *)foldersWith:(CDNote *)note {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Folder"];
        [request setPredicate:[NSPredicate predicateWithFormat:↓@"ANY notes LIKE %@", note.title.lowercaseString]];
        return [self.context executeFetchRequest:request error:nil];
      }
      """),
    Case(
      ["unknown-key"],
      """
      - (NSArray *)notesWhere:(NSString *)key is:(int)value {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        NSString *sortKey = [key stringByAppendingString:@".rank"];
        request.predicate = [NSPredicate predicateWithFormat:↓@"title != nil AND %@==%d", sortKey, value];
        return [self.context executeFetchRequest:request error:nil];
      }
      """),
    Case(
      ["count-in-loop"],
      """
      - (NSUInteger)numberOfNotes {
        return [self.context countForFetchRequest:[NSFetchRequest fetchRequestWithEntityName:@"Note"] error:nil];
      }
      - (void)number:(NSArray *)rows {
        for (NSMutableDictionary *row in rows) { row[@"place"] = @([self ↓numberOfNotes]); }
      }
      """),
  ]

  static let soundWays: [String] = [
    // A macro that stands for the main thread's context.
    """
    + (void)onMain:(void (^)(void))work { [MAIN_CONTEXT performBlock:^{ work(); }]; }
    - (void)load:(CDNote *)note {
      [self.session get:@"https://a" then:^(NSData *data) {
        [Store onMain:^{ note.title = @"read"; }];
      }];
    }
    """,
    // An operation of the main queue, and one that is started where it is made.
    """
    - (void)refresh {
      NSBlockOperation *work = [NSBlockOperation blockOperationWithBlock:^{ [self.viewContext reset]; }];
      [[NSOperationQueue mainQueue] addOperation:work];
    }
    - (void)refreshNow {
      NSBlockOperation *work = [NSBlockOperation blockOperationWithBlock:^{ [self.viewContext reset]; }];
      [work start];
    }
    """,
    // Who is given an object, and who turns a part of a condition off.
    """
    - (NSArray *)notesIn:(CDFolder *)folder or:(BOOL)all {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.predicate = [NSPredicate predicateWithFormat:@"folder == %@ OR %@ == 1", folder, @(all)];
      return [self.context executeFetchRequest:request error:nil];
    }
    """,
    """
    - (NSArray *)notesWhere:(NSString *)key is:(int)value {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.predicate = [NSPredicate predicateWithFormat:@"%K == %d AND %@ CONTAINS title", key, value, self.titles];
      return [self.context executeFetchRequest:request error:nil];
    }
    """,
    // Each round asks a server first.
    """
    - (void)send:(NSArray *)notes {
      for (CDNote *note in notes) {
        dispatch_group_enter(self.group);
        [self find:note.title];
      }
    }
    - (NSArray *)find:(NSString *)title {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.predicate = [NSPredicate predicateWithFormat:@"title BEGINSWITH %@", title];
      return [self.context executeFetchRequest:request error:nil];
    }
    """,
    // What a method writes out is little.
    """
    - (NSArray *)kinds { return @[ @"a", @"b" ]; }
    - (void)showKinds {
      for (NSString *kind in [self kinds]) {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [NSPredicate predicateWithFormat:@"title == %@", kind];
        [self show:[self.context executeFetchRequest:request error:nil] of:kind];
      }
    }
    """,
    // Views of a cell are few.
    """
    - (void)fill:(UIView *)cell {
      for (UIView *view in cell.subviews) {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [NSPredicate predicateWithFormat:@"title == %@", view.name];
        [self show:[self.context executeFetchRequest:request error:nil] in:view];
      }
    }
    """,
    // What links two objects.
    """
    - (CDNote *)linkOf:(CDFolder *)folder and:(CDFolder *)other {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.predicate = [NSPredicate predicateWithFormat:@"folder == %@ AND title == %@", folder, other.name];
      NSArray *found = [self.context executeFetchRequest:request error:nil];
      return [found objectAtIndex:0];
    }
    """,
    // No batch reaches a store in memory.
    """
    - (void)open:(NSPersistentStoreCoordinator *)coordinator {
      [coordinator addPersistentStoreWithType:NSInMemoryStoreType configuration:nil URL:nil options:nil error:&_error];
    }
    - (void)clear {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      for (CDNote *note in [self.context executeFetchRequest:request error:&_error]) { [self.context deleteObject:note]; }
    }
    """,
  ]
}
