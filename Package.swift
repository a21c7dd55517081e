// swift-tools-version: 6.2
import PackageDescription

/// Every target is held to the same rules; the floors are described in docs/how-it-works.md.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// For the targets that handle raw memory: each unsafe construct has to be marked `unsafe`.
let strictMemory = strict + [.strictMemorySafety()]

/// For the targets through which every byte goes. That no two accesses to one property overlap is checked as a debug
/// build runs, in all tests; in a release these checks were a sixth of the instructions of a request. (A package that
/// depends on one of the libraries gets none of these targets, so the flag does not bar it.)
let fast: [SwiftSetting] = [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// For the targets through which no byte of traffic goes: what a person waits for is quick enough, and smaller.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// For the command on Linux: Swift's own linker links all tests in a sixth of the time that the system's takes, and a
/// command that nobody loads as a library starts sooner, and is 2 MB smaller, without a table of its 24,000 names. What
/// it calls in shared libraries is looked up at the start (`-z now`), after which nobody can write that table.
let linked: [LinkerSetting] = [
    .unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux])),
    .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"], .when(platforms: [.linux], configuration: .release)),
    .unsafeFlags(["-Xlinker", "--no-export-dynamic"], .when(platforms: [.linux], configuration: .release)),
    .unsafeFlags(
        ["-Xlinker", "--script=\(Context.packageDirectory)/scripts/release.ld"],
        .when(platforms: [.linux], configuration: .release)),
]

/// The commit and its day, for `hark --version`: `scripts/build` sets HARK_BUILD. Without it a program knows only its
/// version.
let built: [CSetting] =
    Context.environment["HARK_BUILD"].map { commit in
        let isPlain = !commit.isEmpty && commit.allSatisfy { $0.isHexDigit || "- ".contains($0) }
        return isPlain ? [.define("HARK_BUILD", to: commit)] : []
    } ?? []

func floor(_ name: String, _ below: [String], settings: [SwiftSetting] = strict) -> Target {
    .target(name: name, dependencies: below.map { .byName(name: $0) }, swiftSettings: settings)
}

func tests(_ name: String, _ subjects: [String], path: String? = nil, exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: (subjects + ["TestKit"]).map { .byName(name: $0) }, path: path, exclude: exclude,
        swiftSettings: strict)
}

/// For what tests do byte by byte. Bounds, overflow and exclusive access are checked as without it; no product depends
/// on these.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

func kit(_ name: String, _ subjects: [String], settings: [SwiftSetting] = strict) -> Target {
    .target(
        name: name, dependencies: subjects.map { .byName(name: $0) }, path: "Tests/\(name)", swiftSettings: settings)
}

let package = Package(
    name: "hark",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "hark", targets: ["hark"]),
        .library(name: "HTTPWire", targets: ["HTTPWire", "HTTPModel", "Registry", "Bytes"]),
        .library(name: "HTTPSemantics", targets: ["HTTPSemantics", "HTTPModel", "Registry", "Bytes"]),
        .library(
            name: "Explain",
            targets: ["Explain", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Registry", "Bytes"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ],
    targets: [
        // Floor 0: what Swift cannot call directly.
        .target(name: "CPosix"),
        .target(name: "CBuild", cSettings: built),
        // macOS has iconv in a library of its own, Linux in its C library.
        .target(
            name: "Platform", dependencies: ["CPosix"], swiftSettings: strict,
            linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .target(name: "CLibSSL", dependencies: ["COpenSSL"]),
        // macOS has a wide ncurses of its own; Linux tells the two apart by name.
        .target(
            name: "CNcurses",
            linkerSettings: [
                .linkedLibrary("ncursesw", .when(platforms: [.linux])),
                .linkedLibrary("tinfo", .when(platforms: [.linux])),
                .linkedLibrary("ncurses", .when(platforms: [.macOS])),
            ]),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        // Loads libpq when a database is asked for: neither its headers nor the library are needed to build.
        .target(name: "CPostgres"),
        // `page.c` embeds the files of its folder: what is not listed here would be a resource that nobody asked for.
        .target(name: "CPage", exclude: ["page", "types.d.ts"]),
        // `scripts.c` embeds the files of its folder, as CPage does.
        .target(name: "CScripts", exclude: ["sdk"]),
        .systemLibrary(
            name: "CDuktape", pkgConfig: "duktape", providers: [.apt(["duktape-dev"]), .brew(["duktape"])]),
        .target(name: "CPAC", dependencies: ["CDuktape"]),
        .systemLibrary(name: "CPsl", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"]), .brew(["libpsl"])]),
        .systemLibrary(name: "CIdn2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"]), .brew(["libidn2"])]),

        // Floor 1: bytes and the values HTTP is made of.
        floor("Bytes", [], settings: strictMemory),
        floor("Registry", ["Bytes"]),
        floor("HTTPModel", ["Registry", "Bytes"]),
        floor("MCP", ["Bytes"], settings: strict + small),

        // Floor 2: the wire, the meaning, the sockets.
        floor("HTTPWire", ["HTTPModel", "Bytes"], settings: strictMemory),
        floor("HTTPSemantics", ["Registry", "HTTPModel", "Bytes", "COpenSSL", "CPsl", "CIdn2"]),
        floor("Reactor", ["Bytes", "CPosix"], settings: strictMemory + fast),
        floor("TLS", ["HTTPModel", "Bytes", "CLibSSL"], settings: strictMemory + fast),

        // Floor 3: one exchange, and its history.
        floor("Flow", ["Registry", "HTTPModel", "HTTPSemantics", "Bytes"]),
        floor("Explain", ["Registry", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes"]),
        floor("Authority", ["TLS", "HTTPSemantics", "Platform", "Bytes"], settings: strict + small),

        // Floor 4: what is inside a body, what joins sockets to exchanges, what judges flows, and how files have them.
        floor(
            "Messages",
            [
                "Registry", "Explain", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes", "CZlib", "CBrotli",
                "CZstd",
            ],
            settings: strictMemory),
        floor(
            "Site", ["Registry", "Messages", "HTTPWire", "HTTPModel", "HTTPSemantics", "Bytes"],
            settings: strict + small),
        floor("Filter", ["Registry", "Flow", "HTTPSemantics", "HTTPModel", "Bytes"], settings: strict + fast),
        floor(
            "Rules",
            ["Registry", "Filter", "Messages", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes"],
            settings: strict + fast),
        floor(
            "Engine",
            [
                "Reactor", "TLS", "Authority", "HTTPWire", "Flow", "Site", "HTTPModel", "HTTPSemantics", "Filter",
                "Rules", "Messages", "Bytes", "Platform", "CPAC",
            ],
            settings: strict + fast),
        floor(
            "Judge", ["Registry", "Explain", "Messages", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes"],
            settings: strict + small),
        floor(
            "Formats",
            ["Registry", "Judge", "Explain", "Messages", "Flow", "HTTPWire", "HTTPModel", "HTTPSemantics", "Bytes"]),
        floor(
            "Workbench",
            ["Filter", "Formats", "Messages", "Explain", "Flow", "HTTPWire", "HTTPModel", "HTTPSemantics", "Bytes"],
            settings: strict + small),

        // Floor 5: what a person sees, and what keeps flows.
        floor(
            "Library",
            ["Workbench", "Formats", "Filter", "Explain", "Flow", "HTTPModel", "HTTPSemantics", "Bytes"],
            settings: strict + small),
        floor(
            "Views",
            [
                "Workbench", "Formats", "Judge", "Filter", "Messages", "Registry", "Explain", "Flow", "HTTPModel",
                "HTTPSemantics", "HTTPWire", "Bytes", "Platform",
            ], settings: strict + small),
        floor(
            "Lessons",
            ["Views", "Judge", "Explain", "Registry", "Flow", "HTTPWire", "HTTPModel", "HTTPSemantics", "Bytes"],
            settings: strict + small),
        // Its folder SQLite alone calls SQLite.
        floor(
            "Store",
            [
                "Library", "Workbench", "Formats", "Judge", "Filter", "Messages", "Explain", "Flow", "HTTPWire",
                "HTTPSemantics", "HTTPModel", "Bytes", "COpenSSL", "CSQLite", "Platform",
            ],
            settings: strictMemory + fast),
        // Its folder Postgres alone calls libpq.
        floor(
            "Fleet",
            [
                "Store", "Library", "Workbench", "Formats", "Judge", "Filter", "Messages", "Explain", "Flow",
                "HTTPSemantics", "HTTPModel", "TLS", "Bytes", "CPostgres", "CZlib", "CZstd",
            ],
            settings: strictMemory + fast + small),
        floor(
            "Page",
            [
                "Library", "Lessons", "Workbench", "Rules", "Formats", "Judge", "Filter", "Messages", "Site",
                "Explain", "Flow", "Reactor", "TLS", "HTTPWire", "HTTPModel", "HTTPSemantics", "Bytes", "CPage",
                "Platform",
            ], settings: strict + small),
        floor(
            "Screen",
            [
                "Page", "Library", "Views", "Workbench", "Rules", "Formats", "Filter", "Messages", "Explain", "Flow",
                "HTTPModel", "HTTPSemantics", "Bytes",
            ], settings: strict + small),
        floor(
            "Doctor",
            ["Engine", "Site", "Authority", "TLS", "Reactor", "HTTPWire", "HTTPModel", "Bytes", "Platform"],
            settings: strict + small),

        // Floor 6: the command.
        .executableTarget(
            name: "hark",
            dependencies: [
                "Doctor", "Page", "Screen", "Library", "Lessons", "Views", "Store", "Fleet", "Workbench", "Formats",
                "Judge", "Engine", "Rules", "Filter", "Messages", "Site", "Authority", "Explain", "Flow", "TLS",
                "Reactor", "HTTPWire", "HTTPSemantics", "HTTPModel", "MCP", "Registry", "Bytes", "Platform", "CBuild",
                "CNcurses", "CScripts",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict + small, linkerSettings: linked),

        // Tests mirror the sources; TestKit holds what they share.
        kit("TestKit", ["HTTPModel", "HTTPWire", "Flow", "Bytes"], settings: strict + optimized),
        kit("TLSTestKit", ["TestKit", "TLS", "HTTPModel", "Bytes"]),
        kit("FilterTestKit", ["TestKit", "Filter", "Judge", "Flow", "HTTPWire", "HTTPModel", "Bytes"]),
        kit("RecordTestKit", ["TestKit", "Formats", "Flow", "HTTPModel", "Bytes"]),
        kit(
            "PageTestKit",
            [
                "FilterTestKit", "Page", "Library", "Lessons", "Rules", "Filter", "Workbench", "Explain", "Flow",
                "HTTPWire", "HTTPModel", "Bytes",
            ]),
        .testTarget(name: "ArchitectureTests", swiftSettings: strict + optimized),
        tests("PlatformTests", ["Platform"]),
        tests("BytesTests", ["Bytes"]),
        tests("RegistryTests", ["Registry", "HTTPSemantics", "HTTPWire", "HTTPModel", "Bytes"]),
        tests("MCPTests", ["MCP", "Bytes"]),
        tests("HTTPWireTests", ["HTTPWire", "HTTPModel", "Bytes"]),
        tests("HTTPSemanticsTests", ["HTTPSemantics", "HTTPModel", "Bytes"]),
        tests("ReactorTests", ["Reactor", "Platform", "CPosix", "Bytes"]),
        tests("TLSTests", ["TLS", "HTTPModel", "TLSTestKit", "Bytes", "Platform"]),
        tests("FlowTests", ["Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes"]),
        tests(
            "ExplainTests",
            ["Registry", "Judge", "Explain", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes"]),
        tests("AuthorityTests", ["Authority", "Site", "TLS", "HTTPModel", "Bytes"]),
        tests("MessagesTests", ["CZlib", "Messages", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes"]),
        tests("SiteTests", ["Site", "Messages", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes"]),
        tests("FilterTests", ["FilterTestKit", "Filter", "Flow", "HTTPModel", "Bytes"]),
        tests(
            "RulesTests",
            ["FilterTestKit", "Rules", "Filter", "Flow", "HTTPWire", "HTTPModel", "HTTPSemantics", "Bytes"]),
        tests(
            "EngineTests",
            [
                "Engine", "Rules", "Filter", "TLS", "TLSTestKit", "Authority", "Reactor", "Flow", "HTTPWire",
                "HTTPModel", "HTTPSemantics", "Bytes", "Platform",
            ]),
        tests(
            "JudgeTests",
            [
                "Formats", "Registry", "Judge", "Views", "Explain", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel",
                "TLS", "Bytes",
            ]),
        tests(
            "FormatsTests",
            [
                "RecordTestKit", "Formats", "Messages", "Judge", "Explain", "Flow", "HTTPWire", "HTTPSemantics",
                "HTTPModel", "Bytes",
            ]),
        tests("WorkbenchTests", ["FilterTestKit", "Workbench", "Filter", "Flow", "HTTPWire", "HTTPModel", "Bytes"]),
        tests(
            "ViewsTests",
            ["Views", "Messages", "Judge", "Filter", "Formats", "Explain", "Flow", "HTTPModel", "Bytes"]),
        tests("LessonsTests", ["FilterTestKit", "Lessons", "Filter", "Flow", "HTTPWire", "HTTPModel", "Bytes"]),
        tests("LibraryTests", ["FilterTestKit", "Library", "Filter", "Flow", "Explain", "HTTPModel", "Bytes"]),
        tests(
            "StoreTests",
            [
                "FilterTestKit", "RecordTestKit", "Store", "CSQLite", "Formats", "Filter", "Flow", "HTTPWire",
                "HTTPModel", "Bytes",
            ], exclude: ["Fixtures"]),
        tests(
            "FleetTests",
            [
                "FilterTestKit", "Fleet", "Library", "Store", "Workbench", "Formats", "Messages", "Judge", "Explain",
                "Filter", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes",
            ]),
        // What lies beside this folder tests the page in a browser.
        tests(
            "PageTests",
            [
                "PageTestKit", "FilterTestKit", "Page", "Library", "Lessons", "Workbench", "Rules", "Filter", "Flow",
                "Reactor", "HTTPModel", "HTTPSemantics", "Bytes",
            ], path: "Tests/PageTests/Swift"),
        tests(
            "ScreenTests",
            [
                "PageTestKit", "FilterTestKit", "Screen", "Page", "Library", "Views", "Formats", "Explain", "Rules",
                "Filter", "Workbench", "Flow", "HTTPModel", "Bytes",
            ]),
        tests("DoctorTests", ["Doctor", "Engine", "Authority", "Reactor", "HTTPModel", "Bytes"]),
        .testTarget(
            name: "HarkTests",
            dependencies: [
                "hark", "Authority", "Library", "RecordTestKit", "FilterTestKit", "TestKit", "Filter", "Rules", "Page",
                "Formats", "Views", "Explain", "Engine", "Flow", "Store", "Workbench", "Judge", "HTTPWire",
                "HTTPModel", "Registry", "Bytes", "Platform", "CSQLite",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: strict),
        tests(
            "EndToEndTests", ["TLSTestKit", "TLS", "HTTPWire", "HTTPModel", "Bytes", "Platform", "hark"],
            exclude: ["Scripts", "requirements.txt", "node-versions.txt"]),
    ]
)

/// `make fuzz` alone builds this: libFuzzer brings the main function, without which it does not link.
if let scope = Context.environment["HARK_FUZZING"] {
    let wire: [Target.Dependency] = ["TLS", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes"]
    package.targets.append(
        scope == "wire"
            ? .executableTarget(
                name: "Fuzz", dependencies: wire, path: "Fuzzing/Sources", exclude: ["Upper"],
                swiftSettings: strict + [.define("HARK_FUZZ_WIRE")])
            : .executableTarget(
                name: "Fuzz",
                dependencies: wire + [
                    "Messages", "Filter", "Formats", "Judge", "Explain", "Flow", "Rules", "Views", "Store", "Platform",
                ],
                path: "Fuzzing/Sources", swiftSettings: strict))
}

/// `make bench` alone builds this.
if Context.environment["HARK_BENCHMARKS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "ExplainCost",
            dependencies: [
                "Views", "Judge", "Explain", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes", "Platform",
            ],
            path: "Benchmarks/ExplainCost", swiftSettings: strict))
    package.targets.append(
        .executableTarget(
            name: "StoreCost", dependencies: ["Store", "Filter", "Flow", "HTTPWire", "HTTPModel", "Bytes", "Platform"],
            path: "Benchmarks/StoreCost", swiftSettings: strict))
}

/// The targets that these depend on, themselves among them.
func needs(of names: [String], among targets: [Target]) -> Set<String> {
    var found = Set<String>()
    var unseen = names
    while let name = unseen.popLast() {
        guard found.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else { continue }
        for dependency in target.dependencies {
            switch dependency {
            case .byNameItem(let name, _), .targetItem(let name, _): unseen.append(name)
            default: break
            }
        }
    }
    return found
}

/// While one works on a part: `HARK_TESTS=FlowTests,EngineTests swift test` builds and runs those suites alone.
if let chosen = Context.environment["HARK_TESTS"]?.split(separator: ",") {
    package.targets.removeAll { $0.isTest && !chosen.contains(Substring($0.name)) }
    // `make test-sanitized` builds everything anew: then what these suites stand on is enough.
    if Context.environment["HARK_ALONE"] != nil {
        let needed = needs(of: chosen.map { String($0) }, among: package.targets)
        package.targets.removeAll { !needed.contains($0.name) }
        package.products = []
    }
}
