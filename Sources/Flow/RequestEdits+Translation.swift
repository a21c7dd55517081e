import Bytes
import HTTPModel

/// What changes where HTTP/2 is spoken on one side or on both (RFC 9113 §8.3).
extension RequestEdits {
    mutating func translate(
        by policy: ForwardingPolicy, _ rules: [HeaderRule], _ contentLength: Int?, hasBody: Bool,
        to version: HTTPVersion, rechunks: Bool
    ) {
        if head.version.major < 2 {
            toFrames(policy)
        } else {
            editAuthority(policy)
            if version.major < 2 {
                toLines(hasBody: hasBody, isReplaced: contentLength != nil)
            } else if let line {
                replacePseudoFields(line)
            }
            draft.removeOfOneHop()
        }
        editRest(policy, rules, contentLength, rechunks: rechunks && version.major < 2)
        // Rules have seen the pieces as they came.
        if head.version.major >= 2, version.major < 2 { joinCookies() }
    }

    /// A request line that a rule wants, where both sides have fields in its place.
    private mutating func replacePseudoFields(_ line: Alteration.NewRequestLine) {
        let wanted: [(StaticString, Bytes)] = [(":method", line.method), (":path", line.target)]
        for (name, value) in wanted {
            guard let place = head.fields.place(ofPseudoField: name) else { continue }
            let received = head.fields.lines[place]
            guard head.fields.value(of: received) != value else { continue }
            draft.replace(place, with: HeadDraft.line(head.fields.name(of: received), value), line.reason)
        }
    }

    // MARK: - From HTTP/2

    /// The server is the one that the client named, unless Hark stands in for another.
    private mutating func editAuthority(_ policy: ForwardingPolicy) {
        guard case .reverse(_, preserveHost: false) = policy.mode, !leavesHost else { return }
        // Another address may have been put in its place: the server is the same.
        let wanted = policy.servedHost
        guard let place = head.fields.place(ofPseudoField: ":authority") ?? hostPlace,
            !head.fields.value(of: head.fields.lines[place]).equalsIgnoringCase(wanted)
        else { return }
        let name = head.fields.name(of: head.fields.lines[place])
        let isServed = name.isExactly(":authority") && wanted == policy.servedHost
        draft.replace(
            place, with: isServed ? policy.servedAuthorityLine : HeadDraft.line(name, wanted), Self.standInReason)
    }

    private static let standInReason = Change.Reason.owed(
        spec: "RFC 9110 §7.2",
        text: "Hark acts as this server (--reverse), so the authority names the server.")

    private var hostPlace: Int? { head.fields.lines.firstIndex { $0.known == .host } }

    /// To a server that speaks HTTP/1.1.
    private mutating func toLines(hasBody: Bool, isReplaced: Bool) {
        replaceStartLine(line?.reason ?? Self.lineReason)
        for (place, line) in head.fields.lines.enumerated() {
            guard head.fields.raw[line.name.lowerBound] == ASCII.colon else { break }
            if head.fields.name(of: line).isExactly(":authority") {
                nameHost(place)
            } else {
                draft.remove(place, Self.lineReason)
            }
        }
        if let upgrade { ask(for: upgrade) }
        keepTrailerWish()
        // What goes out in its place has a length, which is told with it.
        if !isReplaced, !head.fields.contains(.contentLength) { frame(hasBody: hasBody) }
    }

    /// RFC 8441 §5: what is an extended CONNECT there is a GET with Upgrade here.
    private mutating func ask(for name: Bytes) {
        let reason = Change.Reason.owed(
            spec: "RFC 8441 §5", text: "HTTP/1.1 has Upgrade where HTTP/2 has CONNECT with :protocol.")
        draft.add("connection: Upgrade", reason)
        draft.add(HeadDraft.line("upgrade", name), reason)
        guard let webSocketKey, name.equalsIgnoringCase("websocket") else { return }
        draft.add(
            HeadDraft.line("sec-websocket-key", webSocketKey),
            .owed(spec: "RFC 8441 §5", text: "HTTP/1.1 requires a key, which HTTP/2 does not have; Hark generates it."))
    }

    private static let lineReason = Change.Reason.owed(
        spec: "RFC 9113 §8.3.1", text: "HTTP/1.1 has a request line in place of these fields.")

    /// RFC 9113 §8.3.1: `:authority` becomes Host, in place of any Host.
    private mutating func nameHost(_ place: Int) {
        let wanted = draft.replacement(of: place).map { text in
            text.slice(":authority: ".utf8.count..<text.count)
        }
        draft.replace(
            place, with: HeadDraft.line("host", wanted ?? head.fields.value(of: head.fields.lines[place])),
            .owed(spec: "RFC 9113 §8.3.1", text: "HTTP/1.1 names the server in Host."))
        guard let hostPlace else { return }
        draft.remove(
            hostPlace, .owed(spec: "RFC 9113 §8.3.1", text: "Hark builds Host from :authority, replacing any other."))
    }

    /// RFC 9113 §8.2.3
    private mutating func joinCookies() {
        let places = head.fields.lines.indices.filter {
            head.fields.lines[$0].known == .cookie && !draft.isRemoved($0)
        }
        guard places.count > 1 else { return }
        // Where a rule has changed one of them, the line is the rule's doing.
        let reason =
            places.compactMap { draft.reason(of: $0) }.first
            ?? .owed(spec: "RFC 9113 §8.2.3", text: "HTTP/1.1 has one Cookie field; its pieces are joined.")
        var value: [UInt8] = []
        for place in places {
            if !value.isEmpty { value.append(contentsOf: "; ".utf8) }
            value.append(contentsOf: draft.current(place))
        }
        draft.replace(places[0], with: HeadDraft.line("cookie", Bytes(value)), reason)
        for place in places.dropFirst() { draft.remove(place, reason) }
    }

    /// RFC 9110 §10.1.4: who sends TE names it in Connection, which HTTP/2 does not have.
    private mutating func keepTrailerWish() {
        guard head.fields.contains(.te) else { return }
        draft.add(
            "connection: TE", .owed(spec: "RFC 9110 §10.1.4", text: "In HTTP/1.1, TE needs Connection: TE."))
    }

    /// How the server sees where the content ends.
    private mutating func frame(hasBody: Bool) {
        if hasBody {
            draft.add(
                "transfer-encoding: chunked",
                .owed(spec: "RFC 9112 §6.1", text: "The length is not known in advance, so the content is chunked."))
        } else if [.post, .put, .patch].contains(method) {
            draft.add(
                "content-length: 0",
                .owed(
                    spec: "RFC 9110 §8.6",
                    text: """
                        With this method a server expects a length even if there is no content.
                        """))
        }
    }

    // MARK: - To HTTP/2

    /// From a client that speaks HTTP/1 to a server that speaks HTTP/2. That names go in lower case is told once.
    private mutating func toFrames(_ policy: ForwardingPolicy) {
        // Each names the rule only where it is the rule's doing.
        let ofMethod = line.flatMap { $0.method == head.method.name ? nil : $0.reason }
        let ofPath = line.flatMap { $0.target == receivedTarget ? nil : $0.reason }
        draft.replaceStartLine(
            HeadDraft.line(":method", method.name),
            ofMethod
                ?? .owed(
                    spec: "RFC 9113 §8.3.1",
                    text: "HTTP/2 has these fields in place of the request line, and all names in lower case (§8.2)."))
        let reason = Change.Reason.owed(spec: "RFC 9113 §8.3.1", text: "HTTP/2 has this in place of the request line.")
        draft.add(destination.isSecure ? ":scheme: https" : ":scheme: http", reason)
        var path: [UInt8] = []
        appendPath(to: &path)
        draft.add(HeadDraft.line(":path", Bytes(path)), ofPath ?? reason)
        nameAuthority(policy)
        editCredentials()
        draft.removeForFrames()
    }

    private mutating func nameAuthority(_ policy: ForwardingPolicy) {
        let received = head.fields.first(.host).flatMap { $0.isEmpty ? nil : $0 }
        let wanted: Bytes
        switch policy.mode {
        case .reverse(_, let isPreserved) where isPreserved || leavesHost: wanted = received ?? destination.hostField
        case .reverse: wanted = policy.servedHost
        case .inside where head.target.form != .absolute: wanted = received ?? destination.hostField
        case .forward, .inside, .recorded, .closed: wanted = authority ?? destination.hostField
        }
        let line = HeadDraft.line(":authority", wanted)
        let reason = Change.Reason.owed(spec: "RFC 9113 §8.3.1", text: "HTTP/2 names the server in :authority.")
        if let hostPlace { draft.replace(hostPlace, with: line, reason) } else { draft.add(line, reason) }
    }
}
