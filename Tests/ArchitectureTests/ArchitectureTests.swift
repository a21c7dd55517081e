import Foundation
import Testing

/// The rules of the house that a compiler does not keep.
@Suite struct ArchitectureTests {
    /// These know no sockets, files, threads or clocks: bytes and times come in as arguments. Of some targets it is one
    /// folder, of the page everything except its server.
    static let pure: Set = [
        "Bytes", "Registry", "HTTPModel", "HTTPWire", "HTTPSemantics", "Flow", "Explain", "Filter", "Judge", "Site",
        "Messages", "Workbench", "Formats", "Page", "Screen", "Rules", "MCP", "Views/Judge", "Lessons",
        "Fleet/Telemetry",
    ]
    static let impureFolders: Set = ["Sources/Page/Server"]
    static let outside: Set = [
        "Foundation", "FoundationEssentials", "Dispatch", "Glibc", "Musl", "Darwin", "CPosix", "Platform",
        "Synchronization",
    ]
    /// The arrows between two targets of one floor.
    static let sideways = [
        "Platform": ["CPosix"], "HTTPModel": ["Bytes", "Registry"], "Registry": ["Bytes"], "MCP": ["Bytes"],
        "Explain": ["Flow"], "Site": ["Messages"], "Rules": ["Filter", "Messages"], "Judge": ["Messages"],
        "Engine": ["Filter", "Messages", "Rules", "Site"], "Formats": ["Judge", "Messages"],
        "Workbench": ["Filter", "Formats", "Messages"], "Lessons": ["Views"], "Store": ["Library"],
        "Page": ["Lessons", "Library"], "Screen": ["Library", "Page", "Views"], "Fleet": ["Library", "Store"],
    ]

    @Test func theSourcesAndThePackageWereFound() {
        #expect(SourceTree.files.count > 10)
        #expect(SourceTree.targets.contains { $0.name == "Engine" && $0.floor == 4 })
        #expect(Set(SourceTree.files.map(\.target)).isSubset(of: SourceTree.targets.map(\.name)))
    }

    @Test(arguments: pure.sorted())
    func pureTargetsImportNothingOfTheSystem(place: String) {
        let files = SourceTree.files.filter { $0.path.hasPrefix("Sources/\(place)/") }
        #expect(!files.isEmpty)
        for file in files where !Self.impureFolders.contains(file.folder) {
            #expect(file.imports.isDisjoint(with: Self.outside), "\(file.path)")
        }
    }

    /// It has a lock, as several threads ask it, and nothing else of the system.
    @Test func theLibraryOfFlowsKnowsNoFileNoDatabaseAndNoSocket() {
        for file in SourceTree.files where file.target == "Library" {
            #expect(file.imports.isDisjoint(with: Self.outside.subtracting(["Synchronization"])), "\(file.path)")
        }
    }

    /// What the systems spell differently has one name in one place.
    @Test func onlyOneTargetAsksWhichLibraryThereIs() {
        for file in SourceTree.files where file.target != "Platform" {
            let asks = file.code.contains("canImport(Glibc)")
            #expect(!asks, "\(file.path)")
            #expect(file.imports.isDisjoint(with: ["Glibc", "Musl", "Darwin"]), "\(file.path)")
        }
    }

    @Test func onlyTheCommandMayImportFoundation() {
        for file in SourceTree.files where file.target != "hark" {
            #expect(file.imports.isDisjoint(with: ["Foundation", "FoundationEssentials"]), "\(file.path)")
        }
    }

    @Test func oneFolderCallsSQLite() {
        for file in SourceTree.files where file.folder != "Sources/Store/SQLite" {
            #expect(file.imports.isDisjoint(with: ["CSQLite", "SQLite3"]), "\(file.path)")
        }
    }

    @Test func oneFolderCallsLibpqAndNothingIsLinkedAgainstIt() throws {
        for file in SourceTree.files where file.folder != "Sources/Fleet/Postgres" {
            #expect(!file.imports.contains("CPostgres"), "\(file.path)")
        }
        let manifest = try String(contentsOf: SourceTree.root.appending(path: "Package.swift"), encoding: .utf8)
        #expect(!manifest.contains("linkedLibrary(\"pq\")") && !manifest.contains("pkgConfig: \"libpq\""))
    }

    @Test(arguments: SourceTree.targets.map(\.name))
    func aTargetStandsOnFloorsBelowIt(name: String) throws {
        let target = try #require(SourceTree.targets.first { $0.name == name })
        for other in SourceTree.targets where target.dependencies.contains(other.name) {
            let isSideways = Self.sideways[name, default: []].contains(other.name)
            #expect(other.floor < target.floor || isSideways, "\(name) depends on \(other.name)")
        }
    }

    @Test(arguments: SourceTree.targets.map(\.name))
    func aTargetImportsOnlyWhatItDeclares(name: String) throws {
        let target = try #require(SourceTree.targets.first { $0.name == name })
        let ours = Set(SourceTree.targets.map(\.name)).subtracting([name])
        for file in SourceTree.files where file.target == name {
            let undeclared = file.imports.intersection(ours).subtracting(target.dependencies)
            #expect(undeclared.isEmpty, "\(file.path)")
        }
    }

    @Test func filesAreShort() {
        for file in SourceTree.files {
            #expect(file.lines.count <= 401, "\(file.path): split it by the question it answers")
        }
    }

    @Test func nothingTrapsOnPurpose() {
        // A name, a closing bracket or a question mark before "!" is an unwrapping; "!=" and a negation are not.
        let unwrapping = /[\w\])}?>]!(?!=)/
        for file in SourceTree.files {
            for (number, line) in file.codeLines where line.contains("!") || line.contains("fatalError") {
                let trap = line.contains(unwrapping) || line.contains(/\bfatalError\s*\(/)
                #expect(!trap, "\(file.path):\(number): \(line)")
            }
        }
    }

    /// `exit` takes down what other threads still use: the process then crashed, now and then, when all was done.
    @Test func theProcessEndsInOnePlace() {
        for file in SourceTree.files where file.target == "hark" {
            for (number, line) in file.codeLines {
                #expect(!line.contains(/(^|[^.\w])exit\(|exit\(withError|Hark\.main\(/), "\(file.path):\(number)")
            }
        }
    }

    @Test func promisesToTheCompilerAreProvedInASentence() {
        for file in SourceTree.files {
            let original = file.lines
            for (number, line) in file.codeLines {
                guard line.contains("@unchecked") || line.contains("nonisolated(unsafe)") else { continue }
                let above = original[..<(number - 1)].reversed().prefix { $0.drop { $0 == " " }.hasPrefix("//") }
                let reason = above.reversed().joined(separator: " ")
                #expect(reason.contains("Sendable"), "\(file.path):\(number) needs its reason right above it")
                #expect(reason.split(separator: " ").count > 12, "\(file.path):\(number) says nothing: \(reason)")
            }
        }
    }

    /// Who wants a reason phrase asks the registry: a second table of them would come to differ.
    @Test func reasonPhrasesStandInTheRegistryAlone() {
        let phrases = ["Moved Permanently", "See Other", "Bad Gateway", "Too Many Requests", "Gateway Timeout", "Gone"]
        for file in SourceTree.files where file.target != "Registry" {
            let found = phrases.filter { file.text.contains("\"\($0)\"") }
            #expect(found.count < 3, "\(file.path) has a table of its own: \(found)")
        }
    }
}
