/// The names of classes of Core Data's objects in a file, from its words alone.
struct ClassNames: Sendable {
  /// Certain ones, and those of `Note(context:)`, which other types may begin like.
  private var certain: Set<String> = []
  private var likely: Set<String> = []
  /// What other declarations say of a name: another type, or any type that a function is asked for.
  private var others: Set<String> = []
  private var parents: [String: String] = [:]
  /// Names of variables that a context deletes, and the types that are written behind names.
  private var deleted: Set<String> = []
  private var written: [String: Set<String>] = [:]

  private static let holders: Set = [
    "FetchedResults", "NSAsynchronousFetchRequest", "NSFetchRequest", "NSFetchedResultsController",
  ]
  private static let namers: Set = [
    "entityForName", "entityName", "fetchRequestWithEntityName", "forEntityName",
    "initWithEntityName", "insertNewObjectForEntityForName",
  ]
  private static let declaring: Set = ["actor", "enum", "protocol", "struct", "typealias"]
  private static let general: Set = [
    "NSDictionary", "NSFetchRequestResult", "NSManagedObject", "NSManagedObjectID", "NSNumber",
    "NSEntityDescription", "Self", "Element", "ResultType", "__kindof",
  ]
  /// What keeps a context is called like this.
  private static let keepers = [
    "Controller", "Coordinator", "DAO", "Importer", "Manager", "Model", "Provider", "Repository",
    "Request", "Service", "Store", "Storage", "View", "Worker",
  ]

  init() {}

  init(_ bytes: [UInt8]) {
    var (before, last, word) = ("", "", "")
    var (lastSign, sign) = ("", "")
    var start: Int?
    for index in 0...bytes.count {
      if index < bytes.count, Self.isPart(bytes[index]) {
        start = start ?? index
        continue
      }
      if let begin = start {
        word = String(decoding: bytes[begin..<index], as: UTF8.self)
        note(before, lastSign, last, sign, word)
        (before, last, lastSign, sign, start) = (last, word, sign, "", nil)
      }
      if index < bytes.count, bytes[index] > 0x20, sign.utf8.count < 4 {
        sign.unicodeScalars.append(Unicode.Scalar(bytes[index]))
      }
    }
  }

  private mutating func note(
    _ before: String, _ lastSign: String, _ last: String, _ sign: String, _ word: String
  ) {
    if Self.holders.contains(last), sign == "<" { add(word) }
    if word == "fetchRequest", sign == "." || sign == "" { add(last) }
    if Self.namers.contains(last), sign == ":\"" || sign == ":@\"" || sign == "(\"" { add(word) }
    if word == "context", sign == "(", last.first?.isUppercase ?? false,
      !Self.keepers.contains(where: last.hasSuffix), !Self.isOfApple(last)
    {
      likely.insert(last)
    }
    if word == "initWithContext", last == "alloc" { likely.insert(before) }
    // `#import "Note+CoreDataClass.h"`: what Xcode makes of an entity is called like this.
    if sign == "+", word == "CoreDataClass" || word == "CoreDataProperties" { add(last) }
    if last == "delete", sign == "(", before.lowercased().hasSuffix("context") {
      deleted.insert(word)
    }
    if sign == ":", word.first?.isUppercase ?? false, last.first?.isLowercase ?? false {
      written[last, default: []].insert(word)
    }
    if before == "class" || before == "interface", sign == ":" { parents[last] = word }
    if last == "class", word.first?.isUppercase ?? false { others.insert(word) }
    if Self.declaring.contains(last) { others.insert(word) }
    // `func all<Row: NSManagedObject>(…)`, `associatedtype Row: NSManagedObject`
    if word == "NSManagedObject", sign == ":", before != "class", before != "interface" {
      others.insert(last)
    }
    if sign == "<", before == "func" || before == "class" || before == "struct" {
      others.insert(word)
    }
    if last == "associatedtype" { others.insert(word) }
  }

  private mutating func add(_ name: String) {
    guard name.first?.isUppercase ?? false, name.count > 1, !Self.general.contains(name) else {
      return
    }
    certain.insert(name)
  }

  private static func isOfApple(_ name: String) -> Bool {
    ["NS", "UI", "CI", "LA", "CG", "AV", "JS", "MTL"].contains { name.hasPrefix($0) }
  }

  mutating func formUnion(_ other: ClassNames) {
    certain.formUnion(other.certain)
    likely.formUnion(other.likely)
    others.formUnion(other.others)
    for name in other.deleted {
      if let types = other.written[name], types.count == 1 {
        // What another function takes by that name may be any value.
        likely.formUnion(types.subtracting(StandardTypes.names))
      }
    }
    parents.merge(other.parents) { first, _ in first }
  }

  var classes: Set<String> {
    let managed = parents.keys.filter { name in
      var name = name
      for _ in 0..<6 {
        guard let parent = parents[name] else { return false }
        if parent == "NSManagedObject" { return true }
        name = parent
      }
      return false
    }
    return certain.union(likely).subtracting(others).union(managed)
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F
      || byte >= 0x80
  }
}
