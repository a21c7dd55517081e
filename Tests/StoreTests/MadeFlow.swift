import Bytes
import Flow
import HTTPModel
import Store
import TestKit

/// A flow as a test makes it: the events, the content of both messages, and the record folded from the events.
struct MadeFlow {
    var record: FlowRecord
    var requestContent: Bytes?
    var responseContent: Bytes?

    /// What the writer is told of it when it is whole.
    var changes: [FlowChange] {
        var changes: [FlowChange] = []
        if let requestContent { changes.append(.content(record.id, .request, requestContent)) }
        if let responseContent { changes.append(.content(record.id, .response, responseContent)) }
        return changes + [.finished(record)]
    }

    /// The record as it should come back: with the content that was handed over beside it.
    var expected: FlowRecord {
        var expected = record
        if let requestContent { expected.request.content.kept = .inline(requestContent) }
        if let responseContent { expected.response.content.kept = .inline(responseContent) }
        return expected
    }

    /// A request for `path`, answered with `body`.
    static func plain(
        _ number: UInt64, path: String = "/", status: Int = 200, body: String = "hello", run: UInt64 = 1
    ) -> MadeFlow {
        let start = Instant(nanoseconds: 5_000_000)
        var story = Story(
            number, run: RunID(run), openedAt: start,
            opening: .init(
                wallClock: 1_700_000_000_000_000 + Int64(number), client: "127.0.0.1:50000",
                listener: "127.0.0.1:8888", clientConnection: 1, requestNumber: number))
        // An event a millisecond.
        func happen(_ fact: FlowEvent.Fact) {
            story.happen(fact, at: start.advanced(byMicroseconds: Int64(story.events.count) * 1_000))
        }
        let request = TestHead.request(Bytes("GET \(path) HTTP/1.1\nHost: example.com"))
        happen(.requestHeadReceived(request, Framing(.none, rule: 7)))
        happen(.messageEnded(.request, wireSize: 0))
        happen(.upstreamSought(host: "example.com", port: 80))
        happen(
            .upstreamConnected(
                FlowEvent.UpstreamLease(connection: 1, address: "192.0.2.1:80", reused: false, isLocal: false)))
        happen(
            .requestForwarded(
                sent: Bytes("GET \(path) HTTP/1.1\r\nHost: example.com\r\nVia: 1.1 hark\r\n\r\n"),
                edits: [
                    Change(.add("Via: 1.1 hark"), .owed(spec: "RFC 9110 §7.6.3", text: "a proxy adds itself to Via"))
                ]))
        let raw = Bytes("HTTP/1.1 \(status) Fine\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
        happen(.responseHeadReceived(TestHead.response(raw), Framing(.length(UInt64(body.utf8.count)), rule: 6)))
        happen(.responseForwarded(sent: raw, edits: []))
        happen(.contentReceived(.response, count: body.utf8.count, bytes: nil))
        happen(.messageEnded(.response, wireSize: UInt64(body.utf8.count)))
        happen(.finished(.complete))
        return MadeFlow(record: story.record, responseContent: Bytes(body))
    }
}

extension FlowRecord {
    /// Every member in words, so that two records can be compared: content by its bytes, changes by what they say, and
    /// without what a record counts for its own limits.
    var everything: String {
        var copy = self
        var text = "assumed \(assumed.map(\.rawValue).sorted())\n"
        for kind in MessageKind.allCases {
            let message = self[kind]
            text += "\(kind) \(String(describing: message.content.kept.gathered?.array))\n"
            text += "edits \(message.edits.map(Self.words)) \(message.trailerEdits.map(Self.words))\n"
            copy[kind].content.kept = .absent
            // Only a file has it.
            copy[kind].content.likeness = nil
            copy[kind].edits = []
            copy[kind].trailerEdits = []
        }
        for index in interim.indices {
            text += "\(interim[index].edits.map(Self.words)) \(interim[index].droppedFor.map(Self.words) ?? "-")\n"
            copy.interim[index].edits = []
            copy.interim[index].droppedFor = nil
        }
        copy.assumed = []
        var members = ""
        dump(copy, to: &members)
        let counts = ["interimBytes", "extensionBytes"]
        for line in members.split(separator: "\n") where !counts.contains(where: { line.contains($0) }) {
            text += line + "\n"
        }
        return text
    }

    private static func words(_ change: Change) -> String {
        let action =
            switch change.action {
            case .replaceStartLine(let bytes): "start \(bytes.array)"
            case .replaceHead(let bytes): "head \(bytes.array)"
            case .remove(let line): "remove \(line)"
            case .replace(let line, let bytes): "replace \(line) \(bytes.array)"
            case .add(let bytes): "add \(bytes.array)"
            }
        return action + " " + words(change.reason)
    }

    private static func words(_ reason: Change.Reason) -> String {
        switch reason {
        case .owed(let spec, let text): "owed \(spec): \(text)"
        case .rule(let flag): "rule \(flag)"
        case .raw(let source): "raw \(source)"
        }
    }
}

extension ContentRef {
    /// All of it, wherever it is.
    var gathered: Bytes? {
        switch self {
        case .absent: return nil
        case .inline(let bytes): return bytes
        case .spooled(let content):
            var all: [UInt8] = []
            guard
                content.forEachPiece(
                    of: 1_000,
                    {
                        all.append(contentsOf: $0)
                        return true
                    })
            else { return nil }
            return Bytes(all)
        }
    }
}
