import Bytes
import HTTPModel
import HTTPSemantics

/// One exchange as checks of a session remember it: what they compare with others, and no contents. A few hundred
/// bytes: what many have in common is kept once, and nothing keeps the head alive that it was read from.
package struct SessionVisit: Sendable {
    /// What a recording knows of an exchange beside its messages.
    package struct Trace: Sendable {
        /// As reports name it.
        package let number: UInt64
        /// The client's address without its port; nil when it was not recorded.
        package let client: String?
        /// When it began and when its answer came, in microseconds since 1970; nil when no clock was read.
        package let start: Int64?
        package let end: Int64?
        /// When it was over.
        package let finish: Int64?

        package init(
            number: UInt64, client: String? = nil, start: Int64? = nil, end: Int64? = nil, finish: Int64? = nil
        ) {
            self.number = number
            self.client = client
            self.start = start
            self.end = end
            self.finish = finish
        }
    }

    /// The same without the client, which is a part of the terms.
    struct Moments: Sendable {
        let number: UInt64
        private let started, ended, finished: ShortOptional

        var start: Int64? { started.value }
        var end: Int64? { ended.value }
        var finish: Int64? { finished.value }

        fileprivate init(_ trace: Trace) {
            number = trace.number
            started = ShortOptional(trace.start)
            ended = ShortOptional(trace.end)
            finished = ShortOptional(trace.finish)
        }
    }

    /// A number or nothing, in the eight bytes of the number. The smallest number counts as nothing.
    private struct ShortOptional: Sendable {
        private let raw: Int64

        var value: Int64? { raw == .min ? nil : raw }

        init(_ value: Int64?) {
            raw = value ?? .min
        }
    }

    /// A Set-Cookie line that was to delete a cookie, and the cookie that it left where it is.
    struct MissedDeletion: Sendable {
        let name: Bytes
        var setBy: Int
        let domain: Bytes
        let path: Bytes
        let isHostOnly: Bool
    }

    let trace: Moments
    let terms: Boxed<VisitTerms>
    private let rare: Boxed<SeldomSeen>?
    /// In its normal form, without fragment.
    let url: Bytes
    let asked: AskedFields
    let tag: EntityTag?
    private let changed, made, fresh, whole, sent, received: ShortOptional
    let contentSize: UInt64
    /// None or one: cookies are at fault in few exchanges.
    private var faults: [CookieFaults] = []
    /// Cookies that the answer was to delete, and did not.
    var missed: [MissedDeletion] = []

    var client: Int { terms.value.client }
    var method: Method { terms.value.method }
    /// 0 when there was no answer.
    var status: Int { terms.value.status }
    var origin: Bytes { terms.value.origin }
    var host: Bytes { terms.value.host }
    var isSecure: Bool { terms.value.isSecure }
    var isConditional: Bool { terms.value.isConditional }
    var isUnguardedWrite: Bool { terms.value.isUnguardedWrite }
    var isReload: Bool { terms.value.isReload }
    var hasRange: Bool { terms.value.hasRange }
    var authorization: Int? { terms.value.authorization }
    var isHandshake: Bool { terms.value.isHandshake }
    var isMultipart: Bool { terms.value.isMultipart }
    var cookieCount: Int { terms.value.cookieCount }
    var hasAge: Bool { terms.value.hasAge }
    var isKept: Bool { terms.value.isKept }
    var vary: [Bytes] { terms.value.vary }
    var repeated: Set<Bytes> { terms.value.repeated }
    var type: Bytes { terms.value.type }
    var coding: Bytes { terms.value.coding }
    var language: Bytes { terms.value.language }
    var isPermanentRedirect: Bool { terms.value.isPermanentRedirect }
    var hstsMaxAge: UInt64? { terms.value.hstsMaxAge }
    var announcesHSTSBelow: Bool { terms.value.announcesHSTSBelow }
    var isReused: Bool? { terms.value.isReused }
    var isHTTP1: Bool { terms.value.isHTTP1 }
    var closes: Bool { terms.value.closes }
    var isHit: Bool { terms.value.isHit }

    var idempotencyKey: Int? { rare?.value.idempotencyKey }
    var target: Bytes? { rare?.value.target }
    var retryAfter: Int64? { rare?.value.retryAfter }
    var allowsCredentialsTo: Bytes? { rare?.value.allowsCredentialsTo }
    var cspNonces: [Int] { rare?.value.cspNonces ?? [] }
    var created: Bytes? { rare?.value.created }
    var next: Bytes? { rare?.value.next }
    var range: ClosedRange<UInt64>? { rare?.value.range }
    var unfit: (field: String, value: Bytes)? { rare?.value.unfit }
    var digest: (key: Int, count: Bytes)? { rare?.value.digest }
    var authorizationCode: Int? { rare?.value.authorizationCode }

    var lastModified: Int64? { changed.value }
    var date: Int64? { made.value }
    /// Until when a private cache may reuse it, in seconds since 1970, by a lifetime that it states; nil: never.
    var freshUntil: Int64? { fresh.value }
    var length: UInt64? { whole.value.map { UInt64(bitPattern: $0) } }
    /// Hashes of the contents; nil when they are not whole.
    var requestContent: Int? { sent.value.map { Int($0) } }
    var content: Int? { received.value.map { Int($0) } }

    /// When it began, in seconds; nil when no clock was read.
    var startSeconds: Int64? { trace.start.map { $0 / 1_000_000 } }
    var isAnswered: Bool { status > 0 }

    /// What is wrong with the cookies that the request has, and lacks.
    var cookieFaults: CookieFaults {
        get { faults.first ?? CookieFaults() }
        set { faults = newValue.isNone ? [] : [newValue] }
    }

    /// nil when it is not known what was asked for.
    init?(_ x: Facts, _ trace: Trace, in pool: inout VisitPool) {
        guard let request = x.request, let url = x.url, x.knowsScheme, url.isHTTP, url.raw.count <= 2_048,
            let terms = VisitTerms(x, request, url, trace)
        else { return nil }
        self.trace = Moments(trace)
        self.terms = pool.shared(terms)
        asked = pool.shared(AskedFields(request.fields))
        let seldom = SeldomSeen(x, request, url)
        rare = seldom.isNothing ? nil : Boxed(seldom)
        self.url = pool.shared(url.normalForm.withoutFragment)
        sent = ShortOptional(
            x.requestContent.isTruncated ? nil : Int64((x.requestContent.bytes ?? Bytes()).hashValue))
        tag = x.tag.map { EntityTag(isWeak: $0.isWeak, opaque: pool.shared($0.opaque)) }
        changed = ShortOptional(x.lastModified)
        made = ShortOptional(x.date)
        fresh = ShortOptional(
            (x.freshness?.privateCache).flatMap { Self.freshUntil($0, arrived: x.clock.arrived) })
        received = ShortOptional(
            x.responseContent.isTruncated ? nil : x.responseContent.bytes.map { Int64($0.hashValue) })
        contentSize = x.responseContent.transferred ?? 0
        whole = ShortOptional(x.announcedLength.map { Int64(bitPattern: $0) })
    }

    private static func freshUntil(_ fresh: Freshness, arrived: Int64?) -> Int64? {
        guard let arrived, fresh.isKept, fresh.isFresh else { return nil }
        switch fresh.lifetime.source {
        case .maxAge, .expires:
            let (until, overflow) = arrived.addingReportingOverflow(fresh.remaining)
            return overflow ? .max : until
        default: return nil
        }
    }

    /// Whether a later request of the same client is answered by this response as far as Vary says (RFC 9111 §4.1).
    func isSelected(by later: SessionVisit) -> Bool {
        vary.allSatisfy { $0 != Bytes("*") && asked[$0] == later.asked[$0] }
    }
}
