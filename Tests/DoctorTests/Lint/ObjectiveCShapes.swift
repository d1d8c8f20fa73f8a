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
  ]

  static let soundShapes = [
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
  ]
}
