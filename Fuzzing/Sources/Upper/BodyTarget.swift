import Bytes
import Flow
import HTTPModel
import Messages

/// Any bytes are a body: under every type there is a view, and it is bounded.
enum BodyTarget {
    private static let types = [
        "", "application/json", "application/xml", "text/html", "text/css", "text/javascript", "application/graphql",
        "application/x-www-form-urlencoded", "multipart/mixed; boundary=x", "text/event-stream", "application/jwt",
        "application/protobuf", "application/grpc", "application/msgpack", "application/cbor", "image/png",
        "text/plain",
        "text/plain; charset=utf-16",
    ]

    /// The first byte chooses the type.
    static func run(_ input: Bytes) {
        guard let first = input.first else { return }
        let options = LayoutOptions(byteLimit: 64 << 10, lineLimit: 500)
        let view = BodyView(
            FlowRecord.Content(bytes: input.slice(1..<input.count)), fields(types[Int(first) % types.count]),
            options: options)
        check(view.lines.count <= options.lineLimit, "\(view.lines.count) lines")
        check(!view.title.isEmpty || input.count == 1, "a body without a title")
    }

    private static func fields(_ type: String) -> FieldSection {
        guard !type.isEmpty else { return .none }
        let name = "Content-Type".utf8.count
        let raw = Bytes("Content-Type: \(type)\r\n\r\n")
        let line = FieldLine(
            start: 0, nameEnd: name, valueStart: name + 2, valueEnd: raw.count - 4, end: raw.count - 2,
            known: .contentType)
        return FieldSection(raw: raw, lines: [line])
    }
}
