internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Whole paths of files in the app's folders that Objective-C puts into objects.
extension AbsolutePathStored: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    let bytes = body.file.text.bytes
    guard !body.file.isTest, !bytes.has("Cocoa/Cocoa.h"), !bytes.has("AppKit"),
      // Whoever takes the name out of a stored path, may put it behind the folder of today.
      !bytes.has("lastPathComponent") || body.namesFilesAfterAddresses
    else { return }
    for (name, values) in body.set.sorted(by: { $0.key < $1.key }) {
      guard let dot = name.lastIndex(of: "."), case let object = String(name[..<dot]),
        case let key = String(name[name.index(after: dot)...]),
        let type = object == "self" ? body.method.owner : body.type(of: object),
        !lint.answer(.isManagedClass(type)).isEmpty,
        !lint.answer(.isTextManaged(key, of: type)).isEmpty
      else { continue }
      for value in values {
        guard let place = value.first?.token.offset, body.isWholePath(value, 8) else { continue }
        report(
          "'\(type).\(key)' gets the whole path of a file in a folder of the app, which moves",
          at: body.file.location(place), entity: type, property: key)
      }
    }
  }

  static let managed: [RuleExample] =
    .texts(
      in: CoreDataText.code,
      flagged: """
        func keep(_ data: Data, for note: CDNote) throws {
          let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
          let file = folder.appendingPathComponent("1.jpg")
          try data.write(to: file)
          note.title = file.↓path
        }
        """,
      clean: """
        func keep(_ data: Data, for note: CDNote) throws {
          let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
          let name = UUID().uuidString
          try data.write(to: folder.appendingPathComponent(name))
          note.title = name
        }
        """)
    + .texts(
      in: CoreDataText.objectiveC,
      flagged: """
        - (void)keep:(NSData *)data for:(CDNote *)note {
          NSString *folder = NSSearchPathForDirectoriesInDomains(NSDocumentDirectory, NSUserDomainMask, YES)[0];
          NSString *path = [folder stringByAppendingPathComponent:@"1.jpg"];
          [data writeToFile:path atomically:YES];
          note.title = ↓path;
        }
        ---
        - (NSString *)folder {
          return [NSSearchPathForDirectoriesInDomains(NSDocumentDirectory, NSUserDomainMask, YES) lastObject];
        }
        - (void)keep:(NSData *)data for:(CDNote *)note {
          NSURL *file = [NSURL fileURLWithPath:[[self folder] stringByAppendingPathComponent:@"1.jpg"]];
          [note setTitle:↓[file absoluteString]];
        }
        ---
        - (NSURL *)applicationDocumentsDirectory {
          return [[[NSFileManager defaultManager] URLsForDirectory:NSDocumentDirectory inDomains:NSUserDomainMask] lastObject];
        }
        - (void)keep:(NSData *)data for:(CDNote *)note {
          NSString *folder = [[self.applicationDocumentsDirectory URLByAppendingPathComponent:@"Pictures"] path];
          note.title = ↓[folder stringByAppendingPathComponent:@"1.jpg"];
        }
        """,
      clean: """
        - (void)keep:(NSData *)data for:(CDNote *)note {
          NSString *folder = NSSearchPathForDirectoriesInDomains(NSDocumentDirectory, NSUserDomainMask, YES)[0];
          NSString *name = @"1.jpg";
          [data writeToFile:[folder stringByAppendingPathComponent:name] atomically:YES];
          note.title = name;
        }
        - (void)read:(CDNote *)note {
          NSString *folder = NSSearchPathForDirectoriesInDomains(NSDocumentDirectory, NSUserDomainMask, YES)[0];
          NSString *text = [NSString stringWithContentsOfFile:[folder stringByAppendingPathComponent:@"a"]
            encoding:NSUTF8StringEncoding error:nil];
          note.title = text;
        }
        """)
}

extension ObjCBody {
  /// Whether the file takes last components of addresses alone, to name files by: `[url lastPathComponent]`.
  fileprivate var namesFilesAfterAddresses: Bool {
    let parts = String(decoding: file.text.bytes, as: UTF8.self).split(
      separator: "lastPathComponent", omittingEmptySubsequences: false)
    return parts.dropLast().allSatisfy { part in
      let word = part.reversed().drop { !$0.isLetter }
        .prefix { $0.isLetter || $0.isNumber }
      return String(word.reversed()).lowercased().hasSuffix("url")
    }
  }

  private static let joining: Set = [
    "URLByAppendingPathComponent:", "absoluteString", "fileURLWithPath:", "path",
    "stringByAppendingPathComponent:", "stringByAppendingString:", "URLWithString:",
  ]
  private static let folders = [
    "NSApplicationSupportDirectory", "NSDocumentDirectory", "NSHomeDirectory", "NSLibraryDirectory",
    "NSTemporaryDirectory",
  ]

  /// Whether an expression is a path, or what makes one of it, that begins with a folder of the app.
  fileprivate func isWholePath(_ nodes: [ObjCNode], _ steps: Int) -> Bool {
    guard steps > 0, !nodes.isEmpty else { return false }
    if let message = nodes.message {
      if Self.joining.contains(message.selector) {
        let start = message.has("fileURLWithPath") || message.has("URLWithString")
        return isWholePath(
          start ? message.parts[0].argument : message.receiver, start ? steps : steps - 1)
      }
      if ["firstObject", "lastObject", "objectAtIndex:"].contains(message.selector) {
        return isFolder(message.receiver)
      }
      guard let giver = giver(of: message) else { return false }
      let results = giver.results
      return !results.isEmpty
        && results.allSatisfy { giver.isWholePath($0, steps - 1) }
    }
    if isFolder(nodes) { return true }
    guard let name = nodes.name else { return false }
    // `file.absoluteString`
    if let dot = name.lastIndex(of: "."),
      ["absoluteString", "path"].contains(name[name.index(after: dot)...]),
      let known = values[String(name[..<dot])]
    {
      return known.count == 1 && isWholePath(known[0], steps - 1)
    }
    guard let known = values[name], known.count == 1, types[name] != nil else { return false }
    return isWholePath(known[0], steps - 1)
  }

  /// `NSSearchPathForDirectoriesInDomains(NSDocumentDirectory, …)[0]`, `NSTemporaryDirectory()`
  private func isFolder(_ nodes: [ObjCNode], _ steps: Int = 4) -> Bool {
    guard steps > 0 else { return false }
    // What Xcode's template calls the folder: `self.applicationDocumentsDirectory`.
    let asked = nodes.name?.split(separator: ".").last.map(String.init) ?? nodes.message?.selector
    if asked == "applicationDocumentsDirectory" { return true }
    if let name = nodes.name, let known = values[name] {
      return known.count == 1 && isFolder(known[0], steps - 1)
    }
    guard let first = nodes.first, first.isWord else {
      return nodes.message.map { message in
        message.has("URLsForDirectory") && Self.folders.contains(where: nodes.mentions)
      } ?? false
    }
    return ["NSSearchPathForDirectoriesInDomains", "NSHomeDirectory", "NSTemporaryDirectory"]
      .contains(first.text) && nodes.count < 4 && Self.folders.contains(where: nodes.mentions)
  }
}
