package import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// One flow as a filter looks at it: everything that fields ask, worked out when it is asked, and once.
///
/// Made for one evaluation, used by one thread; not Sendable.
package final class FilterSubject {
    package let record: FlowRecord
    package let context: FlowContext
    /// What a store keeps of the flow, where its record was written down and says less; nil: the record says all.
    package var kept: KeptValues?
    private let reader: FilterReader
    private var given: JudgedFlow?
    private var contents: [MessageKind: Bytes?] = [:]

    package init(
        _ record: consuming FlowRecord, _ context: FlowContext = FlowContext(), reader: FilterReader = FilterReader()
    ) {
        self.record = record
        self.context = context
        self.reader = reader
    }

    /// A flow of which it may be known already what checks find in it; what they find when this asks first is known to
    /// whoever has it.
    package init(_ flow: JudgedFlow, _ context: FlowContext = FlowContext(), reader: FilterReader = FilterReader()) {
        record = flow.record
        given = flow
        self.context = context
        self.reader = reader
    }

    /// The flow with what checks find in it.
    package var flow: JudgedFlow {
        if let given { return given }
        let made = JudgedFlow(record)
        given = made
        return made
    }

    private(set) lazy var url: Bytes? = {
        let url = text("url") { $0.record.url } ?? Bytes()
        return url.isEmpty ? nil : url
    }()

    private(set) lazy var reference = URLReference(url ?? Bytes())

    private(set) lazy var phases = record.measuredTimes

    /// nil when nobody told what was changed.
    private(set) lazy var changes: [FlowRecord.ChangedLine]? = record.changes

    private(set) lazy var caching: CacheFacts? = {
        guard let head = record.responseHead, record.method != .connect, record.isRecorded(.responseTime),
            let came = record.responseReceivedAt
        else { return nil }
        let now = came / 1_000_000
        return CacheFacts(
            Freshness(
                url: url, method: record.method, request: record.requestFields, status: head.status,
                response: head.fields,
                clock: .init(requestTime: (record.startedAt ?? came) / 1_000_000, responseTime: now, now: now),
                cache: .privateCache), head)
    }()

    private(set) lazy var redirectTarget: Bytes? = {
        guard let head = record.responseHead, let url, let location = head.fields.first(.location) else { return nil }
        return Redirect(status: head.status, location: location, method: record.method, requestURL: url)?.target.raw
    }()

    // MARK: What a store keeps

    /// The values of columns, which come before those of the record.
    package struct KeptValues {
        package var values: [String: FilterValue]
        package var lists: [String: [Bytes]]

        package init(values: [String: FilterValue], lists: [String: [Bytes]]) {
            (self.values, self.lists) = (values, lists)
        }
    }

    func integer(_ column: String, _ read: (FilterSubject) -> Int64?) -> Int64? {
        guard let value = kept?.values[column] else { return read(self) }
        if case .integer(let number) = value { return number } else { return nil }
    }

    func text(_ column: String, _ read: (FilterSubject) -> Bytes?) -> Bytes? {
        guard let value = kept?.values[column] else { return read(self) }
        if case .text(let bytes) = value { return bytes } else { return nil }
    }

    func list(_ column: String, _ read: (FilterSubject) -> [Bytes]) -> [Bytes] {
        kept?.lists[column] ?? read(self)
    }

    // MARK: The request

    // Rules ask for these again and again.

    private(set) lazy var method: Bytes? =
        record.requestHead?.method.name ?? record.refusedRequest?.method ?? record.toldMethod?.name

    var scheme: Bytes? { reference.bytes(reference.scheme) }

    var query: Bytes? { reference.bytes(reference.query) }

    /// As hosts are compared: without the brackets of an IPv6 address and the dot that ends a name.
    package private(set) lazy var host: Bytes? = {
        guard let host = reference.bytes(reference.host), !host.isEmpty else { return nil }
        return HostName.compared(host)
    }()

    /// An empty path of a URL with an authority is `/` (RFC 9110 §4.2.3).
    private(set) lazy var path: Bytes? = {
        guard url != nil else { return nil }
        if reference.path.isEmpty { return reference.authority == nil ? nil : "/" }
        return reference.raw.slice(reference.path)
    }()

    /// What was sent: the URL of a record has none.
    var fragment: Bytes? {
        let sent = record.requestHead?.targetBytes ?? record.toldURL ?? Bytes()
        guard let hash = sent.firstIndex(of: ASCII.hash) else { return nil }
        return sent.slice((hash + 1)..<sent.count)
    }

    var version: Bytes? { record.requestHead.map { Bytes($0.version.description) } }

    func queryValues(_ name: Bytes) -> [Bytes] {
        guard let query else { return [] }
        return PercentCoding.pairs(query).filter { $0.name == name }.map { $0.value ?? Bytes() }
    }

    func cookieValues(_ name: Bytes) -> [Bytes] {
        CookiePairs.parse(record.requestFields).filter { $0.name == name }.map(\.value)
    }

    // MARK: Fields

    func headerValues(_ kind: MessageKind, _ name: Bytes) -> [Bytes] { Self.values(record.fields(kind), name) }

    func trailerValues(_ name: Bytes) -> [Bytes] {
        Self.values(record.request.trailers, name) + Self.values(record.response.trailers, name)
    }

    private static func values(_ section: FieldSection?, _ name: Bytes) -> [Bytes] {
        guard let section else { return [] }
        return section.lines.filter { section.name(of: $0).equalsIgnoringCase(name) }.map {
            section.unfoldedValue(of: $0)
        }
    }

    func setCookieValues(_ name: Bytes) -> [Bytes] {
        (record.responseHead?.fields.values(.setCookie) ?? []).map { SetCookie($0) }.filter { $0.name == name }
            .map(\.value)
    }

    func mediaType(_ kind: MessageKind) -> Bytes? {
        switch kind {
        case .request: requestType
        case .response: responseType
        }
    }

    private lazy var requestType = Self.essence(record.requestHead?.fields)

    private lazy var responseType = Self.essence(record.responseHead?.fields)

    private static func essence(_ fields: FieldSection?) -> Bytes? {
        let essence = fields?.first(.contentType).map { MediaType($0).essence.lowercased }
        return essence?.isEmpty == true ? nil : essence
    }

    var contentCodings: [Bytes] {
        record.responseHead.map { ContentCoding.list($0.fields).filter { $0 != .identity }.map(\.name) } ?? []
    }

    var reason: Bytes? {
        guard let reason = record.responseHead?.reason, !reason.isEmpty else { return nil }
        return reason
    }

    // MARK: Contents

    func contentSize(_ kind: MessageKind) -> Int64? { record[kind].content.size.map { Int64(clamping: $0) } }

    /// The contents of these messages, decoded; none where there is none, or none that can be read.
    func contents(_ kinds: [MessageKind]) -> [Bytes] {
        kinds.compactMap { kind in
            let known = contents[kind] ?? reader.content(record, kind)
            contents[kind] = known
            return known.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    /// What the operations of a GraphQL request are called; those without a name by their kind.
    var graphQLNames: [Bytes] {
        let content = query == nil || mediaType(.request) != nil ? contents([.request]).first ?? Bytes() : Bytes()
        return GraphQLOperation.operations(
            query: query, type: record.requestHead?.fields.first(.contentType), content: content
        ).compactMap { $0.name ?? $0.kind.map { Bytes($0.rawValue) } }
    }

    /// The contents that are made of characters.
    var texts: [Bytes] { [.request, .response].filter(hasText).flatMap { contents([$0]) } }

    /// Whether the content of a message is made of characters, so that it is searched.
    package func hasText(_ kind: MessageKind) -> Bool {
        record.fields(kind)?.first(.contentType).map { MediaType($0).isText } ?? false
    }

    /// What is searched besides contents: the URL, and the heads as they came.
    package var wire: [Bytes] { [url, record.requestHead?.raw, record.responseHead?.raw].compactMap { $0 } }

    var isTruncated: Bool { record.request.content.isTruncated || record.response.content.isTruncated }

    // MARK: Judgements

    private lazy var findings: [(code: String, level: String)] = flow.judgement?.codes ?? reader.judge(flow)

    var notes: [Bytes] { findings.map { Bytes($0.code) } }

    var worst: Bytes? {
        ["bad", "warning", "info", "good"].first { level in findings.contains { $0.level == level } }.map { Bytes($0) }
    }
}
