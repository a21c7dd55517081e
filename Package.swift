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

/// For the command on Linux: Swift's own linker links all tests in a sixth of the time that the system's takes, and a
/// command that nobody loads as a library starts sooner, and is 2 MB smaller, without a table of its 24,000 names.
let linked: [LinkerSetting] = [
    .unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux])),
    .unsafeFlags(["-Xlinker", "--no-export-dynamic"], .when(platforms: [.linux], configuration: .release)),
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

func tests(_ name: String, _ subjects: [String]) -> Target {
    .testTarget(
        name: name, dependencies: (subjects + ["TestKit"]).map { .byName(name: $0) }, swiftSettings: strict)
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
            targets: ["Explain", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "TLSModel", "Registry", "Bytes"]),
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
        floor("JSON", ["Bytes"], settings: strictMemory),
        floor("TOML", ["Bytes"]),
        floor("TLSModel", ["Bytes"]),
        floor("X509", ["TLSModel", "Bytes", "CLibSSL"], settings: strictMemory),
        floor("MCP", ["JSON", "Bytes"]),

        // Floor 2: the wire, the meaning, the sockets.
        floor("HTTPWire", ["HTTPModel", "Bytes"], settings: strictMemory),
        floor("HTTPSemantics", ["Registry", "HTTPModel", "Bytes", "COpenSSL", "CPsl", "CIdn2"]),
        floor("Protobuf", ["JSON", "Bytes"]),
        floor("Reactor", ["Bytes", "CPosix"], settings: strictMemory + fast),
        floor("TLS", ["X509", "TLSModel", "Bytes", "CLibSSL"], settings: strictMemory + fast),
        // Nothing else calls SQLite.
        floor("SQLite", ["Bytes", "CSQLite", "Platform"], settings: strictMemory + fast),
        // Nothing else calls libpq.
        floor("Postgres", ["Bytes", "CPostgres"], settings: strictMemory + fast),

        // Floor 3: one exchange, and its history.
        floor("Flow", ["Registry", "HTTPModel", "TLSModel", "HTTPSemantics", "Bytes"]),
        floor("Explain", ["Registry", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "TLSModel", "JSON", "Bytes"]),
        floor("Site", ["Registry", "HTTPModel", "HTTPSemantics", "Bytes"]),
        floor("DemoSite", ["Site", "HTTPWire", "HTTPModel", "HTTPSemantics", "Protobuf", "Bytes"]),
        floor("Authority", ["HTTPSemantics", "X509", "TLSModel", "Platform", "Bytes"]),

        // Floor 4: what joins sockets to exchanges, what judges flows, and how files have them.
        floor(
            "Engine",
            [
                "Reactor", "TLS", "Authority", "HTTPWire", "Flow", "Site", "HTTPModel", "HTTPSemantics", "TLSModel",
                "Filter", "Rules", "Scripts", "Decoding", "JSON", "Bytes", "Platform", "CPAC",
            ],
            settings: strict + fast),
        floor(
            "Filter", ["Registry", "Flow", "HTTPSemantics", "HTTPModel", "TLSModel", "Bytes"],
            settings: strict + fast),
        floor(
            "Rules",
            [
                "Registry", "Filter", "Decoding", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "JSON", "Bytes",
            ],
            settings: strict + fast),
        floor(
            "Scripts",
            ["Rules", "Filter", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "TLSModel", "JSON", "Bytes"],
            settings: strict + fast),
        floor(
            "Judge",
            [
                "Registry", "Explain", "Decoding", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "TLSModel", "JSON",
                "Bytes",
            ]),
        floor(
            "Formats",
            [
                "Registry", "Judge", "Explain", "Flow", "HTTPWire", "HTTPModel", "HTTPSemantics", "TLSModel",
                "Decoding", "Messages",
                "Redaction", "Protobuf", "JSON", "Bytes",
            ]),
        floor(
            "Decoding",
            ["Flow", "HTTPWire", "HTTPModel", "HTTPSemantics", "Protobuf", "Bytes", "CZlib", "CBrotli", "CZstd"],
            settings: strictMemory),
        floor(
            "Messages",
            ["Registry", "Decoding", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Protobuf", "JSON", "Bytes"]),
        floor("Redaction", ["Registry", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Decoding", "Bytes"]),
        floor(
            "Contents", ["Decoding", "Explain", "Flow", "HTTPModel", "HTTPSemantics", "Protobuf", "JSON", "Bytes"]),
        floor(
            "Workbench",
            ["Decoding", "Explain", "Flow", "HTTPWire", "HTTPModel", "HTTPSemantics", "TLSModel", "JSON", "Bytes"]),
        floor("Launch", ["Authority", "X509", "Reactor", "Platform"]),
        floor(
            "Rows",
            ["Filter", "Formats", "Explain", "Flow", "HTTPModel", "HTTPSemantics", "TLSModel", "JSON", "Bytes"]),

        // Floor 5: what a person sees, and what keeps flows.
        floor(
            "Views",
            [
                "Rows", "Messages", "Contents", "Decoding", "Registry", "Explain", "Flow", "TLSModel", "HTTPModel",
                "HTTPSemantics", "HTTPWire", "Redaction", "Protobuf",
                "Bytes",
                "Platform",
            ]),
        floor(
            "JudgeReport",
            [
                "Views", "Judge", "Filter", "Workbench", "Explain", "Flow", "HTTPModel", "HTTPSemantics", "JSON",
                "TOML", "Bytes",
            ]),
        floor(
            "Lessons",
            [
                "Views", "Judge", "Explain", "Registry", "Flow", "TLSModel", "HTTPWire", "HTTPModel", "HTTPSemantics",
                "JSON", "Bytes",
            ]),
        floor(
            "Recording",
            ["Messages", "Formats", "Judge", "Flow", "HTTPModel", "TLSModel", "Protobuf", "JSON", "Bytes", "Platform"],
            settings: strict + fast),
        floor(
            "Store",
            [
                "Filter", "Messages", "Decoding", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "TLSModel", "JSON",
                "SQLite", "Bytes", "COpenSSL", "Platform",
            ],
            settings: strict + fast),

        floor(
            "Telemetry",
            ["CZlib", "Judge", "Redaction", "Flow", "HTTPSemantics", "HTTPModel", "Protobuf", "Explain", "Bytes"]),
        floor(
            "Fleet",
            [
                "Store", "Formats", "Redaction", "Judge", "Filter", "Decoding", "Flow", "HTTPSemantics", "HTTPModel",
                "Messages", "X509", "JSON", "Postgres", "Bytes", "CZstd",
            ],
            settings: strict + fast),

        floor(
            "PageAPI",
            [
                "Rows", "Rules", "Messages", "Contents", "Workbench", "Formats", "Redaction", "Judge", "Filter",
                "Lessons", "Decoding", "Explain",
                "Registry", "Flow", "HTTPWire", "HTTPModel", "HTTPSemantics", "TLSModel", "Protobuf", "JSON",
                "Bytes",
            ]),
        floor(
            "PageServer",
            [
                "PageAPI", "CPage", "Decoding", "Site", "Reactor", "TLS", "TLSModel", "HTTPWire", "HTTPSemantics",
                "HTTPModel", "Flow", "Platform", "Bytes",
            ]),

        floor(
            "Screen",
            [
                "PageAPI", "Rules", "Views", "Rows", "Contents", "Workbench", "Formats", "Redaction", "Messages",
                "Filter",
                "Explain", "Flow",
                "HTTPModel", "HTTPSemantics", "Protobuf", "Bytes",
            ]),

        floor(
            "Doctor",
            [
                "Engine", "DemoSite", "Site", "Authority", "X509", "TLS", "TLSModel", "Reactor", "HTTPWire",
                "HTTPModel",
                "Bytes", "Platform",
            ]),

        // Floor 6: the command.
        .executableTarget(
            name: "hark",
            dependencies: [
                "Doctor", "PageServer", "PageAPI", "Screen", "CNcurses", "Rows",
                "Engine", "Store", "Fleet", "Telemetry", "Postgres", "Contents", "Workbench", "Recording", "Formats",
                "JSON",
                "Redaction", "Launch",
                "Views",
                "Messages", "Decoding", "Filter", "Judge", "JudgeReport", "Lessons", "Rules", "Scripts", "CScripts",
                "CBuild", "TOML",
                "MCP",
                "Explain", "Registry", "DemoSite", "Site", "Authority",
                "TLS", "TLSModel", "X509",
                "Flow",
                "Reactor",
                "HTTPWire", "Protobuf",
                "HTTPModel", "HTTPSemantics", "Bytes", "Platform",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict, linkerSettings: linked),

        // Tests mirror the sources; TestKit holds what they share.
        .target(
            name: "TestKit", dependencies: ["HTTPModel", "HTTPWire", "Flow", "Bytes"], path: "Tests/TestKit",
            swiftSettings: strict),
        .target(
            name: "TLSTestKit", dependencies: ["TestKit", "TLS", "TLSModel", "Bytes"], path: "Tests/TLSTestKit",
            swiftSettings: strict),
        tests("PlatformTests", ["Platform"]),
        tests("BytesTests", ["Bytes"]),
        tests("RegistryTests", ["Registry", "HTTPSemantics", "HTTPWire", "HTTPModel", "Bytes"]),
        .testTarget(name: "ArchitectureTests", swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["TestKit", "TLSTestKit", "TLS", "TLSModel", "HTTPWire", "HTTPModel", "Bytes", "hark"],
            exclude: ["Scripts", "requirements.txt", "node-versions.txt"],
            swiftSettings: strict),
        tests("HTTPWireTests", ["HTTPWire", "HTTPModel", "Bytes"]),
        tests("DemoSiteTests", ["DemoSite", "Site", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes"]),
        tests("HTTPSemanticsTests", ["HTTPSemantics", "HTTPModel", "Bytes"]),
        tests(
            "ViewsTests",
            ["Views", "Contents", "Judge", "Explain", "Flow", "HTTPSemantics", "HTTPModel", "TLSModel", "Bytes"]),
        .target(
            name: "FilterTestKit",
            dependencies: ["TestKit", "Filter", "Judge", "Flow", "HTTPWire", "HTTPModel", "TLSModel", "Bytes"],
            path: "Tests/FilterTestKit", swiftSettings: strict),
        tests("FilterTests", ["FilterTestKit", "Filter", "Flow", "HTTPModel", "Bytes"]),
        tests(
            "RulesTests",
            ["FilterTestKit", "Rules", "Filter", "Flow", "HTTPWire", "HTTPModel", "HTTPSemantics", "Bytes"]),
        tests(
            "ScriptsTests",
            ["Scripts", "Rules", "Filter", "Flow", "HTTPWire", "HTTPModel", "TLSModel", "JSON", "Bytes"]),
        tests("FlowTests", ["Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes"]),
        tests(
            "JudgeTests",
            [
                "Formats", "Registry", "Judge", "JudgeReport", "Explain", "Flow", "HTTPWire", "HTTPSemantics",
                "HTTPModel", "TLS", "TLSModel", "Bytes",
            ]),
        tests("ExplainTests", ["Judge", "Explain", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes"]),
        tests(
            "EngineTests",
            [
                "Engine", "Rules", "Filter", "TLS", "TLSModel", "TLSTestKit", "Authority", "Reactor", "Flow",
                "HTTPWire", "HTTPModel", "HTTPSemantics", "Bytes", "Platform",
            ]),
        tests("AuthorityTests", ["Authority", "DemoSite", "TLS", "X509", "TLSModel", "Bytes"]),
        .testTarget(
            name: "HarkTests",
            dependencies: [
                "hark", "Authority", "RecordTestKit", "FilterTestKit", "TestKit", "Filter", "Rules", "PageAPI",
                "Formats",
                "Views", "Explain", "Engine", "Flow", "Store", "Workbench", "Judge", "JudgeReport", "Recording", "JSON",
                "Rows", "HTTPWire", "HTTPModel", "TLSModel", "Registry", "Bytes", "Platform",
                "CSQLite", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: strict),
        tests("DoctorTests", ["Doctor", "Engine", "Authority", "Reactor", "HTTPModel", "Bytes"]),
        tests("LaunchTests", ["Launch", "Authority", "X509", "Reactor"]),
        tests("TLSTests", ["TLS", "X509", "TLSModel", "TLSTestKit", "Bytes", "Platform"]),
        .target(
            name: "RecordTestKit", dependencies: ["TestKit", "Formats", "JSON", "Flow", "HTTPModel", "Bytes"],
            path: "Tests/RecordTestKit", swiftSettings: strict),
        tests("JSONTests", ["JSON", "Bytes"]),
        tests("TOMLTests", ["TOML", "Bytes"]),
        tests("MCPTests", ["MCP", "JSON", "Bytes"]),
        tests(
            "JudgeReportTests",
            [
                "JudgeReport", "Judge", "Filter", "Formats", "Explain", "Flow", "Views", "TOML", "Bytes",
            ]),
        tests(
            "LessonsTests",
            [
                "FilterTestKit", "Lessons", "Filter", "Flow", "HTTPWire", "HTTPModel", "TLSModel", "Bytes",
            ]),
        tests(
            "WorkbenchTests",
            ["FilterTestKit", "Workbench", "Flow", "HTTPWire", "HTTPModel", "HTTPSemantics", "Bytes"]),
        tests(
            "MessagesTests",
            [
                "CZlib", "Messages", "Decoding", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Protobuf", "JSON",
                "Bytes",
            ]),
        tests("ProtobufTests", ["Protobuf", "JSON", "Bytes"]),
        tests("DecodingTests", ["CZlib", "Decoding", "Flow", "HTTPWire", "HTTPModel", "HTTPSemantics", "Bytes"]),
        tests("ContentsTests", ["Contents", "Flow", "HTTPModel", "Protobuf", "Bytes"]),
        tests(
            "FormatsTests",
            [
                "RecordTestKit", "Formats", "Messages", "JSON", "Judge", "Explain", "Flow", "HTTPWire", "HTTPModel",
                "TLSModel",
                "Bytes",
            ]),
        tests(
            "RecordingTests", ["RecordTestKit", "Recording", "Formats", "JSON", "Flow", "HTTPModel", "Bytes"]),
        tests(
            "RedactionTests",
            ["Redaction", "Decoding", "Flow", "HTTPWire", "HTTPSemantics", "HTTPModel", "Bytes"]),
        tests("ReactorTests", ["Reactor", "Platform", "CPosix", "Bytes"]),
        tests("RowsTests", ["FilterTestKit", "Rows", "Filter", "Flow"]),
        .target(
            name: "PageTestKit",
            dependencies: [
                "FilterTestKit", "PageAPI", "Lessons", "Rules", "Filter", "Workbench", "Flow", "HTTPWire", "HTTPModel",
                "JSON", "Bytes",
            ],
            path: "Tests/PageTestKit", swiftSettings: strict),
        tests(
            "PageAPITests",
            [
                "PageTestKit", "FilterTestKit", "PageAPI", "Lessons", "Rows", "Rules", "Filter", "Workbench", "Flow",
                "HTTPModel", "HTTPSemantics", "TLSModel", "Bytes",
            ]),
        tests(
            "ScreenTests",
            [
                "PageTestKit", "FilterTestKit", "Screen", "Formats", "Explain", "PageAPI", "Rules", "Rows", "Filter",
                "Workbench", "Flow", "HTTPModel",
                "Bytes",
            ]),
        tests(
            "PageServerTests",
            ["PageTestKit", "FilterTestKit", "PageServer", "PageAPI", "Reactor", "Flow", "Bytes"]),
        tests("SQLiteTests", ["SQLite", "Bytes"]),
        tests("PostgresTests", ["Postgres", "Bytes"]),
        tests(
            "TelemetryTests",
            [
                "FilterTestKit", "Telemetry", "Judge", "Explain", "Decoding", "Protobuf", "Flow", "HTTPSemantics",
                "HTTPModel", "Bytes",
            ]),
        .testTarget(
            name: "FleetTests",
            dependencies: [
                "TestKit", "FilterTestKit", "Fleet", "Postgres", "Store", "Formats", "Judge", "Explain", "Redaction",
                "Filter", "Flow", "HTTPWire", "HTTPModel", "JSON", "Bytes",
            ], swiftSettings: strict),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "TestKit", "FilterTestKit", "Store", "SQLite", "CSQLite", "Filter", "Flow", "HTTPWire", "HTTPModel",
                "TLSModel", "Bytes",
            ], exclude: ["Fixtures"], swiftSettings: strict),
    ]
)

/// `make fuzz` alone builds this: libFuzzer brings the main function, without which it does not link.
if let scope = Context.environment["HARK_FUZZING"] {
    let wire: [Target.Dependency] = [
        "TLS", "TLSModel", "HTTPWire", "HTTPSemantics", "HTTPModel", "Protobuf", "JSON", "Bytes",
    ]
    package.targets.append(
        scope == "wire"
            ? .executableTarget(
                name: "Fuzz", dependencies: wire, path: "Fuzzing/Sources", exclude: ["Upper"],
                swiftSettings: strict + [.define("HARK_FUZZ_WIRE")])
            : .executableTarget(
                name: "Fuzz",
                dependencies: wire + [
                    "Contents", "Filter", "Formats", "Judge", "Explain", "Flow", "Rules", "Redaction", "Views", "Store",
                    "Platform",
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
