import Bytes
import HTTPModel
import HTTPSemantics

/// The edits a proxy owes a request on its way to the server, then the user's rules.
///
/// Everything not named here passes byte for byte.
struct RequestEdits {
    let head: RequestHead
    let route: Route
    var destination: Destination { route.destination }
    /// The request line that a rule wants; nil: the client's.
    private(set) var line: Alteration.NewRequestLine?
    /// What is to be spoken on the stream that an extended CONNECT opens, where the server speaks HTTP/1.1; else nil.
    let upgrade: Bytes?
    let webSocketKey: Bytes?
    /// Whoever chose the server has said what becomes of Host.
    let leavesHost: Bool
    var draft: HeadDraft

    var edits: [Change] { draft.edits }

    /// - Parameters:
    ///   - line: another request line, by a rule.
    ///   - leavesHost: whoever chose the server has said what becomes of Host, so that it stays as it is.
    ///   - contentLength: of what goes out in place of the content; nil: that goes out.
    ///   - hasBody: there is content, or may be.
    ///   - version: what the server speaks.
    ///   - rechunks: content that came with a length goes in chunks.
    ///   - webSocketKey: what it is asked with for a WebSocket that the client opens on a stream.
    init(
        _ head: RequestHead, along route: Route, by policy: ForwardingPolicy, rules: [HeaderRule],
        line: Alteration.NewRequestLine? = nil, leavesHost: Bool = false, contentLength: Int? = nil,
        hasBody: Bool = false,
        version: HTTPVersion = .http11, rechunks: Bool = false, webSocketKey: Bytes? = nil
    ) {
        self.head = head
        self.route = route
        self.webSocketKey = webSocketKey
        self.leavesHost = leavesHost
        upgrade = version.major < 2 ? head.connectProtocol : nil
        draft = HeadDraft(head.fields)
        let goesInFrames = version.major >= 2
        self.line = line
        if goesInFrames { self.line = line.flatMap { framed($0) } }
        let rules = rules.fitting(goesInFrames: goesInFrames)
        guard head.version.major < 2, version.major < 2 else {
            translate(by: policy, rules, contentLength, hasBody: hasBody, to: version, rechunks: rechunks)
            return
        }
        editStartLine()
        editHost(policy)
        editCredentials()
        // RFC 9110 §7.8: Upgrade in HTTP/1.0 is to be ignored, and Hark makes the request HTTP/1.1.
        draft.removeHopByHop(keepingUpgrade: head.version >= .http11)
        if !hasBody, !rules.contains(where: \.isRaw) { frameNewMethod() }
        editRest(policy, rules, contentLength, rechunks: rechunks)
    }

    /// RFC 9110 §8.6: a rule made it a method with which a server expects to be told that there is no content.
    private mutating func frameNewMethod() {
        guard let line, !line.isRaw, line.method != head.method.name, [.post, .put, .patch].contains(method),
            !head.fields.contains(.contentLength)
        else { return }
        draft.add("Content-Length: 0", line.reason)
    }

    /// What HTTP/2 has a form for: method and path have a field each, of which one goes without the other (RFC 9113
    /// §8.3.1).
    private func framed(_ wanted: Alteration.NewRequestLine) -> Alteration.NewRequestLine? {
        guard wanted.methodHasFormInFrames || wanted.targetHasFormInFrames else { return nil }
        var line = wanted
        if !wanted.methodHasFormInFrames { line.method = head.method.name }
        if !wanted.targetHasFormInFrames { line.target = receivedTarget }
        return line
    }

    /// What is the same in all versions.
    mutating func editRest(
        _ policy: ForwardingPolicy, _ rules: [HeaderRule], _ contentLength: Int?, rechunks: Bool
    ) {
        editMaxForwards()
        editExpect()
        draft.removeRepeatedContentLength()
        if policy.announces.contains(.via) { draft.addVia(head.version) }
        if policy.announces.contains(.forwarded) { addForwarded(policy) }
        // Who means it (`raw`) has the last word on framing.
        let isMeant = rules.contains { $0.isRaw }
        if !isMeant { draft.apply(rules) }
        if let contentLength { draft.replaceFraming(length: contentLength) }
        if rechunks { draft.replaceLength() }
        if isMeant { draft.apply(rules) }
        addProxyCredentials()
    }

    /// RFC 9110 §11.7.2. The line is written when it goes out; the record has another in its place.
    private mutating func addProxyCredentials() {
        guard route.forwarder?.credentials != nil else { return }
        draft.add(
            ShownCredentials.maskedLine,
            .owed(
                spec: "RFC 9110 §11.7.2",
                text: "The upstream proxy requires a user name and password; Hark does not record them."))
    }

    /// The method as the server gets it.
    var method: Method { line.map { Method($0.method) } ?? (upgrade == nil ? head.method : .get) }

    private mutating func editStartLine() {
        if let line { return replaceStartLine(line.reason) }
        guard route.forwarder == nil else { return nameURL() }
        let isAbsolute = head.target.form == .absolute
        guard isAbsolute || head.version != .http11 else { return }
        replaceStartLine(
            namesWebSocket
                ? Self.webSocketReason
                : isAbsolute
                    ? .owed(
                        spec: "RFC 9112 §3.2.1",
                        text: "A server gets only path and query; the host goes into the Host field.")
                    : .owed(spec: "RFC 9110 §2.5", text: "A proxy sends its own HTTP version."))
    }

    /// RFC 9112 §3.2.2: a proxy is asked with the whole URL, which many a client has sent already.
    private mutating func nameURL() {
        let host = head.target.host.map { head.raw.slice($0) }
        let isNamed =
            head.target.form == .absolute && head.version == .http11 && head.target.userinfo == nil
            && !head.target.pathAndQuery.isEmpty && host.map { $0.equalsIgnoringCase(destination.host) } == true
            && (head.target.port ?? 80) == destination.port
        if namesWebSocket { return replaceStartLine(Self.webSocketReason) }
        if !isNamed { replaceStartLine(Self.urlReason) }
    }

    /// The target is a URL of `ws:` or `wss:`.
    private var namesWebSocket: Bool {
        guard head.target.form == .absolute, let scheme = head.target.scheme else { return false }
        let name = head.raw.slice(scheme)
        return name.equalsIgnoringCase("ws") || name.equalsIgnoringCase("wss")
    }

    private static let webSocketReason = Change.Reason.owed(
        spec: "RFC 6455 §3", text: "A ws: or wss: URL is requested over http or https.")

    private static let urlReason = Change.Reason.owed(
        spec: "RFC 9112 §3.2.2", text: "The next server is a proxy, which needs the absolute URL.")

    mutating func replaceStartLine(_ reason: Change.Reason) {
        var text = method.name.array
        text.append(ASCII.space)
        if route.forwarder != nil {
            text.append(contentsOf: "http://".utf8)
            text.append(contentsOf: destination.hostField)
        }
        let start = text.count
        appendPath(to: &text)
        // RFC 9112 §3.2.4: a proxy is asked about the server as a whole by a URL without a path.
        if route.forwarder != nil, text[start...] == [ASCII.asterisk] { text.removeSubrange(start...) }
        text.append(contentsOf: " HTTP/1.1".utf8)
        draft.replaceStartLine(Bytes(text), reason)
    }

    /// The target as a server is asked for it: path and query, or an asterisk.
    func appendPath(to line: inout [UInt8]) {
        line.append(contentsOf: self.line?.target ?? receivedTarget)
    }

    /// The target as a server would be asked for it without a rule.
    var receivedTarget: Bytes {
        guard head.target.form == .absolute else { return head.targetBytes }
        guard !head.target.pathAndQuery.isEmpty else {
            // RFC 9112 §3.2.4: OPTIONS without a path asks about the server as a whole.
            return head.method == .options ? "*" : "/"
        }
        let path = head.raw.slice(head.target.pathAndQuery)
        // RFC 3986 §3.3: with an authority the path may be empty; origin-form then begins with "/" (RFC 9112 §3.2.1).
        return path[0] == ASCII.slash ? path : Bytes([ASCII.slash] + path.array)
    }

    private mutating func editHost(_ policy: ForwardingPolicy) {
        let mode = policy.mode
        if head.fields.contains(.host), case .reverse(_, let isPreserved) = mode, isPreserved || leavesHost { return }
        // Inside a tunnel the client speaks to its server, and Host is part of what it says.
        if case .inside = mode, head.target.form != .absolute, head.fields.contains(.host) { return }
        let wanted: Bytes
        let reason: Change.Reason
        if case .reverse = mode, !leavesHost {
            // Another address may have been put in its place: the server is the same.
            wanted = policy.servedHost
            reason = .owed(
                spec: "RFC 9110 §7.2", text: "Hark acts as this server (--reverse), so Host names the server.")
        } else if case .reverse = mode {
            wanted = destination.hostField
            reason = .owed(spec: "RFC 9112 §3.2", text: "HTTP/1.1 names the server in Host, but there was none.")
        } else {
            wanted = authority ?? destination.hostField
            reason = .owed(
                spec: "RFC 9112 §3.2.2", text: "A proxy replaces Host with the host of the request target.")
        }
        guard let index = head.fields.lines.firstIndex(where: { $0.known == .host }) else {
            draft.add(HeadDraft.line("Host", wanted), reason)
            return
        }
        let received = head.fields.value(of: head.fields.lines[index])
        guard !received.equalsIgnoringCase(wanted) else { return }
        let name = head.fields.name(of: head.fields.lines[index])
        let isServed = name.isExactly("Host") && wanted == policy.servedHost
        draft.replace(index, with: isServed ? policy.servedHostLine : HeadDraft.line(name, wanted), reason)
    }

    /// Host and port as they stand in an absolute target, letter case and all, without the userinfo.
    var authority: Bytes? {
        guard head.target.form == .absolute, let host = head.target.host else { return nil }
        // The brackets of an IPv6 address belong to the authority, not to the host's range.
        let start =
            host.lowerBound > 0 && head.raw[host.lowerBound - 1] == UInt8(ascii: "[")
            ? host.lowerBound - 1 : host.lowerBound
        return head.raw.slice(start..<head.target.pathAndQuery.lowerBound)
    }

    /// `http://user:password@host/`: the credentials belong into Authorization, and userinfo is never forwarded
    /// (RFC 9110 §4.2.4).
    mutating func editCredentials() {
        guard let userinfo = head.target.userinfo else { return }
        guard !head.fields.contains(.authorization) else { return }
        var value = Array("Basic ".utf8)
        Base64.append(PercentCoding.decode(head.raw.slice(userinfo)), to: &value)
        draft.add(
            HeadDraft.line("Authorization", Bytes(value)),
            .owed(
                spec: "RFC 9110 §4.2.4",
                text: "The user name and password in the URL are sent as Basic credentials (RFC 7617)."))
    }

    /// RFC 7239 §4: who asked, by which Host and scheme, behind what proxies before this one have said.
    private mutating func addForwarded(_ policy: ForwardingPolicy) {
        var value = Array("for=".utf8)
        // §6: an IPv6 address stands in brackets, which need quotes.
        let isIPv6 = policy.clientAddress.contains(ASCII.colon)
        value.append(contentsOf: isIPv6 ? Array("\"[".utf8) : [])
        value.append(contentsOf: policy.clientAddress.isEmpty ? Bytes("unknown") : policy.clientAddress)
        value.append(contentsOf: isIPv6 ? Array("]\"".utf8) : [])
        let named = head.fields.pseudoField(":authority") ?? head.fields.first(.host)
        if let host = named, !host.isEmpty, !host.contains(ASCII.quote),
            !host.contains(ASCII.backslash)
        {
            value.append(contentsOf: ";host=\"".utf8)
            value.append(contentsOf: host)
            value.append(ASCII.quote)
        }
        value.append(contentsOf: ";proto=\(clientScheme(policy))".utf8)
        draft.add(HeadDraft.line("Forwarded", Bytes(value)), .rule("--forwarded"))
    }

    private func clientScheme(_ policy: ForwardingPolicy) -> String {
        if case .inside(let server, _) = policy.mode { return server.isSecure ? "https" : "http" }
        guard let scheme = head.target.scheme else { return "http" }
        let name = head.raw.slice(scheme)
        return name.equalsIgnoringCase("https") || name.equalsIgnoringCase("wss") ? "https" : "http"
    }

    /// RFC 9110 §10.1.1: a wait for 100 (Continue) in HTTP/1.0 is to be ignored, and Hark makes the request HTTP/1.1.
    /// The server would answer a client that cannot understand it.
    private mutating func editExpect() {
        guard head.version < .http11 else { return }
        for (index, line) in head.fields.lines.enumerated() where line.known == .expect {
            guard head.fields.value(of: line).equalsIgnoringCase("100-continue") else { continue }
            draft.remove(
                index,
                .owed(
                    spec: "RFC 9110 §10.1.1",
                    text: "The client uses HTTP/1.0, which has no interim responses to wait for."))
        }
    }

    private mutating func editMaxForwards() {
        guard head.method == .options || head.method == .trace else { return }
        guard let index = head.fields.lines.firstIndex(where: { $0.known == .maxForwards }),
            let left = head.fields.value(of: head.fields.lines[index]).decimal, left > 0
        else { return }
        let name = head.fields.name(of: head.fields.lines[index])
        draft.replace(
            index, with: HeadDraft.line(name, Bytes(String(left - 1))),
            .owed(spec: "RFC 9110 §7.6.2", text: "Each proxy decrements Max-Forwards by one."))
    }
}
