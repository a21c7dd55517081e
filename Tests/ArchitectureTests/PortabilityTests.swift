import Testing

/// What compiles only on the system on which it was written: a compiler here says nothing of it.
@Suite struct PortabilityTests {
    private static let code = SourceTree.files + SourceTree.tests

    @Test func theTestsWereFound() {
        #expect(SourceTree.tests.count > 500)
        #expect(SourceTree.tests.contains { $0.path == "Tests/TestKit/Playbook.swift" && $0.target == "TestKit" })
    }

    /// Foundation has the system's library under one name everywhere.
    @Test func noTestAsksWhichLibraryThereIs() {
        for file in SourceTree.tests {
            #expect(file.imports.isDisjoint(with: ["Glibc", "Musl", "Darwin"]), "\(file.path)")
            let asks = ["Glibc", "Musl", "Darwin"].contains { file.code.contains("canImport(\($0))") }
            #expect(!asks, "\(file.path)")
        }
    }

    /// A `char` has a sign with Intel, and none with ARM on Linux: there it is a `UInt8`, which takes no bit pattern of
    /// itself. `truncatingIfNeeded` is right with both.
    @Test func noCharIsTakenForASignedOne() {
        let conversion = /(?:CChar|U?Int8)(?:\.init)?\(bitPattern:/
        for file in Self.code where file.code.contains("CChar") {
            for (number, line) in file.codeLines where line.contains("bitPattern") {
                #expect(!line.contains(conversion), "\(file.path):\(number): \(line)")
            }
        }
    }

    /// Platform has them by one name for all systems.
    @Test func whatLinuxAloneHasStandsWhereOnlyLinuxCompilesIt() {
        for file in Self.code where file.target != "Platform" {
            for (number, line, names) in Self.linuxNames(in: file) {
                Issue.record("\(file.path):\(number) needs #if os(Linux) for \(names.joined(separator: ", ")): \(line)")
            }
        }
    }

    @Test(arguments: [
        "let a = MSG_NOSIGNAL", "#if os(Linux)\n#else\npipe2(&a, 0)\n#endif", "#if DEBUG\ngettid()\n#endif",
        "#if os(Linux)\n#endif\nvar a = posix_spawnattr_t()", "Int32(SOCK_STREAM.rawValue)",
        "#if os(macOS)\na(EPOLLIN)\n#endif",
    ])
    func isFound(code: String) {
        let file = SourceFile(target: "X", path: "Sources/X/Y.swift", text: code)
        #expect(Self.linuxNames(in: file).count == 1)
    }

    @Test(arguments: [
        "#if os(Linux)\n#if DEBUG\nlet a = MSG_NOSIGNAL\n#endif\n#endif", "let a = SOCK_STREAM",
        "#if os(macOS)\n#else\npipe2(&a, 0)\n#endif", "// pipe2(&a, 0)", "say(\"epoll_wait\")", "case .epoll_like",
        "posix_spawnattr_init(&attributes)",
    ])
    func isNotFound(code: String) {
        let file = SourceFile(target: "X", path: "Sources/X/Y.swift", text: code)
        #expect(Self.linuxNames(in: file).isEmpty)
    }

    // MARK: - How it is found

    private static let alone: Set<Substring> = [
        "MSG_NOSIGNAL", "SOCK_CLOEXEC", "SOCK_NONBLOCK", "O_PATH", "O_TMPFILE", "pipe2", "accept4", "dup3", "eventfd",
        "memfd_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_event", "EPOLLIN", "EPOLLOUT", "EPOLLET",
        "EPOLLRDHUP", "POLLRDHUP", "prctl", "gettid", "ptsname_r", "unshare", "setns", "SO_ORIGINAL_DST",
        "TCP_KEEPIDLE",
        "TCP_USER_TIMEOUT", "malloc_trim", "getauxval", "secure_getenv", "execvpe",
    ]
    /// Records here, pointers on Darwin; enumerations here, numbers on Darwin.
    private static var other: Regex<Substring> { /\bposix_spawn\w*_t\(\)|\bSOCK_\w+\.rawValue|\bRLIMIT_\w+\.rawValue/ }

    private static func linuxNames(in file: SourceFile) -> [(Int, Substring, [String])] {
        // Whether each `#if` around a line leaves Linux alone, and what its other branch does.
        var conditions: [(now: Bool, otherwise: Bool)] = []
        return file.codeLines.compactMap { number, line in
            let code = line.drop { $0 == " " }
            if code.hasPrefix("#if") {
                let isLinux = code.hasPrefix("#if os(Linux)") && !code.contains("||")
                conditions.append((isLinux, code == "#if os(macOS)" || code == "#if canImport(Darwin)"))
            } else if code.hasPrefix("#else"), let last = conditions.popLast() {
                conditions.append((last.otherwise, false))
            } else if code.hasPrefix("#endif") {
                _ = conditions.popLast()
            }
            guard !conditions.contains(where: \.now) else { return nil }
            let words = line.utf8.split { !isOfWord($0) }.map { Substring($0) }
            var found = words.filter { alone.contains($0) }.map { String($0) }
            if line.contains("_t()") || line.contains(".rawValue") {
                found += line.matches(of: other).map { String($0.output) }
            }
            // Who calls a method by one of these names calls no system.
            let calls = found.filter { !line.contains(".\($0)") && !line.contains("func \($0)") }
            return calls.isEmpty ? nil : (number, line, calls)
        }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        return isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
}
