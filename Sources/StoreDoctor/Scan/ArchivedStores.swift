internal import StoreEngine
internal import StoreModel

/// The stores in an archive, each with the files that belong to it.
///
/// They are unpacked into a private folder under names of our own, as many at once as fit into a
/// limit, and removed as soon as they were looked at.
struct ArchivedStores {
  private let archive: Archive

  /// A store in it.
  struct Found {
    /// Its place among the stores of the archive.
    var index = 0
    var name: String
    var members: [Int: String] = [:]
    /// What it comes to, as the archive says.
    var bytes: Int64 = 0
    var problem: String?
  }

  /// What is unpacked at once, unless one store alone is larger.
  private static let atOnce: Int64 = 256 << 20
  /// What a store may come to, whatever the archive says.
  private static let largest: Int64 = 8 << 30
  /// Members that are remembered; an archive with more was made to have them.
  private static let mostMembers = 2_000_000
  private static let firstLook = 512

  /// Nil for a file that is no archive.
  init?(_ path: String) {
    guard let archive = Archive(path) else { return nil }
    self.archive = archive
  }

  /// A name as a path without what leads nowhere; nil for one that leads out of its folder.
  static func clean(_ name: String) -> String? {
    let parts = name.split(separator: "/").filter { $0 != "." }
    guard !parts.isEmpty, !parts.contains(".."), !name.contains("\0") else { return nil }
    return parts.joined(separator: "/")
  }

  /// The stores by what is in the members, in the order of the archive.
  ///
  /// - Returns: also why the archive could not be read to its end, nil where it was, and what in it was
  ///   not looked at.
  func find() -> (stores: [Found], problem: String?, unseen: Unseen) {
    var unseen = Unseen()
    var members: [(member: Archive.Member, name: String)] = []
    var stores: [(index: Int, name: String, problem: String?)] = []
    var problem: String?
    do {
      try archive.visit { member, pieces in
        guard members.count < Self.mostMembers else {
          throw ArchiveError("it has more than \(Self.mostMembers) members")
        }
        let cleaned = Self.clean(member.name)
        var start: ArraySlice<UInt8> = []
        var broken = member.problem
        do throws(ArchiveError) {
          while start.count < Self.firstLook, let piece = try pieces() { start += piece }
        } catch {
          // In a zip archive the others are whole.
          guard archive.format == .zip else { throw error }
          broken = broken ?? error.reason
        }
        guard let name = cleaned else {
          if StoreHeader.begins(start) { unseen.outside += 1 }
          return
        }
        if Archive.format(of: Array(start.prefix(Self.firstLook))) != nil { unseen.archives += 1 }
        members.append((member, name))
        if StoreHeader.begins(start) || broken != nil && Self.isCalledStore(name) {
          if !name.contains("_SUPPORT/_EXTERNAL_DATA/") {
            stores.append((member.index, name, broken))
          }
        }
      }
    } catch {
      problem = (error as? ArchiveError)?.reason ?? "\(error)"
    }
    let sizes = Dictionary(members.map { ($0.member.index, $0.member) }) { first, _ in first }
    var places: [String: Int] = [:]
    for (place, member) in members.enumerated() { places[member.name] = place }
    let external = Dictionary(
      grouping: members.filter { $0.name.contains("_SUPPORT/_EXTERNAL_DATA/") }
    ) { Folder.split($0.name).folder }
    let found = stores.enumerated().map { index, store in
      var found = Found(index: index, name: store.name, problem: store.problem)
      let own = Self.ownName(store.name)
      func add(_ member: Archive.Member, _ name: String) {
        found.members[member.index] = name
        found.bytes += min(member.size ?? 0, Self.largest)
      }
      if let main = sizes[store.index] { add(main, own) }
      for suffix in ["-wal", "-journal"] {
        if let place = places[store.name + suffix] {
          add(members[place].member, own + suffix)
        }
      }
      let folder = ExternalStorage(storePath: store.name).folder + "/"
      let ownFolder = ExternalStorage(storePath: own).folder
      for member in external[folder] ?? [] {
        let name = Folder.split(member.name).name
        guard ExternalStorage.FileKey(name: name) != nil else { continue }
        add(member.member, ownFolder + "/" + name)
      }
      return found
    }
    return (found, problem, unseen)
  }

  /// What an archive has and nobody looked at.
  struct Unseen {
    /// Stores whose names lead out of the folder they are unpacked into.
    var outside = 0
    /// Archives in it.
    var archives = 0
  }

  private static func isCalledStore(_ name: String) -> Bool {
    ["sqlite", "sqlite3", "store", "storedata"].contains(name.suffixName)
  }

  /// What a store is called in our folder: nothing of it can lead anywhere.
  private static func ownName(_ name: String) -> String {
    let last = Folder.split(name).name
    return last.hasPrefix(".") || last.utf8.count > 200 ? "store" : last
  }

  /// Unpacks stores one after the other into a private folder, and hands each on while it is there.
  ///
  /// - Parameters:
  ///   - begin: told which one is unpacked or looked at from here on.
  ///   - body: given the store, its path, and why it could not be unpacked.
  func forEach(
    _ stores: [Found], begin: (Found) -> Void, _ body: (Found, String?, Problem?) -> Void
  ) {
    // To reach a member all before it have to be read or at least counted.
    var (waiting, bytes) = ([Found](), Int64(0))
    for store in stores {
      if !waiting.isEmpty, bytes + store.bytes > Self.atOnce {
        batch(waiting, begin, body)
        (waiting, bytes) = ([], 0)
      }
      waiting.append(store)
      bytes += store.bytes
    }
    if !waiting.isEmpty { batch(waiting, begin, body) }
  }

  private func batch(
    _ stores: [Found], _ begin: (Found) -> Void, _ body: (Found, String?, Problem?) -> Void
  ) {
    var problems = stores.map { $0.problem.map { Problem($0) } }
    do {
      let needed = stores.reduce(0) { $0 + $1.bytes }
      if let free = DiskSpace.free(besides: WorkFolder.temporary + "/archive"), free < needed {
        let reason =
          "the temporary folder has only \(DataKind.sizeText(free)) left, and it takes "
          + DataKind.sizeText(needed)
        for store in stores { body(store, nil, Problem(reason, .space)) }
        return
      }
      let folder = try WorkFolder(in: WorkFolder.temporary, for: "archive")
      defer { folder.remove() }
      func place(_ index: Int) -> String { folder.file("\(index)") }
      var wanted: [Int: (store: Int, path: String)] = [:]
      for (index, store) in stores.enumerated() where store.problem == nil {
        if let reason = Folder.make(place(index)) { throw ArchiveError(reason) }
        for (member, name) in store.members { wanted[member] = (index, place(index) + "/" + name) }
      }
      var left = stores.map { _ in Self.largest }
      do {
        try archive.visit { member, pieces in
          guard let (store, path) = wanted[member.index], problems[store] == nil else { return }
          begin(stores[store])
          do {
            let above = path.deletingLastPathComponent
            if let reason = Folder.make(above) { throw ArchiveError(reason) }
            var own = member.size ?? Self.largest
            try FileOutput.create(at: path) { () throws -> ArraySlice<UInt8>? in
              guard let piece = try pieces() else { return nil }
              left[store] -= Int64(piece.count)
              own -= Int64(piece.count)
              guard left[store] >= 0 else {
                throw Problem("it is larger than \(DataKind.sizeText(Self.largest))", .tooLarge)
              }
              guard own >= 0 else { throw ArchiveError("it is larger than the archive says") }
              return piece
            }
            wanted[member.index] = nil
            if wanted.isEmpty { throw Finished() }
          } catch let error as Finished {
            throw error
          } catch {
            problems[store] = Problem(error)
          }
        }
      } catch is Finished {
      } catch {
        for (store, _) in wanted.values { problems[store] = problems[store] ?? Problem(error) }
      }
      for (index, store) in stores.enumerated() {
        begin(store)
        let path = place(index) + "/" + Self.ownName(store.name)
        body(store, problems[index] == nil ? path : nil, problems[index])
      }
    } catch {
      for store in stores { body(store, nil, Problem(error)) }
    }
  }

  private struct Finished: Error {}

  /// Why a store cannot be unpacked.
  struct Problem: Error {
    var text: String
    var reason: ScannedStore.Failure.Reason

    init(_ text: String, _ reason: ScannedStore.Failure.Reason = .archive) {
      (self.text, self.reason) = (text, reason)
    }

    init(_ error: any Error) {
      self = (error as? Problem) ?? Problem("\(error)")
      if case .full? = error as? StoreOutputError { reason = .space }
    }
  }
}
