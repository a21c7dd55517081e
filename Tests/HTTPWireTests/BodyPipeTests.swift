import Bytes
import HTTPModel
import HTTPWire
import Testing

/// Bodies on their way through, in each mode: a message is decoded as it comes, and what goes on is looked at.
@Suite struct BodyPipeTests {
    private static let chunked = "5\r\nhello\r\n1;x=y\r\n \r\n5\r\nworld\r\n0\r\n\r\n"

    /// A response with this body through a pipe, cut into pieces of `step` bytes; what goes on of it.
    private func pass(
        _ body: String, framing: String, _ pipe: inout BodyPipe, step: Int = 1000
    ) throws -> (sent: String, pieces: [BodyPipe.Piece]) {
        let input = Array("HTTP/1.1 200 OK\r\n\(framing)\r\n\(body)".utf8)
        var decoder = HTTP1Decoder(role: .response)
        decoder.expectResponse(to: .get)
        var pieces: [BodyPipe.Piece] = []
        var sent: [UInt8] = []
        var start = 0
        var end = 0
        func take(_ decoded: Decoded, _ pipe: inout BodyPipe) {
            let own = Bytes(Array(input[start..<start + decoded.consumed]))
            var made: [BodyPipe.Piece] = []
            if case .responseHead = decoded.part {
            } else {
                pipe.take(decoded.part, count: decoded.consumed, bytes: { own }, &made)
            }
            for piece in made { if case .made(let bytes) = piece { sent += bytes } else { sent += own } }
            pieces += made
            start += decoded.consumed
        }
        while end < input.count {
            end = min(input.count, end + step)
            while let decoded = try decoder.decode(input[start..<end].span) {
                take(decoded, &pipe)
                if decoded.part == .end { return (String(decoding: sent, as: UTF8.self), pieces) }
            }
        }
        if try decoder.endOfInput(unread: 0) == .end { take(Decoded(.end, consumed: 0), &pipe) }
        return (String(decoding: sent, as: UTF8.self), pieces)
    }

    private static let chunks = "Transfer-Encoding: chunked\r\n"
    private static let length = "Content-Length: 11\r\n"

    @Test(arguments: [1, 2, 7, 1000])
    func asItIsNothingIsMade(step: Int) throws {
        var pipe = BodyPipe(.asIs)
        let passed = try pass(Self.chunked, framing: Self.chunks, &pipe, step: step)
        #expect(passed.sent == Self.chunked)
        #expect(passed.pieces.allSatisfy { $0 == .own })
        #expect(pipe.gathering == .none)
    }

    @Test(arguments: [1, 2, 7, 1000])
    func withoutChunkLinesTheContentIsLeft(step: Int) throws {
        var pipe = BodyPipe(.reframed(.bare))
        #expect(try pass(Self.chunked, framing: Self.chunks, &pipe, step: step).sent == "hello world")
    }

    @Test func contentOfAnyFramingGoesOnInChunks() throws {
        for framing in [Self.length, ""] {
            var pipe = BodyPipe(.reframed(.chunked))
            #expect(
                try pass("hello world", framing: framing, &pipe).sent == "b\r\nhello world\r\n0\r\n\r\n", "\(framing)")
        }
        var pipe = BodyPipe(.reframed(.chunked))
        #expect(try pass("", framing: "", &pipe).sent == "0\r\n\r\n")
    }

    @Test func trailersStayBehindTheLastChunk() throws {
        let body = "2\r\nab\r\n0\r\nX: y\r\n\r\n"
        var pipe = BodyPipe(.reframed(.chunked))
        #expect(try pass(body, framing: Self.chunks, &pipe).sent == body)
        var bare = BodyPipe(.reframed(.bare))
        #expect(try pass(body, framing: Self.chunks, &bare).sent == "ab")
    }

    @Test(arguments: [1, 3, 1000], [("hello world", length), (chunked, chunks), ("hello world", "")])
    func whatIsGatheredIsTheContentAndNothingOfItHasGoneOn(step: Int, message: (body: String, framing: String)) throws {
        var pipe = BodyPipe(.gathered(limit: 11))
        #expect(pipe.gathering == .underWay)
        #expect(try pass(message.body, framing: message.framing, &pipe, step: step).sent.isEmpty)
        #expect(pipe.gathering == .whole("hello world"))

        var released: [BodyPipe.Piece] = []
        var same = pipe
        same.release(&released)
        #expect(released == [.made(Bytes(message.body))])
        same.release(&released)
        #expect(released.count == 1)

        var replaced: [BodyPipe.Piece] = []
        pipe.release(replacedBy: "other", .bare, &replaced)
        #expect(replaced == [.made("other")])
        pipe.release(&replaced)
        #expect(replaced.count == 1)
    }

    @Test(arguments: [1, 3, 1000], [("hello world", length), (chunked, chunks), ("hello world", "")])
    func whatBecomesTooLongGoesOnWithNothingLost(step: Int, message: (body: String, framing: String)) throws {
        var pipe = BodyPipe(.gathered(limit: 10))
        #expect(try pass(message.body, framing: message.framing, &pipe, step: step).sent == message.body)
        #expect(pipe.gathering == .tooLong)
        var pieces: [BodyPipe.Piece] = []
        pipe.release(&pieces)
        #expect(pieces.isEmpty)
    }

    /// 20 bytes of framing for each byte of content: the memory they take is bounded with it.
    @Test func chunkLinesCountWhenABodyIsGathered() throws {
        let chunk = "1;" + String(repeating: "x", count: 200) + "\r\na\r\n"
        let body = String(repeating: chunk, count: 1000) + "0\r\n\r\n"
        var pipe = BodyPipe(.gathered(limit: 10_000))
        #expect(try pass(body, framing: Self.chunks, &pipe).sent == body)
        #expect(pipe.gathering == .tooLong)
    }

    @Test func anEmptyBodyIsGatheredToo() throws {
        var pipe = BodyPipe(.gathered(limit: 0))
        #expect(try pass("0\r\n\r\n", framing: Self.chunks, &pipe).sent.isEmpty)
        #expect(pipe.gathering == .whole(""))
    }

    @Test func ofWhatIsReplacedNothingGoesOn() throws {
        var bare = BodyPipe(.replaced("other", .bare))
        #expect(try pass(Self.chunked, framing: Self.chunks, &bare, step: 1).sent == "other")
        var chunks = BodyPipe(.replaced("other", .chunked))
        #expect(try pass("hello world", framing: Self.length, &chunks, step: 1).sent == "5\r\nother\r\n0\r\n\r\n")
        var empty = BodyPipe(.replaced("", .chunked))
        #expect(try pass("hello world", framing: Self.length, &empty).sent == "0\r\n\r\n")
    }
}
