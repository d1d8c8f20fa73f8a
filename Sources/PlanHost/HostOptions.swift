#if canImport(Glibc)
  internal import Glibc
#endif

/// What the program is told when it starts.
struct HostOptions {
  private(set) var directory = "."
  /// Bytes of address space.
  private(set) var memory: UInt = 4 << 30
  /// Seconds of processor time, for all closures.
  private(set) var cpu: UInt = 3600
  private(set) var showsValues = false
  private(set) var traces = true

  init(_ arguments: [String]) {
    for (name, value) in zip(arguments, arguments.dropFirst()) {
      switch name {
      case "--directory": directory = value
      case "--memory": memory = UInt(value) ?? memory
      case "--cpu": cpu = UInt(value) ?? cpu
      case "--values": showsValues = value == "1"
      case "--trace": traces = value == "1"
      default: continue
      }
    }
  }

  /// Limits what the plan's code may use, from here to its end.
  func apply() {
    _ = chdir(directory)
    limit(RLIMIT_CORE, to: 0)
    limit(RLIMIT_AS, to: memory)
    limit(RLIMIT_CPU, to: cpu)
  }

  private func limit(_ resource: __rlimit_resource, to value: UInt) {
    var limit = rlimit(rlim_cur: value, rlim_max: value)
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}
