/// What Objective-C does by way of other methods, with '↓' before each place.
extension ObjectiveCRuleTests {
  static let helpers = [
    Case(
      ["fetch-in-loop", "save-in-loop", "count-in-loop"],
      """
      - (void)import:(NSArray *)rows {
        for (NSDictionary *row in rows) {
          CDNote *note = [self ↓noteNamed:row[@"title"]];
          if ([Store ↓isKnown:row in:self.context]) continue;
          note.title = row[@"title"];
          [self ↓finish];
        }
      }
      - (void)finish { [self saveAll]; }
      - (void)saveAll {
        NSError *error = nil;
        if ([self.context hasChanges] && ![self.context save:&error]) NSLog(@"%@", error);
      }
      - (CDNote *)noteNamed:(NSString *)name {
        if (!name) return nil;
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [NSPredicate predicateWithFormat:@"title = %@", name];
        request.fetchLimit = 1;
        return [[self.context executeFetchRequest:request error:NULL] firstObject];
      }
      + (BOOL)isKnown:(NSDictionary *)row in:(NSManagedObjectContext *)context {
        return [context countForFetchRequest:[self requestFor:row] error:NULL] > 0;
      }
      """),
    Case(
      ["core-data-n-plus-one"],
      """
      - (void)show {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        NSArray *notes = [self.context executeFetchRequest:request error:NULL];
        for (CDNote *note in notes) NSLog(@"%@ %@", note.title, ↓note.folder.name);
      }
      - (NSArray *)folders {
        NSFetchRequest *request = [CDFolder fetchRequest];
        NSError *error = nil;
        NSArray *found = [self.context executeFetchRequest:request error:&error];
        return found;
      }
      - (void)list {
        [[self folders] enumerateObjectsUsingBlock:^(CDFolder *folder, NSUInteger index, BOOL *stop) {
          NSLog(@"%@ %lu", folder.name, [↓[folder notes] count]);
        }];
      }
      - (NSArray *)names {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        NSArray *all = [self.context executeFetchRequest:request error:NULL];
        return [all ↓valueForKeyPath:@"@distinctUnionOfObjects.folder.name"];
      }
      """),
    Case(
      ["unknown-key"],
      """
      - (NSPredicate *)predicateFor:(NSString *)text {
        if (text.length == 0) return nil;
        NSPredicate *own = [NSPredicate predicateWithFormat:@"title CONTAINS %@", text];
        NSPredicate *other = [NSPredicate predicateWithFormat:↓@"folder.title CONTAINS %@", text];
        return [NSCompoundPredicate orPredicateWithSubpredicates:@[own, other]];
      }
      - (NSArray *)find:(NSString *)text {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        request.predicate = [self predicateFor:text];
        return [self.context executeFetchRequest:request error:NULL];
      }
      """),
    Case(
      ["context-across-tasks"],
      """
      - (void)clean {
        dispatch_async(dispatch_get_global_queue(QOS_CLASS_UTILITY, 0), ^{ [self ↓removeOld]; });
      }
      - (void)removeOld {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        [self sweep:[self.container.viewContext executeFetchRequest:request error:NULL]];
      }
      """),
    Case(
      ["context-across-tasks"],
      """
      - (void)load {
        self.notes = [self.container.viewContext executeFetchRequest:[CDNote fetchRequest] error:NULL];
      }
      - (void)export {
        dispatch_async(dispatch_get_global_queue(QOS_CLASS_UTILITY, 0), ^{ [self write:[self ↓text]]; });
      }
      - (NSString *)text {
        NSMutableArray *lines = [NSMutableArray array];
        for (CDNote *note in self.notes) [lines addObject:note.title];
        return [lines componentsJoinedByString:@""];
      }
      """),
  ]

  static let soundHelpers = [
    // Which condition it is, depends on what the method is given.
    """
    - (NSPredicate *)predicateFor:(id)kind text:(NSString *)text {
      if ([kind isMemberOfClass:[CDNote class]]) {
        return [NSPredicate predicateWithFormat:@"title CONTAINS %@", text];
      } else if ([kind isMemberOfClass:[CDFolder class]]) {
        return [NSPredicate predicateWithFormat:@"name CONTAINS %@", text];
      }
      return nil;
    }
    - (NSArray *)find:(NSString *)text {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.predicate = [self predicateFor:[CDNote alloc] text:text];
      request.fetchLimit = 20;
      return [self.context executeFetchRequest:request error:NULL];
    }
    """,
    """
    - (NSPredicate *)predicateFor:(Kind)kind text:(NSString *)text {
      switch (kind) {
        case KindFolder: return [NSPredicate predicateWithFormat:@"name CONTAINS %@", text];
        default: return [NSPredicate predicateWithFormat:@"title CONTAINS %@", text];
      }
    }
    - (NSArray *)find:(NSString *)text {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.predicate = [self predicateFor:KindNote text:text];
      request.fetchLimit = 20;
      return [self.context executeFetchRequest:request error:NULL];
    }
    """,
    """
    - (void)load {
      self.notes = [self.container.viewContext executeFetchRequest:[CDNote fetchRequest] error:NULL];
    }
    - (void)export {
      NSArray *titles = [self.notes valueForKey:@"title"];
      dispatch_async(dispatch_get_global_queue(QOS_CLASS_UTILITY, 0), ^{
        [self write:titles count:self.notes.count];
        dispatch_async(dispatch_get_main_queue(), ^{ [self show:self.notes[0]]; });
      });
    }
    """,
    // What is found already is not asked for, and what only some rounds do is no round's work.
    """
    - (void)import:(NSArray *)rows {
      for (NSDictionary *row in rows) {
        [self cached:row];
        [self other:row];
      }
      [self finish];
    }
    - (CDNote *)cached:(NSDictionary *)row {
      CDNote *known = self.cache[row[@"title"]];
      if (known) return known;
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.fetchLimit = 1;
      return [[self.context executeFetchRequest:request error:NULL] firstObject];
    }
    - (void)other:(NSDictionary *)row {
      if (row.count > 100) [self finish];
    }
    - (void)finish {
      NSError *error = nil;
      if (![self.context save:&error]) NSLog(@"%@", error);
    }
    """,
    """
    - (void)show {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
      request.relationshipKeyPathsForPrefetching = @[@"folder"];
      for (CDNote *note in [self.context executeFetchRequest:request error:NULL]) NSLog(@"%@", note.folder.name);
    }
    - (void)move:(CDFolder *)folder {
      NSArray *all = [self.context executeFetchRequest:[CDNote fetchRequest] error:NULL];
      for (CDNote *note in all) {
        if (note.folder == nil) note.folder = folder;
        NSLog(@"%@", note.folder.objectID);
      }
    }
    """,
    """
    - (void)clean {
      dispatch_async(dispatch_get_global_queue(QOS_CLASS_UTILITY, 0), ^{ [self removeOld]; });
    }
    - (void)removeOld {
      NSManagedObjectContext *main = self.container.viewContext;
      [main performBlockAndWait:^{
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
        [self sweep:[main executeFetchRequest:request error:NULL]];
      }];
    }
    - (CDNote *)only {
      NSArray *notes = [self.context executeFetchRequest:[CDNote fetchRequest] error:NULL];
      if (notes.count > 1) NSLog(@"%lu", notes.count);
      return notes.lastObject;
    }
    """,
  ]
}
