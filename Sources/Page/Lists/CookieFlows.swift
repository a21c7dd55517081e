import Bytes
import Filter
import Flow
import HTTPModel
import HTTPSemantics

/// The exchanges that have to do with cookies: which set some, send some, or could have sent some.
///
/// Whether a cookie was withheld is known only when the story is told. Here it is enough that one was accepted before
/// for the host, whatever hindered it then.
enum CookieFlows {
    private static let having = try? FlowFilter("request.header.cookie or response.header.set-cookie")
    private static let setting = try? FlowFilter("response.header.set-cookie")
    /// So many exchanges that set cookies are looked at, the newest.
    private static let mostSetting = 2_000
    /// So many domains are looked for.
    private static let mostDomains = 50

    static func numbers(in source: any PageSource, _ clock: FilterClock) throws(PageError) -> NumberSet {
        guard let having, let setting else { return NumberSet() }
        var found = NumberSet(try source.numbers(having, clock, nil).map { UInt32(clamping: $0) })
        for (domain, isWide, first) in try domains(in: source, setting, clock).prefix(mostDomains) {
            let hosts = #"(host = "\#(domain)"\#(isWide ? #" or host ~ "*.\#(domain)""# : ""))"#
            // A CONNECT asks a proxy, which no cookie is for (RFC 9110 §9.3.6).
            let text = "id > \(first) and not method = CONNECT and \(hosts)"
            guard let filter = try? FlowFilter(text) else { continue }
            for number in try source.numbers(filter, clock, nil) { found.insert(UInt32(clamping: number)) }
        }
        return found
    }

    /// The domains of accepted cookies, whether they go to what is below it, each with the first exchange that set one.
    private static func domains(
        in source: any PageSource, _ filter: FlowFilter, _ clock: FilterClock
    ) throws(PageError) -> [(domain: String, isWide: Bool, first: UInt64)] {
        let numbers = try source.numbers(filter, clock, nil).sorted().suffix(mostSetting)
        var domains: [(domain: String, isWide: Bool, first: UInt64)] = []
        var known: Set<[Bytes]> = []
        try source.subjects(Array(numbers), hasContent: false) { subject in
            let record = subject.record
            guard let fields = record.responseHead?.fields else { return true }
            let context = CookieContext(url: record.url, method: record.method, request: record.requestFields)
            for line in fields.lines where line.known == .setCookie {
                let cookie = SetCookie(fields.unfoldedValue(of: line))
                let domain = cookie.domain ?? context.host
                let key = [domain, cookie.domain == nil ? "" : "."]
                guard !known.contains(key), cookie.rejection(from: context) == nil,
                    domain.withSpan({ span in span.indices.allSatisfy { isPlain(span[$0]) } })
                else { continue }
                known.insert(key)
                domains.append((domain.text, cookie.domain != nil, record.id.number))
            }
            return true
        }
        return domains
    }

    /// Of a name that can be put into a filter as it is.
    private static func isPlain(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || [UInt8(ascii: "."), UInt8(ascii: "-")].contains(byte)
    }
}
