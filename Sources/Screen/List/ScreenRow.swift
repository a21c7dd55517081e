import Bytes
package import Filter
import Flow
import HTTPModel
import Views
import Workbench

/// What a line of the list shows of an exchange. A value.
package struct ScreenRow: Sendable {
    let number: UInt64
    let method: Bytes
    /// Without `http://`, and without what proves who one is.
    let url: Bytes
    /// As the filter has them; nil where there is none.
    let host: Bytes?
    let path: Bytes?
    /// The media type of the response, without its first part where that is `application`.
    let type: String
    let status: Int?
    let outcome: Outcome.Kind?
    let size: UInt64
    /// In microseconds; nil when nobody measured it.
    let duration: Int64?
    /// In microseconds since 1970.
    let start: Int64?
    let waterfall: Waterfall
    let isRedirect: Bool
    let isPinned: Bool
    /// A cache may answer with it, or has had it confirmed.
    let isCached: Bool
    /// It was sent again, by Hark.
    let isReplayed: Bool
    /// Something is wrong with it, and how much.
    let worst: Ink?
    package let isOpen: Bool

    package init(_ subject: FilterSubject, showsSecrets: Bool) {
        let record = subject.record
        number = record.id.number
        method = record.requestHead?.method.name ?? record.refusedRequest?.method ?? record.toldMethod?.name ?? Bytes()
        url = Self.short((showsSecrets ? ExchangeURL.url(record) : ExchangeURL.redacted(record)) ?? record.url)
        host = Self.bytes("host", subject)
        path = Self.bytes("path", subject)
        let mediaType = Self.bytes("type", subject)?.text ?? ""
        type = mediaType.hasPrefix("application/") ? String(mediaType.dropFirst(12)) : mediaType
        status = record.status
        outcome = record.outcome?.kind
        size = record.tunnelProtocol == nil ? record.response.contentSize : record.relayedReceived
        duration = record.duration
        start = record.startedAt
        waterfall = Waterfall(record)
        isOpen = waterfall.end == .open
        isPinned = subject.context.isPinned
        isRedirect = Self.value("redirect", subject) == .integer(1)
        isReplayed = Self.value("replayed", subject) == .integer(1)
        isCached =
            switch isOpen ? .null : Self.value("cache", subject) {
            case .text("fresh"), .text("validated"): true
            default: false
            }
        worst =
            switch isOpen ? .null : Self.value("worst", subject) {
            case .text("bad"): .bad
            case .text("warning"): .warning
            default: nil
            }
    }

    private static func value(_ column: String, _ subject: FilterSubject) -> FilterValue {
        FilterFields.column(column)?.value(of: subject) ?? .null
    }

    private static func bytes(_ column: String, _ subject: FilterSubject) -> Bytes? {
        if case .text(let text) = value(column, subject) { text } else { nil }
    }

    private static func short(_ url: Bytes) -> Bytes {
        // As on the web page: what went over TLS says so.
        let usual: StaticString = "http://"
        return url.hasOpening(usual) ? url.slice(usual.utf8CodeUnitCount..<url.count) : url
    }

    /// When it ended, or as far as it is known.
    var end: Int64? { start.map { $0 + max(duration ?? 0, waterfall.segments.last?.to ?? 0) } }

    var hasFailed: Bool {
        switch outcome {
        case .failed, .aborted, .refused: true
        case .complete, .tunnel, nil: false
        }
    }
}
