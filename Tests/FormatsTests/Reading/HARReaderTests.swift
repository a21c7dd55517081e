import Bytes
import Explain
import Flow
import HTTPModel
import RecordTestKit
import Testing

@testable import Formats

/// An entry as another recorder might write it.
func foreignEntry(_ path: String, _ more: String = "") -> String {
    #"{"startedDateTime":"2024-01-01T00:00:00.000Z","time":3,"request":{"method":"GET","#
        + #""url":"http://a.example\#(path)","httpVersion":"HTTP/1.1","headers":[{"name":"Host","value":"a.example"}],"#
        + #""bodySize":0},"response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[],"#
        + #""content":{"size":2,"text":"ok"},"bodySize":2},"timings":{"send":1,"wait":2,"receive":0}\#(more)}"#
}

func har(_ entries: [String]) -> String {
    #"{"log":{"version":"1.2","creator":{"name":"Other"},"pages":[],"entries":["# + entries.joined(separator: ",")
        + "]}}"
}

private func paths(_ recording: RecordedFile) -> [String] {
    recording.flows.map { $0.requestHead?.targetBytes.text ?? "" }
}

@Suite struct HARReaderTests {
    @Test func aForeignEntryGetsAHead() throws {
        let recording = HARReader.read(Bytes(har([foreignEntry("/x?y#z")])))
        #expect(recording.damage.map(\.text) == [])
        #expect(recording.creator == "Other")
        let entry = try #require(recording.flows.first)
        #expect(entry.requestHead?.raw == "GET /x?y HTTP/1.1\r\nHost: a.example\r\n\r\n")
        #expect(entry.url == "http://a.example/x?y")
        #expect(entry.responseHead?.raw == "HTTP/1.1 200 OK\r\n\r\n")
        #expect(entry.response.content.bytes == "ok")
        #expect(entry.provenance(of: .requestBytes) == .assumed)
        // send and wait, from 2024-01-01T00:00:00Z on.
        #expect(entry.responseReceivedAt == 1_704_067_200_003_000)
        #expect(
            WireMessage(entry, .response)?.remarks == [
                "Hark assembled the head from a list of headers.",
                "Its recorder listed no fields; what they said is not known.",
            ])
    }

    /// Each breaks the middle one of three entries.
    @Test(arguments: [
        #"{"startedDateTime":tru}"#, #"{"startedDateTime":"never closed}"#, #"{"startedDateTime":"x","request":{"#,
        #"{"startedDateTime""#, #"{"startedDateTime":[1,2}"#, "]", "}", "}}", "garbage", #"{"request":}"#, "{", "\"",
    ])
    func aBrokenEntryCostsNoOther(broken: String) {
        for separator in ["", "\n", "\n  "] {
            let text = har([foreignEntry("/1"), separator + broken, separator + foreignEntry("/3")])
            let recording = HARReader.read(Bytes(text))
            #expect(paths(recording) == ["/1", "/3"], "\(recording.damage.map(\.text))")
            #expect(!recording.damage.isEmpty)
        }
    }

    /// Some recorders put the decoded size into bodySize. Where Content-Length says another, what was transferred is
    /// not known: that nothing was saved, or too much sent, must not be concluded from it.
    @Test(arguments: [(13, 3, nil), (3, 3, 3), (13, 13, 13)] as [(Int, Int, UInt64?)])
    func aDecodedSizeIsNotTakenForTheTransferredOne(bodySize: Int, announced: Int, size: UInt64?) throws {
        let entry = foreignEntry("/")
            .replacing(
                #""headers":[],"#,
                with: #""headers":[{"name":"Content-Encoding","value":"br"},"#
                    + #"{"name":"Content-Length","value":"\#(announced)"}],"#
            )
            .replacing(
                #"{"size":2,"text":"ok"},"bodySize":2"#,
                with: #"{"size":13,"text":"hello decoded"},"bodySize":\#(bodySize)"#)
        let flow = try #require(HARReader.read(Bytes(har([entry]))).flows.first)
        #expect(flow.response.content.size == size)
        #expect(flow.response.content.decodedSize == 13)
    }

    @Test func damageNamesItsPlace() throws {
        let first = foreignEntry("/1")
        let text = "{\"log\":{\"entries\":[\n\(first),\n{\"startedDateTime\":oops},\n\(foreignEntry("/3"))\n]}}"
        let recording = HARReader.read(Bytes(text))
        let damage = try #require(recording.damage.first)
        #expect(recording.damage.count == 1)
        #expect(damage.line == 3)
        #expect(damage.entry == 1)
        #expect(Array(text.utf8)[damage.offset] == UInt8(ascii: "o"))
        #expect(recording.flows.map(\.index) == [0, 2])
    }

    @Test(
        arguments: [
            (#""status":200"#, #""status":"204""#, 204), (#""status":200"#, #""status":12"#, nil),
            (#""status":200"#, #""status":[]"#, nil), (#""status":200"#, #""status":0"#, nil),
            (#""response":{"#, #""response":null,"x":{"#, nil), (#""response":{"#, #""response":7,"x":{"#, nil),
            (#""headers":[]"#, #""headers":{}"#, 200), (#""headers":[]"#, #""headers":[1,{"name":2},{}]"#, 200),
            (#""timings":{"#, #""timings":5,"x":{"#, 200), (#""wait":2"#, #""wait":"long""#, 200),
            (#""content":{"#, #""content":[],"x":{"#, 200), (#""text":"ok""#, #""text":1"#, 200),
            (#""text":"ok""#, #""text":"*","encoding":"base64""#, 200), ("2024-01-01T", "someday ", 200),
        ] as [(String, String, Int?)])
    func aWrongTypeCostsNoMoreThanItself(right: String, wrong: String, status: Int?) throws {
        let recording = HARReader.read(Bytes(har([foreignEntry("/1").replacing(right, with: wrong)])))
        let exchange = try #require(recording.flows.first)
        #expect(exchange.requestHead?.raw == "GET /1 HTTP/1.1\r\nHost: a.example\r\n\r\n")
        #expect(exchange.responseHead?.status == status)
    }

    @Test func valuesOutsideOfTheirRangeDoNotTrap() {
        let numbers = [
            "1e308", "-1e308", "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e-9",
        ]
        for number in numbers {
            let entry = foreignEntry(
                "/1", #","_connection":{"client":\#(number),"upstream":\#(number)},"_id":\#(number)"#
            )
            .replacing(#""send":1"#, with: #""send":\#(number)"#)
            .replacing(
                #""bodySize":2"#, with: #""bodySize":\#(number),"_wireSize":\#(number),"_chunkCount":\#(number)"#
            )
            .replacing(#""headers":[]"#, with: #""headers":[],"_chunks":[{"offset":\#(number),"size":\#(number)}]"#)
            let recording = HARReader.read(Bytes(har([entry])))
            #expect(recording.flows.count == 1)
            _ = recording.flows.first.flatMap { WireMessage($0, .response) }
        }
    }

    @Test func linesThatJoinOthersComeApart() throws {
        let entry = foreignEntry("/1").replacing(
            #""headers":[]"#,
            with: #""headers":[{"name":"set-cookie","value":"a=1\nb=2"},{"name":"x\r\nevil","value":"1"},"#
                + #"{"name":"y","value":"1\r\n\r\nbody"}]"#)
        let recording = HARReader.read(Bytes(har([entry])))
        let response = try #require(recording.flows.first?.responseHead)
        #expect(response.raw == "HTTP/1.1 200 OK\r\nset-cookie: a=1\r\nset-cookie: b=2\r\ny: 1\r\ny: body\r\n\r\n")
        #expect(recording.damage.count == 3)
    }

    @Test(arguments: [
        ("http/2.0", "GET /1 HTTP/2\r\nhost: b.example:8443\r\naccept: */*\r\n\r\n", 2),
        ("h3", "GET /1 HTTP/3\r\nhost: b.example:8443\r\naccept: */*\r\n\r\n", 3),
        ("", "GET /1 HTTP/2\r\nhost: b.example:8443\r\naccept: */*\r\n\r\n", 2),
    ])
    func pseudoHeadersBecomeHost(version: String, head: String, major: UInt8) throws {
        let entry = foreignEntry("/1").replacing(
            #""HTTP/1.1","headers":[{"name":"Host","value":"a.example"}]"#,
            with: #""\#(version)","headers":[{"name":":method","value":"GET"},"#
                + #"{"name":":authority","value":"b.example:8443"},{"name":"accept","value":"*/*"}]"#)
        let recording = HARReader.read(Bytes(har([entry])))
        let request = try #require(recording.flows.first?.requestHead)
        #expect(recording.damage.map(\.text) == [])
        #expect(request.raw == Bytes(head))
        #expect(request.version.major == major)
        #expect(request.fields.first(.host) == "b.example:8443")
        #expect(request.targetBytes == "/1")
    }

    @Test func whatAURLMayNotHaveIsEncoded() throws {
        let entry = foreignEntry("/\\u00e9 HTTP/1.1\\r\\nX: y")
        let request = try #require(HARReader.read(Bytes(har([entry]))).flows.first?.requestHead)
        #expect(request.raw == "GET /%C3%A9%20HTTP/1.1%0D%0AX:%20y HTTP/1.1\r\nHost: a.example\r\n\r\n")
    }

    @Test func contentOfACacheIsNotTheMessages() throws {
        let entry = foreignEntry("/1").replacing(#""status":200"#, with: #""status":304"#)
        let read = try #require(HARReader.read(Bytes(har([entry]))).flows.first)
        #expect(read.response.content.bytes == Bytes())
        #expect(read.response.content.decoded == "ok")
        let coded = foreignEntry("/1").replacing(
            #""headers":[],"#, with: #""headers":[{"name":"Content-Encoding","value":"gzip"}],"#)
        let other = try #require(HARReader.read(Bytes(har([coded]))).flows.first)
        #expect(other.response.content.bytes == nil)
        #expect(other.response.content.decoded == "ok")
        #expect(WireMessage(other, .response)?.remarks.contains { $0.contains("content coding") } == true)
    }

    @Test func aFormIsPutTogetherFromItsPairs() throws {
        let entry = foreignEntry("/1").replacing(
            #""bodySize":0"#,
            with: #""bodySize":9,"postData":{"mimeType":"application/x-www-form-urlencoded; charset=utf-8","#
                + #""params":[{"name":"a b","value":"ü&="},{"name":"c"}]}"#)
        let recording = HARReader.read(Bytes(har([entry])))
        #expect(recording.flows.first?.request.content.bytes == "a+b=%C3%BC%26%3D&c=")
        #expect(recording.damage.count == 1)
    }

    @Test(arguments: [
        "", " \n", "null", "7", "{}", "[]", #"{"log":{}}"#, #"{"log":{"entries":{}}}"#, "\u{0}\u{0}", "<html>",
    ])
    func aFileThatIsNoneYieldsNothing(text: String) {
        let recording = HARReader.read(Bytes(text))
        #expect(recording.flows.isEmpty)
        #expect(recording.damage.isEmpty == (text == "[]"))
    }

    @Test func entriesAreFoundWhereTheyShouldNotBe() {
        let one = foreignEntry("/1")
        let two = foreignEntry("/2")
        for text in [
            "[\(one),\(two)]", "{\"entries\":[\(one),\(two)]}", "{\"log\":{\"entries\":[\(one)],\(two)}}",
            "{\"log\":{\"entries\":[\(one)]}}\n\(two)", "{\"log\":{\"x\":oops,\"entries\":[\(one),\(two)]}}",
            "\u{FEFF}" + har([one, two]), "{\"log\":{\"entries\":[\(one)\(two)]}}",
        ] {
            #expect(paths(HARReader.read(Bytes(text))) == ["/1", "/2"], "\(text.prefix(30))")
        }
        #expect(paths(HARReader.read(Bytes(one))) == ["/1"])
    }
}
