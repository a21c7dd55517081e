public import Bytes
public import Flow
import HTTPModel
import HTTPWire

/// Plays a conversation through one `Exchange`: what the client and the server did goes in, what the exchange then
/// orders comes out, both as lines of text, so that a test reads like a trace.
///
///     >> GET http://a.example/x HTTP/1.1 | Host: a.example
///     << connect a.example:80
///     >> connected
///     << GET /x HTTP/1.1 | Host: a.example
///     >> HTTP/1.1 204 No Content
///     << HTTP/1.1 204 No Content
///     >> response ends
///     << release for reuse
///     << finish complete by upstream: ok
///     << keep
///
/// `>>` lines happen, `<<` lines are ordered. ` | ` stands for a line end in a head; heads are read by the real
/// decoder.
public struct Playbook {
    /// Everything that happened and was ordered so far.
    public private(set) var transcript: [String] = []
    public private(set) var exchange: Exchange?
    /// The changes of the head that was forwarded last, one line each: `- line`, `+ line` or `~ line => line`, and why.
    public private(set) var changes: [String] = []
    /// That head, as it went out.
    public private(set) var sent = Bytes()
    private let policy: ForwardingPolicy
    private let asks: Question.Stages
    private let interimLimit: Int
    private let answers: Bool
    private var clientIsSlow = false
    private var requestHead: RequestHead?

    /// - Parameters:
    ///   - asks: the stages at which questions come up.
    ///   - answers: the policy's rules answer every question at once; otherwise an `answer …` line does, in its time.
    public init(
        _ policy: ForwardingPolicy = ForwardingPolicy(), asks: Question.Stages? = nil, answers: Bool = true,
        interimLimit: Int? = nil
    ) {
        self.policy = policy
        self.asks = asks ?? RuleSet(policy.rules).stages
        self.answers = answers
        self.interimLimit = interimLimit ?? Limits().interimResponses
    }

    /// Lets the `>>` lines of a script happen; gives the whole script as it really went.
    public mutating func play(_ script: String) -> String {
        for line in Self.lines(script) where line.hasPrefix(">> ") {
            happen(String(line.dropFirst(3)))
        }
        return transcript.joined(separator: "\n")
    }

    /// A script's lines without indentation, as `play` gives them back.
    public static func lines(_ script: String) -> [String] {
        script.split(separator: "\n").map { line in
            String(line.drop { $0 == " " })
        }
    }

    /// What can happen besides heads.
    public static let events = [
        "connected", "connected, kept", "not connected", "request body", "request ends", "request breaks",
        "client closes its side", "client leaves", "response body", "response ends", "response breaks", "server leaves",
        "server leaves within a head", "time passes", "time passes, congested", "client is slow", "client took all",
        "look-up", "handshake", "proxy stops", "request body is gathered", "response body is gathered",
        "request body is too long", "response body is too long",
    ]

    /// The verdicts a script may give.
    public static let verdicts = ["pass", "refuse", "respond", "reroute", "change", "gather", "replace"].flatMap {
        verdict in
        ["request head", "request body", "response head", "response body"].map { "\($0): \(verdict)" }
    }

    /// One line happens; gives what was ordered.
    @discardableResult
    public mutating func happen(_ event: String) -> [String] {
        transcript.append(">> \(event)")
        var actions: [Exchange.Action] = []
        var orders: [String] = []
        if event.hasPrefix("HTTP/") {
            orders += response(event, &actions)
        } else if exchange == nil {
            orders += request(event, &actions)
        } else {
            orders += other(event, &actions)
        }
        orders += carryOut(actions)
        transcript += orders.map { "<< \($0)" }
        return orders
    }

    /// Words the orders, and does at once what takes no time: a client that is not slow has taken everything as soon as
    /// it was sent, and rules answer when they are asked.
    private mutating func carryOut(_ actions: [Exchange.Action]) -> [String] {
        var orders: [String] = []
        for action in actions {
            var following: [Exchange.Action] = []
            switch action {
            case .deliver where !clientIsSlow:
                exchange?.handle(.clientTookAll, &following)
            case .ask(let question) where answers:
                exchange?.handle(.answered(RuleSet(policy.rules).verdict(on: question), to: question.stage), &following)
            case .resumeBody where answers:
                break
            default:
                orders.append(order(action))
            }
            orders += carryOut(following)
        }
        return orders
    }

    // MARK: - What happens

    private static func head(_ text: String) -> [UInt8] {
        let lines = text.split(separator: " | ", omittingEmptySubsequences: false)
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private mutating func request(_ text: String, _ actions: inout [Exchange.Action]) -> [String] {
        var decoder = HTTP1Decoder(role: .request)
        do throws(WireError) {
            let bytes = Self.head(text)
            guard case .requestHead(let head, let framing) = try decoder.decode(bytes.span)?.part else {
                return ["no request"]
            }
            requestHead = head
            let persistence = ConnectionReuse(head, framing, toProxy: policy.mode == .forward)
            exchange = Exchange(
                request: head, framing: framing, persistent: persistence.isPersistent, policy: policy, asks: asks,
                interimLimit: interimLimit)
            exchange?.handle(.began, &actions)
            return []
        } catch {
            return ["malformed: \(error.code)"]
        }
    }

    private mutating func response(_ text: String, _ actions: inout [Exchange.Action]) -> [String] {
        var decoder = HTTP1Decoder(role: .response)
        decoder.expectResponse(to: exchange?.request.method ?? .get)
        do throws(WireError) {
            let bytes = Self.head(text)
            switch try decoder.decode(bytes.span)?.part {
            case .interimHead(let head):
                exchange?.handle(.interimReceived(head), &actions)
            case .responseHead(let head, let framing):
                let persists = ConnectionReuse(head, framing).isPersistent
                exchange?.handle(.responseReceived(head, framing, persistent: persists), &actions)
            case .requestHead, .chunkStarted, .content, .chunkEnded, .trailers, .end, nil:
                return ["no response"]
            }
        } catch {
            exchange?.handle(.responseFailed(error, detail: ""), &actions)
        }
        return []
    }

    private mutating func other(_ event: String, _ actions: inout [Exchange.Action]) -> [String] {
        switch event {
        case "request body": return [requestBody()]
        case "response body": return [responseBody()]
        case "client is slow": clientIsSlow = true
        default:
            guard let event = Self.event(event) ?? Self.verdict(event) else { return ["nobody knows this event"] }
            exchange?.handle(event, &actions)
        }
        return []
    }

    private static func event(_ text: String) -> Exchange.Event? {
        switch text {
        case "connected": .upstreamConnected(reused: false)
        case "connected, kept": .upstreamConnected(reused: true)
        case "not connected": .connectFailed(Outcome(.failed, by: .upstream, .connectionRefused))
        case "look-up": .seekReached(.lookUp)
        case "handshake": .seekReached(.handshake)
        case "request ends": .requestEnded
        case "request breaks": .requestFailed(WireError(.malformedChunkSize, offset: 0))
        case "client closes its side": .clientReachedEnd
        case "client leaves": .clientLeft(detail: "", owed: 0)
        case "client took all": .clientTookAll
        case "response ends": .responseEnded
        case "response breaks": .responseFailed(WireError(.malformedChunkSize, offset: 0), detail: "")
        case "server leaves": .upstreamLeft(receivedBytes: false, detail: "", cause: nil)
        case "server leaves within a head": .upstreamLeft(receivedBytes: true, detail: "", cause: nil)
        case "time passes": .deadlinePassed(limit: .seconds(5), isCongested: false, owed: 7)
        case "time passes, congested": .deadlinePassed(limit: .seconds(5), isCongested: true, owed: 7)
        case "proxy stops": .shutDown(owed: 0)
        case "request body is gathered": .bodyGathered(.request, "hello")
        case "response body is gathered": .bodyGathered(.response, "hello")
        case "request body is too long": .bodyTooLong(.request)
        case "response body is too long": .bodyTooLong(.response)
        case "a rule cuts it": .cutByRule(.response, .refusedByRule, reason: "cut")
        case "a rule cuts the request": .cutByRule(.request, .refusedByRule, reason: "cut")
        case "a rule stalls it": .stalledByRule
        default: nil
        }
    }

    /// `response head: refuse`.
    private static func verdict(_ text: String) -> Exchange.Event? {
        let words = text.split(separator: ": ")
        guard words.count == 2,
            let stage = Question.Stage.allCases.first(where: { Self.name($0) == words[0] })
        else { return nil }
        let verdict: Verdict? =
            switch words[1] {
            case "pass": .pass
            case "refuse": .refuse(reason: "no")
            case "gather": .gather(limit: 5)
            case "replace": .replace("other")
            case "respond":
                .respond(ProxyAnswer(status: 200, contentType: "text/plain", body: "made", to: nil, date: "now"))
            case "reroute": .reroute(Route(Destination(host: "other", port: 81)))
            case "alter": .alter(otherMessage)
            case "map": .alter(elsewhere(leavesHost: true))
            case "connect elsewhere": .alter(elsewhere(leavesHost: false))
            case "mean it": .alter(meantMessage)
            case "write it": .alter(writtenMessage)
            case "rewrite": (try? HeaderRule.parse("X-Rule: 1", flag: .setRequest)).map { .rewrite("other", [$0]) }
            case "reset": .hangUp(isReset: true, reason: "no")
            case "drop": .hangUp(isReset: false, reason: "no")
            case "change":
                (try? HeaderRule.parse("X-Rule: 1", flag: .setRequest)).map { .change([$0]) }
            default: nil
            }
        return verdict.map { .answered($0, to: stage) }
    }

    private static var otherMessage: Alteration {
        var alteration = Alteration()
        alteration.headers = (try? HeaderRule.parse("X-Rule: 1", flag: .setRequest)).map { [$0] } ?? []
        alteration.requestLine = .init(method: "POST", target: "/other", source: "a rule")
        alteration.route = Route(Destination(host: "other", port: 81))
        return alteration
    }

    private static func elsewhere(leavesHost: Bool) -> Alteration {
        var alteration = Alteration()
        alteration.route = Route(Destination(host: "other", port: 81))
        alteration.leavesHost = leavesHost
        return alteration
    }

    /// What two rules with `raw` make of it.
    private static var meantMessage: Alteration {
        var alteration = Alteration()
        alteration.headers = ["Content-Length: 3", "X: a\u{0}b"].compactMap {
            try? HeaderRule.parse($0, flag: .addRequest, isRaw: true)
        }
        return alteration
    }

    /// A head that somebody wrote byte for byte.
    private static var writtenMessage: Alteration {
        var alteration = Alteration()
        alteration.head = "G E T\n\r\n"
        return alteration
    }

    private static func name(_ stage: Question.Stage) -> String {
        switch stage {
        case .requestHead: "request head"
        case .requestBody: "request body"
        case .responseHead: "response head"
        case .responseBody: "response body"
        }
    }

    private mutating func requestBody() -> String {
        switch exchange?.requestBody {
        case .wait: return "body waits"
        case .gather(let limit): return "body kept up to \(limit)"
        case .forward, .forwardContent, .forwardChunked:
            var none: [Exchange.Action] = []
            exchange?.handle(.requestBodyForwarded, &none)
            return "body to server"
        case .discard, nil: return "body dropped"
        }
    }

    private func responseBody() -> String {
        switch exchange?.responseBody {
        case .wait: "body waits"
        case .gather(let limit): "body kept up to \(limit)"
        case .forward: "body to client"
        case .forwardContent: "content to client"
        case .forwardChunked: "chunks to client"
        case .discard, nil: "body dropped"
        }
    }

    // MARK: - What is ordered

    private mutating func order(_ action: Exchange.Action) -> String {
        switch action {
        case .ask(.requestBody(let content?)): "ask about the request body: \(content.text)"
        case .ask(.responseBody(let content?)): "ask about the response body: \(content.text)"
        case .ask(let question): "ask about the \(Self.name(question.stage))"
        case .sendContinue: "tell the client to go on"
        case .sendKept(let kind): "send the \(kind.rawValue) that was kept"
        case .sendEnd(let kind): "end the \(kind.rawValue)"
        case .sendContent(let kind, let content): "send other content of the \(kind.rawValue): \(content.text)"
        case .connect(let route, .any): "connect \(route)"
        case .connect(let route, .recent): "connect at once \(route)"
        case .connect(let route, .none): "connect afresh \(route)"
        case .resumeBody(let kind): "\(kind.rawValue) goes on"
        case .forwardRequest(let edits, _): requestHead.map { forward(edits, $0.fields) } ?? "forward nothing"
        case .forwardInterim(let head, _, let edits), .forwardResponse(let head, let edits): forward(edits, head.fields)
        case .dropInterim: "drop the interim response"
        case .answer(let outcome): "answer \(outcome.status.map { "\($0)" } ?? "nothing")"
        case .respond: "answer with what was made"
        case .explainPort: "explain the port"
        case .openTunnel(let kind): "tunnel \(kind.name)"
        case .releaseUpstream(let reusable): reusable ? "release for reuse" : "release"
        case .cutOffRequest: "cut the request off"
        case .deliver: "deliver"
        case .finish(let outcome): "finish \(outcome.kind) by \(outcome.by): \(outcome.code)"
        case .end(let fate): "\(fate)"
        }
    }

    private mutating func forward(_ edits: [Change], _ fields: FieldSection) -> String {
        changes = edits.map { edit in
            let change =
                switch edit.action {
                case .replaceStartLine(let line): "~ \(fields.startLine) => \(line)"
                case .remove(let index): "- \(Self.text(fields, index))"
                case .replace(let index, let line): "~ \(Self.text(fields, index)) => \(line)"
                case .add(let line): "+ \(line)"
                case .replaceHead(let head): "~ all => \(head)"
                }
            return switch edit.reason {
            case .owed(let spec, _): "\(change) (\(spec))"
            case .rule(let source), .raw(let source): "\(change) (\(source))"
            }
        }
        do throws(EncodeError) {
            sent =
                edits.contains(where: \.isRaw)
                ? try HeadEncoder.apply(
                    edits.count, to: fields, isMeant: { edits[$0].isRaw }, action: { edits[$0].action })
                : try HeadEncoder.apply(edits.map(\.action), to: fields)
        } catch {
            return "cannot be encoded: \(error.code)"
        }
        return sent.text.split(separator: "\r\n").joined(separator: " | ")
    }

    private static func text(_ fields: FieldSection, _ index: Int) -> String {
        guard fields.lines.indices.contains(index) else { return "no such line" }
        let line = fields.lines[index].line
        return fields.raw.slice(line.lowerBound..<line.upperBound - 2).text
    }
}
