internal import ArgumentParser
internal import CLineEditor
internal import Diagnostics
internal import PlanExecution
internal import PlatformFoundation
internal import PlatformLibc
internal import StoreEngine
internal import StoreModel

struct InstallationCommand: DoctorCommand {
  static let idleOptions = CommonOptions.ofStores.union(["force", "model"])
  static let configuration = CommandConfiguration(
    command: "doctor", abstract: "Say what this installation can do, and how to mend the rest.",
    usage: "storedoctor doctor",
    discussion: """
      Looks for what storedoctor works with: a Swift compiler, the SwiftData module that compiles \
      with it (a model is compiled to see it), what confines the closures of plans, git, the cache, \
      the temporary folder and the terminal. Says for each what cannot be done without it, and the \
      line that mends it. Exit code 1 when something is missing.

      Examples:
        storedoctor doctor
        storedoctor doctor --format json
      """)

  @OptionGroup var common: CommonOptions

  /// A part of the installation.
  private struct Part: Encodable {
    var name: String
    var works: Bool
    /// What is there, or what cannot be done.
    var detail: String
    /// The line that mends it.
    var mend: String?

    init(name: String, works: Bool, detail: String, mend: String? = nil) {
      self.name = name
      self.works = works
      self.detail = detail
      self.mend = works ? nil : mend
    }
  }

  func run(in session: Session) throws -> Report {
    let environment = session.console.environment
    let parts =
      [Part(name: "storedoctor", works: true, detail: ToolVersion.current)]
      + Self.closures(environment)
      + [Self.git(environment), Self.cache(environment), Self.temporary(), Self.editor()]
      + [Self.terminal(session.console)]
    let missing = parts.filter { !$0.works }
    var fields = parts.map {
      Report.Field($0.name, $0.detail, mood: $0.works ? .plain : .bad)
    }
    if missing.isEmpty { fields.append(Report.Field("result", "all of it works", mood: .good)) }
    return Report(
      command: Self.name,
      sections: [.fields(fields), .hints(missing.compactMap(\.mend))],
      body: ["parts": try JSONValue(encoding: parts)], status: missing.isEmpty ? .done : .found)
  }

  // MARK: Parts

  private static func closures(_ environment: [String: String]) -> [Part] {
    let skipped = "closures of migration plans cannot be run"
    var parts: [Part] = []
    do throws(PlanFailure) {
      let toolchain = try PlanToolchain.find(tool: ToolPath.current, environment: environment)
      let version = toolchain.compilerVersion() ?? "it does not say its version"
      parts.append(Part(name: "compiler", works: true, detail: version))
      let misfit = try toolchain.misfit()
      parts.append(
        Part(
          name: "module", works: misfit == nil,
          detail: misfit.map {
            "\(skipped): the compiler does not take the SwiftData module: \($0)"
          }
            ?? "the SwiftData module fits the compiler",
          mend: "build it with this compiler: Scripts/install.sh --runtime-only --prefix PREFIX"))
    } catch .noCompiler {
      parts.append(
        Part(
          name: "compiler", works: false, detail: "no Swift compiler is in PATH, so \(skipped)",
          mend: "install Swift from https://www.swift.org/install"))
    } catch .noModule(let searched) {
      parts.append(
        Part(
          name: "module", works: false,
          detail: "the SwiftData module is in none of \(searched.quotedList()), so \(skipped)",
          mend: "install the package storedoctor-swiftdata, or build it: "
            + "Scripts/install.sh --runtime-only --prefix PREFIX"))
    } catch {
      parts.append(Part(name: "compiler", works: false, detail: "\(error)"))
    }
    let level = ConfinementLevel.available(environment)
    parts.append(
      Part(
        name: "confinement", works: level != .none,
        detail: level == .none
          ? "this system cannot keep closures from files and the network" : level.rawValue,
        mend: "read a plan's closures before they run, and say so with --trust"))
    return parts
  }

  private static func git(_ environment: [String: String]) -> Part {
    let version = SystemProgram("git", environment: environment)
      .flatMap { try? $0.run(["--version"]) }
      .map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
    return Part(
      name: "git", works: version != nil,
      detail: version ?? "it is not in PATH, so --git, --since and revisions of models do not work",
      mend: "install git")
  }

  private static func cache(_ environment: [String: String]) -> Part {
    guard let folder = ToolPath.caches(environment) else {
      return Part(
        name: "cache", works: false, detail: "there is no home folder, so nothing is kept",
        mend: "set HOME or XDG_CACHE_HOME to a folder of yours")
    }
    guard OwnPath.canHold(folder) else {
      return Part(
        name: "cache", works: false,
        detail: "'\(folder)' cannot be written, or others can write to it, so nothing is kept",
        mend: "make it yours: chmod go-w '\(folder)', or set XDG_CACHE_HOME")
    }
    let size = CacheFolder(folder).bytes
    return Part(name: "cache", works: true, detail: "\(folder), \(DataKind.sizeText(size))")
  }

  private static func temporary() -> Part {
    let folder = WorkFolder.temporary
    guard (try? WorkFolder(in: folder, for: "probe")) != nil else {
      return Part(
        name: "temporary", works: false,
        detail: "'\(folder)' cannot be written, so nothing can be migrated or rehearsed",
        mend: "set TMPDIR to a folder of yours")
    }
    let free =
      DiskSpace.free(besides: folder + "/probe").map { ", \(DataKind.sizeText($0)) free" } ?? ""
    return Part(name: "temporary", works: true, detail: folder + free)
  }

  private static func editor() -> Part {
    let name = String(cString: storedoctor_line_editor_name())
    return Part(name: "line editor", works: true, detail: name)
  }

  private static func terminal(_ console: Console) -> Part {
    guard let size = console.currentSize else {
      return Part(name: "terminal", works: true, detail: "standard output is not a terminal")
    }
    let color = console.style(.auto).isColoured ? "coloured" : "without colour"
    return Part(
      name: "terminal", works: true, detail: "\(size.columns) columns, \(size.rows) rows, \(color)")
  }
}
