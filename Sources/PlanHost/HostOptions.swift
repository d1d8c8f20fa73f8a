/// What the program is told when it starts.
struct HostOptions {
  private(set) var showsValues = false
  private(set) var traces = true

  init(_ arguments: [String]) {
    for (name, value) in zip(arguments, arguments.dropFirst()) {
      switch name {
      case "--values": showsValues = value == "1"
      case "--trace": traces = value == "1"
      default: continue
      }
    }
  }
}
