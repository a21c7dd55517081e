package import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// What an index of a session keeps of one flow. A value.
package struct SessionFact: Sendable {
    /// One Set-Cookie line, as far as it tells one cookie from another; hashes of this process.
    struct SetLine: Hashable {
        let name: Int
        /// The registrable domain of the host that sent it.
        let site: Int
        /// Its host, domain and path, and whether it is ignored by what is known without a jar.
        let place: Int
    }

    let number: UInt64
    /// Of its URL.
    let key: Int
    let status: Int?
    let isOver: Bool
    let set: [SetLine]
    /// URLs whose stored answers it made outdated, besides its own.
    let outdated: [Int]

    /// Of a flow that is at hand.
    package init(_ record: FlowRecord) {
        let fields = record.responseHead?.fields
        self.init(
            number: record.id.number, method: record.method, url: record.url, status: record.status,
            isOver: record.isFinished || record.run == nil, cookies: fields?.values(.setCookie) ?? [],
            named: (fields?.values(.location) ?? []) + (fields?.values(named: "content-location") ?? []))
    }

    /// Of what a file has of it.
    ///
    /// - Parameter head: the response's, where it may set a cookie or name another URL.
    package init(number: UInt64, method: Bytes, url: Bytes, status: Int?, isOver: Bool, head: Bytes?) {
        let lines = head.map { Self.lines($0) } ?? (cookies: [], named: [])
        self.init(
            number: number, method: Method(method), url: url, status: status, isOver: isOver, cookies: lines.cookies,
            named: lines.named)
    }

    private init(
        number: UInt64, method: Method, url: Bytes, status: Int?, isOver: Bool, cookies: [Bytes], named: [Bytes]
    ) {
        self.number = number
        self.status = status
        self.isOver = isOver
        let reference = URLReference(url)
        key = reference.requestKey.hashValue
        if cookies.isEmpty {
            set = []
        } else {
            let context = CookieContext(url: url)
            let site = PublicSuffixes.site(of: context.host).hashValue
            set = cookies.prefix(Self.mostLines).map { line in
                let cookie = SetCookie(line)
                var place = Hasher()
                place.combine(context.host)
                place.combine(cookie.domain)
                place.combine(cookie.path ?? context.defaultPath)
                place.combine(cookie.rejection(from: context) != nil)
                return SetLine(name: cookie.name.hashValue, site: site, place: place.finalize())
            }
        }
        // RFC 9111 §4.4: an unsafe method outdates what its response names, too.
        guard !named.isEmpty, !method.isSafe else {
            outdated = []
            return
        }
        outdated = named.prefix(4).map { URLReference($0).resolved(against: reference).requestKey.hashValue }
    }

    /// More lines of one response are no session's.
    private static let mostLines = 200

    static func key(_ url: Bytes) -> Int { URLReference(url).requestKey.hashValue }

    /// The values of the lines that matter. Not all of the grammar: what is folded is no cookie of this time.
    private static func lines(_ head: Bytes) -> (cookies: [Bytes], named: [Bytes]) {
        var (cookies, named): ([Bytes], [Bytes]) = ([], [])
        var start = 0
        while start < head.count {
            let end = head.firstIndex(of: ASCII.lineFeed, from: start) ?? head.count
            defer { start = end + 1 }
            let isReturned = end > start && head[end - 1] == ASCII.carriageReturn
            let line = head.slice(start..<(isReturned ? end - 1 : end))
            guard let colon = line.firstIndex(of: ASCII.colon) else { continue }
            let name = line.slice(0..<colon)
            func value() -> Bytes { line.slice((colon + 1)..<line.count).trimmed }
            if name.equalsIgnoringCase("set-cookie") {
                cookies.append(value())
            } else if name.equalsIgnoringCase("location") || name.equalsIgnoringCase("content-location") {
                named.append(value())
            }
        }
        return (cookies, named)
    }
}
