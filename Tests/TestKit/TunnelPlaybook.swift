public import Flow

/// Plays what is seen of a tunnel through one `TunnelOpening`, as text: `>>` lines happen, `<<` lines are ordered.
public struct TunnelPlaybook {
    private var opening: TunnelOpening
    private var transcript: [String] = []

    public init(_ server: TunnelOpening.Server = .new) {
        opening = TunnelOpening(server: server)
    }

    /// Lets the `>>` lines of a script happen; gives the whole script as it really went.
    public mutating func play(_ script: String) -> String {
        for line in Playbook.lines(script) where line.hasPrefix(">> ") {
            happen(String(line.dropFirst(3)))
        }
        return transcript.joined(separator: "\n")
    }

    /// One line happens; gives what was ordered. Deadlines that end are not listed.
    @discardableResult
    public mutating func happen(_ text: String) -> [String] {
        transcript.append(">> \(text)")
        guard let event = Self.events.first(where: { $0.text == text })?.event else {
            transcript.append("<< nobody knows this event")
            return ["nobody knows this event"]
        }
        var actions: [TunnelOpening.Action] = []
        opening.handle(event, &actions)
        let orders = actions.filter { $0 != .wait(.nothing) }.map(Self.order)
        transcript += orders.map { "<< \($0)" }
        return orders
    }

    public var isOver: Bool { opening.isOver }

    /// Everything that can happen, in the words of scripts.
    public static let events: [(text: String, event: TunnelOpening.Event)] = [
        ("client: ?", .clientSent(.undecided)), ("client: TLS", .clientSent(.tls)),
        ("client: GET /", .clientSent(.requestBegun)), ("client: GET / HTTP/1.1", .clientSent(.request)),
        ("client: SSH", .clientSent(.other)),
        ("hello", .helloRead(TunnelOpening.Hello(mayBeOpened: true))),
        ("hello for the kept server", .helloRead(TunnelOpening.Hello(mayBeOpened: true, fitsKept: true))),
        ("hello, not to be opened", .helloRead(TunnelOpening.Hello(mayBeOpened: false))),
        ("hello with h2", .helloRead(TunnelOpening.Hello(mayBeOpened: true, offersHTTP1: false, offered: "h2"))),
        ("hello for a bad name", .helloRead(TunnelOpening.Hello(mayBeOpened: true, nameProblem: "bad"))),
        ("bad hello", .helloFailed("bad")), ("server speaks", .serverSent), ("dialed", .dialed),
        ("not dialed", .dialFailed(Outcome(.failed, by: .upstream, .connectionRefused))),
        ("server secured", .serverSecured),
        ("server not secured", .serverFailed(Outcome(.failed, by: .upstream, .selfSigned))), ("leaf", .leafReady),
        ("no leaf", .leafFailed(.internalError, "none")),
        ("authority not valid", .leafFailed(.authorityNotValid, "It begins tomorrow.")),
        ("client secured", .clientSecured),
        ("client not secured", .clientFailed(Outcome(.failed, by: .client, .clientDoesNotTrust))),
        ("client ends", .clientEnded(detail: "")), ("server ends", .serverEnded),
        ("client breaks", .clientBroke(Outcome(.aborted, by: .client, .clientClosed))),
        ("server breaks", .serverBroke(Outcome(.aborted, by: .upstream, .upstreamClosed))),
        ("time passes", .deadlinePassed), ("proxy stops", .shutDown),
    ]

    private static func order(_ action: TunnelOpening.Action) -> String {
        switch action {
        case .wait(let wait): "wait for \(wait)"
        case .readHello: "read the hello"
        case .dial: "dial"
        case .secureServer: "secure the server"
        case .mint: "mint"
        case .secureClient: "secure the client"
        case .serve(nil): "serve"
        case .serve(let refusal?): "refuse: \(refusal.code)"
        case .relay(let note): note.isEmpty ? "relay" : "relay: \(note.prefix { $0 != "," })"
        case .finish(let outcome): "finish \(outcome.kind) by \(outcome.by): \(outcome.code)"
        }
    }
}
