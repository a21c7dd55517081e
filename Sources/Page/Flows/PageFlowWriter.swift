import Bytes
import Explain
import Filter
package import Flow
import Formats
import HTTPModel
import Library
import Messages
import Workbench

/// Writes what is known of one flow. Used once.
struct PageFlowWriter {
    let subject: FilterSubject
    /// The flows around it, itself among them.
    let around: SessionContext
    /// By which messages of calls have names.
    let schema: ProtoSchema?
    /// It is an open WebSocket that takes messages.
    let takesMessages: Bool
    private var record: FlowRecord { subject.record }

    /// The members of the answer but for the row.
    func write(to json: inout JSONWriter) {
        json.key("record")
        HAREntry.write(record.withoutContent, HARAdditions(schema: schema), to: &json)
        json.key("marks")
        marks(to: &json)
        json.key("lines")
        lines(to: &json)
        json.beginObject("messages")
        json.key("request")
        message(.request, to: &json)
        json.key("response")
        message(.response, to: &json)
        json.endObject()
        json.beginObject("inner")
        json.member("count", (record.inner.isEmpty ? InnerContent.messages(of: record) : record.inner).count)
        json.member("open", takesMessages)
        json.endObject()
        json.key("timing")
        timing(to: &json)
        json.key("events")
        events(to: &json)
        json.beginObject("chunks")
        json.key("request")
        chunks(record.request, to: &json)
        json.key("response")
        chunks(record.response, to: &json)
        json.endObject()
        json.key("story")
        story(to: &json)
    }

    private func marks(to json: inout JSONWriter) {
        json.beginObject()
        json.member("pinned", subject.context.isPinned)
        json.key("comment")
        if let comment = subject.context.comment { json.string(comment) } else { json.null() }
        json.beginArray("tags")
        for tag in subject.context.tags { json.string(tag) }
        json.endArray()
        json.endObject()
    }

    /// As the lines of a terminal have it: secrets are left out, all else is there.
    private static let hiding = Phrase.Hiding(
        url: { $0.hiding(SecretFinder.secrets(inURL: $0)) }, line: { $0.hiding(SecretFinder.secrets(inLine: $0)) },
        content: { $0.hiding(SecretFinder.secrets(inContent: $0, type: Bytes())) })

    private func lines(to json: inout JSONWriter) {
        let summary = ExchangeSummary(record, extent: .full)
        json.beginArray()
        for row in summary.rows {
            json.beginObject()
            json.member("label", row.label.text)
            json.member("text", summary.text(row, hiding: Self.hiding))
            json.key("level")
            switch row.tone {
            case .normal, .quiet: json.string("normal" as StaticString)
            case .warning: json.string("notice" as StaticString)
            case .bad: json.string("bad" as StaticString)
            }
            json.endObject()
        }
        json.endArray()
    }

    private func message(_ kind: MessageKind, to json: inout JSONWriter) {
        json.beginObject()
        func size(_ part: PageOctets.Part, _ json: inout JSONWriter) {
            if let size = PageOctets(part, of: kind, in: record)?.size { json.integer(size) } else { json.null() }
        }
        json.key("head")
        size(.head, &json)
        json.key("sent")
        size(.sent, &json)
        json.key("wire")
        size(.wire, &json)
        json.key("body")
        size(.body, &json)
        json.key("decoded")
        size(.decoded, &json)
        json.member("truncated", record[kind].content.isTruncated)
        json.beginArray("remarks")
        for remark in WireMessage(record, kind)?.remarks ?? [] { json.string(remark) }
        json.endArray()
        json.endObject()
    }

    /// Each phase with its sentence.
    private func timing(to json: inout JSONWriter) {
        let steps = TimingReasoning.reasoning(about: record)?.steps ?? []
        json.beginArray()
        for segment in Waterfall(record).segments {
            json.beginObject()
            json.member("phase", segment.phase.rawValue)
            json.key("from")
            json.milliseconds(micro: segment.from)
            json.key("to")
            json.milliseconds(micro: segment.to)
            json.key("text")
            let step = steps.first { $0.rule == segment.phase.recordedName }
            if let step { json.string(step.text.text) } else { json.null() }
            json.endObject()
        }
        json.endArray()
    }

    private func chunks(_ message: FlowRecord.Message, to json: inout JSONWriter) {
        json.beginArray()
        for (chunk, time) in message.chunks {
            json.beginObject()
            json.key("at")
            json.milliseconds(micro: time.microseconds(since: record.openedAt))
            json.member("offset", chunk.offset)
            json.member("size", chunk.size)
            json.endObject()
        }
        json.endArray()
    }

    private func events(to json: inout JSONWriter) {
        let times = record.times
        let all: [(StaticString, Instant?, String)] = [
            ("opened", record.openedAt, "The first byte of the request arrived."),
            ("requestHead", times.requestHead, "Hark read the request's head."),
            ("upstreamSought", times.upstreamSought, "Hark chose a route to the server."),
            ("nameResolved", times.nameResolved, "The DNS lookup of the server ended."),
            ("transportConnected", times.transportConnected, "The connection to the server was open; TLS followed."),
            ("upstreamConnected", times.upstreamConnected, "The connection to the server was ready."),
            ("requestForwarded", times.requestForwarded, "Hark forwarded the request's head."),
            ("requestEnded", times.requestEnded, "The request was complete."),
            ("responseHead", times.responseHead, "Hark read the response's head."),
            ("responseEnded", times.responseEnded, "The response was complete."),
            ("tunnelOpened", times.tunnelOpened, "The tunnel was open."),
            ("finished", times.finished, "The exchange had ended."),
        ]
        let known = all.enumerated().compactMap { place, event in
            event.1.map { (place: place, what: event.0, time: $0, text: event.2) }
        }
        json.beginArray()
        for event in known.sorted(by: { ($0.time, $0.place) < ($1.time, $1.place) }) {
            json.beginObject()
            json.key("at")
            json.milliseconds(micro: event.time.microseconds(since: record.openedAt))
            json.member("what", event.what)
            json.member("text", event.text)
            json.endObject()
        }
        json.endArray()
    }

    private func story(to json: inout JSONWriter) {
        json.beginArray()
        for chapter in around.place(of: record).map({ FlowStory(of: $0, among: around.exchanges).chapters }) ?? [] {
            json.beginObject()
            json.member("title", chapter.title)
            json.beginArray("lines")
            for line in chapter.lines { json.string(line.text) }
            json.endArray()
            json.beginArray("flows")
            for flow in chapter.flows { json.integer(flow.id.number) }
            json.endArray()
            json.endObject()
        }
        json.endArray()
    }
}

extension Waterfall.Phase {
    /// What HAR calls it.
    fileprivate var recordedName: String {
        switch self {
        case .name: "dns"
        case .tls: "ssl"
        case .blocked, .connect, .send, .wait, .receive: rawValue
        }
    }
}
