// swift-tools-version:6.2
import CompilerPluginSupport
import PackageDescription

// STOREDOCTOR_LINE_EDITOR selects `readline`, GNU's, or `libedit`, which Apple's systems have.
#if os(Linux)
  let defaultEditor = "readline"
#else
  let defaultEditor = "libedit"
#endif
let useLibedit =
  (Context.environment["STOREDOCTOR_LINE_EDITOR"] ?? defaultEditor) == "libedit"

// Whoever works in storedoctor's own folder, rather than in a package that depends on it.
let isOwnFolder = ((Context.environment["PWD"] ?? "") + "/")
  .hasPrefix(Context.packageDirectory + "/")

// In a release generic types are asked for by a call instead of by a name, which the runtime would look
// up in each new process, a fifth of the time of a short command. Each function is a section of its own,
// so that the linker leaves out what nothing calls and keeps once what several have: a tenth of the tool.
// What runs once per row is built for speed and most else for size. No package may depend on one with
// unsafe flags, so it is built without.
func release(_ flags: [String]) -> [SwiftSetting] {
  isOwnFolder ? [.unsafeFlags(flags, .when(configuration: .release))] : []
}

let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
  + release([
    "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors", "-Xfrontend",
    "-function-sections",
  ])
let small = strict + release(["-Osize"])
// File by file on all processors: as a whole, Lint keeps one of them busy for minutes while the others wait.
// Nothing here is called so often that a call into another file counts.
let files = ["-no-whole-module-optimization", "-enable-batch-mode"]
let byFile = small + release(files)
// What reads source and writes answers. `Scripts/start.sh` has it built without optimisation, by
// STOREDOCTOR_FIRST_LOOK=1: optimising it takes nearly half of a first build.
let isFirstLook = Context.environment["STOREDOCTOR_FIRST_LOOK"] == "1"
let quick = isFirstLook ? strict + release(files + ["-Onone"]) : byFile

// A fixed address and no shared libraries of Swift and C++ (`Scripts/link` leads `-lstdc++` to the
// archive): starting costs a third less, and the binary runs where no Swift is installed. Functions
// with the same code are kept once, those whose address is taken as well: nothing here asks whether two
// functions are one, as an equal key path of a computed property would. There is no index for unwinding,
// a megabyte that only a thrown C++ exception would look into: nothing here throws one.
// STOREDOCTOR_DYNAMIC=1 links as usual, for toolchains without the static libraries.
let isDynamic = Context.environment["STOREDOCTOR_DYNAMIC"] == "1"
let fastStart: [LinkerSetting] =
  isDynamic
  ? []
  : [
    .unsafeFlags(
      [
        "-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims", "-Xclang-linker",
        "-no-pie", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=all", "-Xlinker",
        "--no-eh-frame-hdr", "-L",
        Context.packageDirectory + "/Scripts/link",
        "-Xclang-linker", "-static-libgcc",
      ], .when(platforms: [.linux], configuration: .release))
  ]

// The two hash functions of OpenSSL that are called take 40 KB as an archive, and a millisecond of each
// start as a shared library.
let crypto: [LinkerSetting] =
  isOwnFolder && !isDynamic
  ? [
    .linkedLibrary("crypto", .when(platforms: [.linux], configuration: .debug)),
    .unsafeFlags(["-l:libcrypto.a"], .when(platforms: [.linux], configuration: .release)),
  ] : [.linkedLibrary("crypto", .when(platforms: [.linux]))]

// Apple's systems have a SwiftData of their own. There the product of that name brings nothing, so that
// `import SwiftData` finds Apple's module, and one manifest serves both.
#if os(Linux)
  let swiftData = "SwiftData"
  let runtimeTargets: [Target] = [
    .macro(
      name: "SwiftDataMacros",
      dependencies: [
        "ModelExpansion",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .systemLibrary(name: "CSwiftRuntime"),
    .target(
      name: "SwiftData",
      dependencies: ["CSwiftRuntime", "StoreEngine", "StoreModel", "SwiftDataMacros"],
      swiftSettings: strict),
    // What tests of an app expect of its queries.
    .target(
      name: "SwiftDataTesting", dependencies: ["StoreEngine", "SwiftData", "TraceAnalysis"],
      swiftSettings: strict),
    // The main part of the programs that are made of migration plans.
    .target(name: "CPlanHost"),
    .target(
      name: "PlanHost", dependencies: ["CPlanHost", "StoreEngine", "StoreModel", "SwiftData"],
      swiftSettings: strict),
    // The samples are code as an app has it; they compile as they are.
    .target(
      name: "NotesSample", dependencies: ["SwiftData"], path: "Samples/Notes/Sources",
      exclude: ["NoteList.swift"],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .target(
      name: "MusicSample", dependencies: ["SwiftData"], path: "Samples/Music/Sources",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "PatternsSample", dependencies: ["SwiftData"], path: "Samples/Patterns/Sources",
      swiftSettings: [.swiftLanguageMode(.v6)]),
    // Models of a module whose declarations are the main actor's by default.
    .target(
      name: "MainActorModels", dependencies: ["SwiftData"], path: "Tests/MainActorModels",
      swiftSettings: [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "RuntimeTests",
      dependencies: [
        "MainActorModels", "ModelSource", "MusicSample", "NotesSample", "PatternsSample",
        "StoreEngine", "StoreModel", "SwiftData", "SwiftDataTesting", "TestSupport",
        "TraceAnalysis",
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
#else
  let swiftData = "NoSwiftData"
  let runtimeTargets: [Target] = [
    .target(name: "NoSwiftData"),
    .target(name: "SwiftDataTesting", swiftSettings: strict),
  ]
#endif

let package = Package(
  name: "storedoctor",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "storedoctor", targets: ["DoctorCLI"]),
    .library(name: "StoreModel", targets: ["StoreModel"]),
    .library(name: "StoreEngine", targets: ["StoreEngine"]),
    .library(name: "Diagnostics", targets: ["Diagnostics"]),
    .library(name: "TraceAnalysis", targets: ["TraceAnalysis"]),
    .library(name: "Lint", targets: ["Lint"]),
    .library(name: "StoreDoctor", targets: ["StoreDoctor"]),
    .library(name: "StoreReport", targets: ["StoreReport"]),
    .library(name: "SwiftData", targets: [swiftData]),
    .library(name: "SwiftDataTesting", targets: ["SwiftDataTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
    .target(
      name: "CLineEditor",
      cSettings: useLibedit ? [.define("STOREDOCTOR_LIBEDIT")] : [],
      linkerSettings: [.linkedLibrary(useLibedit ? "edit" : "readline")]),

    // Starts and confines programs.
    .target(name: "CLauncher"),

    // The C library and Foundation, which have other names on other systems.
    .target(name: "PlatformFoundation", swiftSettings: strict),
    .target(name: "PlatformLibc", swiftSettings: strict),

    .target(name: "StoreModel", swiftSettings: strict),
    .target(
      name: "ModelSource",
      dependencies: [
        "PlatformLibc", "StoreModel",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ],
      swiftSettings: small),
    .target(
      name: "ModelExpansion",
      dependencies: [.product(name: "SwiftSyntax", package: "swift-syntax")],
      swiftSettings: strict),
    .target(
      name: "StoreEngine",
      dependencies: [
        "CSQLite", "CZlib", "PlatformFoundation", "PlatformLibc", "StoreModel",
        // Apple's systems have CryptoKit.
        .target(name: "COpenSSL", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict, linkerSettings: crypto),
    // Findings, rules as data, reports and what writes them.
    .target(
      name: "Diagnostics", dependencies: ["PlatformFoundation", "StoreModel"],
      swiftSettings: small),
    // What the errors of Apple's frameworks mean.
    .target(
      name: "ErrorCatalog", dependencies: ["StoreEngine", "StoreModel"], swiftSettings: quick),
    // Logs and traces: the events in them, and the access patterns that these make.
    .target(
      name: "TraceAnalysis",
      dependencies: ["Diagnostics", "PlatformLibc", "StoreEngine", "StoreModel"],
      swiftSettings: strict),
    // Models of any form, as they are named on a command line.
    .target(
      name: "ModelInputs",
      dependencies: [
        "ModelSource", "PlatformFoundation", "PlatformLibc", "StoreEngine", "StoreModel",
      ],
      swiftSettings: small),
    // Compiles and runs the code of migration plans.
    .target(
      name: "PlanExecution",
      dependencies: [
        "CLauncher", "Diagnostics", "ErrorCatalog", "ModelSource", "PlatformFoundation",
        "PlatformLibc", "StoreEngine", "StoreModel", "TraceAnalysis",
      ],
      swiftSettings: quick),
    // Mistakes in models, plans and the code around them.
    .target(
      name: "Lint",
      dependencies: [
        "Diagnostics", "ModelInputs", "ModelSource", "PlanExecution", "PlatformFoundation",
        "StoreEngine", "StoreModel", "TraceAnalysis",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: quick),
    .target(
      name: "StoreDoctor",
      dependencies: [
        "Diagnostics", "ErrorCatalog", "Lint", "ModelInputs", "ModelSource", "PlanExecution",
        "PlatformFoundation", "StoreEngine", "StoreModel", "TraceAnalysis",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: byFile),
    // Pictures of models, migrations and traces, and the page that shows them.
    .target(
      name: "StoreReport",
      dependencies: ["Diagnostics", "StoreDoctor", "StoreEngine", "StoreModel"],
      swiftSettings: quick),
    .executableTarget(
      name: "DoctorCLI",
      dependencies: [
        "CLineEditor", "Diagnostics", "ErrorCatalog", "Lint", "ModelInputs", "PlanExecution",
        "PlatformFoundation", "PlatformLibc", "StoreDoctor", "StoreEngine", "StoreModel",
        "StoreReport", "TraceAnalysis",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: quick,
      linkerSettings: fastStart),

    .executableTarget(
      name: "benchmarks",
      dependencies: swiftData == "SwiftData" ? ["CSQLite", "SwiftData"] : [], path: "Benchmarks",
      swiftSettings: strict),

    // What tests share. It does not import Testing, so that every build of the package can have it.
    .target(
      name: "TestSupport", path: "Tests/TestSupport",
      swiftSettings: strict),

    // Hostile input for every reader: seconds of it in the tests, hours of it by Scripts/fuzz.sh.
    .target(
      name: "FuzzSupport",
      dependencies: [
        "Diagnostics", "ErrorCatalog", "Lint", "ModelInputs", "ModelSource", "StoreDoctor",
        "StoreEngine", "StoreModel", "TestSupport", "TraceAnalysis",
      ],
      path: "Tests/FuzzSupport", swiftSettings: strict),
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzSupport"], path: "Tests/Fuzz", swiftSettings: strict),

    .testTarget(
      name: "EngineTests", dependencies: ["StoreEngine", "StoreModel", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SourceTests",
      dependencies: [
        "ModelExpansion", "ModelSource", "StoreEngine", "StoreModel", "TestSupport",
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LintTests",
      dependencies: [
        "Diagnostics", "DoctorCLI", "Lint", "ModelInputs", "ModelSource", "PlanExecution",
        "StoreDoctor", "StoreEngine", "StoreModel", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DoctorTests",
      dependencies: [
        "Diagnostics", "DoctorCLI", "ErrorCatalog", "FuzzSupport", "Lint", "ModelInputs",
        "ModelSource", "PlanExecution", "StoreDoctor", "StoreEngine", "StoreModel", "StoreReport",
        "TestSupport", "TraceAnalysis",
      ],
      exclude: ["Commands"], swiftSettings: strict),
  ] + runtimeTargets
)

// Only who makes the documentation needs the plugin for it: STOREDOCTOR_DOCC=1 swift package
// generate-documentation --target StoreDoctor.
if Context.environment["STOREDOCTOR_DOCC"] == "1" {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// `swift package storedoctor-lint`, and the same as a step of every build of a target. Plugins make
// SwiftPM build the tool a second time, for the host; whoever works on storedoctor itself, in its
// own folder, is spared that.
if !isOwnFolder {
  package.products += [
    .plugin(name: "StoredoctorLint", targets: ["StoredoctorLint"]),
    .plugin(name: "StoredoctorLintBuild", targets: ["StoredoctorLintBuild"]),
  ]
  package.targets += [
    .plugin(
      name: "StoredoctorLint",
      capability: .command(
        intent: .custom(
          verb: "storedoctor-lint", description: "Finds mistakes in models and migration plans.")),
      dependencies: ["DoctorCLI"]),
    .plugin(
      name: "StoredoctorLintBuild", capability: .buildTool(), dependencies: ["DoctorCLI"]),
  ]
}
