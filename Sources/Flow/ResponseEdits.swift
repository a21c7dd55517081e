import Bytes
import HTTPModel

/// The edits a proxy owes a response on its way to the client, then the user's rules.
struct ResponseEdits {
    private let head: ResponseHead
    private var draft: HeadDraft

    var edits: [HeadEdit] { draft.edits }

    /// - Parameters:
    ///   - framing: how the response's body ends; nil for an interim response.
    ///   - closes: the client's connection ends after this response.
    ///   - clientVersion: what the client spoke.
    init(_ head: ResponseHead, framing: Framing?, closes: Bool, clientVersion: HTTPVersion, rules: [HeaderRule]) {
        self.head = head
        draft = HeadDraft(head.fields)
        editStartLine()
        normaliseFields()
        draft.removeHopByHop(keepingUpgrade: head.status == 101 || head.status == 426)
        draft.removeRepeatedContentLength()
        if clientVersion < .http11 { removeChunking() }
        if framing != nil, framing?.kind != .tunnel {
            if closes {
                draft.add("Connection: close", Self.closeReason)
            } else if clientVersion < .http11 {
                draft.add("Connection: keep-alive", Self.keepReason)
            }
        }
        if framing != nil { draft.apply(rules) }
    }

    private static let closeReason = HeadEdit.Reason.owed(
        spec: "RFC 9112 §9.6", text: "The client is told that its connection ends after this response.")

    private static let keepReason = HeadEdit.Reason.owed(
        spec: "RFC 9112 §9.3", text: "An HTTP/1.0 client knows only by this that its connection goes on.")

    private mutating func editStartLine() {
        let lacksSpace = head.quirks.contains { $0.code == .missingReasonSpace }
        guard head.version != .http11 || lacksSpace else { return }
        let line = head.startLine
        let versionLength = "HTTP/1.x".utf8.count
        var text = Array("HTTP/1.1".utf8) + line.slice(min(versionLength, line.count)..<line.count).array
        if lacksSpace { text.append(ASCII.space) }
        draft.replaceStartLine(
            Bytes(text),
            head.version != .http11
                ? .owed(spec: "RFC 9110 §2.5", text: "A proxy sends its own HTTP version.")
                : .owed(spec: "RFC 9112 §4", text: "The space after the status code stays when the reason is empty."))
    }

    /// What was tolerated on the way in goes out as the RFC has it.
    private mutating func normaliseFields() {
        guard head.quirks.contains(where: { $0.code == .foldedLine || $0.code == .spaceBeforeColon }) else { return }
        for (index, line) in head.fields.lines.enumerated() {
            let touched = head.quirks.filter { line.line.contains($0.offset) }.map(\.code)
            guard touched.contains(.foldedLine) || touched.contains(.spaceBeforeColon) else { continue }
            let name = head.fields.name(of: line)
            let value = head.fields.unfoldedValue(of: line)
            let reason: HeadEdit.Reason =
                touched.contains(.foldedLine)
                ? .owed(spec: "RFC 9112 §5.2", text: "A folded field is forwarded on one line.")
                : .owed(spec: "RFC 9112 §5.1", text: "White space between name and colon is removed.")
            draft.replace(index, with: HeadDraft.line(name, value), reason)
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
                    text: "The client speaks HTTP/1.0, which has no chunks; the body ends with the connection."))
        }
    }
}
