import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// The status: its class, what it asks of the client, and the fields it needs to do so.
public enum StatusReasoning {
    public static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        guard let response = exchange.responseHead else { return nil }
        let status = response.status
        var steps = StepList()
        steps.add("class", classWords(status), "RFC 9110 §15")
        if let next = StatusAdvice.next(status) {
            steps.add("client", next.text, next.spec)
        } else {
            steps.add(
                "client",
                "\(status) is not one with advice here; a client treats it like \(status / 100 * 100) of its class.",
                "RFC 9110 §15")
        }
        // RFC 9110 §15.3.7.2: each part says its own range, and the response none.
        let isMultipart = status == 206 && exchange.responseType?.is("multipart", "byteranges") == true
        for need in StatusAdvice.needs(status) where !isMultipart {
            let value = response.fields.first(named: need.field)
            let field = Bytes(need.shown)
            if let value {
                steps.add(need.shown, held: true, "\(field) is there: \(value).", need.spec)
            } else if need.isRequired {
                steps.fault(
                    need.shown, "\(field) is missing, which \(status) must have: \(need.use)", need.spec)
            } else {
                steps.add(need.shown, held: false, "\(field) is missing: \(need.use)", need.spec)
            }
        }
        if !response.reason.isEmpty {
            steps.add(
                "reason", "The phrase \(response.reason) is for people; no program may depend on it.", "RFC 9112 §4")
        }
        return Reasoning(.status, StatusAdvice.next(status)?.text ?? classWords(status), steps: steps.steps)
    }

    private static func classWords(_ status: Int) -> Prose {
        switch status / 100 {
        case 1: "\(status) is of class 1xx: not the answer yet, another follows."
        case 2: "\(status) is of class 2xx: the request was understood and carried out."
        case 3: "\(status) is of class 3xx: the client has to do something more."
        case 4: "\(status) is of class 4xx: as the server sees it, something is to be changed on the client's side."
        case 5: "\(status) is of class 5xx: the server failed; the same request may work later."
        default: "\(status) is outside of the five classes; clients treat it like a 5xx."
        }
    }
}

/// What statuses ask of the client, one entry a line, and the fields without which they cannot.
enum StatusAdvice {
    struct Need {
        let field: StaticString
        let shown: String
        let isRequired: Bool
        let use: Prose
        let spec: String
    }

    static func needs(_ status: Int) -> [Need] { table[status] ?? [] }

    private static let table: [Int: [Need]] = [
        201: [
            need(
                "location", "Location", false,
                "the client cannot tell the new resource's URL but for the one it asked.", "15.3.2")
        ],
        206: [
            need(
                "content-range", "Content-Range", true, "the client cannot tell which part this is.",
                "15.3.7.1")
        ],
        301: [need("location", "Location", false, "without it nobody can follow.", "15.4.2")],
        302: [need("location", "Location", false, "without it nobody can follow.", "15.4.3")],
        303: [need("location", "Location", false, "without it nobody can follow.", "15.4.4")],
        307: [need("location", "Location", false, "without it nobody can follow.", "15.4.8")],
        308: [need("location", "Location", false, "without it nobody can follow.", "15.4.9")],
        401: [
            need(
                "www-authenticate", "WWW-Authenticate", true, "the client is not told how to prove who it is.", "15.5.2"
            )
        ],
        405: [need("allow", "Allow", true, "the client is not told which methods would do.", "15.5.6")],
        407: [
            need(
                "proxy-authenticate", "Proxy-Authenticate", true, "the client is not told how to prove who it is.",
                "15.5.8")
        ],
        416: [
            need(
                "content-range", "Content-Range", false, "it would tell the size within which ranges have to lie.",
                "15.5.17")
        ],
        426: [need("upgrade", "Upgrade", true, "the client is not told which protocol is wanted.", "15.5.22")],
        429: [need("retry-after", "Retry-After", false, "the client has to guess how long to wait.", "10.2.3")],
        503: [need("retry-after", "Retry-After", false, "the client has to guess how long to wait.", "15.6.4")],
    ]

    private static func need(
        _ field: StaticString, _ shown: String, _ isRequired: Bool, _ use: Prose, _ section: String
    ) -> Need {
        Need(field: field, shown: shown, isRequired: isRequired, use: use, spec: "RFC 9110 §\(section)")
    }

    static func next(_ status: Int) -> (text: Prose, spec: String)? {
        advice[status].map { ($0.0, $0.1) }
    }

    private static let advice: [Int: (Prose, String)] = [
        100: ("Go on and send the content; the answer follows.", "RFC 9110 §15.2.1"),
        101: ("From here on speak the protocol in Upgrade.", "RFC 9110 §15.2.2"),
        103: ("Begin to load what Link names; the answer follows.", "RFC 8297 §2"),
        200: ("Take the content: this is the answer.", "RFC 9110 §15.3.1"),
        201: ("Something was made; Location says where.", "RFC 9110 §15.3.2"),
        202: ("The work is only accepted, not done; ask again later.", "RFC 9110 §15.3.3"),
        203: ("A proxy changed the content on the way.", "RFC 9110 §15.3.4"),
        204: ("Done; there is nothing to show, so stay where you are.", "RFC 9110 §15.3.5"),
        205: ("Done; clear the form.", "RFC 9110 §15.3.6"),
        206: ("Here are the parts asked for; Content-Range says which.", "RFC 9110 §15.3.7"),
        300: ("There are several representations; choose one.", "RFC 9110 §15.4.1"),
        301: ("Ask at Location, now and from now on.", "RFC 9110 §15.4.2"),
        302: ("Ask at Location this time; keep the old URL.", "RFC 9110 §15.4.3"),
        303: ("The answer is at Location; fetch it with GET.", "RFC 9110 §15.4.4"),
        304: ("Use what you have stored; it is still right.", "RFC 9110 §15.4.5"),
        307: ("Ask at Location this time, with the same method and content.", "RFC 9110 §15.4.8"),
        308: ("Ask at Location from now on, with the same method and content.", "RFC 9110 §15.4.9"),
        400: ("The request is malformed; correct it before sending it again.", "RFC 9110 §15.5.1"),
        401: ("Prove who you are as WWW-Authenticate asks, then send the request again.", "RFC 9110 §15.5.2"),
        403: ("You may not, and other credentials are the only thing that could help.", "RFC 9110 §15.5.4"),
        404: ("There is nothing there, or nothing that is to be shown.", "RFC 9110 §15.5.5"),
        405: ("Use one of the methods in Allow.", "RFC 9110 §15.5.6"),
        406: ("Nothing here fits the Accept fields; ask for something else.", "RFC 9110 §15.5.7"),
        407: ("Prove who you are to the proxy, then send the request again.", "RFC 9110 §15.5.8"),
        408: ("The request came too slowly; send it again on a new connection.", "RFC 9110 §15.5.9"),
        409: ("The request is at odds with the resource's state; resolve that first.", "RFC 9110 §15.5.10"),
        410: ("It is gone for good; remove the link.", "RFC 9110 §15.5.11"),
        411: ("Send the request with Content-Length.", "RFC 9110 §15.5.12"),
        412: ("A condition of the request does not hold; fetch the present state first.", "RFC 9110 §15.5.13"),
        413: ("The content is too large; send less.", "RFC 9110 §15.5.14"),
        414: ("The URL is too long; send the data as content.", "RFC 9110 §15.5.15"),
        415: ("The server does not take this media type or coding; send another.", "RFC 9110 §15.5.16"),
        416: ("No range asked for lies within the resource; ask within its size.", "RFC 9110 §15.5.17"),
        417: ("The server cannot do what Expect asks; send the request without it.", "RFC 9110 §15.5.18"),
        421: ("This server does not answer for that host; ask on another connection.", "RFC 9110 §15.5.20"),
        422: ("The content is well-formed but cannot be carried out; change its meaning.", "RFC 9110 §15.5.21"),
        425: (
            "The request came as early data, which could be replayed; send it again after the handshake.",
            "RFC 8470 §5.2"
        ),
        426: ("Switch to a protocol in Upgrade first.", "RFC 9110 §15.5.22"),
        428: ("Send the request with a condition, such as If-Match.", "RFC 6585 §3"),
        429: ("Too many requests; wait as long as Retry-After says.", "RFC 6585 §4"),
        431: ("The fields are too large; send fewer, often fewer cookies.", "RFC 6585 §5"),
        451: ("It is withheld for legal reasons.", "RFC 7725 §3"),
        500: ("The server failed in a way that it did not expect; look into its log.", "RFC 9110 §15.6.1"),
        501: ("The server does not know this method at all.", "RFC 9110 §15.6.2"),
        502: ("A gateway got no valid answer from the server behind it.", "RFC 9110 §15.6.3"),
        503: ("The server is overloaded or down for now; wait as long as Retry-After says.", "RFC 9110 §15.6.4"),
        504: ("A gateway waited in vain for the server behind it.", "RFC 9110 §15.6.5"),
        505: ("The server does not speak this version of HTTP.", "RFC 9110 §15.6.6"),
        511: ("The network wants a login first; open a page by hand.", "RFC 6585 §6"),
    ]
}
