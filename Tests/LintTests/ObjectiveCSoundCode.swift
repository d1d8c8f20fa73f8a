/// Objective-C that looks like a mistake and is none.
extension ObjectiveCRuleTests {
  static let sound = [
    """
    @end
    @implementation CDNote
    @dynamic title, titleText;
    @dynamic isOpen, open;
    - (NSString *)titleText { return self.title.uppercaseString; }
    - (void)setTitleText:(NSString *)text {
      [self willChangeValueForKey:@"titleText"];
      self.title = text;
      [self didChangeValueForKey:@"titleText"];
    }
    - (BOOL)isOpen { return self.title != nil; }
    @end
    @implementation Viewer
    - (void)show:(CDNote *)note { NSLog(@"%@", [note valueForKey:@"titleText"]); }
    """,
    """
    - (void)empty {
      NSArray *names = @[@"Note", @"Folder"];
      for (NSString *name in names) [self sweep:[self.context executeFetchRequest:[NSFetchRequest fetchRequestWithEntityName:name] error:NULL]];
      for (NSString *name in [NSArray arrayWithObjects:@"Note", @"Folder", nil]) {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:name];
        [self sweep:[self.context executeFetchRequest:request error:NULL]];
      }
      [@[@"Note", @"Folder"] enumerateObjectsUsingBlock:^(NSString *name, NSUInteger index, BOOL *stop) {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:name];
        [self sweep:[self.context executeFetchRequest:request error:NULL]];
      }];
    }
    """,
    """
    - (void)addSamples {
      for (int index = 0; index < 5; index++) {
        [self add:index];
        NSError *error = nil;
        if (![self.context save:&error]) NSLog(@"%@", error);
      }
      NSArray *rest = [self rest];
      while (rest.count > 0) {
        [self remove:rest];
        rest = [self.context executeFetchRequest:[self requestForRest] error:NULL];
      }
    }
    """,
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
        [self.context rollback];
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
}
