import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// What is tolerated is forwarded in its normal form, and then decodes without a quirk to the same meaning.
@Suite struct HeadRepairTests {
    @Test(
        arguments: [
            ("HTTP/1.1 204 No\r\nA: b\r\n", "HTTP/1.1 204 No\r\nA: b\r\n"),
            ("HTTP/1.1 204\r\nA: b\r\n", "HTTP/1.1 204 \r\nA: b\r\n"),
            ("HTTP/1.1 204 \r\nA: b\r\n c\r\nD: e\r\n", "HTTP/1.1 204 \r\nA: b   c\r\nD: e\r\n"),
            ("HTTP/1.1 204 \r\nA \t:b\r\n", "HTTP/1.1 204 \r\nA: b\r\n"),
            ("HTTP/1.1 204 \r\nA :\r\n b\r\n\t\r\n", "HTTP/1.1 204 \r\nA: b\r\n"),
            ("HTTP/1.1 200 \r\nContent-Length: 0, 0\r\n", "HTTP/1.1 200 \r\nContent-Length: 0\r\n"),
            (
                "HTTP/1.1 200 \r\nContent-Length: 0\r\nX: y\r\ncontent-length: 0\r\n",
                "HTTP/1.1 200 \r\nContent-Length: 0\r\nX: y\r\n"
            ),
            (
                "HTTP/1.1 200 \r\nContent-Length :\r\n 0,0\r\nContent-Length: 0\r\n",
                "HTTP/1.1 200 \r\nContent-Length: 0\r\n"
            ),
            ("HTTP/1.1 200 \r\nContent-Length : 0\r\nContent-Length: 0\r\n", "HTTP/1.1 200 \r\nContent-Length: 0\r\n"),
        ] as [(String, Bytes)])
    func responses(lines: String, expected: Bytes) throws {
        let head = try #require(response(Bytes(lines + "\r\n")).responseHeads.first)
        let repairs = HeadRepair.repairs(of: head)
        let sent = try HeadEncoder.apply(repairs.map(\.action), to: head.fields)
        #expect(sent == Bytes(expected.array + [13, 10]))
        #expect(response(sent).quirks.isEmpty)
        #expect(Set(repairs.map(\.quirk)).isSubset(of: Set(head.quirks.map(\.code))))
        #expect(repairs.isEmpty == head.quirks.isEmpty)
    }

    @Test func requestsHaveOneLength() throws {
        let trace = request("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1,1\r\nContent-Length: 1\r\n\r\nx")
        let head = try #require(trace.requestHeads.first)
        let sent = try HeadEncoder.apply(HeadRepair.repairs(of: head).map(\.action), to: head.fields)
        #expect(sent == "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n")
    }
}
