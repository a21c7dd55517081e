package import Bytes
import Explain
import Flow
package import HTTPModel
package import HTTPSemantics

/// One exchange as checks look at it: what was recorded, each field taken apart once, when first asked for.
///
/// What is assumed is not here: no request that nobody saw, no clock that nobody read. A check that needs one of them
/// finds nil, and keeps silent. Confined to the call that made it.
package final class Facts {
    /// What is known of a message's content, transfer coding removed.
    package struct Content: Sendable {
        /// As transferred, content codings still on it; nil when it was not kept.
        package var bytes: Bytes?
        /// Bytes that passed.
        package var size: UInt64?
        /// Content codings removed.
        package var decodedSize: UInt64?
        /// The content without its codings, where a recording has it so.
        package var decoded: Bytes?
        package var isTruncated = false
        /// The bytes are those that were sent: no credentials were taken out.
        package var isExact = true

        package init(
            bytes: Bytes? = nil, size: UInt64? = nil, decodedSize: UInt64? = nil, isTruncated: Bool = false
        ) {
            self.bytes = bytes
            self.size = size
            self.decodedSize = decodedSize
            self.isTruncated = isTruncated
        }

        /// How many bytes passed, as transferred.
        var transferred: UInt64? { size ?? bytes.flatMap { isTruncated ? nil : UInt64($0.count) } }
    }

    /// Wall-clock times that were read when it happened, in seconds since 1970; nil when they are not known.
    package struct Clock: Sendable {
        package var sent: Int64?
        package var arrived: Int64?
        /// About when it was, known or assumed: which century a date with two digits means, and nothing else.
        package var about: Int64

        package init(sent: Int64? = nil, arrived: Int64? = nil, about: Int64 = 0) {
            self.sent = sent
            self.arrived = arrived
            self.about = about
        }
    }

    /// nil when it was not recorded.
    package let request: RequestHead?
    package let requestContent: Content
    /// nil when none came, or none was recorded.
    package let response: ResponseHead?
    package let responseContent: Content
    package let interim: [ResponseHead]
    /// What the server answered: a rule may have sent another method than the client's, and of a response by itself
    /// somebody may have said it. nil when nothing tells.
    package let answeredMethod: Method?
    /// What was asked for, absolute; nil when it is not known.
    package let url: URLReference?
    /// Whether the URL's scheme was recorded; a request pasted alone does not say it.
    package let knowsScheme: Bool
    package let clock: Clock
    /// Whether an open connection was used; nil when that was not recorded.
    package let isReused: Bool?
    /// Whether it is known how the exchange ended; false when messages are all there is.
    package let hasOutcome: Bool
    /// Nobody ended it before its time.
    let isWhole: Bool
    /// Whether the head is the bytes of the wire, and not a list of fields that an export has.
    private let isWire: (request: Bool, response: Bool)
    /// What is recorded beneath the messages.
    package let evidence: Evidence

    package init(
        request: RequestHead?, requestContent: Content = Content(), url: Bytes?, response: ResponseHead?,
        responseContent: Content = Content(), interim: [ResponseHead] = [], knowsScheme: Bool = true,
        clock: Clock = Clock(), isReused: Bool? = nil, hasOutcome: Bool = true,
        isWhole: Bool = true, answeredMethod: Method? = nil,
        isWire: (request: Bool, response: Bool) = (true, true),
        evidence: Evidence = Evidence()
    ) {
        self.request = request
        self.requestContent = requestContent.withoutTransferCoding(of: request?.fields)
        self.response = response
        self.responseContent = responseContent.withoutTransferCoding(of: response?.fields)
        self.interim = interim
        self.url = url.map { URLReference($0) }
        self.answeredMethod = answeredMethod ?? request?.method
        self.knowsScheme = knowsScheme
        self.clock = clock
        self.isReused = isReused
        self.hasOutcome = hasOutcome
        self.isWhole = isWhole
        self.isWire = isWire
        self.evidence = evidence
    }

    // MARK: - Read once

    private(set) lazy var requestControl = CacheControl(request?.fields ?? Self.noFields)
    package private(set) lazy var control = CacheControl(response?.fields ?? Self.noFields)
    /// Content-Type of the response.
    package private(set) lazy var type = response.flatMap { MediaType($0.fields) }
    /// The same as a sentence quotes it.
    var typeValue: Bytes? { response?.fields.usedContentType }
    /// Content codings of the response other than identity.
    package private(set) lazy var codings =
        response.map { ContentCoding.list($0.fields).filter { $0 != .identity } } ?? []
    package private(set) lazy var tag = response?.fields.first(.etag).flatMap { EntityTag($0) }
    private(set) lazy var date = moment(response?.fields.first(.date))
    package private(set) lazy var lastModified = moment(response?.fields.first(.lastModified))
    package private(set) lazy var freshness = readFreshness()
    /// No cache stores the response, so none can give it to anybody; of a response by itself when it says so itself.
    private(set) lazy var isStoredByNobody = readStorage().map { Storability.isStoredByNobody($0) } ?? false
    /// A cache may give the response to others than the client that it was for.
    private(set) lazy var isStoredForMany = readStorage().map { Storability.isStoredForMany($0) } ?? true
    package private(set) lazy var redirect = readRedirect()
    private(set) lazy var cookies = readCookies()
    private(set) lazy var cors = readCORS()
    private(set) lazy var challenges = response.map { Challenge.list(.wwwAuthenticate, in: $0.fields) } ?? []
    private(set) lazy var credentials = readCredentials()
    private(set) lazy var encodings = preferences("accept-encoding")
    package private(set) lazy var types = preferences("accept")
    private(set) lazy var languages = preferences("accept-language")
    /// The target, where it is a URL or a part of one, and has what RFC 3986 forbids.
    private(set) lazy var defectiveTarget = readDefectiveTarget()
    private(set) lazy var octets = request.map { PercentOctet.list(in: $0.targetBytes, limit: 1_000) } ?? []
    package private(set) lazy var vary = response?.fields.list(.vary) ?? []
    package private(set) lazy var disposition = response?.fields.first(named: "content-disposition").map {
        ContentDisposition($0)
    }
    /// Content-Type of the request.
    private(set) lazy var requestType = request?.fields.first(.contentType).map { MediaType($0) }
    private(set) lazy var askedNames = NamedLine.list(request?.fields ?? Self.noFields)
    private(set) lazy var answeredNames = NamedLine.list(response?.fields ?? Self.noFields)
    private(set) lazy var askedStructures = StructuredLine.list(askedNames, in: request?.fields ?? Self.noFields)
    private(set) lazy var answeredStructures = StructuredLine.list(answeredNames, in: response?.fields ?? Self.noFields)
    /// Why the content is no JSON, of request and response.
    private(set) lazy var askedFault = plainContent(.request).flatMap { JSONFault($0) }
    private(set) lazy var answeredFault = plainContent(.response).flatMap { JSONFault($0) }
    private(set) lazy var policies = response.map { CSPPolicy.list($0.fields) } ?? []
    /// Strict-Transport-Security, or why browsers ignore it.
    private(set) lazy var hstsReading: Result<HSTSPolicy, HSTSPolicy.Flaw>? = readHSTS()
    var hsts: HSTSPolicy? { try? hstsReading?.get() }
    /// The fields of a form that the request sends, the first hundred.
    private(set) lazy var form = readForm()
    /// The parameters of the query, the first hundred.
    private(set) lazy var parameters = readParameters()
    private(set) lazy var conditions = readConditions()
    private(set) lazy var parts = readRanges()
    /// What the response's content is written in, by its field and by itself, where no coding is on it.
    private(set) lazy var charset = readCharset()
    /// Content-Length where it decides: Transfer-Encoding overrides it (RFC 9112 §6.3, rule 3).
    private(set) lazy var announcedLength = readAnnouncedLength()
    private(set) lazy var signature = readSignature()
    /// The response's content without its codings, and why not all of them could be taken off.
    private(set) lazy var unpacked = readUnpacked()

    static let noFields = FieldSection(raw: Bytes(), lines: [])

    /// A date of a field, in seconds since 1970.
    func moment(_ value: Bytes?) -> Int64? { value.flatMap { HTTPDate.parse($0, now: clock.about) } }

    /// Whether a head is the bytes of the wire.
    func hasWire(_ side: MessageKind) -> Bool { side == .request ? isWire.request : isWire.response }

    private func preferences(_ field: StaticString) -> [Preference] {
        Preference.sorted(request?.fields.list(named: field) ?? [])
    }
}
