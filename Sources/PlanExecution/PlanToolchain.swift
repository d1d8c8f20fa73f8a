internal import PlatformFoundation
internal import PlatformLibc
internal import StoreEngine

/// What it takes to compile a plan: a Swift compiler, and the SwiftData module with its macros built
/// by that compiler.
package struct PlanToolchain: Sendable, Hashable {
  var compiler: String
  /// Tells the lines of a program's instructions; not every toolchain has one.
  var symbolizer: String?
  /// Options that let the compiler find the module, the macros and the code to link.
  var options: [String]
  /// Changes whenever the compiler or the module does.
  var identity: String
  /// Where the toolchain is installed, the folder of its `bin` and `lib`.
  var root: String
  /// Every folder that the options name something in.
  var moduleFolders: [String]

  /// Looks for the compiler in PATH, and for the module where `Scripts/install.sh` puts it, next to
  /// the tool, or in the build folder the tool lies in.
  ///
  /// - Parameters:
  ///   - tool: path of this program.
  ///   - environment: `STOREDOCTOR_RUNTIME` names another folder to look in first.
  /// - Throws: `PlanFailure.noCompiler` or `noModule`.
  package static func find(
    tool: String, environment: [String: String]
  ) throws(PlanFailure) -> PlanToolchain {
    guard let compiler = SystemProgram.path(of: "swiftc", in: environment["PATH"] ?? "") else {
      throw .noCompiler
    }
    let own = Self.real(tool).deletingLastPathComponent
    var candidates = [
      own.deletingLastPathComponent.appending(component: "lib/storedoctor"), own,
      own.deletingLastPathComponent.appending(component: "debug"),
    ]
    if let named = environment["STOREDOCTOR_RUNTIME"], !named.isEmpty {
      candidates.insert(named, at: 0)
    }
    for folder in candidates {
      guard let options = installed(in: folder) ?? built(in: folder) else { continue }
      let parts =
        [Self.stamp(of: compiler), Self.stamp(of: frontend(beside: compiler))]
        + options.filter { $0.hasPrefix("/") }.map(Self.stamp)
      let programs = Self.real(compiler).deletingLastPathComponent
      let symbolizer = programs.appending(component: "llvm-symbolizer")
      return PlanToolchain(
        compiler: compiler, symbolizer: access(symbolizer, X_OK) == 0 ? symbolizer : nil,
        options: options, identity: parts.joined(separator: "\n"),
        root: programs.deletingLastPathComponent, moduleFolders: Self.folders(in: options))
    }
    throw .noModule(searched: candidates)
  }

  /// The options that say where modules and macros are, for looking for errors without making a
  /// program. What the driver adds by itself is told here.
  var frontendOptions: [String] {
    let macros = root.appending(component: "lib/swift/host")
    let server = macros.appending(component: "libSwiftInProcPluginServer.so")
    let result = compileOptions + ["-plugin-path", macros.appending(component: "plugins")]
    return FilePath.isRegularFile(server)
      ? result + ["-in-process-plugin-server-path", server] : result
  }

  /// The options without those for linking.
  var compileOptions: [String] {
    zip(options, options.dropFirst()).flatMap { option, value in
      Self.frontendNames.contains(option) ? [option, value] : []
    }
  }

  private static let frontendNames: Set = [
    "-I", "-load-plugin-library", "-load-plugin-executable", "-Xcc",
  ]

  /// The program that does the work; its file changes with the compiler's version.
  private static func frontend(beside compiler: String) -> String {
    real(compiler).deletingLastPathComponent.appending(component: "swift-frontend")
  }

  private static func folders(in options: [String]) -> [String] {
    let paths = options.compactMap { option -> String? in
      guard let start = option.firstIndex(of: "/") else { return nil }
      let path = String(option[start...].prefix { $0 != "#" })
      return FilePath.isFolder(path) ? path : path.deletingLastPathComponent
    }
    return Set(paths).sorted()
  }

  /// The layout of `Scripts/install.sh`.
  private static func installed(in folder: String) -> [String]? {
    let library = folder.appending(component: "libSwiftData.so")
    let macros = folder.appending(component: "libSwiftDataMacros.so")
    let modules = folder.appending(component: "modules")
    guard FilePath.isRegularFile(library), FilePath.isRegularFile(macros) else { return nil }
    // Where the compiler's libraries are holds for those that the module needs, too, which may have been
    // built by a compiler elsewhere.
    return [
      "-I", modules, "-load-plugin-library", macros, "-L", folder, library, "-Xlinker", "-rpath",
      "-Xlinker", folder, "-Xlinker", "--disable-new-dtags",
    ] + clangModules(in: modules)
  }

  /// A build folder of the package, `.build/debug` or `.build/release`.
  private static func built(in folder: String) -> [String]? {
    let module = folder.appending(component: "Modules/SwiftData.swiftmodule")
    let macros = folder.appending(component: "SwiftDataMacros-tool")
    guard FilePath.isRegularFile(module), FilePath.isRegularFile(macros) else { return nil }
    let objects = linkedTargets.map { folder.appending(component: "\($0).build") }
    return [
      "-I", folder.appending(component: "Modules"), "-load-plugin-executable",
      "\(macros)#SwiftDataMacros", "-lsqlite3", "-lz", "-lcrypto",
    ] + objects.flatMap(Self.objects) + systemLibraries(around: folder)
  }

  /// Everything the module is made of.
  private static let linkedTargets = [
    "PlanHost", "CPlanHost", "SwiftData", "StoreEngine", "StoreModel", "PlatformFoundation",
    "PlatformLibc",
  ]

  private static func objects(in folder: String) -> [String] {
    var result: [String] = []
    var waiting = [folder]
    while let next = waiting.popLast() {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: next))?.sorted() ?? [] {
        let path = next.appending(component: name)
        if name.hasSuffix(".o") {
          result.append(path)
        } else if FilePath.isFolder(path) {
          waiting.append(path)
        }
      }
    }
    return result
  }

  /// The module maps of system libraries are part of the sources around the build folder.
  private static func systemLibraries(around folder: String) -> [String] {
    var root = folder
    for _ in 0..<5 {
      let sources = root.appending(component: "Sources")
      let maps = ["COpenSSL", "CSQLite", "CSwiftRuntime", "CZlib", "CPlanHost/include"].map {
        sources.appending(component: $0).appending(component: "module.modulemap")
      }
      if maps.allSatisfy(FilePath.isRegularFile) {
        return maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
      }
      root = root.deletingLastPathComponent
    }
    return []
  }

  /// Module maps of C code that the modules were built with.
  private static func clangModules(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().flatMap { name -> [String] in
      let map = folder.appending(component: name).appending(component: "module.modulemap")
      return FilePath.isRegularFile(map) ? ["-Xcc", "-fmodule-map-file=\(map)"] : []
    }
  }

  /// Path, size and time of a file.
  private static func stamp(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return path }
    let time = status.modified
    return "\(path) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }

  static func real(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
