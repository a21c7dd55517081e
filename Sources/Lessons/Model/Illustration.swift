package import Bytes
import Explain
package import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire
import Judge
import Views

/// The flows beside one, for questions about more than one exchange. Without contents, and read when a question asks.
///
/// Confined to the call that made it.
package final class LessonSession {
    /// How often they were asked for.
    private(set) var asked = 0
    private lazy var all: [FlowRecord] = read()

    package var flows: [FlowRecord] {
        asked += 1
        return all
    }

    /// These are all; else nothing is counted.
    package let isWhole: Bool
    private let read: () -> [FlowRecord]

    package convenience init(_ flows: [FlowRecord] = []) {
        self.init(isWhole: true) { flows }
    }

    package init(isWhole: Bool, _ read: @escaping () -> [FlowRecord]) {
        self.isWhole = isWhole
        self.read = read
    }

    /// As many flows are looked at.
    package static let limit = 2_000
}

/// A flow as lessons look at it: what was recorded or stated; nothing that was assumed.
///
/// Confined to the call that made it.
package final class Illustration {
    let record: FlowRecord
    let facts: Facts
    let session: LessonSession
    /// Credentials, which no lesson shows.
    let hidden: HiddenValues
    private let decoded: (FlowRecord, MessageKind) -> Bytes?
    private var contents: [MessageKind: Bytes?] = [:]

    /// - Parameter content: reads a message's content, codings removed.
    package init(
        _ record: FlowRecord, in session: LessonSession = LessonSession(),
        content: @escaping (FlowRecord, MessageKind) -> Bytes?
    ) {
        var record = record
        for kind in MessageKind.allCases where !Self.isSound(kind, of: record) {
            record.assumed.formUnion(Self.matters(of: kind))
        }
        self.record = record
        self.session = session
        facts = Facts(record)
        hidden = HiddenValues(in: [record])
        decoded = content
    }

    /// Whether a head is as the protocol has it. What a lenient reader makes of another is an assumption, and a lesson
    /// on it would teach what is not true. A head that ends early, or names no host, is read as far as it goes; which
    /// bytes end its lines is what editors change in a text.
    private static func isSound(_ kind: MessageKind, of record: FlowRecord) -> Bool {
        guard let fields = record.fields(kind), !fields.isList, !fields.raw.isEmpty,
            record.isRecorded(kind == .request ? .requestBytes : .responseBytes)
        else { return true }
        let raw = withLineEnds(fields.raw)
        let error: WireError?
        switch kind {
        case .request:
            // Tools print one of HTTP/2 in lines.
            guard record.requestHead.map({ $0.version.major < 2 }) ?? true else { return true }
            error = RecordedHead.request(raw).error
        case .response:
            guard record.responseHead.map({ $0.version.major < 2 }) ?? true else { return true }
            error = RecordedHead.response(raw, to: record.method).error
        }
        return error.map { $0.code == .truncatedHead || $0.code == .missingHost } ?? true
    }

    /// With CR before each LF.
    private static func withLineEnds(_ head: Bytes) -> Bytes {
        var octets: [UInt8] = []
        octets.reserveCapacity(head.count + 16)
        for octet in head {
            if octet == ASCII.lineFeed, octets.last != ASCII.carriageReturn { octets.append(ASCII.carriageReturn) }
            octets.append(octet)
        }
        return Bytes(octets)
    }

    private static func matters(of kind: MessageKind) -> Set<FlowRecord.Matter> {
        switch kind {
        case .request: [.url, .host, .method, .request, .requestBytes, .requestSize, .requestContent]
        case .response: [.response, .responseBytes, .responseSize, .responseContent, .responseTime]
        }
    }

    /// `#12`
    package var number: UInt64 { record.id.number }

    // MARK: Messages

    var request: RequestHead? { facts.request }
    var response: ResponseHead? { facts.response }
    var method: Method? { request?.method }
    /// A server answered it to the end: a better example than what a program asked in vain, a tunnel, or what a browser
    /// asks beforehand.
    package var isServed: Bool {
        record.outcome?.kind == .complete && response != nil && method != .connect && record.responseOrigin == nil
            && !(method == .options && has(.request, "access-control-request-method"))
    }
    var status: Int? { response?.status }
    var url: URLReference? { facts.knowsScheme ? facts.url : nil }

    func fields(_ kind: MessageKind) -> FieldSection? {
        switch kind {
        case .request: request?.fields
        case .response: response?.fields
        }
    }

    /// The first value of a field.
    func value(_ kind: MessageKind, _ name: StaticString) -> Bytes? { fields(kind)?.first(named: name) }

    func has(_ kind: MessageKind, _ name: StaticString) -> Bool { value(kind, name) != nil }

    /// It is a list of fields, as HTTP/2 and later have them, whatever a tool wrote.
    func isFieldList(_ kind: MessageKind) -> Bool {
        let version =
            switch kind {
            case .request: request?.version
            case .response: response?.version
            }
        return fields(kind)?.isList == true || (version?.major ?? 1) >= 2
    }

    /// The lines came as HTTP/1 has them, byte for byte.
    func isText(_ kind: MessageKind) -> Bool {
        guard let fields = fields(kind), !fields.isList else { return false }
        return record.isRecorded(kind == .request ? .requestBytes : .responseBytes)
    }

    // MARK: Places

    /// The start line.
    func startLine(_ kind: MessageKind) -> LessonPlace? {
        guard isText(kind), let fields = fields(kind) else { return nil }
        let line = fields.startLine
        guard let range = line.range(in: fields.raw) else { return nil }
        return LessonPlace(message: kind, range: range, bytes: line)
    }

    /// The first line of a field.
    func line(_ kind: MessageKind, _ name: StaticString) -> LessonPlace? {
        guard let fields = fields(kind), let line = fields.line(named: name) else { return nil }
        let range = Int(line.start)..<Int(line.valueEnd)
        guard range.lowerBound <= range.upperBound, range.upperBound <= fields.raw.count else { return nil }
        return LessonPlace(message: kind, range: range, bytes: fields.raw.slice(range))
    }

    /// The first Set-Cookie line that has such a cookie.
    func cookieLine(_ isMeant: (SetCookie) -> Bool) -> LessonPlace? {
        guard let fields = response?.fields,
            let line = fields.lines.first(where: { $0.known == .setCookie && isMeant(SetCookie($0, in: fields)) })
        else { return nil }
        let range = Int(line.start)..<Int(line.valueEnd)
        guard range.upperBound <= fields.raw.count else { return nil }
        return LessonPlace(message: .response, range: range, bytes: fields.raw.slice(range))
    }

    // MARK: Contents

    /// As it was transferred: counted, whole, codings still on it.
    func transferred(_ kind: MessageKind) -> Bytes? {
        let content = kind == .request ? facts.requestContent : facts.responseContent
        return content.isTruncated ? nil : content.bytes
    }

    /// Bytes that passed.
    func size(_ kind: MessageKind) -> UInt64? {
        let content = kind == .request ? facts.requestContent : facts.responseContent
        return content.size
    }

    /// The contents that were read so far.
    var readContents: [(kind: MessageKind, content: Bytes)] {
        MessageKind.allCases.compactMap { kind in (contents[kind] ?? nil).map { (kind, $0) } }
    }

    /// Codings removed; nil when it is not whole, or larger than lessons read.
    func content(_ kind: MessageKind) -> Bytes? {
        if let known = contents[kind] { return known }
        let content = kind == .request ? record.request.content : record.response.content
        let isKnown = record.isRecorded(kind == .request ? .requestContent : .responseContent)
        let isSmall = (content.kept.count ?? content.decoded?.count ?? 0) <= Self.contentLimit
        let read = isKnown && isSmall && !content.isTruncated ? decoded(record, kind) : nil
        let kept = read.flatMap { $0.count <= Self.contentLimit ? $0 : nil }
        contents[kind] = kept
        return kept
    }

    private static let contentLimit = 1 << 20

    var isComplete: Bool { record.outcome.map { $0.kind == .complete } ?? false }

    // MARK: Words

    /// Bytes in a sentence: short, credentials left out.
    func shown(_ bytes: Bytes?, limit: Int = 60) -> String {
        guard let bytes else { return "" }
        let text = hidden.hide(bytes).text
        return text.count <= limit ? text : "\(text.prefix(limit))…"
    }

    /// A name of the message in a sentence: it could be any word.
    func quoted(_ name: Bytes?) -> String { "“\(shown(name))”" }

    // MARK: Decided values

    /// What browsers and shared caches make of the response.
    var freshness: CacheVerdicts? { facts.freshness }

    /// The Set-Cookie lines, as browsers read them; the first hundred.
    var cookies: [SetCookie] {
        guard let response else { return [] }
        return response.fields.lines.lazy.filter { $0.known == .setCookie }.prefix(100).map {
            SetCookie($0, in: response.fields)
        }
    }

    /// The first cookie that browsers store, and that has a name.
    var cookie: SetCookie? {
        guard let context = cookieContext else { return nil }
        return cookies.first { !$0.name.isEmpty && $0.rejection(from: context) == nil }
    }

    var cookieContext: CookieContext? {
        guard let url, let request else { return nil }
        return CookieContext(url: url.raw, method: request.method, request: request.fields)
    }

    /// Flows of the session after this one.
    var later: [FlowRecord] { session.flows.filter { $0.id > record.id } }
}

extension String {
    /// Control characters as escapes, one line.
    var terminalText: String {
        var out: [UInt8] = []
        TerminalText.append(Bytes(self), to: &out)
        return String(decoding: out, as: UTF8.self)
    }
}
