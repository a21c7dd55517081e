import Bytes
package import HTTPModel

/// The edits a proxy owes a response on its way to the client, then the user's rules.
package struct ResponseEdits {
    private let head: ResponseHead
    /// The status line that somebody wants; nil: the server's.
    private let line: Alteration.NewStatusLine?
    private var draft: HeadDraft

    /// What changes, line by line.
    package var edits: [Change] { draft.edits }

    /// - Parameters:
    ///   - framing: how the response's body ends; nil for an interim response.
    ///   - closes: the client's connection ends after this response.
    ///   - clientVersion: what the client spoke.
    ///   - announces: what the user wants told of Hark.
    ///   - line: another status line, by a rule or by hand.
    ///   - contentLength: of what goes out in place of the content; nil: that goes out.
    package init(
        _ head: ResponseHead, framing: Framing?, closes: Bool, clientVersion: HTTPVersion,
        announces: Announcements = [], rules: [HeaderRule], line: Alteration.NewStatusLine? = nil,
        contentLength: Int? = nil
    ) {
        self.head = head
        self.line = line
        draft = HeadDraft(head.fields)
        let rules = rules.fitting(goesInFrames: clientVersion.major >= 2)
        guard head.version.major < 2, clientVersion.major < 2 else {
            translate(framing, closes: closes, to: clientVersion)
            if framing != nil { editRest(announces, rules, contentLength) }
            return
        }
        editStartLine()
        normaliseFields()
        draft.removeHopByHop(keepingUpgrade: head.status == 101 || head.status == 426)
        draft.removeRepeatedContentLength()
        draft.repairFraming(head.quirks)
        if head.status < 200 || head.status == 204 { removeFraming() }
        if clientVersion < .http11 { removeChunking() }
        // It came otherwise, and fields are to follow it.
        if framing?.kind == .frames { draft.replaceLength() }
        if framing != nil, framing?.kind != .tunnel { tellEnd(closes: closes, clientVersion) }
        if framing != nil { editRest(announces, rules, contentLength) }
    }

    private mutating func tellEnd(closes: Bool, _ clientVersion: HTTPVersion) {
        if closes {
            draft.add("Connection: close", Self.closeReason)
        } else if clientVersion < .http11 {
            draft.add("Connection: keep-alive", Self.keepReason)
        }
    }

    private mutating func editRest(_ announces: Announcements, _ rules: [HeaderRule], _ contentLength: Int?) {
        if announces.contains(.via) { draft.addVia(head.version) }
        // Who means it (`raw`) has the last word on framing.
        let isMeant = rules.contains { $0.isRaw }
        if !isMeant { draft.apply(rules) }
        if let contentLength { draft.replaceFraming(length: contentLength) }
        if isMeant { draft.apply(rules) }
    }

    // MARK: - Other versions

    /// Where HTTP/2 is spoken on one side or on both (RFC 9113 §8.3.2).
    private mutating func translate(_ framing: Framing?, closes: Bool, to version: HTTPVersion) {
        if head.version.major < 2 {
            toFrames(opensTunnel: framing?.kind == .tunnel)
        } else if version.major < 2 {
            toLines()
            guard let framing else { return }
            if framing.kind == .frames, version >= .http11 {
                draft.removeLength()
                draft.add("transfer-encoding: chunked", Self.chunkReason)
            }
            tellEnd(closes: closes, version)
        } else if let line, let place = head.fields.place(ofPseudoField: ":status") {
            draft.replace(place, with: HeadDraft.line(":status", Bytes(String(line.status))), .rule(line.source))
        }
        if head.version.major >= 2 {
            normaliseFields()
            draft.removeOfOneHop()
        }
        draft.removeRepeatedContentLength()
        draft.repairFraming(head.quirks)
        if head.status < 200 || head.status == 204 { removeFraming() }
    }

    private static let chunkReason = Change.Reason.owed(
        spec: "RFC 9112 §6.1", text: "The length is not known in advance, so the content is chunked.")

    private mutating func toFrames(opensTunnel: Bool) {
        if opensTunnel {
            let reason = Change.Reason.owed(
                spec: "RFC 8441 §5", text: "HTTP/2 uses 200 where HTTP/1.1 uses 101, and needs no key.")
            draft.replaceStartLine(HeadDraft.line(":status", "200"), reason)
            for (place, line) in head.fields.lines.enumerated()
            where head.fields.name(of: line).equalsIgnoringCase("sec-websocket-accept") {
                draft.remove(place, reason)
            }
        } else {
            draft.replaceStartLine(
                HeadDraft.line(":status", Bytes(String(line?.status ?? head.status))),
                line.map { .rule($0.source) }
                    ?? .owed(
                        spec: "RFC 9113 §8.3.2",
                        text: "HTTP/2 has :status in place of the status line, and all names in lower case (§8.2)."))
        }
        normaliseFields()
        draft.removeForFrames()
    }

    private mutating func toLines() {
        draft.replaceStartLine(
            line.map(Self.text) ?? Bytes("HTTP/1.1 \(head.status) "),
            line.map { .rule($0.source) }
                ?? .owed(
                    spec: "RFC 9113 §8.3.2", text: "HTTP/1.1 has a status line; HTTP/2 has no reason phrase for it."))
        if let place = head.fields.place(ofPseudoField: ":status") {
            draft.remove(
                place, .owed(spec: "RFC 9113 §8.3.2", text: "HTTP/1.1 has a status line in place of this field."))
        }
    }

    private static let closeReason = Change.Reason.owed(
        spec: "RFC 9112 §9.6", text: "This tells the client that its connection ends after this response.")

    private static let keepReason = Change.Reason.owed(
        spec: "RFC 9112 §9.3", text: "Only this tells an HTTP/1.0 client that its connection stays open.")

    private static func text(_ line: Alteration.NewStatusLine) -> Bytes {
        Bytes(Array("HTTP/1.1 \(line.status) ".utf8) + line.reason.array)
    }

    private mutating func editStartLine() {
        if let line { return draft.replaceStartLine(Self.text(line), .rule(line.source)) }
        let came = head.fields.startLine
        guard !isPlain(came) else { return }
        let text = Bytes(Array("HTTP/1.1 \(head.status) ".utf8) + head.reason.map(Self.withoutControl))
        let endsBare = came.count < head.raw.count && head.raw[came.count] == ASCII.lineFeed
        guard came != text || endsBare else { return }
        draft.replaceStartLine(text, came == text ? HeadDraft.lineFeedReason : Self.reason(for: came, head))
    }

    /// Whether the line is one like nearly all, which goes on as it came.
    private func isPlain(_ line: Bytes) -> Bool {
        guard head.version == .http11, head.reasonRange.lowerBound == 13, line.count >= 13,
            line[9] != ASCII.space, line[12] == ASCII.space, line.slice(0..<9) == Self.plainBeginning
        else { return false }
        let endsBare = line.count < head.raw.count && head.raw[line.count] == ASCII.lineFeed
        return !endsBare && !line.hasControl
    }

    private static let plainBeginning: Bytes = "HTTP/1.1 "

    private static func withoutControl(_ byte: UInt8) -> UInt8 {
        (byte < ASCII.space && byte != ASCII.tab) || byte == ASCII.delete ? ASCII.space : byte
    }

    /// Why a status line does not go on as it came.
    private static func reason(for line: Bytes, _ head: ResponseHead) -> Change.Reason {
        let isPlain = line.count >= 9 && line[8] == ASCII.space && line.slice(0..<5) == "HTTP/"
        guard isPlain, head.version == .http11, line.slice(5..<8) == "1.1" else {
            return .owed(spec: "RFC 9110 §2.5", text: "A proxy sends its own HTTP version.")
        }
        if line.count > 9, line[9] == ASCII.space {
            return .owed(spec: "RFC 9112 §4", text: "One space separates the version from the status code.")
        }
        if line.count == 12 || line[12] != ASCII.space {
            return .owed(spec: "RFC 9112 §4", text: "A space follows the status code, even without a reason phrase.")
        }
        return .owed(spec: "RFC 9112 §4", text: "Control characters in the reason phrase become spaces.")
    }

    /// What was tolerated on the way in goes out as the RFC has it.
    private mutating func normaliseFields() {
        // More quirks than are kept may be of the kinds that matter here.
        guard head.omittedQuirks > 0 || head.quirks.contains(where: { HeadDraft.touchesLines($0.code) }) else { return }
        draft.normaliseLines()
    }

    /// RFC 9110 §8.6, RFC 9112 §6.1: neither field may stand in a 1xx or a 204. A client that forgets that these have
    /// no body would take the next response for one.
    private mutating func removeFraming() {
        for (index, line) in head.fields.lines.enumerated() {
            if line.known == .contentLength {
                draft.remove(
                    index,
                    .owed(
                        spec: "RFC 9110 §8.6",
                        text: "A response with this status has no content, so it must not declare a length."))
            } else if line.known == .transferEncoding {
                draft.remove(
                    index,
                    .owed(
                        spec: "RFC 9112 §6.1",
                        text: "A response with this status has no content, so it must not declare a coding."))
            }
        }
    }

    /// HTTP/1.0 knows no chunks (RFC 9112 §7): the content goes out bare and ends with the connection.
    private mutating func removeChunking() {
        for (index, line) in head.fields.lines.enumerated() {
            guard line.known == .transferEncoding || line.known == .trailer else { continue }
            draft.remove(
                index,
                .owed(
                    spec: "RFC 9112 §7",
                    text: "The client uses HTTP/1.0, which has no chunks; the end of the connection ends the body."))
        }
    }
}
