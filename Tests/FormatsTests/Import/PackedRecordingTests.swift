import Bytes
import Flow
import HTTPModel
import Testing

@testable import Formats

@Suite struct PackedRecordingTests {
    private static let text = har([foreignEntry("/1"), foreignEntry("/2")])

    private func kind(_ text: String) -> InputKind { InputKind.detect(Bytes(text)) }

    /// RFC 1951 §3.2.4: one block without compression, in the wrapping of RFC 1950.
    private static func zlib(_ text: String) -> [UInt8] {
        let size = UInt16(text.utf8.count)
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in text.utf8 { (a, b) = ((a + UInt32(byte)) % 65_521, (b + (a + UInt32(byte)) % 65_521) % 65_521) }
        let sum = b << 16 | a
        return [0x78, 0x01, 1, UInt8(size & 0xFF), UInt8(size >> 8), UInt8(~size & 0xFF), UInt8(~size >> 8)]
            + Array(text.utf8) + [24, 16, 8, 0].map { UInt8(sum >> $0 & 0xFF) }
    }

    @Test func utf16IsReadInBothOrdersWithAMarkAndWithout() throws {
        for isLittle in [true, false] {
            let units = Self.text.utf16.flatMap { unit -> [UInt8] in
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                return isLittle ? [low, high] : [high, low]
            }
            for mark in [isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF], []] as [[UInt8]] {
                let found = try #require(try PackedRecording.unwrapped(Bytes(mark + units)))
                #expect(found.wrapping == .utf16)
                #expect(HARReader.read(found.bytes).flows.count == 2)
            }
        }
    }

    @Test func zlibIsTakenOffOnlyWhereJSONIsInside() throws {
        #expect(try PackedRecording.unwrapped(Bytes(Self.zlib(Self.text)))?.bytes == Bytes(Self.text))
        #expect(try PackedRecording.unwrapped(Bytes(Self.zlib("GET / HTTP/1.1"))) == nil)
        #expect(PackedRecording.wrapping("x^ is no packed text") == nil)
    }

    @Test(arguments: ["", "GET / HTTP/1.1\r\n\r\n", "{}", "[1]", "\u{FEFF}{}", "ab"])
    func otherFilesAreLeftAlone(text: String) throws {
        #expect(try PackedRecording.unwrapped(Bytes(text)) == nil)
    }

    // MARK: Kinds

    @Test func aHARIsOneWhereverItsLogStands() {
        #expect(kind(#"{"comment":"x","x":{"y":[1]},"log":{"entries":[]}}"#) == .har)
        #expect(kind(#"{"_id":1,"request":{}}"#) == .log)
        #expect(kind("{\n \"request\":{}}") == .har)
    }

    @Test(arguments: [
        #"{"info":{"_postman_id":"1"},"item":[]}"#, #"{"_type":"export","resources":[]}"#,
        #"[{"startTime":1,"req":{},"res":{}}]"#, #"{"openapi":"3.1.0","paths":{}}"#,
    ])
    func jsonOfAnotherKindIsNotTakenForARecording(text: String) {
        #expect(kind(text) == .unknown)
    }

    // MARK: Files beside a HAR

    @Test func contentsBesideAreReadOrNamed() throws {
        let entry = foreignEntry("/").replacing(#""size":2,"text":"ok""#, with: #""size":5,"_file":"a.html""#)
        let read = RecordingReader(Bytes(har([entry])), .har) { $0 == "a.html" ? "hello" : nil }.all()
        #expect(read.damage.map(\.text) == [] && read.flows.first?.response.content.bytes == "hello")
        #expect(read.flows.first?.remarks?.members?.text.contains("_file") == false)
        let alone = HARReader.read(Bytes(har([entry])))
        #expect(alone.damage.count == 1 && alone.damage.first?.problem.contains("a.html") == true)
        #expect(alone.flows.first?.response.content.bytes == nil)
    }

    // MARK: Charles

    @Test func charlesHasMethodHostAndHeads() throws {
        let text = """
            [{"status":"COMPLETE","method":"GET","protocolVersion":"HTTP/1.1","scheme":"https","host":"a.test",
            "actualPort":443,"path":"/x","query":"a=1","times":{"start":"2026-03-01T10:00:00.000Z"},
            "request":{"header":{"headers":[{"name":"Host","value":"a.test"}]}},
            "response":{"status":200,"header":{"firstLine":"HTTP/1.1 200 Fine","headers":[
            {"name":"Content-Type","value":"text/plain"}]},"body":{"text":"hi"}}},
            {"scheme":"http","path":"/"}]
            """
        #expect(kind(text) == .charles)
        let read = CharlesReader.read(Bytes(text))
        let flow = try #require(read.flows.first)
        #expect(read.flows.count == 1 && read.damage.count == 1)
        #expect(flow.url == "https://a.test/x?a=1" && flow.method == .get)
        #expect(flow.responseHead?.raw == "HTTP/1.1 200 Fine\r\nContent-Type: text/plain\r\n\r\n")
        #expect(flow.response.content.bytes == "hi")
    }
}
