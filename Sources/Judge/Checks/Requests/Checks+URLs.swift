import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// How the URL is written.
extension Checks {
    /// RFC 9110 §4.1 recommends that this many bytes be supported.
    private static let longestURL = 8_000
    /// Longer targets are not looked through.
    private static let longestRead = 32_768

    private static let secretNames: [StaticString] = [
        "access_token", "token", "api_key", "apikey", "password", "id_token",
    ]

    /// Reports the first defect of these kinds.
    private static func report(_ x: Facts, _ found: inout Findings, _ isOfInterest: (URLDefect.Kind) -> Bool) {
        guard let url = x.defectiveTarget, let defect = url.firstDefect(isOfInterest) else { return }
        found(at: x.target(defect.offset, 1), [.part: .words(defect.words(in: url.raw))])
    }

    static let urls: [Check] = Array {
        Check(
            "url-double-encoded", .warning, .urls, .message(.request), when: .given(.percent), "RFC 3986 §2.4",
            "Percent-encoded twice",
            """
            \(.value) is an encoded percent sign followed by two hexadecimal digits: text that was already encoded \
            was encoded again.
            """,
            advice: "Encode each part once, when you build the URL.",
            bad: ["> GET /a«%2520»b < 204", "> GET /?q=«%252F» < 204"],
            good: ["> GET /a%20b < 204", "> GET /100%25 < 204"]
        ) { x, found in
            guard let bytes = x.request?.targetBytes, let offset = PercentOctet.doubleEncoding(in: bytes) else {
                return
            }
            found(at: x.target(offset, 5), [.value: .bytes(bytes.slice(offset..<offset + 5))])
        }
        Check(
            "url-credentials", .bad, .urls, .message(.request), when: .given(.userinfo), "RFC 9110 §4.2.4",
            "Credentials in the URL",
            "The URL contains a user name or password, which ends up in histories, logs and Referer.",
            advice: "Send it in \("Authorization").",
            bad: ["> GET «http://u:p@a.example/» < 204", "> GET «http://u@a.example/a» < 204"],
            good: ["> GET http://a.example/u:p@b < 204", "> GET /?u:p@a.example < 204"]
        ) { x, found in
            guard let url = x.url, let userinfo = url.bytes(url.userinfo), !userinfo.isEmpty else { return }
            found(at: x.target())
        }
        Check(
            "url-malformed", .bad, .urls, .message(.request), when: .given(.oddTarget), "RFC 3986 §2",
            "Invalid character in the URL",
            "\(.part) in the target. Servers and proxies interpret such targets differently.",
            advice: "Percent-encode each part when you build the URL.",
            bad: ["> GET /a«%»zz < 204", "> GET /a?b=«%»2 < 204"], good: ["> GET /a%2Fz < 204", "> OPTIONS * < 204"]
        ) { x, found in
            report(x, &found) { $0 != .unencoded && $0 != .leftUnencoded }
        }
        Check(
            "unencoded-target", .warning, .urls, .message(.request), when: .given(.oddTarget), "RFC 3986 §2",
            "Unencoded character in the URL",
            """
            \(.part). Browsers encode it before they send the request. Servers and proxies that check the target \
            answer 400.
            """,
            advice: "Percent-encode it before the request is sent.",
            bad: ["> GET /a«\"»b < 204", "> GET /a«{»id} < 204", "> GET /?q=«<»b> < 204"],
            good: ["> GET /a%22b < 204", "> GET /?a={b} < 204", "> GET /?id[]=1 < 204"]
        ) { x, found in
            report(x, &found) { $0 == .unencoded }
        }
        Check(
            "url-unencoded", .info, .urls, .message(.request), when: .given(.oddTarget), "RFC 3986 §2",
            "A character that strict servers reject",
            "\(.part). Most servers accept it; strict ones, such as Tomcat, answer 400.",
            advice: "Percent-encode it.",
            bad: ["> GET /?id«[»]=1 < 204", "> GET /?a=1«|»2 < 204", "> GET /a«|»b < 204"],
            good: ["> GET /?id%5B%5D=1 < 204", "> GET /a?b=(1)'@:!$; < 204"]
        ) { x, found in
            report(x, &found) { $0 == .leftUnencoded }
        }
        Check(
            "url-needless-encoding", .info, .urls, .message(.request), when: .given(.percent), "RFC 3986 §6.2.2.2",
            "Unnecessary percent-encoding",
            """
            \(.value) encodes \(.seen), which needs no encoding. The URL is equivalent, but caches that compare bytes \
            store it twice.
            """,
            advice: "Write \(.seen) as it is.",
            bad: ["> GET /«%41» < 204", "> GET /a«%2D»b < 204"], good: ["> GET /A%2F < 204", "> GET /a%20b < 204"]
        ) { x, found in
            guard let bytes = x.request?.targetBytes, bytes.count <= longestRead,
                let octet = x.octets.first(where: { $0.kind == .unreserved })
            else { return }
            found(
                at: x.target(octet.offset, 3),
                [
                    .value: .bytes(bytes.slice(octet.offset..<octet.offset + 3)),
                    .seen: .text(String(Character(Unicode.Scalar(octet.value)))),
                ])
        }
        Check(
            "url-dot-segments", .warning, .urls, .message(.request), "RFC 3986 §5.2.4", "Dot segments in the path",
            """
            \(.value) has \(".") or \("..") segments, which clients remove before sending. If the server checks the \
            path before it removes them, an attacker can reach other paths.
            """,
            advice: "Remove dot segments in the client. On the server, remove them before you check the path.",
            bad: ["> GET «/a/../b» < 204", "> GET «/./a» < 204"],
            good: ["> GET /a/..b/.c < 204", "> GET /a?b=../c < 204"]
        ) { x, found in
            guard let url = x.url, url.path.count <= longestRead else { return }
            let path = url.raw.slice(url.path)
            // Nearly every path is without a dot after a slash.
            guard path.hasDotAfterSlash else { return }
            var hasSegment = false
            var start = 0
            for end in 0...path.count where end == path.count || path[end] == ASCII.slash {
                let segment = path.slice(start..<end)
                hasSegment = hasSegment || segment == "." || segment == ".."
                start = end + 1
            }
            if hasSegment { found(at: x.target(), [.value: .bytes(path)]) }
        }
        Check(
            "url-idn", .info, .urls, .message(.request), "RFC 5891 §5.4", "A host name in another script",
            """
            \(.host) is displayed as \(.seen). Letters of different scripts can look alike.
            """,
            advice: "Compare the ASCII form.",
            bad: [
                "> GET / | Host: «xn--mnchen-3ya.example» < 204", "> GET / | Host: «www.xn--bcher-kva.example» < 204",
            ], good: ["> GET / | Host: muenchen.example < 204", "> GET / | Host: xn.example < 204"]
        ) { x, found in
            guard let url = x.url, let host = url.bytes(url.host), let decoded = HostName.decoded(host) else {
                return
            }
            found(at: x.request?.fields.range(.host) ?? x.target(), [.host: .bytes(host), .seen: .text(decoded)])
        }
        Check(
            "url-plus", .info, .urls, .message(.request), when: .given(.query), "WHATWG URL §5.1",
            "A plus sign in the query",
            """
            Servers that read the query as a form decode \("+") as a space.
            """,
            advice: "Write \("%2B") for a plus sign, \("%20") for a space.",
            bad: ["> GET /?q=a«+»b < 204", "> GET /?a=b&c=d«+»e < 204"],
            good: ["> GET /a+b?q=a%2Bb < 204", "> GET /?q=a%20b < 204"]
        ) { x, found in
            guard let bytes = x.request?.targetBytes, let query = bytes.firstIndex(of: ASCII.question),
                let offset = bytes.firstIndex(of: ASCII.plus, from: query)
            else { return }
            found(at: x.target(offset, 1))
        }
        Check(
            "url-too-long", .warning, .urls, .message(.request), "RFC 9110 §4.1", "A very long URL",
            """
            The URL has \(.bytes) bytes. RFC 9110 §4.1 recommends support for 8,000; some servers and proxies \
            reject more.
            """,
            advice: "Send the data in the body.",
            bad: [
                Example("> GET «/\(String(repeating: "a", count: 8_001))» < 204"),
                Example("> GET «/?q=\(String(repeating: "a", count: 8_001))» < 204"),
            ],
            good: [Example("> GET /\(String(repeating: "a", count: 7_000)) < 204"), "> GET /a < 204"]
        ) { x, found in
            guard let count = x.request?.targetBytes.count, count > longestURL else { return }
            found(at: x.target(), [.bytes: .number(Int64(count))])
        }
        Check(
            "url-token-in-query", .warning, .urls, .message(.request), when: .given(.query), "RFC 6750 §2.3",
            "A secret in the query",
            "The URL contains the parameter \(.name), which ends up in histories, logs and Referer.",
            advice: "Send it in \("Authorization") or in the body.",
            bad: ["> GET «/?access_token=s3cret» < 204", "> GET «/?a=1&API_KEY=s3cret» < 204"],
            good: ["> GET /?access_token= < 204", "> GET /access_token?page=2 < 204"]
        ) { x, found in
            guard let url = x.url, let query = url.bytes(url.query), query.count <= longestRead else { return }
            for pair in PercentCoding.pairs(query) where pair.value?.isEmpty == false {
                guard secretNames.contains(where: { pair.name.equalsIgnoringCase($0) }) else { continue }
                // A script in a browser can send no Authorization with the handshake (HTML §WebSocket).
                let isForced = x.request?.fields.contains(named: "sec-websocket-key") == true
                return found(at: x.target(), [.name: .bytes(pair.name)], level: isForced ? .info : nil)
            }
        }
    }
}

extension Bytes {
    /// A slash, and a dot behind it.
    fileprivate var hasDotAfterSlash: Bool {
        withSpan { span in
            var index = 1
            while index < span.count {
                if span[index] == UInt8(ascii: "."), span[index - 1] == ASCII.slash { return true }
                index += 1
            }
            return false
        }
    }
}
