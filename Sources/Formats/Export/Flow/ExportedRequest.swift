import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

/// A request as it can be sent to its server once more: what its client sent, addressed to the server and no longer to
/// a proxy.
struct ExportedRequest {
    /// One field line, with all its bytes.
    struct Line {
        let name: Bytes
        let value: Bytes
        /// With its line end.
        let raw: Bytes

        /// `Name: value`, CR and LF: as every library writes it.
        var isPlain: Bool {
            raw.count == name.count + value.count + 4 && raw.hasEnding("\r\n") && !value.isEmpty
                && raw.slice(name.count..<name.count + 2) == ": " && OctetClass.token.containsAll(name)
                && !name.isEmpty && value.allSatisfy(ASCII.isFieldText)
        }
    }

    let method: Bytes
    let isSecure: Bool
    /// Without the brackets of an IPv6 address.
    let host: Bytes
    let port: UInt16
    /// Host and port as a URL has them: no port that is the scheme's own.
    let authority: Bytes
    /// What the request line asks for.
    let target: Bytes
    let version: HTTPVersion
    let lines: [Line]
    /// What was on the wire behind the head: with chunk lines, when it had some.
    let body: Bytes
    /// The content alone.
    let content: Bytes
    let isChunked: Bool
    /// Fields came behind the content.
    let hasTrailers: Bool

    /// Larger bodies are in no program's source.
    static let bodyLimit = 64 << 20

    /// Why a flow has no such request, as the end of a sentence; nil when it has.
    static func hindrance(_ record: FlowRecord) -> String? {
        guard let head = record.requestHead else { return "has no readable request" }
        if let name = head.connectProtocol {
            return "opens a stream of HTTP/2 for \(name.text), which a single request cannot do"
        }
        guard head.method != .connect else { return "opens a tunnel; the exchanges inside are separate flows" }
        let url = URLReference(record.url)
        guard url.hasScheme("http") || url.hasScheme("https"), let host = url.bytes(url.host), !host.isEmpty,
            url.effectivePort != nil, OctetClass.registeredName.containsAll(host.filter { !"[]:%".utf8.contains($0) })
        else { return "has no URL" }
        guard record.request.content.kept.count ?? 0 <= bodyLimit else { return "has a body of more than 64 MiB" }
        return nil
    }

    /// Why a library that checks paths does not take the one of a request (RFC 3986 §2.1), as the end of a sentence.
    static func pathHindrance(_ record: FlowRecord, _ library: String, withQuery: Bool = false) -> String? {
        guard let head = record.requestHead else { return nil }
        var target = head.raw.slice(head.target.pathAndQuery)
        if !withQuery, let query = target.firstIndex(of: ASCII.question) { target = target.slice(0..<query) }
        let isBare = target.indices.contains { place in
            target[place] == ASCII.percent
                && !(place + 2 < target.count && ASCII.hexValue(target[place + 1]) != nil
                    && ASCII.hexValue(target[place + 2]) != nil)
        }
        return isBare ? "has an invalid percent-encoding, which \(library) does not send" : nil
    }

    init?(_ flow: ExportedFlow) {
        guard Self.hindrance(flow.record) == nil, let head = flow.record.requestHead else { return nil }
        let url = URLReference(flow.record.url)
        guard let port = url.effectivePort, let name = url.bytes(url.host) else { return nil }
        method = head.method.name
        isSecure = url.hasScheme("https")
        self.port = port
        let isLiteral = name.first == ASCII.openBracket && name.last == ASCII.closeBracket && name.count > 2
        host = isLiteral ? name.slice(1..<name.count - 1) : name
        authority = port == (isSecure ? 443 : 80) ? name : Bytes(name.array + Array(":\(port)".utf8))
        version = head.version
        let isToProxy = head.target.form == .absolute
        var path = isToProxy ? head.raw.slice(head.target.pathAndQuery) : head.targetBytes
        // RFC 9112 §3.2.1: an empty path is sent as "/".
        if isToProxy, path.first != ASCII.slash { path = Bytes([ASCII.slash] + path.array) }
        target = path
        let message = WireOutput(flow, .request)
        let section = message.fields
        var lines = section.lines.compactMap { line -> Line? in
            let name = section.name(of: line)
            // What a client tells its proxy is not for the server (RFC 9110 §7.6.1, §11.7.2).
            if isToProxy, line.known == .proxyConnection || line.known == .proxyAuthorization { return nil }
            // Nor is a field whose name is none, as HTTP/2's `:path`, or the mark of what was replaced.
            guard !name.isEmpty, OctetClass.token.containsAll(name), !name.isExactly("_redacted") else { return nil }
            return Line(name: name, value: section.value(of: line), raw: section.raw.slice(line.line))
        }
        // HTTP/2 has no Host (RFC 9113 §8.3.1): what it says there is said here as HTTP/1.1 does. And recorders that
        // list fields leave it out.
        let mayLackHost = head.version.major > 1 || !flow.record.isRecorded(.requestBytes) && head.version >= .http11
        if mayLackHost, !lines.contains(where: { $0.name.equalsIgnoringCase("host") }) {
            let raw = Bytes(Array("Host: ".utf8) + authority.array + [ASCII.carriageReturn, ASCII.lineFeed])
            lines.insert(Line(name: "Host", value: authority, raw: raw), at: 0)
        }
        self.lines = lines
        var body: [UInt8] = []
        message.forEachBodyPiece { piece in
            body += piece
            return true
        }
        self.body = Bytes(body)
        isChunked = section.members(.transferEncoding).last?.equalsIgnoringCase("chunked") == true
        hasTrailers = flow.record.request.trailers.map { !$0.lines.isEmpty } ?? false
        content = isChunked ? message.content : Bytes(body)
    }

    /// All of it as it goes over the wire.
    var wire: Bytes {
        let (before, behind) = wireHead(around: lines.count)
        return Bytes(before.array + behind.array + body.array)
    }

    /// The head as it goes over the wire, without one of its lines: what stands before that, and behind it.
    func wireHead(around place: Int) -> (before: Bytes, behind: Bytes) {
        var before = method.array + [ASCII.space] + target.array
        before += Array(" \(version.major > 1 ? .http11 : version)\r\n".utf8)
        var behind: [UInt8] = []
        for (index, line) in lines.enumerated() where index != place {
            if index < place { before += line.raw.array } else { behind += line.raw.array }
        }
        return (Bytes(before), Bytes(behind + [ASCII.carriageReturn, ASCII.lineFeed]))
    }

    /// Scheme, authority and path, as somebody would type it.
    var url: Bytes { target.first == ASCII.slash ? Bytes(origin.array.dropLast() + target.array) : origin }

    /// Scheme and authority, with the slash behind them.
    var origin: Bytes { Bytes(Array((isSecure ? "https://" : "http://").utf8) + authority.array + [ASCII.slash]) }

    /// Whether libraries for HTTP send it as it is: a method, a target and fields of which they change nothing.
    var isPlain: Bool {
        OctetClass.token.containsAll(method) && target.first == ASCII.slash && lines.allSatisfy(\.isPlain)
            && target.allSatisfy { $0 > ASCII.space && $0 < ASCII.delete && $0 != ASCII.hash }
    }

    /// The line that says how long the body is, where it is the only one, is right, and is written as any library
    /// would: who sends the request can count by itself. Where it is wrong it stays, as it was sent so.
    var countingLine: Int? {
        let all = lines.indices.filter { lines[$0].name.equalsIgnoringCase("content-length") }
        guard all.count == 1, !body.isEmpty, !isChunked, lines[all[0]].isPlain,
            lines[all[0]].value == Bytes(String(body.count))
        else { return nil }
        return all[0]
    }

    func first(_ name: StaticString) -> Bytes? { lines.first { $0.name.equalsIgnoringCase(name) }?.value }
}
