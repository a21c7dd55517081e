import ArgumentParser
import Bytes
import CScripts
import Engine
import Filter
import Platform

/// Files of scripts: how each is run.
enum ScriptFiles {
    /// In the order given, under different names. Fails with a sentence and an exit code.
    static func programs(_ paths: [String]) throws -> [ScriptProgram] {
        var names: Set<String> = []
        let folder = try sdk()
        return try paths.map { path in
            let plain = name(of: path)
            var name = plain
            var number = 2
            while !names.insert(name).inserted {
                name = "\(plain)-\(number)"
                number += 1
            }
            try check(path)
            return ScriptProgram(
                name: name, path: path, words: try words(path, sdk: folder), environment: environment(sdk: folder))
        }
    }

    /// The file's name without its suffix, with nothing in it that a rule's name cannot have.
    static func name(of path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let stem = file.lastIndex(of: ".").flatMap { $0 > file.startIndex ? String(file[..<$0]) : nil } ?? file
        let plain = stem.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "-" }
        return plain.isEmpty ? "script" : String(plain)
    }

    private static func check(_ path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            Diagnostics.say("--script \(path.terminalEscaped) cannot be read: \(SystemText.latest)")
            throw ExitCode(EX_NOINPUT)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            Diagnostics.say("--script \(path.terminalEscaped) is not a file")
            throw ExitCode(EX_NOINPUT)
        }
        guard !isWritableByAll(path) else {
            Diagnostics.say(
                "--script \(path.terminalEscaped) can be changed by every user of this computer; run: "
                    + "chmod o-w \(path.terminalEscaped)")
            throw ExitCode(EX_NOPERM)
        }
    }

    static func isWritableByAll(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IWOTH != 0
    }

    // MARK: - Programs

    private static func words(_ path: String, sdk: String) throws -> [String] {
        let line = interpreter(of: path)
        if path.hasSuffix(".py") {
            let python = Environment.value("HARK_PYTHON").map { [$0] } ?? (line.flatMap { isPython($0) ? $0 : nil })
            // What says that another program runs it is run by that.
            if python == nil, let line { return line + [path] }
            return (python ?? ["python3"]) + [sdk + "/python/hark_run.py", path]
        }
        if [".js", ".mjs", ".cjs"].contains(where: path.hasSuffix) {
            return (Environment.value("HARK_NODE").map { [$0] } ?? line ?? ["node"]) + [
                sdk + "/javascript/run.mjs", path,
            ]
        }
        if let line { return line + [path] }
        guard access(path, X_OK) == 0 else {
            Diagnostics.say(
                "--script \(path.terminalEscaped) is not executable and ends in neither .py nor .js; run: chmod +x "
                    + path.terminalEscaped)
            throw ExitCode(EX_NOPERM)
        }
        return [path.contains("/") ? path : "./" + path]
    }

    private static func isPython(_ words: [String]) -> Bool {
        words.contains { ($0.split(separator: "/").last ?? "").hasPrefix("python") }
    }

    /// The words of a `#!` line; nil without one.
    private static func interpreter(of path: String) -> [String]? {
        let file = LockedFiles.openFile(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { LockedFiles.closeFile(file) }
        var block = [UInt8](repeating: 0, count: 512)
        let count = block.withUnsafeMutableBytes { SystemCall.read(file, $0.baseAddress, $0.count) }
        guard count > 2, block.starts(with: "#!".utf8) else { return nil }
        let line = block[2..<count].prefix { $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
        return words.isEmpty ? nil : words
    }

    /// Hark's own variables without its settings, which may have secrets; and where the SDK is.
    private static func environment(sdk: String) -> [String] {
        // Only Hark tells the supervisor of its service how it is.
        var all = Environment.all.filter { !$0.key.hasPrefix("HARK_") && $0.key != "NOTIFY_SOCKET" }
        func prepend(_ folder: String, to name: String) {
            all[name] = all[name].map { $0.isEmpty ? folder : "\(folder):\($0)" } ?? folder
        }
        prepend(sdk + "/python", to: "PYTHONPATH")
        prepend(sdk + "/javascript", to: "NODE_PATH")
        // The file that is run may be watched: Python writes no folders beside it, and shows lines as they come.
        all["PYTHONDONTWRITEBYTECODE"] = all["PYTHONDONTWRITEBYTECODE"] ?? "1"
        all["PYTHONUNBUFFERED"] = all["PYTHONUNBUFFERED"] ?? "1"
        return all.map { "\($0.key)=\($0.value)" }.sorted()
    }

    // MARK: - The SDK

    private static var cache: String {
        Environment.value("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? Environment.value("HOME").map { $0 + "/.cache" } ?? "/tmp"
    }

    /// Hark's folder in the cache: an SDK for each version.
    static var ownCache: String { cache == "/tmp" ? "/tmp/hark-\(getuid())" : cache + "/hark" }

    /// The folder of the SDK, written where it is not there or another than this program has. Fails with a sentence and
    /// an exit code.
    static func sdk() throws -> String {
        let own = ownCache
        let folder = "\(own)/sdk-\(Hark.version)"
        do throws(SDKFailure) {
            try makeFolder(cache, isOwn: false)
            for part in [own, folder, folder + "/python", folder + "/javascript", folder + "/javascript/hark"] {
                try makeFolder(part, isOwn: true)
            }
            var number = 0
            while let (name, bytes) = file(number) {
                try write(bytes, to: folder + "/" + name)
                number += 1
            }
        } catch {
            Diagnostics.say("\(error.path.terminalEscaped) cannot be written: \(error.reason)")
            throw ExitCode(EX_CANTCREAT)
        }
        return folder
    }

    private struct SDKFailure: Error {
        let path: String
        let reason: String
    }

    /// A folder of this user's own, which nobody else can write.
    private static func makeFolder(_ path: String, isOwn: Bool) throws(SDKFailure) {
        if mkdir(path, 0o700) == 0 { return }
        var status = stat()
        guard errno == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw SDKFailure(path: path, reason: SystemText.latest)
        }
        guard !isOwn || (status.st_uid == getuid() && status.st_mode & 0o022 == 0) else {
            throw SDKFailure(path: path, reason: "other users can write to it")
        }
    }

    private static func file(_ number: Int) -> (name: String, bytes: Bytes)? {
        var name: UnsafePointer<CChar>?
        var start: UnsafePointer<UInt8>?
        var count = 0
        guard cscripts_file(number, &name, &start, &count) != 0, let name, let start else { return nil }
        return (String(cString: name), Bytes(Array(UnsafeBufferPointer(start: start, count: count))))
    }

    private static func write(_ bytes: Bytes, to path: String) throws(SDKFailure) {
        if let file = fopen(path, "re") {
            defer { fclose(file) }
            var old = [UInt8](repeating: 0, count: bytes.count + 1)
            if fread(&old, 1, old.count, file) == bytes.count, old.dropLast().elementsEqual(bytes) { return }
        }
        // Another Hark may read it meanwhile: it finds the whole one or the other.
        let part = "\(path).\(getpid())"
        guard let file = fopen(part, "we") else { throw SDKFailure(path: part, reason: SystemText.latest) }
        let written = bytes.array.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        guard fclose(file) == 0, written == bytes.count, rename(part, path) == 0 else {
            let reason = SystemText.latest
            unlink(part)
            throw SDKFailure(path: path, reason: reason)
        }
    }
}

extension ScriptSettings {
    /// What is the same for every command.
    static var standard: ScriptSettings {
        var settings = ScriptSettings(
            clock: .here,
            say: { name, text in
                for line in text.split(separator: "\n") { ScriptOutput.diagnostics.say("\(name): \(line)") }
            },
            output: { isError, bytes in (isError ? ScriptOutput.diagnostics : .standard).write(bytes) },
            stamp: { path in
                guard let stamp = RuleWatch.Stamp(path) else { return [] }
                return [
                    Int64(bitPattern: stamp.device), Int64(bitPattern: stamp.inode), stamp.size,
                    Int64(stamp.seconds), Int64(stamp.nanoseconds),
                ]
            })
        settings.version = Hark.version
        settings.flush = {
            ScriptOutput.standard.flush()
            ScriptOutput.diagnostics.flush()
        }
        settings.refusal = { ScriptFiles.isWritableByAll($0) ? "every user of this computer can change it" : nil }
        settings.quit = { Signals.quit() }
        return settings
    }
}
