import Bytes
import Flow
import HTTPModel

/// A line of HTTPie for each request. HTTPie writes a few fields by itself, so that an equal request is sent, not the
/// same bytes. For bash, zsh and ksh.
struct HTTPieExport: CodeExporter {
    static let commentSign = "#"

    /// What HTTPie adds unless it is told otherwise.
    private static let added = ["Accept", "Accept-Encoding", "Connection", "User-Agent"]
    /// What it writes by itself.
    private static let own: [StaticString] = ["content-length", "transfer-encoding"]

    mutating func request(_ request: ExportedRequest) -> String {
        var words = ["http", "--verbose", "--path-as-is"]
        let content = request.content
        // HTTPie reads a body from a pipe; without one, it must not wait for it.
        var pipe = ""
        if content.isEmpty {
            words.append("--ignore-stdin")
        } else {
            pipe = "base64 --decode <<'END' | "
        }
        words += [CodeText.shell(request.method), CodeText.shell(request.url)]
        for line in request.lines where !Self.own.contains(where: { line.name.equalsIgnoringCase($0) }) {
            let isHost = line.name.equalsIgnoringCase("host")
            if isHost, line.value == request.authority { continue }
            words.append(CodeText.shell(field(line)))
        }
        for name in Self.added where !request.lines.contains(where: { $0.name.isEqual(ignoringCase: Bytes(name)) }) {
            words.append("'\(name):'")
        }
        guard !pipe.isEmpty else { return words.joined(separator: " \\\n  ") + "\n" }
        let lines = stride(from: 0, to: content.count, by: 57).map { start in
            Base64.encode(content.slice(start..<min(start + 57, content.count))) + "\n"
        }
        return pipe + words.joined(separator: " ") + "\n" + lines.joined() + "END\n"
    }

    func omission(of record: FlowRecord) -> String? {
        if let why = ExportedRequest.hindrance(record) { return why }
        let isWord = record.requestHead?.method.name.allSatisfy(ASCII.isAlpha) == true
        return isWord ? nil : "has a method that HTTPie takes for a URL"
    }

    /// `Name:value`; `Name;` when the value is empty. A sign that HTTPie parts its words by means itself behind a
    /// backslash: at the value's beginning `=` and `@` would make a field of JSON and a file's name of it.
    private func field(_ line: ExportedRequest.Line) -> Bytes {
        guard !line.value.isEmpty else { return Bytes(line.name.array + [ASCII.semicolon]) }
        var text = line.name.array + [ASCII.colon]
        var former = ASCII.backslash
        for byte in line.value {
            let isSign = byte == ASCII.equals || byte == ASCII.at || byte == ASCII.colon || byte == ASCII.semicolon
            if isSign, former == ASCII.backslash { text.append(ASCII.backslash) }
            text.append(byte)
            former = byte
        }
        return Bytes(text)
    }
}
