package import Bytes
import Explain

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
    /// Content without its head: HTML, XML.
    case markup
    /// The same, JSON that is no recording.
    case json
    /// What a server writes of each request, a line each.
    case accessLog
    /// Requests of an editor's or an IDE's HTTP client, with `###` between them.
    case requestFile
    /// What OkHttp logs.
    case clientLog
    /// What servers and applications write of their doings: nginx, HAProxy, Spring, Rails, Gin, uvicorn.
    case serverLog
    /// Bytes as hexadecimal digits.
    case hexDump
    /// The list of packets of tcpdump.
    case packets

    /// nil for any other text, messages among them.
    ///
    /// - Parameter text: a file as it is; it may be UTF-16.
    package init?(_ file: Bytes) {
        let text = PastedText.utf8(file) ?? file
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
        } else if first[0] == ASCII.lessThan, first.count > 1, Self.beginsTag(first[1]) {
            self = .markup
        } else if Self.isJSON(first), InputKind.ofText(text) == .unknown, !lines.contains(where: \.isWholeStartLine),
            // A damaged HAR is said to be one.
            !lines.prefix(4).contains(where: { $0.place(of: "\"log\"") != nil })
        {
            self = .json
        } else if Self.isOfAccessLog(first) {
            self = .accessLog
        } else if first.hasOpening("###") || first.hasOpening("@") && first.contains(ASCII.equals) {
            self = .requestFile
        } else if first.hasOpening("--> ") || first.hasOpening("<-- ") {
            self = .clientLog
        } else if Self.isOfServerLog(first), !lines.contains(where: \.isWholeStartLine) {
            self = .serverLog
        } else if Self.isHexDump(first) {
            self = .hexDump
        } else if Self.isPacket(first) {
            self = .packets
        } else if Self.isOfApplicationLog(first), InputKind.ofText(text) == .unknown,
            // Messages whose lines have a time before them are read without it.
            !PastedText(file).bytes.prefix(Self.window).split(separator: ASCII.lineFeed).contains(where: {
                Bytes(Array($0)).withoutReturn.trimmed.isWholeStartLine
            })
        {
            self = .serverLog
        } else if lines.count > 1, FieldListDissection.isList(text) {
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
        case .markup, .json:
            "this is \(self == .json ? "JSON" : "HTML or XML") without the headers of a message: put the head before "
                + "it (curl -i prints both), or save the requests as HAR"
        case .accessLog:
            "this is an access log, which has no messages: record them with hark proxy, or hark run -- COMMAND"
        case .requestFile:
            "this is a file of requests for an HTTP client: run them, and give what was sent and received, or record "
                + "it: hark run -- COMMAND"
        case .clientLog:
            "this is a client's log, not a message: give the messages as they were, or record them: "
                + "hark run -- COMMAND"
        case .serverLog:
            "this is a log, not a message: record the messages with hark proxy, or hark run -- COMMAND"
        case .hexDump:
            "this is a hex dump, not a message: turn it into bytes (xxd -r) and give those, or record the messages: "
                + "hark run -- COMMAND"
        case .packets:
            "this is a list of packets, not a message: follow the stream in Wireshark and copy it, or record the "
                + "messages: hark run -- COMMAND"
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

    private static func beginsTag(_ byte: UInt8) -> Bool {
        byte == ASCII.exclamation || byte == UInt8(ascii: "?") || ASCII.isAlpha(byte)
    }

    /// The start of an object or an array.
    private static func isJSON(_ line: Bytes) -> Bool {
        let rest = line.dropFirst().first { !ASCII.isWhitespace($0) }
        switch line[0] {
        case ASCII.openBrace: return rest == nil || rest == ASCII.quote
        case ASCII.openBracket: return rest == ASCII.openBrace || rest == ASCII.quote
        default: return false
        }
    }

    /// `2026-11-29 05:00:00.123 DEBUG …`, `[GIN] 2026/11/29 - …`, `INFO: 127.0.0.1 …`, `Started GET "/a" for …`: a time
    /// or a level comes first.
    private static func isOfApplicationLog(_ line: Bytes) -> Bool {
        let text = line.first == ASCII.openBracket ? line.slice(1..<line.count) : line
        if beginsWithTime(text) { return true }
        if line.hasOpening("[GIN] ") || line.hasOpening("[GIN-debug] ") || line.hasOpening("Started "),
            line.place(of: " for ") != nil || line.first == ASCII.openBracket
        {
            return true
        }
        return levels.contains { level in
            guard text.hasOpening(level), text.count > level.utf8CodeUnitCount else { return false }
            let next = text[level.utf8CodeUnitCount]
            return next == ASCII.colon || next == ASCII.closeBracket || next == ASCII.space
        }
    }

    /// Without TRACE, which is a method, too.
    private static let levels: [StaticString] = [
        "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "FATAL", "debug", "info", "warn", "error",
    ]

    /// `2026-11-29 05:`, `2026/11/29T05:`, `05:00:00.123 `: digits as in the pattern, and signs.
    private static func beginsWithTime(_ line: Bytes) -> Bool {
        let patterns: [StaticString] = ["0000-00-00 00:", "0000/00/00 00:", "0000-00-00T00:", "00:00:00.", "00:00:00 "]
        return patterns.contains { pattern in
            guard line.count > pattern.utf8CodeUnitCount else { return false }
            return pattern.withUTF8Buffer { pattern in
                pattern.indices.allSatisfy { place in
                    pattern[place] == UInt8(ascii: "0") ? ASCII.isDigit(line[place]) : line[place] == pattern[place]
                }
            }
        }
    }

    /// `2026/11/29 05:00:00 [debug] 31#31: …`, `[Sun Nov 29 05:00:00 2026] [dumpio:trace7] …`, `… haproxy[123]: …`.
    private static func isOfServerLog(_ line: Bytes) -> Bool {
        if let place = line.place(of: " haproxy["), place < 80 { return true }
        let levels: [StaticString] = ["[debug]", "[info]", "[notice]", "[warn]", "[error]"]
        let digits = line.prefix(4).count { ASCII.isDigit($0) }
        if digits == 4, line.count > 28, line[4] == ASCII.slash {
            return levels.contains { line.has($0, at: 20) }
        }
        return line.first == ASCII.openBracket && line.place(of: "] [pid ") != nil
    }

    /// `00000000  47 45 54 20 …`, `0000   47 45`, `00000000: 4745 5420 …`.
    private static func isHexDump(_ line: Bytes) -> Bool {
        let words = line.split(separator: ASCII.space).prefix(6).map { Bytes(Array($0)) }
        guard words.count > 3, let offset = words.first else { return false }
        let digits = offset.last == ASCII.colon ? offset.slice(0..<offset.count - 1) : offset
        func isHex(_ word: Bytes) -> Bool { word.allSatisfy { ASCII.hexValue($0) != nil } }
        return (4...8).contains(digits.count) && isHex(digits)
            && words[1...3].allSatisfy { isHex($0) && ($0.count == 2 || $0.count == 4) }
    }

    /// `05:00:00.123456 IP 10.0.0.9.5000 > 192.0.2.7.80: Flags [P.], …`.
    private static func isPacket(_ line: Bytes) -> Bool {
        (line.place(of: " IP ") ?? line.place(of: " IP6 ") ?? 100) < 40 && line.place(of: ": Flags [") != nil
    }

    /// `192.0.2.1 - - [26/Nov/2026:10:12:00 +0000] "GET / HTTP/1.1" 200 612`, with or without more.
    private static func isOfAccessLog(_ line: Bytes) -> Bool {
        guard let quote = line.place(of: "] \""), let end = line.place(of: "\" "), quote + 3 < end else { return false }
        return line.slice(quote + 3..<end).isWholeRequestLine
    }
}
