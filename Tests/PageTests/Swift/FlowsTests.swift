import Bytes
import FilterTestKit
import Flow
import Foundation
import HTTPModel
import Library
import Page
import PageTestKit
import Synchronization
import Testing
import Workbench

/// What is told of one flow: octets, spans, changes, bodies laid out.
@Suite struct FlowsTests {
    /// `hello hello hello` as gzip, made by another program.
    private static let packed: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40,
        0x90, 0x00, 0x80, 0x88, 0xF9, 0xE5, 0x11, 0x00, 0x00, 0x00,
    ]

    private static let json = MadeFlow.make(
        "GET http://shop.test/a HTTP/1.1\nHost: shop.test\nProxy-Connection: keep-alive",
        "HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: 24\nCache-Control: max-age=60",
        content: #"{"a": [1, 2], "b": "<i>"}"#.prefix(24).description, number: 1
    ) { record in
        record.request.hasEnded = true
        record.request.sent = "GET /a HTTP/1.1\r\nHost: shop.test\r\n\r\n"
        record.request.edits = [
            Change(.replaceStartLine("GET /a HTTP/1.1"), .owed(spec: "RFC 9112 §3.2.1", text: "why")),
            Change(.remove(line: 1), .owed(spec: "RFC 9110 §7.6.1", text: "why not")),
        ]
    }

    @Test func octetsAreReadInWindows() throws {
        let asker = try PageAsker([MadeFlow.make(content: "0123456789", number: 1)])
        func read(_ query: String) throws -> String { try asker.ask("GET", "/api/flows/1/response/body?\(query)").text }
        #expect(try read("from=3&length=4") == "3456")
        #expect(try read("from=8&length=400") == "89")
        #expect(try read("from=10") == "" && read("from=1000") == "")
        let answer = try asker.ask("GET", "/api/flows/1/response/body?from=3&length=4")
        #expect(answer.fields["Hark-Size"] == "10" && answer.fields["Hark-From"] == "3")
        #expect(answer.fields["Content-Type"] == "application/octet-stream")
        #expect(answer.fields["Content-Disposition"]?.hasPrefix("attachment") == true)
        #expect(answer.fields["X-Content-Type-Options"] == "nosniff")
        #expect(try asker.ask("GET", "/api/flows/1/response/body?length=1048577").status == 400)
    }

    /// A window at the end of a large body costs no more than one at its beginning.
    @Test func whatStandsBeforeAWindowOfALargeBodyIsNotRead() throws {
        let large = LargeContent()
        var record = MadeFlow.make(content: "", number: 1)
        record.response.content.kept = .spooled(large)
        let asker = try PageAsker([record])
        let body = try asker.ask("GET", "/api/flows/1/response/body?from=2000000000&length=1000")
        #expect(Bytes(body.body) == large.window(2_000_000_000, 1_000) && body.fields["Hark-Size"] == "\(large.count)")
        let wire = try asker.ask("GET", "/api/flows/1/response/wire?from=1000000000&length=1000")
        let head = try asker.ask("GET", "/api/flows/1/response/head").body.count
        #expect(Bytes(wire.body) == large.window(1_000_000_000 - head, 1_000))
        let edge = try asker.ask("GET", "/api/flows/1/response/wire?from=\(head - 2)&length=6")
        #expect(edge.body == Array("\r\n".utf8) + Array(large.window(0, 4)))
        #expect(try asker.ask("GET", "/api/flows/1/response/body?from=\(large.count)").body.isEmpty)
        #expect(large.handedOut.load(ordering: .relaxed) < 10_000)
    }

    @Test func partsOfAMessageAreWhatWasOnTheWire() throws {
        let asker = try PageAsker([Self.json])
        let head = try asker.ask("GET", "/api/flows/1/request/head").text
        #expect(head.hasPrefix("GET http://shop.test/a HTTP/1.1\r\n") && head.hasSuffix("\r\n\r\n"))
        #expect(try asker.ask("GET", "/api/flows/1/request/sent").text.hasPrefix("GET /a HTTP/1.1\r\nHost"))
        let wire = try asker.ask("GET", "/api/flows/1/response/wire").text
        let (start, body) = (try asker.ask("GET", "/api/flows/1/response/head").text, #"{"a": [1, 2], "b": "<i>""#)
        #expect(wire == start + body)
        #expect(try asker.ask("GET", "/api/flows/1/request/body").code == "part")
        #expect(try asker.ask("GET", "/api/flows/1/response/sent").code == "part")
    }

    @Test func codingsAreTakenOff() throws {
        let flow = MadeFlow.make(
            "GET http://a.test/ HTTP/1.1\nHost: a.test",
            "HTTP/1.1 200 OK\nContent-Encoding: gzip\nContent-Type: text/plain", number: 1
        ) { record in
            record.response.content.kept = .inline(Bytes(Self.packed))
            record.response.content.size = UInt64(Self.packed.count)
        }
        let asker = try PageAsker([flow])
        #expect(try asker.ask("GET", "/api/flows/1/response/body").body == Self.packed)
        #expect(try asker.ask("GET", "/api/flows/1/response/decoded").text == "hello hello hello")
        #expect(try asker.ask("GET", "/api/flows/1/response/decoded?from=6&length=5").text == "hello")
    }

    /// The lines of a terminal, whole but for what proves who one is.
    @Test func linesHideSecretsAndNothingElse() throws {
        let flow = MadeFlow.make(
            "GET http://a.test/x?token=CANARY&q=1 HTTP/1.1\nHost: a.test", "HTTP/1.1 302 Found\nLocation: /next?page=2",
            number: 1)
        let told = try PageAsker([flow]).ask("GET", "/api/flows/1").list("lines").compactMap { $0["text"] as? String }
        #expect(told.contains { $0.contains("/next?page=2") })
        #expect(!told.contains { $0.contains("CANARY") })
    }

    /// Spans tile the octets of their message, to the byte.
    @Test func spansLieInTheOctets() throws {
        let asker = try PageAsker([Self.json])
        let messages = try asker.ask("GET", "/api/flows/1/explain").list("messages")
        #expect(messages.compactMap { $0["kind"] as? String } == ["request", "response"])
        for message in messages {
            let (offset, length) = (message["offset"] as? Int ?? -1, message["length"] as? Int ?? -1)
            let octets = try asker.ask("GET", "/api/flows/1/\(message["kind"] ?? "")/wire").body
            #expect(octets.count == length)
            var end = offset
            for span in message["spans"] as? [[String: Any]] ?? [] {
                #expect(span["offset"] as? Int == end)
                end += span["length"] as? Int ?? 0
            }
            #expect(end == offset + length)
        }
    }

    /// What is asked at once is what is asked one by one, and no more than was asked.
    @Test func aFlowComesWithWhatIsLookedAtFirst() throws {
        let asker = try PageAsker([Self.json])
        let whole = try asker.ask("GET", "/api/flows/1?with=explained,wire").json
        let explained = try asker.ask("GET", "/api/flows/1/explain").json
        #expect(whole["explained"] as? NSDictionary == explained as NSDictionary)
        let wire = try #require(whole["wire"] as? [String: String])
        #expect(wire.keys.sorted() == ["request", "response"])
        for (kind, text) in wire {
            #expect(try Data(base64Encoded: text) == Data(asker.ask("GET", "/api/flows/1/\(kind)/wire").body))
        }
        let flow = whole.filter { !["explained", "wire"].contains($0.key) }
        #expect(flow as NSDictionary == (try asker.ask("GET", "/api/flows/1").json) as NSDictionary)
        #expect(try asker.ask("GET", "/api/flows/1?with=wire").json["explained"] == nil)
        #expect(try asker.ask("GET", "/api/flows/1?with=wire,all").status == 400)
    }

    /// Of a request that nobody answered there are no octets, and that is no fault.
    @Test func aFlowWithoutAnAnswerHasNoOctetsOfOne() throws {
        let asker = try PageAsker([MadeFlow.make("GET http://a.test/ HTTP/1.1\nHost: a.test", nil, number: 1)])
        let wire = try #require(try asker.ask("GET", "/api/flows/1?with=wire").json["wire"] as? [String: Any])
        #expect(wire["request"] is String && wire["response"] is NSNull)
    }

    /// The differences that are told, applied to what came, give what went on.
    @Test func changesLeadFromWhatCameToWhatWentOn() throws {
        let asker = try PageAsker([Self.json])
        let (head, sent) = (
            try asker.ask("GET", "/api/flows/1/request/head").body,
            try asker.ask("GET", "/api/flows/1/request/sent").body
        )
        let message = try #require(try asker.ask("GET", "/api/flows/1/changes").list("messages").first)
        let lines = (message["parts"] as? [[String: Any]])?.first?["lines"] as? [[String: Any]] ?? []
        #expect(lines.compactMap { $0["action"] as? String } == ["replaced", "same", "removed"])
        var rebuilt = ""
        for line in lines {
            if let at = line["cameAt"] as? [Int], let came = line["came"] as? String {
                #expect(String(decoding: head[at[0]..<(at[0] + at[1])], as: UTF8.self) == came)
            }
            guard let went = line["went"] as? String else { continue }
            let at = try #require(line["wentAt"] as? [Int])
            #expect(String(decoding: sent[at[0]..<(at[0] + at[1])], as: UTF8.self) == went)
            rebuilt += went + "\r\n"
        }
        #expect(Array((rebuilt + "\r\n").utf8) == sent)
        #expect((lines[0]["reason"] as? String)?.hasPrefix("RFC 9112 §3.2.1") == true)
    }

    @Test func aBodyIsLaidOutInWindows() throws {
        let content = "[" + (0..<1_000).map { String($0) }.joined(separator: ",") + "]"
        let asker = try PageAsker([
            MadeFlow.make(
                "GET http://a.test/ HTTP/1.1\nHost: a.test",
                "HTTP/1.1 200 OK\nContent-Type: application/json", content: content, number: 1)
        ])
        let first = try asker.ask("GET", "/api/flows/1/response/tokens?length=3")
        #expect(first.json["kind"] as? String == "json" && first.list("lines").count == 3)
        #expect(first.json["count"] as? Int == 1_002)
        let later = try asker.ask("GET", "/api/flows/1/response/tokens?from=1000&length=50")
        let spans = later.list("lines").compactMap { $0["spans"] as? [[String]] }
        #expect(spans.first == [["number", "999"]] && spans.count == 2)
        #expect(try asker.ask("GET", "/api/flows/1/response/tokens?length=2001").status == 400)
    }

    /// What a browser shows as an image is said by its bytes and never by its type.
    @Test(arguments: [
        ("image/png", "GIF89a........", "image/gif"), ("image/png", "<script>alert(1)</script>", nil),
        ("text/html", "<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
        ("image/svg+xml", "<html><svg></svg>", nil),
    ])
    func imagesAreKnownByTheirBytes(type: String, content: String, image: String?) throws {
        let asker = try PageAsker([
            MadeFlow.make(
                "GET http://a.test/ HTTP/1.1\nHost: a.test",
                "HTTP/1.1 200 OK\nContent-Type: \(type)", content: content, number: 1)
        ])
        #expect(try asker.ask("GET", "/api/flows/1/response/tokens").json["image"] as? String == image)
    }

    /// Whatever is in a message, it comes out as text within JSON.
    @Test func whatWasCapturedStaysText() throws {
        let nasty = "</script><script>alert(1)</script>\u{202E}\u{0007}\"\\"
        let asker = try PageAsker([
            MadeFlow.make("GET http://a.test/ HTTP/1.1\nHost: a.test\nX-A: \(nasty)", content: nasty, number: 1)
        ])
        for target in [
            "/api/flows/1", "/api/flows/1/explain", "/api/flows/1?with=explained,wire",
            "/api/flows/1/response/tokens", "/api/rows?ids=1",
        ] {
            let answer = try asker.ask("GET", target)
            #expect(!answer.json.isEmpty && answer.fields["Content-Type"] == "application/json", "\(target)")
            #expect(answer.fields["Cache-Control"] == "no-store", "\(target)")
            #expect(!answer.body.contains(7), "\(target)")
        }
    }

    @Test func whatIfExplainsAndSendsNothing() throws {
        let asker = try PageAsker([Self.json])
        let head = try asker.ask("GET", "/api/flows/1/response/wire").text
        let other = Data(head.replacing("max-age=60", with: "no-store").utf8).base64EncodedString()
        let answer = try asker.ask("POST", "/api/explain", #"{"flow": 1, "response": "\#(other)"}"#)
        #expect((answer.json["changed"] as? [String])?.contains("caching") == true)
        #expect(asker.source.with { $0.sent.count } == 0)
        let raw = try asker.ask(
            "POST", "/api/explain", octets: Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
            ["Content-Type: application/octet-stream"])
        #expect(raw.list("messages").count == 1)
    }

    @Test func aRequestIsSentAgainAsItWasOrAsEdited() throws {
        let asker = try PageAsker([Self.json])
        let answer = try asker.ask("POST", "/api/flows/1/resend", "{}")
        #expect(answer.json["flow"] as? Int == 99, "\(answer.text)")
        let edited = Data("GET /b HTTP/1.1\r\nHost: b.test\r\n\r\n".utf8).base64EncodedString()
        _ = try asker.ask("POST", "/api/flows/1/resend", #"{"message": "\#(edited)", "to": "b.test:81"}"#)
        let sent = asker.source.with { $0.sent }
        #expect(sent.map { $0.request.bytes.text.prefix(15) } == ["GET /a HTTP/1.1", "GET /b HTTP/1.1"])
        #expect(sent.map(\.server) == [nil, "b.test:81"])
        #expect(try asker.ask("POST", "/api/flows/1/resend", #"{"set": ["no colon"]}"#).code == "message")
        #expect(try asker.ask("POST", "/api/flows/7/resend", "{}").code == "flow")
        #expect(asker.source.with { $0.sent.count } == 2)
    }

    @Test func marksArePutAndTakenAway() throws {
        let asker = try PageAsker([Self.json])
        _ = try asker.ask("POST", "/api/marks", #"{"flows": [1], "pin": true, "comment": "x", "tag": "a"}"#)
        _ = try asker.ask("POST", "/api/marks", #"{"flows": [1], "comment": null, "untag": "a"}"#)
        let marks = asker.source.with { $0.marks.map(\.marks) }
        #expect(marks.first == FlowMarks(pin: true, comment: .some("x"), tag: "a"))
        #expect(marks.last == FlowMarks(comment: .some(nil), untag: "a"))
        for wrong in [#"{"flows": []}"#, #"{"flows": [1]}"#, #"{"flows": ["1"], "pin": true}"#, #"{"pin": true}"#] {
            #expect(try asker.ask("POST", "/api/marks", wrong).status == 400, "\(wrong)")
        }
    }

    @Test func completionSaysWhatFits() throws {
        let answer = try PageAsker().ask("POST", "/api/complete", #"{"filter": "status >= 400 and met", "at": 21}"#)
        #expect(answer.json["from"] as? Int == 18 && answer.json["to"] as? Int == 21)
        #expect(answer.list("candidates").contains { $0["text"] as? String == "method" })
        #expect(answer.json["error"] is NSNull && answer.json["words"] is String)
        let broken = try PageAsker().ask("POST", "/api/complete", #"{"filter": "status >= ", "at": 10}"#)
        #expect(broken.json["words"] is NSNull && broken.json["error"] is [String: Any])
    }

    /// Values that the language does not know are those that passed, the most frequent first; nobody else's.
    @Test func completionOffersWhatOccurs() throws {
        let asker = try PageAsker(
            ["b.test", "a.test", "b.test"].enumerated().map { place, host in
                MadeFlow.make("GET http://\(host)/ HTTP/1.1\nHost: \(host)", number: UInt64(place + 1))
            })
        _ = try asker.ask("POST", "/api/views", "{}")
        func offered(_ filter: String) throws -> [String] {
            let body = #"{"filter": "\#(filter)", "at": \#(filter.utf8.count)}"#
            let answer = try asker.ask("POST", "/api/complete", body)
            return answer.list("candidates").compactMap { $0["text"] as? String }
        }
        #expect(try offered("host = ") == ["b.test", "a.test"])
        #expect(try offered("host = a") == ["a.test"])
        #expect(try offered("status >= 400 and host in (b.test, ").contains("a.test"))
        #expect(try !offered("status = ").contains("b.test"))
        #expect(try !offered("ho").contains("b.test"))
    }

    /// What leaves for people is without secrets unless somebody asks for them.
    @Test func exportsAreRedactedAsEverywhere() throws {
        let asker = try PageAsker([
            MadeFlow.make(
                "GET http://a.test/ HTTP/1.1\nHost: a.test\nAuthorization: Bearer sesame-open-4711-abcdef", number: 1)
        ])
        func export(_ query: String) throws -> String { try asker.ask("GET", "/api/export?ids=1&\(query)").text }
        #expect(try !export("format=har").contains("sesame") && export("format=har&secrets=1").contains("sesame"))
        #expect(try export("format=curl").contains("sesame") && !export("format=curl&secrets=0").contains("sesame"))
        #expect(try asker.ask("GET", "/api/export?format=exe&ids=1").status == 400)
        #expect(try asker.ask("GET", "/api/export?format=har&view=9").code == "view")
    }
}

/// Two gigabytes that are made up where they are asked for, and counted.
private final class LargeContent: SpooledContent {
    let count = 2 << 30
    let handedOut = Atomic(0)

    func window(_ first: Int, _ count: Int) -> Bytes {
        Bytes((first..<min(first + count, self.count)).map { UInt8(truncatingIfNeeded: $0 % 251) })
    }

    func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        forEachPiece(from: 0, of: pieceSize, body)
    }

    func forEachPiece(from first: Int, of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        var place = first
        while place < count {
            let piece = window(place, pieceSize)
            place += piece.count
            handedOut.wrappingAdd(piece.count, ordering: .relaxed)
            guard piece.withUnsafeBytes(body) else { break }
        }
        return true
    }
}
