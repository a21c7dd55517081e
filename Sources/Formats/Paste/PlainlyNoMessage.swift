package import Bytes
import Explain
import Registry

/// A text that people give in place of a message: the command that would make one, the code that developer tools copy,
/// a list of fields, an address. What it is and what to give instead, a sentence each.
package enum PlainlyNoMessage: Sendable, Hashable, CaseIterable {
    /// `curl https://…`, `wget …`, HTTPie's `http …`: without what it printed.
    case command
    /// "Copy as fetch".
    case fetchCode
    /// "Copy as PowerShell".
    case powerShell
    /// Fields without the line before them.
    case fields
    /// A URL.
    case address

    /// nil for any other text, messages among them.
    package init?(_ text: Bytes) {
        let lines = text.prefix(Self.window).split(separator: ASCII.lineFeed).lazy.map {
            Bytes(Array($0)).withoutReturn.trimmed
        }.filter { !$0.isEmpty }
        guard let first = lines.first else { return nil }
        if Self.isCommand(first) {
            // What follows a command is what it printed.
            guard !lines.contains(where: \.isWholeStartLine), InputKind.ofText(text) == .unknown else { return nil }
            self = .command
        } else if first.hasOpening("fetch(") || first.hasOpening("await fetch(") {
            self = .fetchCode
        } else if Self.powerShellOpenings.contains(where: { first.hasOpening($0) }) {
            self = .powerShell
        } else if first.hasOpening("http://") || first.hasOpening("https://"), !first.contains(ASCII.space) {
            self = .address
        } else if Self.areFields(Array(lines)) {
            self = .fields
        } else {
            return nil
        }
    }

    /// What it is, and what to give instead.
    package var text: String {
        switch self {
        case .command:
            "this is a command, not a message: run it with -v (curl) and give its output, or record it: "
                + "hark run -- COMMAND"
        case .fetchCode:
            "this is code that developer tools copied, not a message: copy the request's headers, or save the "
                + "requests as HAR"
        case .powerShell:
            "this is a PowerShell command, not a message: copy the request's headers, or save the requests as HAR"
        case .fields:
            "this is a list of header fields without its first line: put the request or status line before it, such "
                + "as HTTP/1.1 200 OK, or copy the block General too"
        case .address:
            "this is a URL, not a message: request it with curl -v and give the output, or record it: "
                + "hark run -- curl URL"
        }
    }

    private static let window = 64 << 10
    private static let clients: [StaticString] = ["curl ", "curl.exe ", "wget ", "http ", "https ", "xh "]
    private static let powerShellOpenings: [StaticString] = [
        "Invoke-WebRequest ", "Invoke-RestMethod ", "$session = New-Object Microsoft.PowerShell", "iwr ", "irm ",
    ]

    private static func isCommand(_ line: Bytes) -> Bool {
        let hasPrompt = line.count > 2 && line[1] == ASCII.space && (line[0] == ASCII.dollar || line[0] == ASCII.hash)
        let words = hasPrompt ? line.slice(2..<line.count) : line
        return clients.contains { words.hasOpening($0) }
    }

    /// Each line is a field's, and some of the names are registered.
    private static func areFields(_ lines: [Bytes]) -> Bool {
        var known = 0
        for line in lines {
            guard let colon = line.firstIndex(of: ASCII.colon), colon > 0,
                OctetClass.token.containsAll(line.slice(0..<colon))
            else { return false }
            if Vocabulary.fields[line.slice(0..<colon)] != nil { known += 1 }
        }
        return lines.count > 1 && known > 0
    }
}
