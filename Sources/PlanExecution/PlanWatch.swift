internal import PlatformFoundation
internal import PlatformLibc
internal import StoreEngine
internal import StoreModel

/// Looks at what no limit of the system counts: the files of a program together, and its threads.
struct PlanWatch {
  /// What it may have in its folders.
  struct Allowance: Hashable {
    var bytes: Int64
    var files: Int

    /// Rows are copied, and external files are written anew.
    init(for use: Use) {
      bytes = max(2 << 30, use.bytes > .max / 8 ? .max : use.bytes * 8)
      files = max(10_000, use.files * 4)
    }
  }

  struct Use: Hashable {
    var bytes: Int64 = 0
    var files = 0
    var threads = 0
    /// A folder that cannot be looked into could hold anything.
    var isHidden = false
  }

  /// The folders it writes to.
  let folders: [String]
  /// The group of its processes.
  let group: pid_t
  let allowance: Allowance
  private var next = ContinuousClock.now

  private static let mostThreads = 1000
  private static let interval = Duration.milliseconds(200)

  init(folders: [String], group: pid_t, allowance: Allowance) {
    self.folders = folders
    self.group = group
    self.allowance = allowance
  }

  /// What it took too much of, as in "wrote more than 2048 MB"; nil when that is nothing, and between
  /// two looks.
  mutating func excess() -> String? {
    let start = ContinuousClock.now
    guard start >= next else { return nil }
    let use = Self.use(of: folders, group: group)
    let end = ContinuousClock.now
    // Most of the time is left for other work, however many files there are.
    next = end + max(Self.interval, (end - start) * 10)
    if use.isHidden { return "made a folder that cannot be looked into" }
    if use.bytes > allowance.bytes { return "wrote more than \(allowance.bytes >> 20) MB" }
    if use.files > allowance.files { return "made more than \(allowance.files) files" }
    if use.threads > Self.mostThreads { return "started more than \(Self.mostThreads) threads" }
    return nil
  }

  static func use(of folders: [String], group: pid_t) -> Use {
    var use = Use()
    var waiting = folders
    while let folder = waiting.popLast() {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
        use.isHidden = use.isHidden || access(folder, R_OK | X_OK) != 0 && errno != ENOENT
        continue
      }
      use.files += names.count
      for name in names {
        let path = folder.appending(component: name)
        var status = stat()
        // Nothing is followed: the program may exchange what is there at any time.
        guard lstat(path, &status) == 0 else {
          use.isHidden = use.isHidden || errno != ENOENT
          continue
        }
        use.bytes += Int64(status.st_blocks) * 512
        if status.st_mode & S_IFMT == S_IFDIR { waiting.append(path) }
      }
    }
    #if os(Linux)
      addOpen(group, to: &use)
    #endif
    return use
  }

  #if os(Linux)
    /// Threads, and files that are open but have no name any more.
    private static func addOpen(_ group: pid_t, to use: inout Use) {
      var seen: Set<UInt64> = []
      for process in names(in: "/proc").compactMap({ pid_t($0) }) where getpgid(process) == group {
        use.threads += names(in: "/proc/\(process)/task").count
        for descriptor in names(in: "/proc/\(process)/fd") {
          var status = stat()
          guard stat("/proc/\(process)/fd/\(descriptor)", &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 0,
            seen.insert(UInt64(status.st_ino)).inserted
          else { continue }
          use.bytes += Int64(status.st_blocks) * 512
          use.files += 1
        }
      }
    }

    private static func names(in folder: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
  #endif
}
