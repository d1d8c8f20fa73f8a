/// The models that code in Objective-C opens.
extension CoreDataUse {
  /// `[bundle URLForResource:@"Notes" withExtension:@"momd"]`
  mutating func noteModel(_ message: ObjCMessage, _ body: ObjCBody) {
    let kind = message.argument("withExtension") ?? message.argument("ofType")
    if let kind, body.constant(kind) == "momd",
      let name = message.argument("URLForResource") ?? message.argument("pathForResource")
    {
      code.openedModels.insert(.init(name: body.constant(name), path: body.file.path))
    } else if message.has("mergedModelFromBundles") {
      code.openedModels.insert(.init(name: nil, path: body.file.path))
    } else if let name = message.argument("initWithName") ?? message.argument("containerWithName"),
      message.receiver.written.contains("Container")
    {
      code.openedModels.insert(.init(name: body.constant(name), path: body.file.path))
    } else if message.selector == "init",
      message.receiver.message.map({
        $0.selector == "alloc" && $0.receiver.name == "NSManagedObjectModel"
      }) ?? false
    {
      code.openedModels.insert(.init(name: CoreDataCode.ownModel, path: body.file.path))
    }
  }
}
