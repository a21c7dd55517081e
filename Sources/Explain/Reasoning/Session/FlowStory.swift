import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// The exchanges that one belongs to: the tunnel it came in, the preflight before it, its redirects, the challenge it
/// answers, other attempts, and what shared its connection to the server.
package struct FlowStory: Sendable {
    package struct Chapter: Sendable {
        package let title: String
        package let lines: [Prose]
        /// In the order in which they were recorded, the one the story is of among them.
        package let flows: [FlowRecord]
    }

    package private(set) var chapters: [Chapter] = []

    private let flows: [FlowRecord]
    private let place: Int
    private var flow: FlowRecord { flows[place] }

    /// What belongs together stands close together; further away it is not looked for.
    private static let near = 50
    /// Of what shared a connection, so many before and after.
    private static let sharing = 8

    /// - Parameter flows: each with an `index` of its own, ascending. Bodies are not looked at.
    package init(of place: Int, among flows: [FlowRecord]) {
        self.flows = flows
        self.place = place
        guard flows.indices.contains(place) else { return }
        tunnel()
        preflight()
        redirects()
        challenge()
        attempts()
        connection()
    }

    private mutating func add(_ title: String, _ lines: [Prose], _ flows: [FlowRecord]) {
        chapters.append(Chapter(title: title, lines: lines, flows: flows.sorted { $0.index < $1.index }))
    }

    private var before: ArraySlice<FlowRecord> { flows[max(0, place - Self.near)..<place] }
    private var after: ArraySlice<FlowRecord> {
        flows[min(place + 1, flows.count)..<min(place + 1 + Self.near, flows.count)]
    }

    // MARK: Chapters

    private mutating func tunnel() {
        guard let number = flow.opening?.clientConnection else { return }
        // Asked of each where it stands: a record is large, and copying thousands is what a click would wait for.
        let (flows, run) = (flows, flow.run)
        func shares(_ other: Int) -> Bool {
            flows[other].opening?.clientConnection == number && flows[other].run == run
        }
        if flow.requestHead?.asksForTunnel == true {
            let inside = flows.indices[(place + 1)...].lazy.filter(shares).prefix(Self.sharing)
            guard !inside.isEmpty else { return }
            return add(
                "Tunnel",
                [
                    """
                    These exchanges went through this tunnel, decrypted.
                    """
                ], [flow] + inside.map { flows[$0] })
        }
        let opener = flows.indices[..<place].last { shares($0) && flows[$0].requestHead?.asksForTunnel == true }
        guard let opener else { return }
        add("Tunnel", ["The exchange went through the tunnel that this CONNECT opened."], [flows[opener], flow])
    }

    private mutating func preflight() {
        guard let request = Self.cors(flow) else { return }
        if request.isPreflight {
            let proper = after.first { other in
                guard let cors = Self.cors(other), !cors.isPreflight else { return false }
                return other.url == flow.url && cors.origin == request.origin
                    && other.method.name == request.wantedMethod
            }
            guard let proper else { return }
            return add("Preflight", ["This preflight asked whether the browser may send the request."], [flow, proper])
        }
        guard request.cause != nil else { return }
        let question = before.last { other in
            guard let cors = Self.cors(other), cors.isPreflight else { return false }
            return other.url == flow.url && cors.origin == request.origin && cors.wantedMethod == flow.method.name
        }
        guard let question else { return }
        add("Preflight", ["The browser sent this preflight first, to ask for permission."], [question, flow])
    }

    private static func cors(_ flow: FlowRecord) -> CORSRequest? {
        flow.requestHead.flatMap { flow.corsRequest($0) }
    }

    private mutating func redirects() {
        // Hardly any stretch has one, and looking for chains reads every URL of it.
        guard flows.indices.contains(where: { flows[$0].status.map { (300..<400).contains($0) } ?? false }) else {
            return
        }
        let chain = RedirectChain.find(in: flows).first { [flow] chain in
            chain.entries.count > 1 && chain.entries.contains(flow.index)
        }
        guard let chain else { return }
        add("Redirects", chain.story, flows.filter { chain.entries.contains($0.index) })
    }

    private mutating func challenge() {
        if flow.status == 401 || flow.status == 407 {
            let answer = after.first { $0.url == flow.url && $0.method == flow.method && Self.isAuthorized($0) }
            guard let answer else { return }
            return add("Authentication", ["The client answered this challenge with its next attempt."], [flow, answer])
        }
        guard Self.isAuthorized(flow) else { return }
        let question = before.last {
            ($0.status == 401 || $0.status == 407) && $0.url == flow.url && $0.method == flow.method
        }
        guard let question else { return }
        add("Authentication", ["It answers this challenge."], [question, flow])
    }

    private static func isAuthorized(_ flow: FlowRecord) -> Bool {
        flow.requestFields.contains(.authorization) || flow.requestFields.contains(.proxyAuthorization)
    }

    private mutating func attempts() {
        var lines: [Prose] = []
        if flow.wasRetried {
            lines.append("Hark sent it a second time: the server closed the reused connection before it answered.")
        }
        let earlier = before.filter { Self.hasFailed($0) && isSameRequest($0) }
        let later = Self.hasFailed(flow) ? after.filter(isSameRequest) : []
        if !earlier.isEmpty { lines.append("Earlier attempts failed.") }
        if !later.isEmpty { lines.append("It failed, and the client tried again.") }
        guard !lines.isEmpty else { return }
        add("Attempts", lines, earlier.suffix(Self.sharing) + [flow] + later.prefix(Self.sharing))
    }

    /// Whether it may be the same request once more: not when a person sent it again, nor when it came with other
    /// content, which is another order.
    private func isSameRequest(_ other: FlowRecord) -> Bool {
        guard other.url == flow.url, other.method == flow.method, other.repeats == nil, flow.repeats == nil else {
            return false
        }
        let (one, two) = (flow.request.content, other.request.content)
        guard (one.size ?? 0) == (two.size ?? 0) else { return false }
        if (one.size ?? 0) == 0 { return true }
        if let left = one.bytes, let right = two.bytes { return left == right }
        // Where the contents are not known, nothing says that they are the same.
        return one.likeness != nil && one.likeness == two.likeness
    }

    private static func hasFailed(_ flow: FlowRecord) -> Bool {
        if let kind = flow.outcome?.kind, kind == .failed || kind == .aborted { return true }
        return flow.status.map { $0 >= 500 || $0 == 429 } ?? true
    }

    private mutating func connection() {
        guard let lease = flow.upstream, !lease.isLocal, let number = lease.connection else { return }
        let (flows, run) = (flows, flow.run)
        func shares(_ other: Int) -> Bool { flows[other].upstream?.connection == number && flows[other].run == run }
        let earlier = flows.indices[..<place].filter(shares)
        let later = flows.indices[(place + 1)...].filter(shares)
        guard !earlier.isEmpty || !later.isEmpty else { return }
        let count = earlier.count + later.count + 1
        add(
            "Connection \(number)", ["It is number \(earlier.count + 1) of \(count) on this connection to the server."],
            earlier.suffix(Self.sharing).map { flows[$0] } + [flow] + later.prefix(Self.sharing).map { flows[$0] })
    }
}
