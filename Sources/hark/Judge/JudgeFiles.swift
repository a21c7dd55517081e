import ArgumentParser
import Bytes
import Filter
import Formats
import Platform
import Views

/// Files that the judge reads and writes besides what it judges.
enum JudgeFiles {
    private static let standard = "hark-judge.toml"
    /// No baseline or configuration is larger.
    private static let limit = 64 << 20

    /// - Parameter path: as it was named; nil for the one of this folder, which need not exist.
    static func policy(_ path: String?) throws -> JudgePolicy {
        guard path != nil || access(standard, F_OK) == 0 else { return JudgePolicy() }
        let name = path ?? standard
        let bytes = try read(name)
        do throws(JudgeConfiguration.Fault) {
            return try JudgeConfiguration.read(bytes, clock: .here)
        } catch {
            let shown = TOMLParser.excerpt(of: bytes, at: error.place)
            Diagnostics.say(
                "\(name.terminalEscaped):\(error.place.line):\(error.place.column): \(error.text.terminalEscaped)")
            if shown.line.count <= 200 {
                let line = shown.line.replacing("\t", with: " ").terminalEscaped
                Diagnostics.explain("  \(line)\n  \(String(repeating: " ", count: shown.before))^")
            }
            throw ExitCode(EX_CONFIG)
        }
    }

    static func baseline(_ path: String, mayBeMissing: Bool) throws -> Baseline? {
        if mayBeMissing, access(path, F_OK) != 0 { return nil }
        let bytes = try read(path)
        do throws(Baseline.Fault) {
            return try Baseline(bytes)
        } catch {
            Diagnostics.say(
                "\(path.terminalEscaped):\(error.line): not a baseline: \(error.text.withoutStop) (expected a file "
                    + "that --update-baseline wrote)"
            )
            throw ExitCode(EX_CONFIG)
        }
    }

    private static func read(_ path: String) throws -> Bytes {
        let bytes = try InputFile(path).packed()
        guard bytes.count <= limit else {
            Diagnostics.say("\(path.terminalEscaped) is larger than 64 MiB")
            throw ExitCode(EX_CONFIG)
        }
        return bytes.read(0..<bytes.count)
    }

    /// Writes a file whole or not at all.
    static func write(_ bytes: Bytes, to path: String) throws {
        let file = try ExportFile(path, replaces: true)
        file.output.put(bytes)
        do {
            try file.finish()
        } catch {
            file.abandon()
            throw error
        }
        guard !file.isInPlace else { return }
        // It is made to be committed and uploaded, and holds no credentials.
        _ = chmod(path, 0o644 & ~currentMask)
    }

    /// Why no file can be made here; nil when it can, as far as can be told beforehand.
    static func hindrance(to path: String) -> String? {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return "this is a folder" }
        if ExportFile.isDevice(path) { return nil }
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return "there is no folder '\(folder.terminalEscaped)'"
        }
        return access(folder, W_OK) == 0 ? nil : "no file can be made in '\(folder.terminalEscaped)'"
    }

    /// Whether both are names of one file, whether or not it is there.
    static func isSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        var (first, second) = (stat(), stat())
        return stat(one, &first) == 0 && stat(other, &second) == 0
            && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Adds to a file that others write to as well.
    static func append(_ bytes: Bytes, to path: String) -> Bool {
        let descriptor = LockedFiles.openFile(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { LockedFiles.closeFile(descriptor) }
        var rest = bytes.array[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { SystemCall.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static var currentMask: mode_t {
        let mask = umask(0o077)
        umask(mask)
        return mask
    }
}

extension String {
    /// A sentence as a part of another one.
    fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
