import Bytes
import Explain
import Flow
import HTTPModel
import RecordTestKit
import TestKit
import Testing

@testable import Formats

/// What other recorders write in ways of their own is read as it was meant, and goes out as it came in.
@Suite struct ForeignEntryTests {
    private func read(_ entry: String) throws -> FlowRecord {
        try #require(HARReader.read(Bytes(har([entry]))).flows.first)
    }

    private func again(_ entry: String) throws -> JSONTree {
        let flows = HARReader.read(Bytes(har([entry]))).flows
        return try JSONTree(ToldMembersTests.export(flows).array)["log"]["entries"][0]
    }

    private static let withLength = foreignEntry("/").replacing(
        #""headers":[],"#, with: #""headers":[{"name":"Content-Length","value":"2"}],"#)

    // MARK: Connections

    /// A recorder that counts no connections writes -1 for an open one, and for one that it did not measure.
    @Test func aConnectionThatNobodyCountedIsNotSaidToBeReused() throws {
        func entry(_ times: String, _ more: String = "") -> String {
            foreignEntry("/1", more).replacing(
                #""send":1,"#, with: #""blocked":1,"dns":-1,"connect":\#(times),"ssl":-1,"send":1,"#)
        }
        let unmeasured = try read(entry("-1"))
        #expect(unmeasured.upstream != nil && unmeasured.reusesConnection == nil)
        #expect(try read(entry("5")).reusesConnection == false)
        let words = Reasonings.reasoning(.connection, about: unmeasured, in: SessionContext([unmeasured]))
        #expect(words?.conclusion.text.contains("reused") != true)
        #expect(words?.steps.contains { $0.rule == "reused" } != true)
    }

    // MARK: Heads

    @Test func noHostIsMadeUp() throws {
        let entry = foreignEntry("/1").replacing(#"{"name":"Host","value":"a.example"}"#, with: "")
        let recording = HARReader.read(Bytes(har([entry])))
        #expect(recording.damage.map(\.text) == [])
        #expect(recording.flows.first?.requestFields.contains(.host) == false)
        #expect(recording.flows.first?.url == "http://a.example/1")
        #expect(try again(entry)["request"]["headers"].count == 0)
    }

    @Test(arguments: ["http/2.0", "h3"])
    func pseudoFieldsStay(version: String) throws {
        let fields =
            #"{"name":":authority","value":"b.example"},{"name":":method","value":"GET"},"#
            + #"{"name":":path","value":"/1"},{"name":":scheme","value":"https"},{"name":"accept","value":"*/*"}"#
        let entry = foreignEntry("/1").replacing(
            #""HTTP/1.1","headers":[{"name":"Host","value":"a.example"}]"#,
            with: #""\#(version)","headers":[\#(fields)]"#
        )
        let request = try again(entry)["request"]
        #expect(
            (0..<5).map { request["headers"][$0]["name"].string } == [
                ":authority", ":method", ":path", ":scheme", "accept",
            ])
        #expect(request["httpVersion"].string == version)
    }

    @Test func aURLStaysAsItWasRecorded() throws {
        #expect(try again(foreignEntry("/a{b}?q=x|y%"))["request"]["url"].string == "http://a.example/a{b}?q=x|y%")
    }

    // MARK: Sizes

    /// counted, Content-Length, content.size, the content, whether a coding was on it, and what was transferred.
    @Test(
        arguments: [
            (106, 100, 100, 100, false, 100), (5012, nil, 5000, 5000, false, 5000), (900, nil, 5000, 5000, false, 5000),
            (100, 40, 100, nil, true, nil), (0, nil, 90, nil, true, nil), (40, 40, 100, nil, true, 40),
            (5000, 5000, 5000, nil, false, 5000), (0, nil, 0, 0, false, 0), (0, nil, 7, nil, false, nil),
            (520, nil, 8, nil, true, nil), (18, nil, 24, nil, true, 18), (520, 520, 8, nil, true, 520),
            (nil, nil, nil, nil, false, nil), (10, 10, 4, 4, false, 10),
        ] as [(UInt64?, UInt64?, UInt64?, Int?, Bool, UInt64?)])
    func contentAndLengthThatAgreeOutweighACount(
        counted: UInt64?, announced: UInt64?, decoded: UInt64?, kept: Int?, isCoded: Bool, transferred: UInt64?
    ) {
        let sizes = RecordedSizes(
            counted: counted, kept: kept, decoded: decoded, announced: announced, isCoded: isCoded)
        #expect(sizes.transferred == transferred)
    }

    @Test func aCountWithTheHeadAccusesNobody() throws {
        let entry = Self.withLength.replacing(#""bodySize":2"#, with: #""bodySize":8"#)
        #expect(try read(entry).response.content.size == 2)
        #expect(try again(entry)["response"]["bodySize"].int == 8)
    }

    // MARK: Failures and caches

    @Test(arguments: [
        ("net::ERR_NAME_NOT_RESOLVED", Outcome.Code.nameNotFound, Outcome.Party.upstream),
        ("net::ERR_CONNECTION_REFUSED", .connectionRefused, .upstream),
        ("net::ERR_BLOCKED_BY_CLIENT", .recordedFailure, .client),
        ("net::ERR_INTERNET_DISCONNECTED", .recordedFailure, .client),
        ("something new", .recordedFailure, .client), ("Client disconnected.", .clientClosed, .client),
        ("[Errno 111] Connect call failed ('192.0.2.1', 80)", .connectionRefused, .upstream),
        ("stream reset by client (CANCEL)", .resetByClient, .client),
    ])
    func aFailureKeepsItsWords(words: String, code: Outcome.Code, party: Outcome.Party) throws {
        let entry = foreignEntry("/").replacing(#""status":200"#, with: #""_error":"\#(words)","status":0"#)
        let outcome = try #require(read(entry).outcome)
        #expect(outcome.code == code && outcome.by == party && outcome.kind != .complete)
        #expect(outcome.text.contains(words))
        #expect(try read(entry).upstream == nil)
        #expect(try read(foreignEntry("/")).outcome == nil)
    }

    @Test func aFailedEntryKeepsItsTimes() throws {
        let entry = foreignEntry("/").replacing(#""status":200"#, with: #""status":0"#)
            .replacing(
                #""send":1,"wait":2,"receive":0"#, with: #""blocked":54.5,"dns":-1,"send":0,"wait":0,"receive":6"#)
        let times = try again(entry)["timings"]
        #expect(times["receive"].double == 6 && times["blocked"].double == 54.5 && times["dns"].int == -1)
    }

    @Test func aNameThatWasLookedUpIsNoConnection() throws {
        let entry = foreignEntry("/").replacing(#""send":1"#, with: #""dns":30,"connect":-1,"send":1"#)
        let phases = try PhaseTimes(read(entry))
        #expect(phases.dns == 30_000 && phases.connect == nil)
        let times = try again(entry)["timings"]
        #expect(times["dns"].int == 30 && times["connect"].int == -1)
    }

    @Test func headersWithoutAStatusAreKeptAndTold() throws {
        let entry = foreignEntry("/").replacing(
            #""status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[]"#,
            with: #""status":0,"statusText":"","httpVersion":"HTTP/1.1","headers":[{"name":"ETag","value":"x"}]"#)
        let recording = HARReader.read(Bytes(har([entry])))
        #expect(recording.damage.count == 1 && recording.flows.first?.responseHead == nil)
        #expect(try again(entry)["response"]["headers"][0]["name"].string == "ETag")
    }

    @Test(arguments: [#","_fromCache":"disk""#, #","_fetchedViaServiceWorker":true"#])
    func whatCameFromACacheWasNotTransferred(member: String) throws {
        let flow = try read(foreignEntry("/", member))
        #expect(flow.responseOrigin != nil && flow.upstream == nil)
        #expect(flow.response.content.size == nil && flow.response.content.decoded == "ok")
        #expect(try read(foreignEntry("/", #","_fromCache":null"#)).responseOrigin == nil)
    }

    /// What was imported is not Hark's own recording, though it knows its client.
    @Test func anImportedFlowIsReadBackAsItWas() throws {
        let entry = foreignEntry(
            "/",
            #","_connection":{"client":0,"upstream":null,"reused":false,"clientAddress":"127.0.0.1:5"},"_mine":1"#)
        let flow = try read(entry)
        #expect(flow.opening?.client == "127.0.0.1:5")
        let tree = try again(entry)
        #expect(tree["timings"]["wait"].int == 2 && tree["timings"]["send"].int == 1 && tree["_mine"].int == 1)
    }

    /// A recorder that lists no field does not say that none was there.
    @Test func fieldsThatNobodyListedAreNotMissing() throws {
        let bare = try read(foreignEntry("/"))
        #expect(bare.provenance(of: .response) == .assumed && bare.responseHead?.status == 200)
        let listed = foreignEntry("/").replacing(
            #""headers":[],"#, with: #""headers":[{"name":"Server","value":"x"}],"#)
        #expect(try read(listed).provenance(of: .response) == .recorded)
    }

    /// The sentence that was written is the one that is read.
    @Test(arguments: [0, 1, 70] as [UInt64], [nil, WireError(.malformedChunkSize, offset: 10)] as [WireError?])
    func anOutcomeIsReadBackAsItWas(passed: UInt64, error: WireError?) throws {
        let outcome = Outcome(
            .refused, by: .upstream, .malformedResponse, error: error, detail: Outcome.passedOn(content: passed))
        let told = error.map {
            #","error":{"code":"\#($0.code.rawValue)","offset":\#($0.offset),"length":\#($0.length)}"#
        }
        let read = try read(
            foreignEntry(
                "/",
                #","_outcome":{"kind":"refused","by":"upstream","code":"malformedResponse","text":"\#(outcome.text)""#
                    + (told ?? "") + "}"))
        #expect(read.outcome?.text == outcome.text && read.outcome?.isPassedOnInPart == true)
    }

    // MARK: Forms

    private static func form(_ type: String, _ post: String) -> String {
        foreignEntry("/").replacing(
            #"{"name":"Host","value":"a.example"}],"bodySize":0"#,
            with: #"{"name":"Content-Type","value":"\#(type)"}],"bodySize":0,"postData":{\#(post)}"#)
    }

    @Test(arguments: [
        #""mimeType":"application/x-www-form-urlencoded","text":"""#, #""mimeType":"""#, #""mimeType":"text/plain""#,
    ])
    func pairsAreTheContentWhereverTheTextIsMissing(post: String) throws {
        let entry = Self.form(
            "application/x-www-form-urlencoded", post + #","params":[{"name":"q","value":"a b&c"}]"#)
        #expect(try read(entry).request.content.bytes == "q=a+b%26c")
    }

    @Test func partsAreSetBetweenTheBoundaryThatWasSent() throws {
        let params = #"[{"name":"a\"","value":"1"},{"name":"f","fileName":"x.txt","contentType":"text/plain"}]"#
        let recording = HARReader.read(
            Bytes(har([Self.form("multipart/form-data; boundary=XX", #""mimeType":"","params":\#(params)"#)])))
        let content = try #require(recording.flows.first?.request.content.bytes).text
        #expect(content.hasPrefix("--XX\r\nContent-Disposition: form-data; name=\"a%22\"\r\n\r\n1\r\n--XX\r\n"))
        #expect(content.contains("filename=\"x.txt\"\r\nContent-Type: text/plain\r\n\r\n\r\n--XX--"))
        // It was put together, and one of its files was not recorded.
        #expect(recording.damage.count == 2 && recording.flows.first?.request.content.isTruncated == true)
    }

    // MARK: Lists

    @Test func whatStandsOnlyInListsStays() throws {
        let cookies = #""cookies":[{"name":"sid","value":"1"}]"#
        let entry = foreignEntry("/")
            .replacing(
                #""method":"GET""#, with: #""method":"GET",\#(cookies),"queryString":[{"name":"a","value":"1"}]"#
            )
            .replacing(#""status":200"#, with: #""status":200,\#(cookies),"redirectURL":"http://a.example/next""#)
        let written = try again(entry)
        #expect(
            written["request"]["cookies"][0]["name"].string == "sid" && written["request"]["queryString"].count == 1)
        #expect(written["response"]["cookies"].count == 1)
        #expect(written["response"]["redirectURL"].string == "http://a.example/next")
    }
}
