import Bytes
import Flow
import HTTPModel

/// A line of HTTPie for each request. HTTPie writes a few fields by itself, so that an equal request is sent, not the
/// same bytes. For every POSIX shell.
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
            pipe = "base64 -d <<'END' | "
        }
        // A name may begin with what makes an option of a word.
        if request.lines.contains(where: { $0.name.first == ASCII.hyphen }) { words.append("--") }
        words += [CodeText.shell(request.method), CodeText.shell(request.url)]
        for line in request.lines where !Self.own.contains(where: { line.name.equalsIgnoringCase($0) }) {
            let isHost = line.name.equalsIgnoringCase("host")
            if isHost, line.value == request.authority { continue }
            words.append(CodeText.shell(field(line)))
        }
        for name in Self.added where !request.lines.contains(where: { $0.name.equalsIgnoringCase(Bytes(name)) }) {
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
        guard isWord else { return "has a method that HTTPie reads as a URL" }
        if let head = record.requestHead, Self.rewrites(head.raw.slice(head.target.pathAndQuery)) {
            return "has a target that HTTPie would change"
        }
        let fields = record.requestFields
        let isUnsayable = fields.lines.contains { Self.isUnsayable(fields.value(of: $0)) }
        return isUnsayable ? "has a backslash in a field where HTTPie removes it" : nil
    }

    /// Requests and urllib3 encode every sign that RFC 3986 has not there, a percent sign that begins no octet (and
    /// then all of them), decode octets of unreserved characters, and write hexadecimal digits in upper case.
    private static func rewrites(_ target: Bytes) -> Bool {
        var index = 0
        while index < target.count {
            guard target[index] == ASCII.percent else {
                guard OctetClass.pathOrQuery.contains(target[index]) else { return true }
                index += 1
                continue
            }
            guard index + 2 < target.count, let high = ASCII.hexValue(target[index + 1]),
                let low = ASCII.hexValue(target[index + 2])
            else { return true }
            let octet = high << 4 | low
            let isUnreserved = ASCII.isAlpha(octet) || ASCII.isDigit(octet) || "-._~".utf8.contains(octet)
            let isLower = target[index + 1] >= UInt8(ascii: "a") || target[index + 2] >= UInt8(ascii: "a")
            if isUnreserved || isLower { return true }
            index += 3
        }
        return false
    }

    /// A backslash before a sign is always HTTPie's own.
    private static func isUnsayable(_ value: Bytes) -> Bool {
        value.indices.dropFirst().contains { value[$0 - 1] == ASCII.backslash && isSign(value[$0]) }
    }

    /// HTTPie parts its words by these.
    private static func isSign(_ byte: UInt8) -> Bool {
        byte == ASCII.equals || byte == ASCII.at || byte == ASCII.colon || byte == ASCII.semicolon
    }

    /// `Name:value`; `Name;` when the value is empty. A sign at the value's beginning means itself behind a backslash:
    /// `=` would make a field of JSON of it, and `@` a file's name.
    private func field(_ line: ExportedRequest.Line) -> Bytes {
        guard let first = line.value.first else { return Bytes(line.name.array + [ASCII.semicolon]) }
        let escape = Self.isSign(first) ? [ASCII.backslash] : []
        return Bytes(line.name.array + [ASCII.colon] + escape + line.value.array)
    }
}
