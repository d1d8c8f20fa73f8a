internal import Diagnostics

/// Saves that tell a block whether they have worked, where the block does not look, or where there is none.
extension SwallowedStoreError {
  /// `[MagicalRecord saveWithBlock:… completion:^(BOOL saved, NSError *error) { [self close]; }]`
  func checkCompletions(_ body: ObjCBody, _ report: RuleReport) {
    guard !body.file.isTest, !body.helpers.isLast(body) else { return }
    body.method.body.messages { message, _ in
      guard message.isUnlookedSave(in: body) else { return }
      let claim = message.argumentBlock.flatMap { block -> Int? in
        let first = ObjCNode(kind: .leaf, token: block.token)
        return body.claim(
          behind: ObjCPlace(siblings: [first] + block.children, index: 0, around: []))
      }
      if let claim {
        report(
          Self.trusted(body.file.location(claim)), at: body.file.location(message.offset),
          severity: .warning)
      } else {
        report(Self.save, at: body.file.location(message.offset))
      }
    }
  }

  static let completions: [RuleExample] = .texts(
    in: CoreDataText.objectiveC,
    flagged: """
      - (void)seed {
        [MagicalRecord ↓saveWithBlock:^(NSManagedObjectContext *context) {
          [CDNote MR_createEntityInContext:context];
        } completion:^(BOOL saved, NSError *error) {
          [[NSUserDefaults standardUserDefaults] setBool:YES forKey:@"seeded"];
        }];
      }
      ---
      - (void)keep:(CDNote *)note {
        [note ↓saveObjectWithCompletion:^{ [self close]; } fail:nil];
      }
      ---
      - (void)keep {
        [[NSManagedObjectContext MR_defaultContext] ↓MR_saveToPersistentStoreWithCompletion:nil];
      }
      """,
    clean: """
      - (void)seed {
        [MagicalRecord saveWithBlock:^(NSManagedObjectContext *context) {
          [CDNote MR_createEntityInContext:context];
        } completion:^(BOOL saved, NSError *error) {
          if (!saved) { [self show:error]; }
        }];
      }
      - (void)keep:(CDNote *)note {
        [note saveObjectWithCompletion:^{ [self close]; } fail:^{ [self warn]; }];
        [self.player saveSound:note.title fail:nil];
      }
      """)
}

extension ObjCMessage {
  private static let saves: Set = [
    "MR_saveOnlySelfWithCompletion:", "MR_saveToPersistentStoreWithCompletion:",
    "MR_saveWithOptions:", "saveOnlySelfWithCompletion:", "saveToPersistentStoreWithCompletion:",
    "saveWithBlock:",
  ]
  private static let failures: Set = ["errorHandler:", "fail:", "failure:", "onError:"]

  /// Whether it saves and nobody learns from it that this has failed.
  fileprivate func isUnlookedSave(in body: ObjCBody) -> Bool {
    guard let last = parts.last else { return false }
    if parts.count > 1, selector.hasPrefix("save"), Self.failures.contains(last.name),
      last.argument.isNothing
    {
      return body.isOfObjects(receiver)
    }
    guard Self.saves.contains(parts[0].name), last.name.lowercased().hasSuffix("completion:") else {
      return false
    }
    if last.argument.isNothing { return true }
    guard let block = argumentBlock, !block.children.isEmpty,
      let given = last.argument.first(where: { $0.kind == .parens })?.children.parts,
      given.count == 2
    else { return false }
    return !given.contains { part in
      part.last.map { block.children.mentions($0.text) } ?? false
    }
  }
}

extension ObjCBody {
  /// Whether an expression is an object of Core Data or a context.
  fileprivate func isOfObjects(_ receiver: [ObjCNode]) -> Bool {
    if isContext(receiver) { return true }
    guard let name = receiver.name else { return false }
    let type = name == "self" ? method.owner : declaredType(of: name)
    return type.map { type in
      managedClasses.contains(type) || helpers.project.isManaged(type)
        || type.hasSuffix("ManagedObject")
    } ?? false
  }
}
