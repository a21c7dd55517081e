public import Bytes
public import Flow
import HTTPModel
import HTTPWire

/// Plays a conversation through one `Exchange`: what the client and the server did goes in, what the exchange then orders
/// comes out, both as lines of text, so that a test reads like a trace.
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
/// `>>` lines happen, `<<` lines are ordered. ` | ` stands for a line end in a head; heads are read by the real decoder.
public struct Playbook {
    /// Everything that happened and was ordered so far.
    public private(set) var transcript: [String] = []
    public private(set) var exchange: Exchange?
    /// The changes of the head that was forwarded last, one line each: `- line`, `+ line` or `~ line => line`, and why.
    public private(set) var changes: [String] = []
    /// That head, as it went out.
    public private(set) var sent = Bytes()
    private let policy: ForwardingPolicy
    private var requestHead: RequestHead?

    public init(_ policy: ForwardingPolicy = ForwardingPolicy()) {
        self.policy = policy
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
        "server leaves within a head", "time passes", "time passes, congested", "proxy stops",
    ]

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
        orders += actions.map { order($0) }
        transcript += orders.map { "<< \($0)" }
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
            let persistence = Persistence(head, framing, toProxy: policy.mode == .forward)
            exchange = Exchange(
                request: head, framing: framing, persistent: persistence.isPersistent, policy: policy)
            exchange?.begin(&actions)
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
                exchange?.interimReceived(head, &actions)
            case .responseHead(let head, let framing):
                exchange?.responseReceived(
                    head, framing: framing, persistent: Persistence(head, framing).isPersistent, &actions)
            case .requestHead, .chunkStarted, .content, .chunkEnded, .trailers, .end, nil:
                return ["no response"]
            }
        } catch {
            exchange?.responseFailed(error, &actions)
        }
        return []
    }

    private mutating func other(_ event: String, _ actions: inout [Exchange.Action]) -> [String] {
        switch event {
        case "connected": exchange?.upstreamConnected(reused: false, &actions)
        case "connected, kept": exchange?.upstreamConnected(reused: true, &actions)
        case "not connected": exchange?.connectFailed(Outcome(.failed, by: .upstream, .connectionRefused), &actions)
        case "request body": return [requestBody()]
        case "request ends": exchange?.requestEnded(&actions)
        case "request breaks": exchange?.requestFailed(WireError(.malformedChunkSize, offset: 0), &actions)
        case "client closes its side": exchange?.clientReachedEnd(&actions)
        case "client leaves": exchange?.clientLeft(&actions)
        case "response body": return [responseBody()]
        case "response ends": exchange?.responseEnded(&actions)
        case "response breaks": exchange?.responseFailed(WireError(.malformedChunkSize, offset: 0), &actions)
        case "server leaves": exchange?.upstreamLeft(receivedBytes: false, detail: "", &actions)
        case "server leaves within a head": exchange?.upstreamLeft(receivedBytes: true, detail: "", &actions)
        case "time passes": exchange?.deadlinePassed(&actions)
        case "time passes, congested": exchange?.deadlinePassed(isCongested: true, &actions)
        case "proxy stops": exchange?.shutDown(&actions)
        default: return ["nobody knows this event"]
        }
        return []
    }

    private mutating func requestBody() -> String {
        switch exchange?.requestBody {
        case .wait: return "body waits"
        case .forward, .forwardContent:
            exchange?.requestBodyForwarded()
            return "body to server"
        case .discard, nil: return "body dropped"
        }
    }

    private func responseBody() -> String {
        switch exchange?.responseBody {
        case .wait: "body waits"
        case .forward: "body to client"
        case .forwardContent: "content to client"
        case .discard, nil: "body dropped"
        }
    }

    // MARK: - What is ordered

    private mutating func order(_ action: Exchange.Action) -> String {
        switch action {
        case .connect(let destination, let fresh): "connect\(fresh ? " afresh" : "") \(destination)"
        case .forwardRequest(let edits): requestHead.map { forward(edits, $0.fields) } ?? "forward nothing"
        case .forwardInterim(let head, _, let edits), .forwardResponse(let head, let edits): forward(edits, head.fields)
        case .dropInterim: "drop the interim response"
        case .answer(let outcome): "answer \(outcome.status.map { "\($0)" } ?? "nothing")"
        case .explainPort: "explain the port"
        case .openTunnel(let name): "tunnel \(name)"
        case .releaseUpstream(let reusable): reusable ? "release for reuse" : "release"
        case .finish(let outcome): "finish \(outcome.kind) by \(outcome.by): \(outcome.code)"
        case .end(let fate): "\(fate)"
        }
    }

    private mutating func forward(_ edits: [HeadEdit], _ fields: FieldSection) -> String {
        changes = edits.map { edit in
            let change =
                switch edit.action {
                case .replaceStartLine(let line): "~ \(fields.startLine) => \(line)"
                case .remove(let index): "- \(Self.text(fields, index))"
                case .replace(let index, let line): "~ \(Self.text(fields, index)) => \(line)"
                case .add(let line): "+ \(line)"
                }
            return switch edit.reason {
            case .owed(let spec, _): "\(change) (\(spec))"
            case .rule(let source): "\(change) (\(source))"
            }
        }
        do throws(EncodeError) {
            sent = try HeadEncoder.apply(edits.map(\.action), to: fields)
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
