import Bytes
import Explain
import Flow
import HTTPModel
import Judge
import RecordTestKit
import Testing

@testable import Formats

/// What goes out is what it says it is: an interface as it was used, a line that asks for the same, a file without
/// credentials.
@Suite struct ExportAnswersTests {
    private func flow(
        _ method: String, _ url: String, _ fields: [(String, String)] = [], body: String? = nil
    ) throws -> FlowRecord {
        let list = fields.map { #"{"name":"\#($0.0)","value":"\#($0.1)"}"# }.joined(separator: ",")
        let type = fields.first { $0.0 == "Content-Type" }?.1 ?? ""
        let post = body.map { #","postData":{"mimeType":"\#(type)","text":"\#($0)"}"# } ?? ""
        let entry =
            #"{"startedDateTime":"2026-03-01T10:00:00Z","time":1,"timings":{"send":1,"wait":1,"receive":1},"#
            + #""request":{"method":"\#(method)","url":"\#(url)","httpVersion":"HTTP/1.1","headers":[\#(list)],"#
            + #""bodySize":-1\#(post)},"response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","#
            + #""headers":[{"name":"Date","value":"x"}],"content":{"size":0,"mimeType":""},"bodySize":0}}"#
        return try #require(HARReader.read(Bytes(#"{"log":{"version":"1.2","entries":["# + entry + "]}}")).flows.first)
    }

    private func export(_ exporter: some FlowExporter, _ flows: [FlowRecord], _ redactor: Redactor? = nil) -> Bytes {
        var (exporter, written) = (exporter, [UInt8]())
        let output = ExportOutput {
            written += $0
            return true
        }
        exporter.begin(output)
        for flow in flows {
            exporter.flow(ExportedFlow(JudgedFlow(flow), comment: nil, tags: [], redactor: redactor), output)
        }
        exporter.end(output)
        output.flush()
        return Bytes(written)
    }

    private func interface(_ flows: [FlowRecord]) throws -> JSONTree {
        try JSONTree(
            export(OpenAPIExport(segments: { $0.split(separator: UInt8(ascii: "/")).map { Bytes(Array($0)) } }), flows))
    }

    // MARK: - OpenAPI

    @Test func formsHaveTheirFields() throws {
        let form = try flow(
            "POST", "http://a.example/f", [("Content-Type", "application/x-www-form-urlencoded")], body: "user=a&age=7")
        let content = try interface([form])["paths"]["/f"]["post"]["requestBody"]["content"]
        let schema = content["application/x-www-form-urlencoded"]["schema"]
        #expect(schema["properties"].keys == ["user", "age"])
        let parts = try flow(
            "POST", "http://a.example/u", [("Content-Type", "multipart/form-data; boundary=B")],
            body:
                "--B\\r\\nContent-Disposition: form-data; name=\\\"doc\\\"; filename=\\\"a.txt\\\"\\r\\n\\r\\n"
                + "hi\\r\\n--B--\\r\\n"
        )
        let upload = try interface([parts])["paths"]["/u"]["post"]["requestBody"]["content"]["multipart/form-data"]
        #expect(upload["schema"]["properties"].keys == ["doc"])
    }

    @Test func aNameThatRepeatsIsAnArray() throws {
        let flows = try [
            flow("GET", "http://a.example/s?tag=x&tag=y&page=1"), flow("GET", "http://a.example/s?page=2"),
        ]
        let parameters = try interface(flows)["paths"]["/s"]["get"]["parameters"].array
        func schema(_ name: String) -> JSONTree? { parameters.first { $0["name"].string == name }?["schema"] }
        #expect(schema("tag")?["type"].string == "array" && schema("tag")?["items"].exists == true)
        #expect(schema("page")?["type"].string == "integer")
    }

    @Test(
        arguments: [
            ("X-API-Key", "k1", "apiKey", "header"), ("Authorization", "Bearer abc", "http", nil),
            ("Authorization", "Basic YTpi", "http", nil),
        ] as [(String, String, String, String?)])
    func credentialsAreSecurity(field: String, value: String, type: String, place: String?) throws {
        let document = try interface([flow("GET", "http://a.example/s", [(field, value)])])
        let schemes = document["components"]["securitySchemes"]
        let name = try #require(schemes.keys.first)
        #expect(schemes[name]["type"].string == type && schemes[name]["in"].string == place)
        #expect(document["paths"]["/s"]["get"]["security"][0].keys == [name])
        #expect(try !interface([flow("GET", "http://a.example/s")])["paths"]["/s"]["get"]["security"].exists)
    }

    // MARK: - HTTPie

    @Test(arguments: [
        "/x?a=100%&b=a%20b", "/x?q=[1]", "/x?q={a}", "/x?q=%2f", "/x?q=%41", "/a%7Eb", "/x?q=a|b",
    ])
    func whatHTTPieRewritesIsLeftOut(target: String) throws {
        #expect(try HTTPieExport().omission(of: flow("GET", "http://a.example" + target)) != nil)
    }

    @Test(arguments: ["/x?a=b&c=d%20e", "/a-b_c.d~e", "/x?q=%2F%C3%A9", "/;p=1?x=y:z@w"])
    func whatHTTPieSendsAsItIsStays(target: String) throws {
        #expect(try HTTPieExport().omission(of: flow("GET", "http://a.example" + target)) == nil)
    }

    // MARK: - Names of credentials with a prefix

    @Test(arguments: [
        "Ocp-Apim-Subscription-Key", "X-Functions-Key", "x-ms-master-key", "X-Acme-Account-Key", "My-Signing-Key",
        "X-Storage-Key", "Foo-AppKey", "X-Webhook-Key",
    ])
    func aKeyWithAPrefixIsACredential(name: String) throws {
        let made = try flow("GET", "http://a.example/s", [(name, "0a1b2c3d4e5f60718293a4b5c6d7e8f9")])
        let text = export(HARExport(version: "0") { nil }, [made], Redactor(key: "0123456789abcdef")).text
        #expect(!text.contains("0a1b2c3d4e5f") && text.contains(name))
    }

    @Test(arguments: [("X-Sort-Key", "name"), ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("X-Page", "2")])
    func otherNamesKeepTheirValues(name: String, value: String) throws {
        let made = try flow("GET", "http://a.example/s", [(name, value)])
        let text = export(HARExport(version: "0") { nil }, [made], Redactor(key: "0123456789abcdef")).text
        #expect(text.contains(value))
    }

    // MARK: - What is read back

    /// Two responses, of which the first has this content.
    private func recorded(version: String = "HTTP/1.1", length: Int, content: String) throws -> [FlowRecord] {
        func entry(_ path: String, _ length: Int, _ content: String) -> String {
            #"{"startedDateTime":"2026-03-01T10:00:00Z","time":1,"timings":{"send":1,"wait":1,"receive":1},"#
                + #""request":{"method":"GET","url":"http://a.example/\#(path)","httpVersion":"\#(version)","#
                + #""headers":[{"name":"Host","value":"a.example"}],"bodySize":0},"#
                + #""response":{"status":200,"statusText":"OK","httpVersion":"\#(version)","headers":["#
                + #"{"name":"Content-Type","value":"application/json"},"#
                + #"{"name":"Content-Length","value":"\#(length)"}],"content":{\#(content)},"bodySize":\#(length)}}"#
        }
        let entries = entry("1", length, content) + "," + entry("2", 2, #""size":2,"mimeType":"","text":"{}""#)
        return HARReader.read(Bytes(#"{"log":{"version":"1.2","entries":["# + entries + "]}}")).flows
    }

    /// A length without its content would make the next message part of it.
    @Test(arguments: [
        #""size":5000,"mimeType":"application/json""#, #""size":5000,"mimeType":"application/json","text":"{\"a\":1}""#,
    ])
    func aContentThatWasNotKeptHidesNoMessage(content: String) throws {
        let flows = try recorded(length: 5000, content: content)
        let raw = export(RawExport(), flows)
        let again = try #require(RecordedFile(raw, now: 1_800_000_000)).flows
        #expect(again.compactMap(\.status) == [200, 200], "\(raw.text)")
        #expect(again.last?.response.content.bytes == "{}")
        #expect(!raw.text.contains("5000"))
    }

    /// Without TLS curl would add three fields to ask for HTTP/2.
    @Test func curlAddsNothingOverPlainHTTP() throws {
        let flows = try recorded(version: "HTTP/2", length: 2, content: #""size":2,"mimeType":"","text":"{}""#)
        let text = export(CurlExport(), flows).text
        #expect(text.contains("--http1.1") && !text.contains("--http2"), "\(text)")
    }

    /// What was replaced has another length, which is nobody's fault.
    @Test func aRedactedHARAccusesNobody() throws {
        let secret = #"{\"password\":\"hunter2-very-long\",\"a\":1}"#
        let flows = try recorded(
            length: 39, content: #""size":39,"mimeType":"application/json","text":"\#(secret)""#)
        let text = export(HARExport(version: "0") { nil }, flows, Redactor(key: "0123456789abcdef"))
        #expect(!text.text.contains("hunter2"))
        let again = try #require(HARReader.read(text).flows.first)
        #expect(again.provenance(of: .responseContent) == .assumed)
        let bad = Checks.findings(of: again).filter { $0.check.level >= .warning }.map(\.check.code)
        #expect(bad.allSatisfy { $0 == "date-missing" }, "\(bad)")
        let message = RecordedMessages(again).response
        #expect(message.remarks.contains { $0.contains("redacted") })
    }
}
