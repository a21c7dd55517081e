import Bytes
import Filter
import Flow
import HTTPModel
import Messages

// Octets of messages, and bodies laid out.
extension PageAPI {
    private static let mostOctets = 1 << 20
    private static let usualOctets = 64 << 10
    static let mostLines = 2_000
    /// What may be shown as a page at once.
    private static let mostPreviewed = 8 << 20

    func octets(_ call: PageCall) throws(PageError) -> PageStep {
        let (number, kind) = (try call.flow(), try call.message())
        guard let part = PageOctets.Part(rawValue: call.parameters["part"] ?? "") else {
            throw PageError(404, .part, "A message has the parts head, sent, wire, body and decoded.")
        }
        let from = try call.request.number("from", in: 0...Int.max / 2, standard: 0)
        let length = try call.request.number("length", in: 0...Self.mostOctets, standard: Self.usualOctets)
        let isWhole = call.request.parameter("whole") == "1"
        let isTyped = call.request.parameter("type") == "1"
        let (source, live, tools) = (source, live, tools)
        return .answering { () throws(PageError) in
            let record = try Self.subject(number, hasContent: true, source, live, tools).record
            guard let octets = PageOctets(part, of: kind, in: record) else {
                throw PageError(
                    404, .part, "The \(kind.rawValue) of this flow has no '\(part.rawValue)', or it was not recorded.")
            }
            let name = "\(number)-\(kind.rawValue)-\(part.rawValue).bin"
            var fields: [PageAnswer.Field] = [("Hark-From", String(isWhole ? 0 : from))]
            if let size = octets.size { fields.append(("Hark-Size", String(size))) }
            guard isWhole else {
                return .octets(octets.read(from: from, count: length, by: tools.windows), name: name, fields)
            }
            var answer = PageAnswer(
                200, PageAnswer.attachment("application/octet-stream", name) + fields,
                .pieces { take in octets.forEachPiece { take(Bytes(Array($0))) } })
            if isTyped, let type = BodyView(record, kind).imageType {
                answer.fields = [("Content-Type", type)] + answer.fields.filter { $0.name != "Content-Type" }
            }
            return answer
        }
    }

    /// The first octets of both messages as they passed, null where there are none.
    static func wire(of record: FlowRecord, to json: inout JSONWriter) {
        json.beginObject("wire")
        for kind in MessageKind.allCases {
            json.key(escaping: kind.rawValue)
            if let octets = PageOctets(.wire, of: kind, in: record) {
                json.base64(octets.read(from: 0, count: usualOctets))
            } else {
                json.null()
            }
        }
        json.endObject()
    }

    func tokens(_ call: PageCall) throws(PageError) -> PageStep {
        let (number, kind) = (try call.flow(), try call.message())
        let from = try call.request.number("from", in: 0...Int.max / 2, standard: 0)
        let count = try call.request.number("length", in: 0...Self.mostLines, standard: 400)
        if let laidOut, laidOut.number == number, laidOut.kind == kind {
            return .answer(Self.tokens(laidOut.view, from, count))
        }
        let (source, live, tools, now) = (source, live, tools, call.now.wall / 1_000_000)
        return .work {
            do throws(PageError) {
                let record = try Self.subject(number, hasContent: true, source, live, tools).record
                let options = LayoutOptions(
                    hexLimit: 64 << 10, now: now, multibyte: tools.multibyte, schema: tools.schema)
                let view = tools.bodyViews?.view(of: number, kind) ?? BodyView(record, kind, options: options)
                let answer = Self.tokens(view, from, count)
                // What is still coming will be laid out anew.
                guard record.isFinished || record.run == nil else { return .answer(answer) }
                return .laidOut(PageLaidOut(number: number, kind: kind, view: view), answer)
            } catch {
                return .answer(PageAnswer(error))
            }
        }
    }

    static func tokens(_ view: BodyView, _ from: Int, _ count: Int) -> PageAnswer {
        .json { json in
            json.beginObject()
            json.member("title", view.title)
            json.member("kind", view.kind)
            json.key("image")
            if let type = view.imageType { json.string(type) } else { json.null() }
            json.beginArray("remarks")
            for remark in view.remarks { json.string(remark) }
            json.endArray()
            json.member("damaged", view.isDamaged)
            json.member("cut", view.isCut)
            json.member("count", view.lines.count)
            json.member("from", from)
            json.beginArray("lines")
            for line in view.lines.dropFirst(from).prefix(count) { self.line(line, to: &json) }
            json.endArray()
            json.endObject()
        }
    }

    private static func line(_ line: BodyLine, to json: inout JSONWriter) {
        json.beginObject()
        json.member("depth", line.depth)
        json.beginArray("spans")
        for span in line.spans {
            json.beginArray()
            json.string(span.role.name)
            json.string(span.text)
            json.endArray()
        }
        json.endArray()
        json.endObject()
    }

    /// A body as a page, which may do nothing: no script, no form, nothing loaded from anywhere.
    func preview(_ call: PageCall) throws(PageError) -> PageStep {
        let (number, kind) = (try call.flow(), try call.message())
        let (source, live, tools) = (source, live, tools)
        return .answering { () throws(PageError) in
            let record = try Self.subject(number, hasContent: true, source, live, tools).record
            guard let octets = PageOctets(.decoded, of: kind, in: record) else {
                throw PageError(404, .part, "There is no body to preview as a page.")
            }
            return PageAnswer(
                200,
                [
                    ("Content-Type", "text/html; charset=utf-8"),
                    (
                        "Content-Security-Policy",
                        """
                        sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; \
                        frame-ancestors 'self'
                        """
                    ),
                ] + PageAnswer.unstored, .bytes(octets.read(from: 0, count: Self.mostPreviewed, by: tools.windows)))
        }
    }
}

/// A body that was laid out last: windows of it are asked for one after the other. A value.
package struct PageLaidOut: Sendable {
    let number: UInt64
    let kind: MessageKind
    let view: BodyView
}

extension BodyLine.Role {
    fileprivate var name: StaticString {
        switch self {
        case .plain: "plain"
        case .name: "name"
        case .string: "string"
        case .number: "number"
        case .word: "word"
        case .mark: "mark"
        case .comment: "comment"
        case .note: "note"
        case .damage: "damage"
        case .secret: "secret"
        }
    }
}
