import Foundation
import Testing

/// How names, files and folders are laid out, so that a newcomer finds a thing by its name.
@Suite struct HouseRules {
    /// The most files of one folder, folders below it not counted.
    static let folderLimit = 20

    @Test func noTypeNameStandsInTwoTargets() {
        var homes: [String: Set<String>] = [:]
        for file in SourceTree.files {
            for type in file.topLevelTypes { homes[type, default: []].insert(file.target) }
        }
        for (type, targets) in homes where targets.count > 1 {
            Issue.record("\(type) is declared in \(targets.sorted().joined(separator: " and "))")
        }
    }

    /// Code of these is public for those who depend on the package.
    static let libraries: Set = [
        "HTTPWire", "HTTPSemantics", "Explain", "HTTPModel", "Registry", "Bytes", "Flow",
    ]
    /// Called without being named, by the language or the library's protocols.
    static let implicit: Set = [
        "callAsFunction", "hash", "description", "next", "makeIterator", "enqueue", "checkIsolated",
        "isIsolatingCurrentContext",
    ]

    /// `plainContent` is the default of an argument of an initializer that others call; `LineEnd` is what a function
    /// answers that others call, who read its parts without its name.
    private static let deliberate: Set = ["plainContent", "LineEnd"]

    /// What nobody outside of a target names is internal. Tests count as outside: many of them import without
    /// `@testable`. A type in the signature of what is visible has to be visible too.
    @Test func whatOthersSeeIsNamedByOthers() {
        var homes: [String: Set<String>] = [:]
        for (target, words) in SymbolIndex.words {
            for word in words { homes[word, default: []].insert(target) }
        }
        for symbol in SymbolIndex.symbols where !Self.implicit.contains(symbol.name) {
            if SymbolIndex.requirements.contains(symbol.name) || Self.deliberate.contains(symbol.name) { continue }
            if symbol.isPublic, Self.libraries.contains(symbol.target) { continue }
            if symbol.isType, SymbolIndex.signatures[symbol.target, default: []].contains(symbol.name) { continue }
            let isNamed = homes[symbol.name, default: []].contains { $0 != symbol.target }
            #expect(isNamed, "\(symbol.place): nothing outside of \(symbol.target) names \(symbol.name)")
        }
    }

    @Test func aFileIsNamedAfterWhatItHolds() {
        for file in SourceTree.files {
            // `Type.swift` declares that type; `Type+Topic.swift` extends it, or declares it.
            let stem = file.name.prefix { $0 != "+" && $0 != "." }
            let holds = file.topLevelTypes.contains(String(stem)) || file.extendedTypes.contains(String(stem))
            #expect(holds, "\(file.path) neither declares nor extends a type called \(stem)")
        }
    }

    /// A command parses its flags and hands values to a library; whatever takes more lines is no command.
    @Test func commandsAreShort() {
        for file in SourceTree.files where file.target == "hark" && file.name.hasSuffix("Command.swift") {
            #expect(file.lines.count <= 101, "\(file.path)")
        }
    }

    @Test func foldersAreSmall() throws {
        var counts: [String: Int] = [:]
        for file in SourceTree.files {
            counts[file.folder, default: 0] += 1
        }
        for (folder, count) in counts {
            #expect(count <= Self.folderLimit, "\(folder) holds \(count) files: part it by question")
        }
    }

    @Test func signsAreNamedNotNumbered() {
        // 0x20 to 0x7E are signs; `ASCII` has their names. Bits are masked, added and compared by number, and three
        // numbers in a line are bytes of something else than text.
        let sign = /\b0x(?:[2-6][0-9A-Fa-f]|7[0-9A-Ea-e])\b/
        let bits = /[|&*<^] ?(?:\()?0x[0-9A-Fa-f]+/
        for file in SourceTree.files where file.target != "Bytes" {
            for (number, line) in file.codeLines where line.contains("0x") {
                guard line.split(separator: "0x").count < 4 else { continue }
                let rest = line.replacing(bits, with: "")
                guard rest.contains(sign), !file.lines[number - 1].contains("//") else { continue }
                Issue.record("\(file.path):\(number) writes a sign as a number: \(line)")
            }
        }
    }

    @Test func theSystemsLibraryIsImportedInOnePlace() {
        let users = Set(SourceTree.files.filter { $0.code.contains("canImport(Glibc)") }.map(\.target))
        #expect(users.isSubset(of: ["Platform"]), "\(users.sorted()) ask which system this is; Platform knows")
    }

    /// Another thread may start a program between the call that makes a descriptor and the one that keeps it from
    /// programs; so the first one says it.
    @Test func pipesAndTemporaryFilesAreMadeWithTheirFlag() {
        let call = /(?:^|[\s(!=.])(?:pipe|mkstemp)\(/
        for file in SourceTree.files where file.target != "Platform" {
            for (number, line) in file.codeLines where line.contains(call) && !line.contains("func ") {
                Issue.record("\(file.path):\(number) may give a descriptor to another program: \(line)")
            }
        }
    }

    /// Closing any descriptor of a file ends the process's POSIX locks on it, SQLite's among them. So what a person may
    /// name is opened and closed through `LockedFiles`, and a session file in SQLite in one place.
    @Test func aLockedFileIsOpenedByItsOwnerAlone() {
        // These open what no person names a session, or make a file that nobody had.
        let own: Set = [
            "Sources/Platform/LockedFiles.swift", "Sources/Store/File/SessionLock.swift",
            "Sources/Authority/Files/PrivateFolder.swift", "Sources/Doctor/Transparent/ListeningUser.swift",
            "Sources/Doctor/Launch/RunFolder.swift", "Sources/Doctor/Launch/WgetSettings.swift",
            "Sources/TLS/X509/PEMReader.swift",
            "Sources/hark/Authority/CaExportCommand.swift", "Sources/hark/Options/CredentialsFile.swift",
            "Sources/hark/Page/ReceivedFiles.swift", "Sources/hark/PageSecret.swift",
            "Sources/hark/Options/ProxyScriptFile.swift", "Sources/hark/Scripts/ScriptFiles.swift",
            "Sources/hark/Run/SpooledOutput.swift", "Sources/hark/Screen/ScreenTools+Standard.swift",
            "Sources/hark/TLSWiring.swift",
        ]
        let call = /(?:^|[\s(!=]|Platform\.)(?:open|openat|fopen|creat)\((?!\))/
        for file in SourceTree.files where file.code.contains("import Platform") || file.target == "Platform" {
            for (number, line) in file.codeLines where line.contains(call) {
                guard !line.contains("func open"), !line.contains("case open"), !own.contains(file.path) else {
                    continue
                }
                guard line.contains("O_") || line.contains("fopen") || line.contains("flags") else { continue }
                Issue.record("\(file.path):\(number) opens a file past LockedFiles: \(line)")
            }
        }
        let besides: Set = ["Sources/Store/SQLite", "Sources/Store/Recording", "Sources/Store/Recording/Files"]
        for file in SourceTree.files where file.target == "Store" && !besides.contains(file.folder) {
            for (number, line) in file.codeLines {
                let closes = line.contains(/(?:^|\s)close\(/) && !line.contains("func close")
                if closes, !line.contains("try") {
                    Issue.record("\(file.path):\(number) closes a descriptor past LockedFiles: \(line)")
                }
                guard line.contains("DatabaseQueue(path") || line.contains("sqlite3_open") else { continue }
                #expect(file.name == "SessionConnection.swift", "\(file.path):\(number) opens a session in SQLite")
            }
        }
    }

    @Test func aTargetSaysWhatItIs() {
        for target in SourceTree.targets where !target.isOfC {
            let page = SourceTree.root.appending(path: "Sources/\(target.name)/\(target.name).docc/\(target.name).md")
            #expect(
                FileManager.default.fileExists(atPath: page.path),
                "\(page.path): ten lines on what it is, and its words")
        }
    }

    @Test func linksOfThePagesLeadSomewhere() throws {
        for page in SourceTree.pages {
            let text = try String(contentsOf: page, encoding: .utf8)
            for link in text.matches(of: /\]\(([^)\s]+)\)/) {
                let target = String(link.1.prefix { $0 != "#" })
                guard !target.isEmpty, !target.contains("://"), !target.hasPrefix("mailto:") else { continue }
                let path = page.deletingLastPathComponent().appending(path: target).standardizedFileURL.path
                #expect(FileManager.default.fileExists(atPath: path), "\(page.lastPathComponent) links to \(target)")
            }
        }
    }

    @Test func pathsInThePagesLeadSomewhere() throws {
        for page in SourceTree.pages {
            let text = try String(contentsOf: page, encoding: .utf8)
            // `NameCommand.swift` and `X` stand for any name.
            for path in text.matches(of: /`((?:Sources|Tests|docs|scripts)\/[\w+.\/-]+)`/).map({ String($0.1) }) {
                guard !path.contains("/Name"), !path.contains("/X/") else { continue }
                let exists = FileManager.default.fileExists(atPath: SourceTree.root.appending(path: path).path)
                #expect(exists, "\(page.lastPathComponent) speaks of \(path)")
            }
        }
    }

    /// The compiler misses nothing in a list, and a grammar, a page or a check that stands in none is never asked.
    @Test(arguments: [("Explain", "static let fields: [Field]", "fields"), ("Site", "static let page =", "page")])
    func whatIsFoundThroughAListStandsInIt(target: String, declaration: String, member: String) {
        let files = SourceTree.files.filter { $0.target == target }
        let declaring = files.filter { $0.code.contains(declaration) }
        #expect(declaring.count > 10)
        for file in declaring {
            let name = "\(file.name.prefix { $0 != "+" && $0 != "." }).\(member)"
            #expect(
                files.contains { $0.code.contains(" \(name)") || $0.code.contains("[\(name)") }, "no list has \(name)")
        }
    }

    @Test func aListOfChecksIsPartOfAll() {
        let files = SourceTree.files.filter { $0.target == "Judge" && $0.name.hasPrefix("Checks") }
        let sums = files.flatMap(\.codeLines).compactMap {
            $0.1.contains(" + ") ? $0.1.split(separator: "=").last : nil
        }
        let summed = Set(sums.flatMap { $0.split { !$0.isLetter } })
        let lists = files.flatMap { $0.code.matches(of: /static let (\w+): \[Check\]/).map(\.1) }
        #expect(lists.count > 20)
        #expect(lists.filter { $0 != "all" && !summed.contains($0) } == [])
    }

    @Test func theProjectSpeaksOfItselfAlone() throws {
        // Machine paths of people who work on it have no place in it. The pattern does not find itself.
        let foreign = /\/(?:home|root|Users)\/[a-z]|\/wor[k]\//
        for file in SourceTree.files {
            #expect(!file.text.contains(foreign), "\(file.path) names a path of somebody's machine")
        }
    }
}

/// Which folders of a target speak of which: an arrow is the name of a type that the other folder declares.
@Suite struct FolderCircles {
    @Test(arguments: Set(SourceTree.files.map(\.target)).sorted())
    func noTwoFoldersPointAtEachOther(target: String) {
        let files = SourceTree.files.filter { $0.target == target }
        var homes: [String: String] = [:]
        for file in files {
            for type in file.topLevelTypes { homes[type] = file.folder }
        }
        var arrows: [String: [String: String]] = [:]
        for file in files {
            for word in file.words {
                guard let other = homes[word], other != file.folder else { continue }
                // A folder inside of another may use what its parent declares, and the other way round: they are one
                // room.
                guard !other.hasPrefix(file.folder + "/"), !file.folder.hasPrefix(other + "/") else { continue }
                arrows[file.folder, default: [:]][other] = "\(file.name) names \(word)"
            }
        }
        for (from, targets) in arrows {
            for (to, why) in targets where from < to {
                guard let back = arrows[to]?[from] else { continue }
                Issue.record("\(from) and \(to) point at each other: \(why); \(back)")
            }
        }
    }
}
