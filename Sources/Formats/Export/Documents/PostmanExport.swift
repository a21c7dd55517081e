import Bytes
import Flow
import HTTPModel

/// A collection of Postman, version 2.1, that other tools for requests read as well.
struct PostmanExport: FlowExporter {
    private var hasItems = false

    mutating func begin(_ output: ExportOutput) {
        output.put(
            """
            {"info":{"name":"HTTP flows","schema":\
            "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[

            """)
    }

    mutating func flow(_ flow: ExportedFlow, _ output: ExportOutput) {
        guard let request = ExportedRequest(flow) else { return }
        if hasItems { output.put(",\n") }
        hasItems = true
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("name", Bytes(Array("#\(flow.number) ".utf8) + flow.title.array))
        writer.beginObject("request")
        writer.member("method", request.method)
        writer.beginArray("header")
        // Postman writes these by itself.
        for line in request.lines where !["content-length", "host"].contains(line.name.lowercased) {
            writer.beginObject()
            writer.member("key", line.name)
            writer.member("value", line.value)
            writer.endObject()
        }
        writer.endArray()
        writer.beginObject("url")
        writer.member("raw", request.url)
        writer.endObject()
        if !request.content.isEmpty { body(request.content, &writer) }
        if let comment = flow.comment { writer.member("description", comment) }
        writer.endObject()
        writer.beginArray("response")
        writer.endArray()
        writer.endObject()
        writer.withBytes { output.put($0) }
    }

    private func body(_ content: Bytes, _ writer: inout JSONWriter) {
        var check = TextCheck()
        content.withUnsafeBytes { check.add($0) }
        writer.beginObject("body")
        writer.member("mode", check.isText ? "raw" : "file")
        if check.isText {
            writer.member("raw", content)
        } else {
            // Postman takes bytes from a file alone.
            writer.beginObject("file")
            writer.endObject()
        }
        writer.endObject()
    }

    mutating func end(_ output: ExportOutput) { output.put("\n]}\n") }

    func omission(of record: FlowRecord) -> String? { ExportedRequest.hindrance(record) }
}
