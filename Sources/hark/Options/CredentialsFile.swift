import ArgumentParser
import Platform

/// A file that keeps USER:PASSWORD out of the list of processes.
enum CredentialsFile {
    /// Its first line. Fails with a sentence and an exit code.
    static func read(_ path: String, flag: String) throws -> String {
        guard let file = fopen(path, "re") else {
            Diagnostics.say("\(flag) \(path.terminalEscaped) cannot be read: \(String(cString: strerror(errno)))")
            throw ExitCode(EX_NOINPUT)
        }
        defer { fclose(file) }
        if let warning = KeptFile(path).warning(holding: "a proxy's password") { Diagnostics.say(warning) }
        var buffer = [UInt8](repeating: 0, count: 1_024)
        let count = fread(&buffer, 1, buffer.count, file)
        let line = buffer[..<count].prefix { $0 != 0x0A && $0 != 0x0D }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon != line.startIndex, count < buffer.count,
            let text = String(validating: line, as: UTF8.self)
        else {
            Diagnostics.say("\(flag) \(path.terminalEscaped): invalid first line (expected USER:PASSWORD)")
            throw ExitCode(EX_CONFIG)
        }
        return text
    }
}
