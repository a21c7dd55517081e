import Bytes
import Explain
import Filter
import Flow
import HTTPModel
import Messages
import Workbench

// What is asked of one flow.
extension PageAPI {
    /// With `with=explained,wire` also what is asked beside it when somebody looks at a flow: one answer comes sooner
    /// than four, and the flow is read once.
    func flow(_ call: PageCall) throws(PageError) -> PageStep {
        let number = try call.flow()
        let more = (call.request.parameter("with") ?? "").split(separator: ",")
        guard more.allSatisfy({ ["explained", "wire"].contains($0) }) else {
            throw .request("'with' must be explained, wire, or both with a comma between them.")
        }
        let (source, live, tools, rows) = (source, live, tools, rowReader)
        return .answering { () throws(PageError) in
            let subject = try Self.subject(number, hasContent: true, source, live, tools)
            let around = try Self.around(subject.record, source)
            return .json { json in
                json.beginObject()
                json.key("row")
                rows.write(subject, to: &json)
                PageFlowWriter(
                    subject: subject, around: around, schema: tools.schema,
                    takesMessages: tools.rules?.takesMessages(number) ?? false
                ).write(to: &json)
                let (input, own) = Self.explained(subject.record, in: around, tools)
                json.key("inShort")
                json.inShort(input.messages)
                if more.contains("explained") {
                    json.key("explained")
                    json.explained(input, only: [], blocks: RecordedBlock.blocks(of: own, among: around.exchanges))
                }
                if more.contains("wire") { Self.wire(of: subject.record, to: &json) }
                json.endObject()
            }
        }
    }

    func explain(_ call: PageCall) throws(PageError) -> PageStep {
        let number = try call.flow()
        let (source, live, tools) = (source, live, tools)
        return .answering { () throws(PageError) in
            let record = try Self.subject(number, hasContent: true, source, live, tools).record
            let around = try Self.around(record, source)
            let (input, own) = Self.explained(record, in: around, tools)
            let blocks = RecordedBlock.blocks(of: own, among: around.exchanges)
            return .json { $0.explained(input, only: [], blocks: blocks) }
        }
    }

    /// The flows around one, what its connections were, and what bears on it from before.
    static func around(_ record: FlowRecord, _ source: any PageSource) throws(PageError) -> SessionContext {
        try source.around(record).knowing(source.connections(of: record)).knowing(source.past(of: [record]))
    }

    /// A flow explained, given those around it, and the flow as it stands among them.
    static func explained(
        _ record: FlowRecord, in session: SessionContext, _ tools: PageTools
    ) -> (input: ExplainedInput, own: FlowRecord) {
        var own = record
        own.index = session.place(of: record) ?? 0
        return (ExplainedInput(recorded: [RecordedMessages(own)], in: session, options: tools.explaining), own)
    }

    /// The connections of HTTP/2 that a flow went over.
    func connections(_ call: PageCall) throws(PageError) -> PageStep {
        let number = try call.flow()
        let (source, live, tools) = (source, live, tools)
        return .answering { () throws(PageError) in
            let record = try Self.subject(number, hasContent: false, source, live, tools).record
            let connections = try source.connections(of: record)
            return .json { json in
                json.beginObject()
                json.beginArray("connections")
                for connection in connections { json.connection(connection) }
                json.endArray()
                json.endObject()
            }
        }
    }

    /// The same as the page shows it.
    func frames(_ call: PageCall) throws(PageError) -> PageStep {
        let number = try call.flow()
        let (source, live, tools) = (source, live, tools)
        return .answering { () throws(PageError) in
            let record = try Self.subject(number, hasContent: false, source, live, tools).record
            let frames = PageFrames(record: record, connections: try source.connections(of: record))
            return .json { frames.write(to: &$0) }
        }
    }

    func changes(_ call: PageCall) throws(PageError) -> PageStep {
        let number = try call.flow()
        let (source, live, tools) = (source, live, tools)
        return .answering { () throws(PageError) in
            let record = try Self.subject(number, hasContent: false, source, live, tools).record
            return .json { Self.changes(record, to: &$0) }
        }
    }

    private static func changes(_ record: FlowRecord, to json: inout JSONWriter) {
        json.beginObject()
        json.member("known", record.changes != nil)
        json.beginArray("messages")
        for kind in MessageKind.allCases {
            guard let changes = record.changes?.filter({ $0.message == kind }) else { continue }
            json.beginObject()
            json.member("message", kind.rawValue)
            json.beginArray("parts")
            let head = PageOctets(.head, of: kind, in: record)?.read(from: 0, count: .max) ?? Bytes()
            let compared = ComparedHead(head, changes.filter { $0.part == .head }, sent: record[kind].sent)
            part("head", compared.lines, to: &json)
            for change in changes {
                switch change.part {
                case .head: break
                case .trailers: part("trailers", ComparedHead(change).lines, to: &json)
                case .interim(let number): part("interim \(number + 1)", ComparedHead(change).lines, to: &json)
                }
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private static func part(_ name: String, _ lines: [ComparedHead.Line], to json: inout JSONWriter) {
        json.beginObject()
        json.member("part", name)
        json.beginArray("lines")
        for line in lines {
            json.beginObject()
            json.key("action")
            let action: StaticString =
                line.isSame ? "same" : line.came == nil ? "added" : line.went == nil ? "removed" : "replaced"
            json.string(action)
            json.key("came")
            side(line.came, to: &json)
            json.key("went")
            side(line.went, to: &json)
            json.key("reason")
            if let reason = line.reason { json.string(reason) } else { json.null() }
            json.key("cameAt")
            place(line.came, to: &json)
            json.key("wentAt")
            place(line.went, to: &json)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private static func side(_ side: ComparedHead.Side?, to json: inout JSONWriter) {
        if let side { json.string(side.text) } else { json.null() }
    }

    private static func place(_ side: ComparedHead.Side?, to json: inout JSONWriter) {
        guard let place = side?.place else { return json.null() }
        json.beginArray()
        json.integer(place.lowerBound)
        json.integer(place.count)
        json.endArray()
    }
}
