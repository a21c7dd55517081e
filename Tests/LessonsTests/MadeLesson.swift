import Bytes
import FilterTestKit
import Flow
import HTTPModel
import Lessons
import Testing

/// A flow that illustrates a lesson, with answers that the protocol gives, worked out by hand.
struct MadeLesson: CustomTestStringConvertible, Sendable {
    let topic: String
    let request: String
    let body: String
    let response: String
    let content: String
    let right: [String: String]
    let wrong: [String: String]
    let change: @Sendable (inout FlowRecord) -> Void
    let others: [FlowRecord]

    init(
        _ topic: String, _ request: String = "GET http://shop.example.com/a HTTP/1.1\nHost: shop.example.com",
        body: String = "", _ response: String = "HTTP/1.1 200 OK\nContent-Type: text/plain", content: String = "",
        right: [String: String], wrong: [String: String] = [:], others: [FlowRecord] = [],
        change: @escaping @Sendable (inout FlowRecord) -> Void = { _ in }
    ) {
        self.topic = topic
        self.request = request
        self.body = body
        self.response = response
        self.content = content
        self.right = right
        self.wrong = wrong
        self.others = others
        self.change = change
    }

    var testDescription: String { "\(topic) \(request.prefix(40)) \(response.prefix(40))" }

    var record: FlowRecord {
        MadeFlow.make(request, body: body, response, content: content, number: 5, change: change)
    }

    var illustration: Illustration {
        let record = record
        let session = LessonSession((others + [record]).sorted { $0.id < $1.id })
        return Illustration(record, in: session) { record, kind in
            record[kind].content.decoded ?? record[kind].content.bytes
        }
    }
}

/// A request to the shop: method, target, then lines.
func shop(_ method: String, _ target: String, _ lines: String...) -> String {
    (["\(method) http://shop.example.com\(target) HTTP/1.1", "Host: shop.example.com"] + lines)
        .joined(separator: "\n")
}

func chunked(_ sizes: [String]) -> @Sendable (inout FlowRecord) -> Void {
    { record in
        for size in sizes {
            guard let chunk = Chunk(offset: 0, line: Bytes(size)) else { continue }
            record.apply(
                FlowEvent(flow: record.id, time: record.openedAt, fact: .chunkStarted(.response, chunk)))
        }
    }
}
