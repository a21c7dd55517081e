import Bytes
import Flow
import HTTPModel

/// A line of curl for each request, which sends the same bytes over HTTP/1.1: in the same order, in the same spelling,
/// and nothing that curl would add of itself. For every POSIX shell.
struct CurlExport: CodeExporter {
    static let commentSign = "#"

    /// Systems take no longer word on a command line; what is longer, or has a zero byte, comes through a pipe.
    private static let wordLimit = 100_000
    /// So does what has this many bytes, or runs of them, that no text shows.
    private static let unseenLimit = 16

    mutating func request(_ request: ExportedRequest) -> String {
        var words = ["curl", "--path-as-is", "--globoff"]
        words.append(version(request))
        // Without a body curl writes the field of a chunked one, and no chunk: the server waits for the last.
        let hasBody = !request.content.isEmpty || request.isChunked
        var remark = ""
        if request.isChunked, !request.content.isEmpty {
            remark += """
                # curl chooses its own chunk sizes for the body.\n
                """
        }
        if request.hasTrailers { remark += "# curl cannot send the request's trailers; they are omitted.\n" }
        words += method(request.method, hasBody: hasBody)
        let isTypical = request.target.first == ASCII.slash && request.target.allSatisfy(Self.passesUntouched)
        if !isTypical { words.append("--request-target \(CodeText.shell(request.target))") }
        words += headers(request, hasBody: hasBody)
        if request.first("accept-encoding") != nil { words.append("--compressed") }
        var pipe = ""
        if hasBody {
            if mustBePiped(request.content) {
                pipe = "base64 -d <<'END' | "
                words.append("--data-binary @-")
            } else {
                words.append("--data-binary \(CodeText.shell(request.content))")
            }
        }
        words.append(CodeText.shell(isTypical ? request.url : request.origin))
        var text = pipe + words.joined(separator: " \\\n  ")
        if !pipe.isEmpty {
            // The document stands behind the first line that ends without a backslash.
            text = pipe + words.joined(separator: " ") + "\n" + Self.base64(request.content) + "END"
        }
        return remark + text + "\n"
    }

    /// A word that begins with `@` would be a file's name.
    private func mustBePiped(_ content: Bytes) -> Bool {
        content.count > Self.wordLimit || content.contains(0) || content.first == ASCII.at
            || CodeText.unseenRuns(content, limit: Self.unseenLimit) == Self.unseenLimit
    }

    /// Without TLS curl asks for HTTP/2 by three fields of its own (Upgrade, HTTP2-Settings, Connection).
    private func version(_ request: ExportedRequest) -> String {
        if request.version == .http10 { return "--http1.0" }
        return request.version.major >= 2 && request.isSecure ? "--http2" : "--http1.1"
    }

    private func method(_ method: Bytes, hasBody: Bool) -> [String] {
        if method.isExactly("HEAD"), !hasBody { return ["--head"] }
        if method.isExactly("GET"), !hasBody { return [] }
        if method.isExactly("POST"), hasBody { return [] }
        return ["--request \(CodeText.shell(method))"]
    }

    private func headers(_ request: ExportedRequest, hasBody: Bool) -> [String] {
        var words: [String] = []
        // curl writes Host itself, first and in its own spelling: where it stood otherwise, curl's is taken away.
        let hosts = request.lines.indices.filter { request.lines[$0].name.equalsIgnoringCase("host") }
        let isOrdinary = hosts == [0] && request.lines[0].isPlain && request.lines[0].name.isExactly("Host")
        var lines = request.lines[...]
        if isOrdinary {
            if request.lines[0].value != request.authority { words.append(Self.header(request.lines[0])) }
            lines = lines.dropFirst()
        } else {
            words.append("--header 'Host:'")
        }
        // What curl adds unless it is told otherwise.
        var unwanted = ["User-Agent", "Accept"]
        if hasBody { unwanted += ["Content-Type", "Expect"] }
        if hasBody, request.version == .http11 || request.version.major >= 2 && !request.isSecure {
            unwanted.append("Content-Length")
        }
        for name in unwanted where !request.lines.contains(where: { $0.name.equalsIgnoringCase(Bytes(name)) }) {
            words.append("--header '\(name):'")
        }
        // It counts the body by itself: also one that somebody writes in its place.
        let counted = hasBody && !request.isChunked ? request.countingLine : nil
        return words + lines.indices.filter { $0 != counted }.map { Self.header(lines[$0]) }
    }

    private static func header(_ line: ExportedRequest.Line) -> String {
        // An empty value is written with a semicolon: a colon alone takes the field away.
        if line.value.isEmpty { return "--header \(CodeText.shell(Bytes(line.name.array + [ASCII.semicolon])))" }
        var text = line.raw
        if text.hasEnding("\r\n") { text = text.slice(0..<text.count - 2) }
        return "--header \(CodeText.shell(text))"
    }

    /// Bytes of a target that curl sends as they are.
    private static func passesUntouched(_ byte: UInt8) -> Bool {
        OctetClass.pathOrQuery.contains(byte) || byte == ASCII.percent
    }

    private static func base64(_ content: Bytes) -> String {
        var text = ""
        var start = 0
        while start < content.count {
            let end = min(start + 57, content.count)
            text += Base64.encode(content.slice(start..<end)) + "\n"
            start = end
        }
        return text
    }
}
