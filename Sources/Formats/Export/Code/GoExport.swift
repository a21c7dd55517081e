import Bytes
import Flow

/// A program of Go's standard library that sends an equal request: names as they were spelled, in Go's own order.
struct GoExport: CodeExporter {
    static let commentSign = "\t//"

    let prelude = """
        package main

        import (
        \t"fmt"
        \t"io"
        \t"net/http"
        \t"strings"
        )

        func send(method, url, host string, fields [][2]string, body string) {
        \trequest, err := http.NewRequest(method, url, strings.NewReader(body))
        \tif err != nil {
        \t\tpanic(err)
        \t}
        \trequest.Host = host
        \t// An empty list keeps Go from adding one of its own.
        \trequest.Header["User-Agent"] = nil
        \tfor _, field := range fields {
        \t\trequest.Header[field[0]] = append(request.Header[field[0]], field[1])
        \t}
        \ttransport := &http.Transport{DisableCompression: true}
        \tresponse, err := transport.RoundTrip(request)
        \tif err != nil {
        \t\tpanic(err)
        \t}
        \tdefer response.Body.Close()
        \tcontent, err := io.ReadAll(response.Body)
        \tif err != nil {
        \t\tpanic(err)
        \t}
        \tfmt.Println(response.Status)
        \tfmt.Println(string(content))
        }

        func main() {

        """

    let ending = "}\n"

    /// What Go writes by itself.
    private static let own: [StaticString] = ["host", "content-length", "transfer-encoding", "connection"]

    mutating func request(_ request: ExportedRequest) -> String {
        let fields = request.lines.filter { line in !Self.own.contains { line.name.equalsIgnoringCase($0) } }.map {
            "\t\t{\(literal($0.name)), \(literal($0.value))},\n"
        }.joined()
        let host = request.first("host") ?? request.authority
        return """
            \tsend(\(literal(request.method)), \(literal(request.url)), \(literal(host)), [][2]string{
            \(fields)\t}, \(literal(request.content)))

            """
    }

    func omission(of record: FlowRecord) -> String? {
        ExportedRequest.hindrance(record) ?? ExportedRequest.pathHindrance(record, "Go")
    }

    private func literal(_ bytes: Bytes) -> String { "\"\(CodeText.string(bytes))\"" }
}
