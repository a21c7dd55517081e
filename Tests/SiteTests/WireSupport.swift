import Bytes
import HTTPModel

@testable import Site

/// 2025-11-02 09:05:07 UTC, in seconds: the moment at which the tests' requests arrive.
let testTime: Int64 = 1_762_074_307

/// Field lines found by hand, strictly: name, colon, value, CRLF. Offsets count from the start of `raw`.
func fieldLines(_ raw: Bytes, from start: Int) -> [FieldLine]? {
    var lines: [FieldLine] = []
    var start = start
    while start < raw.count {
        guard let end = (start..<raw.count - 1).first(where: { raw[$0] == 13 && raw[$0 + 1] == 10 }) else { return nil }
        if end == start { return end + 2 == raw.count ? lines : nil }
        guard let colon = (start..<end).first(where: { raw[$0] == 0x3A }), colon > start else { return nil }
        let name = raw.slice(start..<colon)
        guard !name.contains(0x20) else { return nil }
        var valueStart = colon + 1
        while valueStart < end, raw[valueStart] == 0x20 { valueStart += 1 }
        let known = KnownField.allCases.first { $0 != .other && name.equalsIgnoringCase($0.name) } ?? .other
        lines.append(
            FieldLine(
                start: start, nameEnd: colon, valueStart: valueStart, valueEnd: end, end: end + 2, known: known))
        start = end + 2
    }
    return nil
}

/// A request as a server reads it. `lines` are the request line and the field lines, without line ends.
func makeRequest(
    _ lines: String..., host: String = "demo.hark.test", number: UInt64 = 1, seconds: Int64 = testTime
) -> SiteRequest {
    makeRequest(lines: lines, host: host, number: number, seconds: seconds)
}

func makeRequest(
    lines: [String], host: String = "demo.hark.test", number: UInt64 = 1, seconds: Int64 = testTime
) -> SiteRequest {
    let raw = Bytes(lines.joined(separator: "\r\n") + "\r\n\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    let start = words[0].utf8.count + 1
    let range = start..<start + words[1].utf8.count
    let form: RequestTarget.Form = words[1] == "*" ? .asterisk : .origin
    let target = RequestTarget(form: form, range: range, pathAndQuery: range)
    let fields = FieldSection(raw: raw, lines: fieldLines(raw, from: lines[0].utf8.count + 2) ?? [])
    let head = RequestHead(
        method: Method(Bytes(words[0])), target: target, version: words[2] == "HTTP/1.0" ? .http10 : .http11,
        fields: fields)
    return SiteRequest(
        head: head, host: host, wallClock: seconds * 1_000_000, requestNumber: number,
        clientAddress: "127.0.0.1:50000")
}

/// The bytes of an answer, read back by a strict reader that shares nothing with the code that wrote them.
struct Reply {
    struct Chunk {
        let size: Int
        let `extension`: String
    }

    var interim: [ResponseHead] = []
    var head: ResponseHead
    var body: [UInt8] = []
    var chunks: [Chunk] = []
    var trailers: FieldSection?
    var closes: Bool
    var waits: [Int]

    var text: String { String(decoding: body, as: UTF8.self) }

    func field(_ name: String) -> String? {
        head.fields.values(named: Bytes(name)).first?.text
    }

    func fields(_ name: String) -> [String] {
        head.fields.values(named: Bytes(name)).map { $0.text }
    }

    /// Nil when the bytes are no well-formed answer to a request of this method.
    init?(_ answer: SiteAnswer, to method: Method = .get) {
        var rest = answer.bytes
        closes = answer.closes
        waits = answer.steps.compactMap { if case .wait(let time) = $0 { time } else { nil } }
        while true {
            guard let end = Reply.endOfHead(rest), let head = Reply.head(rest.slice(0..<end)) else { return nil }
            rest = rest.slice(end..<rest.count)
            self.head = head
            guard head.isInterim else { break }
            interim.append(head)
        }
        guard interim.allSatisfy({ $0.fields.first(.contentLength) == nil }) else { return nil }
        let length = head.fields.first(.contentLength)
        let isChunked = head.fields.first(.transferEncoding) == "chunked"
        if method == .head || head.status == 204 || head.status == 304 {
            guard rest.isEmpty, head.status != 204 || (length == nil && !isChunked) else { return nil }
        } else if isChunked {
            guard length == nil, readChunks(rest) else { return nil }
        } else if let length {
            guard length.decimal == UInt64(rest.count) else { return nil }
            body = rest.array
        } else {
            guard closes else { return nil }
            body = rest.array
        }
    }

    private mutating func readChunks(_ bytes: Bytes) -> Bool {
        var position = 0
        while true {
            guard let end = (position..<bytes.count - 1).first(where: { bytes[$0] == 13 && bytes[$0 + 1] == 10 }) else {
                return false
            }
            let line = bytes.slice(position..<end).text
            let digits = line.prefix { $0 != ";" }
            guard let size = Int(digits, radix: 16), digits.allSatisfy({ $0.isHexDigit }) else { return false }
            chunks.append(Chunk(size: size, extension: String(line.dropFirst(digits.count))))
            position = end + 2
            if size == 0 { break }
            guard position + size + 2 <= bytes.count, bytes[position + size] == 13, bytes[position + size + 1] == 10
            else { return false }
            body += bytes.slice(position..<position + size).array
            position += size + 2
        }
        let raw = bytes.slice(position..<bytes.count)
        guard let lines = fieldLines(raw, from: 0) else { return false }
        trailers = FieldSection(raw: raw, lines: lines)
        return true
    }

    private static func endOfHead(_ bytes: Bytes) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...bytes.count - 4).first { bytes.slice($0..<$0 + 4) == "\r\n\r\n" }.map { $0 + 4 }
    }

    private static func head(_ raw: Bytes) -> ResponseHead? {
        guard raw.count > 13, raw.slice(0..<9) == "HTTP/1.1 ", raw[12] == 0x20,
            let status = raw.slice(9..<12).decimal,
            let end = (12..<raw.count).first(where: { raw[$0] == 13 }),
            let lines = fieldLines(raw, from: end + 2)
        else { return nil }
        return ResponseHead(
            status: Int(status), version: .http11, reasonRange: 13..<end, fields: FieldSection(raw: raw, lines: lines))
    }
}

/// What the demo site answers, with the request's content if it asks for any.
func visit(_ request: SiteRequest, body: Bytes = Bytes(), at site: any LocalSite = DemonstrationSite()) -> Reply? {
    Reply(rawVisit(request, body: body, at: site), to: request.head.method)
}

func rawVisit(
    _ request: SiteRequest, body: Bytes = Bytes(), at site: any LocalSite = DemonstrationSite()
) -> SiteAnswer {
    switch site.receive(request) {
    case .answer(let answer), .converse(let answer, _): answer
    case .readBody(let limit, _):
        body.count > limit ? site.refuse(request, limit: limit) : site.answer(request, body: body)
    }
}
