import Bytes
import Flow
import HTTPModel

/// A script of k6 that sends the requests as a load test, each user one after another, and checks their statuses.
struct K6Export: CodeExporter {
    static let commentSign = "  //"

    private var status: Int?

    let prelude = """
        import http from "k6/http";
        import encoding from "k6/encoding";
        import { check } from "k6";

        export const options = { vus: 1, iterations: 1 };

        export default function () {

        """

    let ending = "}\n"

    mutating func flow(_ flow: ExportedFlow, _ output: ExportOutput) {
        guard let exported = ExportedRequest(flow) else { return }
        status = flow.record.responseHead?.status
        output.put("\(Self.commentSign) #\(flow.number) \(CodeText.comment(flow.title))\n")
        for remark in remarks(flow) { output.put("\(Self.commentSign) \(remark)\n") }
        output.put(request(exported))
    }

    func omission(of record: FlowRecord) -> String? {
        ExportedRequest.hindrance(record) ?? ExportedRequest.pathHindrance(record, "k6")
    }

    mutating func request(_ request: ExportedRequest) -> String {
        // k6 takes an object: of several lines of one name the last would be left, so they are joined (RFC 9110 §5.3).
        var fields: [(name: Bytes, value: Bytes)] = []
        for line in request.lines where !line.name.equalsIgnoringCase("content-length") {
            if let index = fields.firstIndex(where: { $0.name.equalsIgnoringCase(line.name) }) {
                // Between two cookies stands a semicolon (RFC 6265 §4.2.1).
                let joint = line.name.equalsIgnoringCase("cookie") ? "; " : ", "
                fields[index].value = Bytes(fields[index].value.array + Array(joint.utf8) + line.value.array)
            } else {
                fields.append((line.name, line.value))
            }
        }
        let headers = fields.map { "      \(literal($0.name)): \(literal($0.value)),\n" }.joined()
        var text = """
              {
                const response = http.request(\(literal(request.method)), \(literal(request.url)), \
            \(body(request.content)), {
                  redirects: 0,
                  headers: {
            \(headers.split(separator: "\n").map { "  " + $0 + "\n" }.joined())      },
                });

            """
        if let status {
            text += "    check(response, { \"status is \(status)\": (answer) => answer.status === \(status) });\n"
        }
        return text + "  }\n"
    }

    /// k6 sends a string as UTF-8, and what is decoded from base64 as it is.
    private func body(_ content: Bytes) -> String {
        if content.isEmpty { return "null" }
        return content.allSatisfy { CodeText.isPrintable($0) || $0 == ASCII.lineFeed }
            ? literal(content) : "encoding.b64decode(\"\(Base64.encode(content))\")"
    }

    private func literal(_ bytes: Bytes) -> String { "\"\(CodeText.string(bytes))\"" }
}
