import Bytes
import FilterTestKit
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

@testable import Workbench

@Suite struct ReplayedRequestTests {
    /// The record of these bytes of a client.
    private static func record(_ wire: String, change: (inout FlowRecord) -> Void = { _ in }) -> FlowRecord {
        var record = FlowRecord(id: FlowID(7), run: RunID(1), openedAt: Instant(nanoseconds: 0))
        func tell(_ fact: FlowEvent.Fact) {
            record.apply(FlowEvent(flow: record.id, time: record.openedAt, fact: fact))
        }
        tell(.opened(.init(wallClock: MadeFlow.noon)))
        var decoder = HTTP1Decoder(role: .request)
        var rest = Bytes(wire)
        var content: [UInt8] = []
        while let decoded = try? rest.withSpan({ span throws(WireError) in try decoder.decode(span) }) {
            let bytes = rest.slice(0..<decoded.consumed)
            rest = rest.slice(decoded.consumed..<rest.count)
            switch decoded.part {
            case .requestHead(let head, let framing): tell(.requestHeadReceived(head, framing))
            case .content:
                content += bytes
                tell(.contentReceived(.request, count: bytes.count, bytes: nil))
            case .chunkStarted(let chunk): tell(.chunkStarted(.request, chunk))
            case .trailers(let trailers): tell(.trailersReceived(.request, trailers.section))
            case .end: tell(.messageEnded(.request, wireSize: decoder.wireSize))
            case .interimHead, .responseHead, .chunkEnded: break
            }
        }
        if !content.isEmpty { tell(.contentKept(.request, .inline(Bytes(content)), isTruncated: false)) }
        change(&record)
        return record
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "get  HTTP/1.0\r\n\r\n",
        "POST /x HTTP/1.1\r\nhost:a\r\ncontent-length: 3\r\n\r\nabc",
        "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n03;x=\"y\"\r\nabc\r\nA\r\n0123456789\r\n00\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nz\r\n0;last\r\nA: 1\r\nb:2\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ])
    func whatAClientSentComesBackByteForByte(wire: String) throws {
        let record = Self.record(wire)
        guard record.requestHead != nil else { return }
        let request = try ReplayedRequest(record)
        #expect(request.bytes == Bytes(wire))
        #expect(request.original == RepeatedFlow(FlowID(7), run: RunID(1)))
    }

    /// How the content was cut into chunks makes no difference to what comes back.
    @Test func anyChunksComeBack() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<100 {
            var wire = "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let size = Int.random(in: 1...40, using: &random)
                let digits = String(size, radix: 16, uppercase: Bool.random(using: &random))
                wire += String(repeating: "0", count: Int.random(in: 0...3, using: &random)) + digits
                wire += [";a", ";a=b", ""].randomElement(using: &random) ?? ""
                wire += "\r\n" + String(repeating: "x", count: size) + "\r\n"
            }
            wire += "0\r\n\r\n"
            #expect(try ReplayedRequest(Self.record(wire)).bytes == Bytes(wire))
        }
    }

    @Test func aRequestForAProxyHasTheHeadThatWentOn() throws {
        let record = Self.record("GET http://a/x HTTP/1.1\r\nHost: a\r\nProxy-Connection: close\r\n\r\n") { record in
            record.request.sent = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"
        }
        #expect(try ReplayedRequest(record).bytes == "GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
    }

    private static func problem(_ record: FlowRecord) -> String? {
        do throws(ReplayProblem) {
            _ = try ReplayedRequest(record)
            return nil
        } catch {
            return error.text
        }
    }

    @Test func whatWasCutOrNeverThereIsNotSent() {
        let post = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n"
        #expect(Self.problem(Self.record(post + "abc") { $0.request.content.isTruncated = true }) != nil)
        #expect(Self.problem(Self.record(post + "abc") { $0.request.content.kept = .absent }) != nil)
        #expect(Self.problem(Self.record(post + "ab")) != nil)
        #expect(Self.problem(Self.record("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n")) != nil)
        #expect(Self.problem(MadeFlow.make(nil, nil)) != nil)
        #expect(Self.problem(Self.record(post + "abc")) == nil)
    }

    @Test func theServerIsTheOneItWentTo() throws {
        let plain = try ReplayedRequest(Self.record("GET /x HTTP/1.1\r\nHost: a:8080\r\n\r\n"))
        #expect(plain.destination == Destination(host: "a", port: 8080))
        let sought = try ReplayedRequest(
            Self.record("GET /x HTTP/1.1\r\nHost: a\r\n\r\n") { ($0.host, $0.port) = ("127.0.0.1", 9) })
        #expect(sought.destination == Destination(host: "127.0.0.1", port: 9))
    }

    /// A recording may not know the server, or say the nothing that older readers took for one.
    @Test(
        arguments: [
            ("http://a.test/x", "a.test", 80, nil), ("https://a.test/x", "a.test", 443, "a.test"),
            ("http://a.test:8080/", "a.test", 8080, nil), ("https://a.test:8443/", "a.test", 8443, "a.test"),
            ("http://[::1]/", "::1", 80, nil), ("http://[::1]:3000/", "::1", 3000, nil),
            ("https://[2001:db8::1]/", "2001:db8::1", 443, "2001:db8::1"), ("ws://a.test/", "a.test", 80, nil),
            ("wss://a.test/", "a.test", 443, "a.test"), ("HTTP://A.test/", "A.test", 80, nil),
        ] as [(String, String, UInt16, String?)])
    func theServerOfTheURLHasThePortOfItsScheme(url: String, host: String, port: UInt16, name: String?) throws {
        for known in [nil, ("", 0), ("", 80), ("a.test", 0)] as [(String, UInt16)?] {
            let record = Self.record("GET /x HTTP/1.1\r\nHost: other\r\n\r\n") { record in
                record.apply(
                    FlowEvent(flow: record.id, time: record.openedAt, fact: .told(.url(Bytes(url)))))
                (record.host, record.port) = (known?.0, known?.1)
            }
            let request = try ReplayedRequest(record)
            #expect(
                request.destination == Destination(host: Bytes(host), port: port, serverName: name.map { Bytes($0) }))
            #expect(request.destinationDoubt == nil && request.destination?.port != 0)
        }
    }

    @Test(arguments: [
        "", "/x", "http:///x", "ftp://a.test/", "http://a.test:0/", "http://a.test:99999/", "http://a.test:x/",
    ])
    func aServerThatIsNotKnownIsSaidNotToBe(url: String) throws {
        let record = Self.record("GET /x HTTP/1.0\r\nX: y\r\n\r\n") { record in
            record.apply(FlowEvent(flow: record.id, time: record.openedAt, fact: .told(.url(Bytes(url)))))
            (record.host, record.port) = ("", 0)
        }
        let request = try ReplayedRequest(record)
        #expect(request.destination == nil && request.unknownServer.contains("--to URL"))
    }

    /// Of a raw message nobody knows whether it went over TLS: what may be assumed is said, and secrets are not sent
    /// on an assumption.
    @Test func anAssumedServerIsSaid() throws {
        func request(_ wire: String, url: String = "http://a.test/x") throws -> ReplayedRequest {
            try ReplayedRequest(
                Self.record(wire) { record in
                    for fact in [FlowEvent.Fact.told(.url(Bytes(url))), .told(.assumed(.url))] {
                        record.apply(FlowEvent(flow: record.id, time: record.openedAt, fact: fact))
                    }
                })
        }
        let plain = try request("GET /x HTTP/1.1\r\nHost: a.test\r\n\r\n")
        #expect(plain.destination == Destination(host: "a.test", port: 80))
        #expect(plain.destinationDoubt?.contains("assumes http://a.test") == true)
        for field in ["Authorization: Basic eDp5", "Cookie: a=b", "Proxy-Authorization: x"] {
            let secret = try request("GET /x HTTP/1.1\r\nHost: a.test\r\n\(field)\r\n\r\n")
            #expect(secret.destination == nil && secret.unknownServer.contains("--to https://a.test"))
            let secure = try request("GET /x HTTP/1.1\r\nHost: a.test\r\n\(field)\r\n\r\n", url: "https://a.test/x")
            #expect(secure.destination?.isSecure == true && secure.destinationDoubt != nil)
        }
        #expect(try request("GET /x HTTP/1.0\r\nX: y\r\n\r\n").destination == nil)
    }

    /// Without a clock nobody saw the end of the request, and it may be whole all the same.
    @Test func whatWasReadFromARecordingWithoutTimesIsWhole() {
        func problem(_ head: String, _ content: String?, _ change: (inout FlowRecord) -> Void = { _ in }) -> String? {
            Self.problem(
                Self.record(head + "\r\n\r\n") { record in
                    record.request.hasEnded = false
                    record.run = nil
                    if let content {
                        record.request.content.kept = .inline(Bytes(content))
                        record.request.content.size = UInt64(content.utf8.count)
                    }
                    change(&record)
                })
        }
        let get = "GET /x HTTP/1.1\r\nHost: a"
        let post = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3"
        let chunked = "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked"
        #expect(problem(get, nil) == nil && problem(get, "") == nil)
        #expect(problem(post, "abc") == nil && problem(chunked, "abc") == nil)
        // What was not kept is not said to be cut off, and what was cut off is not said to be lost.
        #expect(problem(post, nil)?.contains("not kept") == true)
        #expect(problem(chunked, nil)?.contains("not kept") == true)
        #expect(problem(post, "ab")?.contains("did not send it completely") == true)
        let aborted: (inout FlowRecord) -> Void = { $0.outcome = Outcome(.aborted, by: .client, .clientClosed) }
        #expect(problem(post, nil, aborted)?.contains("did not send it completely") == true)
        #expect(problem(chunked, "abc", aborted)?.contains("did not send it completely") == true)
    }

    @Test func anotherHeaderChangesNothingElse() throws {
        let request = try ReplayedRequest(Self.record("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nz"))
        let rule = try HeaderRule.parse("X-A: b", flag: .setRequest)
        #expect(
            try request.changed(by: [rule]).bytes
                == "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nX-A: b\r\n\r\nz")
        #expect(try request.changed(by: []).bytes == request.bytes)
    }

    @Test func editingKeepsOneRequestOne() throws {
        let request = try ReplayedRequest(Self.record("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nz"))
        #expect(throws: ReplayProblem.self) { try request.edited("POST /x HTTP/1.1\r\nHost: a\r\n\r\nzz") }
        #expect(throws: ReplayProblem.self) { try request.edited("hello\r\n\r\n") }
        let edited: Bytes = "PUT /y HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(try request.edited(edited).bytes == edited)
    }

    @Test func editingSetsALengthThatAloneIsWrong() throws {
        let head = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: "
        let request = try ReplayedRequest(Self.record(head + "1\r\n\r\nz"))
        let edited = try request.edited(Bytes(head + "1\r\n\r\nabc"))
        #expect(edited.bytes == Bytes(head + "3\r\n\r\nabc"))
        #expect(edited.doubts.count == 1)
    }

    @Test(arguments: ["z", "z\n", "z\r\n"])
    func theLineEndOfAnEditorIsNoContent(content: String) throws {
        let head = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n"
        let request = try ReplayedRequest(Self.record(head + "z"))
        #expect(try request.edited(Bytes(head + content)).bytes == request.bytes)
        #expect(try request.edited(Bytes(head + content)).doubts.isEmpty)
    }

    /// What is left over behind the content would be a request of its own.
    @Test func contentOfAnotherSizeThanItsHeadTellsIsNotSent() throws {
        let head = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: "
        let record = Self.record(head + "3\r\n\r\nabc") { record in
            record.request.content = FlowRecord.Content(bytes: "[hidden]", size: 8)
        }
        #expect(Self.problem(record)?.hasSuffix("Use --edit to correct it.") == true)
        let request = try ReplayedRequest(record, willBeEdited: true)
        #expect(try request.edited(request.bytes).bytes == Bytes(head + "8\r\n\r\n[hidden]"))
        #expect(throws: ReplayProblem.self) { try request.edited("POST /x HTTP/1.1\r\nHost: a\r\n\r\n[hidden]") }
    }

    @Test func aRequestOfHTTP2IsWrittenAsHTTP1() throws {
        let record = Self.record("POST /x?y HTTP/1.0\r\nuser-agent: u\r\n\r\n") { record in
            guard let head = record.requestHead else { return }
            record.requestHead = RequestHead(
                method: head.method, target: head.target, version: HTTPVersion(major: 2, minor: 0), fields: head.fields)
            record.toldURL = "https://a.test/x?y"
            record.request.framing = nil
            record.request.content = FlowRecord.Content(bytes: "abc", size: 3)
        }
        let request = try ReplayedRequest(record)
        #expect(
            request.bytes
                == "POST /x?y HTTP/1.1\r\nHost: a.test\r\nuser-agent: u\r\nContent-Length: 3\r\n\r\nabc")
        #expect(request.doubts.count == 1)
        #expect(request.destination == Destination(host: "a.test", port: 443, serverName: "a.test"))
    }
}
