import Bytes
public import HTTPModel

/// One request with its response: what happened goes in, what to do comes out.
///
/// A value without I/O. Its methods are named for what happened; each appends the actions that follow, in order. The engine
/// performs them, and asks `requestBody` and `responseBody` what to do with the bytes between the heads.
///
///     requestReceived ─ plan ─┬─ refuse ──────────────────────────── answer, finish, end
///                             └─ connect ─ upstreamConnected ─ forwardRequest ─ (body) ─ requestEnded ┐
///                                   ▲            │ died unanswered, safe to repeat                    ├ release, finish, end
///                                   └── retry ───┘         responseReceived ─ (body) ─ responseEnded ┘
public struct Exchange: Sendable {
    /// What the engine is to do.
    public enum Action: Sendable, Hashable {
        /// Lease a connection to the server; `fresh`: a new one, not a kept one.
        case connect(Destination, fresh: Bool)
        case forwardRequest(edits: [HeadEdit])
        /// `index` counts the interim responses of the exchange from 0.
        case forwardInterim(ResponseHead, index: Int, edits: [HeadEdit])
        /// The client does not get this interim response.
        case dropInterim(index: Int, HeadEdit.Reason)
        case forwardResponse(ResponseHead, edits: [HeadEdit])
        /// Send Hark's own response that says what this outcome says.
        case answer(Outcome)
        /// Send the page for people who open the proxy's port in a browser.
        case explainPort
        /// From now on relay bytes both ways, unread.
        case openTunnel(protocol: String)
        case releaseUpstream(reusable: Bool)
        case finish(Outcome)
        /// Nothing more follows. What becomes of the client's connection.
        case end(ClientFate)
    }

    public enum ClientFate: Sendable, Hashable {
        /// Read the next request.
        case keep
        /// Send what is queued, then close.
        case close
        /// The response was cut off: send what is queued and close, so that the client sees a body that is too short.
        case truncate
        /// The response was cut off where only a reset can tell so (its body ends with the connection).
        case reset
    }

    /// What to do with body bytes that arrive now.
    public enum BodyHandling: Sendable, Hashable {
        /// Leave them unread.
        case wait
        /// Forward them as they are on the wire.
        case forward
        /// Forward the content without its chunk lines.
        case forwardContent
        case discard
    }

    /// What the exchange is waiting for; the engine keeps a deadline for each.
    public enum Waiting: Sendable, Hashable {
        case connection, requestBody, responseHead, responseBody, nothing
    }

    private enum Upstream: Sendable {
        case none, sought
        case leased(reused: Bool)
        case released
    }

    private enum Progress: Sendable {
        case notBegun, body, ended
    }

    public let request: RequestHead
    private let policy: ForwardingPolicy
    private var destination: Destination?
    private var requestEdits: [HeadEdit] = []
    private var upstream = Upstream.none
    private var requestProgress: Progress
    private var responseProgress = Progress.notBegun
    private var requestBodyWasForwarded = false
    private var upstreamSpoke = false
    private var interimCount = 0
    private var hasRetried = false
    private var responseFraming: Framing?
    private var clientPersists: Bool
    private var upstreamPersists = false
    private var isOver = false

    /// - Parameter persistent: whether the client's connection may carry another request after this one (RFC 9112 §9.3).
    public init(request: RequestHead, framing: Framing, persistent: Bool, policy: ForwardingPolicy) {
        self.request = request
        self.policy = policy
        clientPersists = persistent
        requestProgress = framing.kind == .none ? .ended : .body
    }

    public var requestBody: BodyHandling {
        if isOver { return .discard }
        switch upstream {
        case .none, .sought: return .wait
        case .leased: return .forward
        case .released: return .discard
        }
    }

    /// What becomes of the response's trailers.
    public func trailerEdits(_ kind: MessageKind, _ section: FieldSection) -> [HeadEdit] {
        TrailerEdits(section, dropsAll: kind == .response && dechunks).edits
    }

    public var responseBody: BodyHandling {
        if isOver { return .discard }
        return dechunks ? .forwardContent : .forward
    }

    public var waiting: Waiting {
        if isOver { return .nothing }
        switch upstream {
        case .none, .released: return .nothing
        case .sought: return .connection
        case .leased:
            if responseProgress == .body { return .responseBody }
            if requestProgress == .body { return .requestBody }
            return responseProgress == .notBegun ? .responseHead : .nothing
        }
    }

    /// Whether a final response's head (an own answer apart) has gone to the client.
    public var clientWasAnswered: Bool { responseProgress != .notBegun }

    /// HTTP/1.0 has no chunks (RFC 9112 §7).
    private var dechunks: Bool { responseFraming?.kind == .chunked && request.version < .http11 }

    /// More interim responses than this are no progress report but a way to fill a record.
    private static let interimLimit = 256

    // MARK: - The client's side

    /// The request's head is here: decide where it goes.
    public mutating func begin(_ actions: inout [Action]) {
        switch policy.plan(request) {
        case .forward(let destination, let edits):
            self.destination = destination
            requestEdits = edits
            upstream = .sought
            actions.append(.connect(destination, fresh: false))
        case .tunnel(let destination):
            self.destination = destination
            upstream = .sought
            actions.append(.connect(destination, fresh: true))
        case .explainPort:
            isOver = true
            actions.append(.explainPort)
            actions.append(.finish(Outcome(.refused, by: .client, .notAProxyRequest)))
            actions.append(.end(.close))
        case .refuse(let outcome):
            fail(outcome, &actions)
        }
    }

    /// The last byte of the request has come.
    public mutating func requestEnded(_ actions: inout [Action]) {
        guard !isOver, requestProgress == .body else { return }
        requestProgress = .ended
        completeIfDone(&actions)
    }

    /// Bytes of the request's body were forwarded; it cannot be sent a second time.
    public mutating func requestBodyForwarded() {
        requestBodyWasForwarded = true
    }

    /// The request's body is not what its head announced.
    public mutating func requestFailed(_ error: WireError, _ actions: inout [Action]) {
        guard !isOver else { return }
        fail(Outcome(.refused, by: .client, .malformedRequest, error: error), &actions)
    }

    /// The client closed its sending side. After a whole request that is its right (a half-close): the response still goes out.
    public mutating func clientReachedEnd(_ actions: inout [Action]) {
        guard !isOver else { return }
        clientPersists = false
        guard requestProgress != .ended else { return }
        if responseProgress == .ended {
            finishEarly(&actions)
        } else {
            clientLeft(&actions)
        }
    }

    /// The client's connection broke.
    public mutating func clientLeft(_ actions: inout [Action], detail: String = "") {
        guard !isOver else { return }
        fail(Outcome(.aborted, by: .client, .clientClosed, detail: detail), &actions, answers: false)
    }

    // MARK: - The server's side

    public mutating func upstreamConnected(reused: Bool, _ actions: inout [Action]) {
        guard !isOver, case .sought = upstream else { return }
        upstream = .leased(reused: reused)
        if request.method == .connect {
            isOver = true
            actions.append(.openTunnel(protocol: "CONNECT"))
            return
        }
        actions.append(.forwardRequest(edits: requestEdits))
    }

    /// The connection could not be made.
    public mutating func connectFailed(_ outcome: Outcome, _ actions: inout [Action]) {
        guard !isOver, case .sought = upstream else { return }
        fail(outcome, &actions)
    }

    public mutating func interimReceived(_ head: ResponseHead, _ actions: inout [Action]) {
        guard !isOver, case .leased = upstream, responseProgress == .notBegun else { return }
        upstreamSpoke = true
        interimCount += 1
        guard interimCount <= Self.interimLimit else {
            refuseResponse("more than \(Self.interimLimit) interim responses came", &actions)
            return
        }
        // RFC 9110 §15.2: a 1xx must not be sent to an HTTP/1.0 client.
        guard request.version >= .http11 else {
            actions.append(.dropInterim(index: interimCount - 1, Self.noInterimReason))
            return
        }
        let edits = ResponseEdits(
            head, framing: nil, closes: false, clientVersion: request.version, rules: []
        ).edits
        actions.append(.forwardInterim(head, index: interimCount - 1, edits: edits))
    }

    private static let noInterimReason = HeadEdit.Reason.owed(
        spec: "RFC 9110 §15.2", text: "The client speaks HTTP/1.0, which has no interim responses.")

    /// - Parameter persistent: whether the server's connection may carry another request after this response.
    public mutating func responseReceived(
        _ head: ResponseHead, framing: Framing, persistent: Bool, _ actions: inout [Action]
    ) {
        guard !isOver, case .leased = upstream, responseProgress == .notBegun else { return }
        upstreamSpoke = true
        if framing.kind == .tunnel, !asksForUpgrade {
            // RFC 9110 §15.2.2: only a client that sent Upgrade speaks another protocol from here on. To any other these
            // would be bytes that mean something else than to the server.
            refuseResponse("it changes the protocol, which the request did not ask for", &actions)
            return
        }
        if request.version < .http11, framing.kind != .none, !canDecodeTransfer(head) {
            refuseResponse("it has a transfer coding, which HTTP/1.0 clients do not know", &actions)
            return
        }
        responseProgress = .body
        responseFraming = framing
        upstreamPersists = persistent
        if framing.kind == .close || dechunks { clientPersists = false }
        if requestProgress == .body, !requestBodyWasForwarded, request.fields.contains(.expect) {
            // RFC 9110 §10.1.1: after a final answer to "Expect: 100-continue" the client may send its body or not; only
            // closing the connection leaves no doubt.
            clientPersists = false
        }
        let edits = ResponseEdits(
            head, framing: framing, closes: !clientPersists, clientVersion: request.version,
            rules: policy.rules.response
        ).edits
        actions.append(.forwardResponse(head, edits: edits))
        if framing.kind == .tunnel {
            isOver = true
            let name = head.fields.first(.upgrade)?.text ?? request.fields.first(.upgrade)?.text ?? "unknown"
            actions.append(.openTunnel(protocol: name))
        }
    }

    private var asksForUpgrade: Bool {
        request.version >= .http11 && request.fields.contains(.upgrade)
            && request.fields.hasConnectionOption("upgrade")
    }

    /// Chunks can be taken off for a client that does not know them, other transfer codings cannot (RFC 9112 §6.1).
    private func canDecodeTransfer(_ head: ResponseHead) -> Bool {
        let codings = head.fields.members(.transferEncoding)
        return codings.isEmpty || (codings.count == 1 && codings[0].equalsIgnoringCase("chunked"))
    }

    private mutating func refuseResponse(_ detail: String, _ actions: inout [Action]) {
        fail(Outcome(.refused, by: .upstream, .unwantedResponse, detail: detail), &actions)
    }

    public mutating func responseEnded(_ actions: inout [Action]) {
        guard !isOver, responseProgress == .body else { return }
        responseProgress = .ended
        completeIfDone(&actions)
    }

    /// The response's bytes are not HTTP; `detail` is what they may be instead.
    public mutating func responseFailed(_ error: WireError, detail: String = "", _ actions: inout [Action]) {
        guard !isOver else { return }
        upstreamSpoke = true
        fail(Outcome(.refused, by: .upstream, .malformedResponse, error: error, detail: detail), &actions)
    }

    /// The server closed or reset its connection before the response was whole.
    ///
    /// - Parameters:
    ///   - receivedBytes: whether any byte of an unfinished response head is there.
    ///   - cause: what is known better than that no response came (a TLS alert).
    public mutating func upstreamLeft(
        receivedBytes: Bool, detail: String, cause: Outcome? = nil, _ actions: inout [Action]
    ) {
        guard !isOver else { return }
        if responseProgress == .ended {
            finishEarly(&actions)
            return
        }
        if let destination, isRetriable, !receivedBytes {
            hasRetried = true
            upstream = .sought
            actions.append(.connect(destination, fresh: true))
            return
        }
        if upstreamSpoke || receivedBytes {
            fail(Outcome(.aborted, by: .upstream, .upstreamClosed, detail: detail), &actions)
        } else {
            fail(cause ?? Outcome(.failed, by: .upstream, .emptyResponse, detail: detail), &actions)
        }
    }

    /// RFC 9110 §9.2.2: a request may be repeated by itself when its method is idempotent; here only when it went out on a
    /// kept connection, nothing came back, and no body byte has been used up.
    private var isRetriable: Bool {
        guard case .leased(reused: true) = upstream else { return false }
        return !hasRetried && !upstreamSpoke && request.method.isIdempotent && !requestBodyWasForwarded
    }

    // MARK: - Time and the end

    /// What was waited for did not come in time.
    ///
    /// - Parameter isCongested: whoever is to take the body that is under way has not taken what was sent before, so the
    ///   wait is not the sender's doing.
    public mutating func deadlinePassed(isCongested: Bool = false, _ actions: inout [Action]) {
        guard !isOver else { return }
        switch waiting {
        case .connection:
            fail(Outcome(.failed, by: .upstream, .connectTimedOut), &actions)
        case .responseHead:
            fail(Outcome(.failed, by: .upstream, .responseTimedOut), &actions)
        case .responseBody where isCongested:
            fail(Outcome(.aborted, by: .client, .receiverStalled), &actions, answers: false)
        case .responseBody:
            fail(Outcome(.aborted, by: .upstream, .idleTimedOut), &actions)
        case .requestBody where responseProgress == .ended:
            finishEarly(&actions)
        case .requestBody where isCongested:
            fail(Outcome(.aborted, by: .upstream, .receiverStalled), &actions)
        case .requestBody:
            fail(Outcome(.aborted, by: .client, .idleTimedOut), &actions)
        case .nothing:
            break
        }
    }

    /// The proxy stops; what still runs is cut off.
    public mutating func shutDown(_ actions: inout [Action]) {
        guard !isOver else { return }
        fail(Outcome(.aborted, by: .proxy, .shuttingDown), &actions)
    }

    private mutating func completeIfDone(_ actions: inout [Action]) {
        guard responseProgress == .ended else { return }
        if requestProgress == .ended {
            isOver = true
            actions.append(.releaseUpstream(reusable: upstreamPersists))
            actions.append(.finish(.complete))
            actions.append(.end(clientPersists ? .keep : .close))
        } else if !upstreamPersists || !clientPersists {
            finishEarly(&actions)
        }
    }

    /// The response is whole and the request never will be.
    private mutating func finishEarly(_ actions: inout [Action]) {
        isOver = true
        actions.append(.releaseUpstream(reusable: false))
        actions.append(.finish(Outcome(.complete, by: .upstream, .answeredEarly)))
        actions.append(.end(.close))
    }

    private mutating func fail(_ outcome: Outcome, _ actions: inout [Action], answers: Bool = true) {
        isOver = true
        if case .leased = upstream { actions.append(.releaseUpstream(reusable: false)) }
        if case .sought = upstream { actions.append(.releaseUpstream(reusable: false)) }
        upstream = .released
        if answers, !clientWasAnswered { actions.append(.answer(outcome)) }
        actions.append(.finish(outcome))
        if !answers {
            actions.append(.end(.reset))
        } else if !clientWasAnswered {
            actions.append(.end(.close))
        } else {
            // A length or a last chunk that never comes tells the client; a body that ends with the connection needs a reset.
            let endsWithConnection = responseFraming?.kind == .close || dechunks
            actions.append(.end(endsWithConnection ? .reset : .truncate))
        }
    }
}
