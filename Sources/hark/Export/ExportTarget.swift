import ArgumentParser
import Bytes
import Flow
import Formats
import HTTPModel
import HTTPSemantics
import Platform

/// Where an export goes: standard output, a file, or a folder with a file a flow.
struct ExportTarget {
    /// nil: standard output.
    let path: String?
    let isFolder: Bool
    let replaces: Bool
    private let format: ExportFormat

    init(_ path: String?, _ format: ExportFormat, replaces: Bool) throws {
        self.format = format
        self.replaces = replaces
        self.path = path == "-" ? nil : path
        var status = stat()
        guard let path = self.path else {
            isFolder = false
            return
        }
        let isThere = stat(path, &status) == 0
        isFolder = path.hasSuffix("/") || isThere && status.st_mode & S_IFMT == S_IFDIR
        if isFolder {
            guard isThere || mkdir(path, 0o700) == 0 else {
                Diagnostics.say("\(path.terminalEscaped) could not be created: \(SystemText.of(errno))")
                throw ExitCode(EX_CANTCREAT)
            }
        } else if isThere, status.st_mode & S_IFMT != S_IFREG {
            Diagnostics.say(
                "\(path.terminalEscaped) is not a regular file; without -o, the export goes to standard output")
            throw ExitCode(EX_CANTCREAT)
        } else if isThere, !replaces {
            throw ExportFile.exists(path)
        }
    }

    /// `0012-GET-api.example.com.har`: safe characters alone, as method and host come from the wire.
    func file(of flow: ExportedFlow) -> String {
        let number = String(flow.number)
        let url = URLReference(flow.record.url)
        let parts = [
            String(repeating: "0", count: max(0, 4 - number.count)) + number,
            Self.safe(flow.record.requestHead?.method.name ?? "", limit: 20),
            Self.safe(url.bytes(url.host) ?? "", limit: 80),
        ]
        let name = parts.filter { !$0.isEmpty }.joined(separator: "-") + "." + format.fileExtension
        let folder = path ?? "."
        return folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    private static func safe(_ bytes: Bytes, limit: Int) -> String {
        var text = ""
        for byte in bytes.prefix(limit) {
            let isSafe = ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.period || byte == ASCII.hyphen
            text.unicodeScalars.append(isSafe ? Unicode.Scalar(byte) : "_")
        }
        return text
    }
}
