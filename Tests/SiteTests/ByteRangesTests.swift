import Bytes
import HTTPModel
import Testing

@testable import Site

@Suite struct ByteRangesTests {
    /// Of 100 bytes; the first rows are those of RFC 9110 §14.1.2, brought down to that size.
    @Test(
        arguments: [
            ("bytes=0-49", .parts([0..<50])),
            ("bytes=50-99", .parts([50..<100])),
            ("bytes=50-", .parts([50..<100])),
            ("bytes=-50", .parts([50..<100])),
            ("bytes=0-0,-1", .parts([0..<1, 99..<100])),
            ("bytes= 0-0 , 10-19", .parts([0..<1, 10..<20])),
            ("Bytes=7-7", .parts([7..<8])),
            ("bytes=90-1000", .parts([90..<100])),
            ("bytes=-1000", .parts([0..<100])),
            ("bytes=0-99", .parts([0..<100])),
            ("bytes=0-18446744073709551616", .parts([0..<100])),
            ("bytes=0-9,200-300", .parts([0..<10])),
            ("bytes=100-", .unsatisfiable),
            ("bytes=100-200", .unsatisfiable),
            ("bytes=-0", .unsatisfiable),
            ("bytes=18446744073709551616-", .unsatisfiable),
            ("bytes=9-5", .whole),
            ("bytes=", .whole),
            ("bytes=-", .whole),
            ("bytes=a-b", .whole),
            ("bytes=+1-5", .whole),
            ("bytes=1-5;2", .whole),
            ("bytes 0-5", .whole),
            ("lines=0-5", .whole),
            ("", .whole),
            // More than the whole, and too many: RFC 9110 §14.2 lets a server ignore these.
            ("bytes=0-99,0-99", .whole),
            ("bytes=0-0,1-1,2-2,3-3,4-4,5-5,6-6,7-7,8-8,9-9,10-10", .whole),
        ] as [(Bytes, ByteRanges)])
    func readsRange(field: Bytes, expected: ByteRanges) {
        #expect(ByteRanges(field, size: 100) == expected)
    }

    @Test func noFieldMeansTheWhole() {
        #expect(ByteRanges(nil, size: 100) == .whole)
    }

    @Test func everyLineOfTheDownloadSaysWhereItIs() {
        let whole = DownloadPage.content(0..<DownloadPage.size).array
        #expect(whole.count == 1_048_576)
        #expect(String(decoding: whole[64..<73], as: UTF8.self) == "00000040 ")
        #expect(String(decoding: whole[1_048_512..<1_048_521], as: UTF8.self) == "000fffc0 ")
        for range in [0..<1, 63..<65, 64..<128, 1..<2_000, 1_048_575..<1_048_576] {
            #expect(DownloadPage.content(range).array == Array(whole[range]))
        }
    }

    @Test func onePartComesByItself() throws {
        let reply = try #require(visit(makeRequest("GET /download HTTP/1.1", "Range: bytes=64-72")))
        #expect(reply.head.status == 206)
        #expect(reply.field("content-range") == "bytes 64-72/1048576")
        #expect(reply.text == "00000040 ")
    }

    @Test func severalPartsComeAsMultipart() throws {
        let reply = try #require(visit(makeRequest("GET /download HTTP/1.1", "Range: bytes=0-7,128-135")))
        #expect(reply.head.status == 206)
        #expect(reply.field("content-range") == nil)
        #expect(reply.field("content-type") == "multipart/byteranges; boundary=part-of-the-download")
        let expected = """
            --part-of-the-download
            Content-Type: text/plain; charset=us-ascii
            Content-Range: bytes 0-7/1048576

            00000000
            --part-of-the-download
            Content-Type: text/plain; charset=us-ascii
            Content-Range: bytes 128-135/1048576

            00000080
            --part-of-the-download--

            """
        #expect(reply.body == Array(expected.utf8).flatMap { $0 == 10 ? [13, 10] : [$0] })
    }

    @Test func beyondTheEndIs416WithTheSize() throws {
        let reply = try #require(visit(makeRequest("GET /download HTTP/1.1", "Range: bytes=1048576-")))
        #expect(reply.head.status == 416)
        #expect(reply.field("content-range") == "bytes */1048576")
    }

    @Test func headIgnoresRange() throws {
        let reply = try #require(visit(makeRequest("HEAD /download HTTP/1.1", "Range: bytes=0-7")))
        #expect(reply.head.status == 200)
        #expect(reply.field("content-length") == "1048576")
    }
}
