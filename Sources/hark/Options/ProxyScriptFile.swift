import ArgumentParser
import Engine
import Flow
import Platform

/// The file of `--pac`.
struct ProxyScriptFile {
    private static let limit = 1 << 20
    let path: String

    /// Reads it, and has the interpreter read it. Fails with a sentence and an exit code.
    func start() throws -> PACRoutes {
        let script = try text()
        do throws(ProxyScriptFailure) {
            return try PACRoutes(script)
        } catch {
            Diagnostics.say("--pac \(path.terminalEscaped) cannot be used: \(error.text.terminalEscaped)")
            throw ExitCode(EX_CONFIG)
        }
    }

    private func text() throws -> String {
        guard let file = fopen(path, "re") else {
            Diagnostics.say("--pac \(path.terminalEscaped) cannot be read: \(SystemText.latest)")
            throw ExitCode(EX_NOINPUT)
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Self.limit + 1)
        let count = fread(&bytes, 1, bytes.count, file)
        guard ferror(file) == 0 else {
            Diagnostics.say("--pac \(path.terminalEscaped) cannot be read: \(SystemText.latest)")
            throw ExitCode(EX_NOINPUT)
        }
        guard count <= Self.limit, let text = String(validating: bytes[..<count], as: UTF8.self) else {
            Diagnostics.say("--pac \(path.terminalEscaped) is not UTF-8 text of at most 1 MiB")
            throw ExitCode(EX_CONFIG)
        }
        return text
    }
}
