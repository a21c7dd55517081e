import Bytes
import Flow
import HTTPWire
import Synchronization
import Testing

@testable import Engine

/// Where a message of a person's goes into what one side of a WebSocket sends.
@Suite struct WebSocketSeamTests {
    /// What was said of letters.
    private final class Answers: Sendable {
        let all = Mutex<[WebSocketRefusal?]>([])

        func letter(_ text: String = "mine") -> WebSocketMailbox.Letter {
            WebSocketMailbox.Letter(receiver: .response, isText: true, content: Bytes(text)) { refusal in
                self.all.withLock { $0.append(refusal) }
            }
        }

        var said: [WebSocketRefusal?] { all.withLock { $0 } }
    }

    private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var bytes = WebSocketFrame.whole(.text, Bytes(payload)).array
        bytes[0] = first
        return bytes
    }

    /// A message of two frames with a ping between them, an empty one, and one whose length needs more octets.
    private static let parts: [[UInt8]] = [
        frame(0x01, [65]) + frame(0x89, [1, 2]) + frame(0x80, [66]), frame(0x82, []),
        frame(0x81, [UInt8](repeating: 67, count: 300)),
    ]
    private static let input = parts.flatMap { $0 }
    /// Where a message may come between, but for the beginning.
    private static let ends = parts.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1.count) }

    /// Whatever pieces the bytes come in, and whenever it is sent: it goes at the next end of a message, and the bytes
    /// pass as they came.
    @Test func aMessageGoesBetweenTwoOthersAtEverySplit() {
        let answers = Answers()
        for cut in 0...Self.input.count {
            var seam = WebSocketSeam(from: .server, allowsCompression: false)
            var (passed, places): ([UInt8], [Int]) = ([], [])
            func hear(_ pieces: [WebSocketSeam.Piece]) {
                for piece in pieces {
                    switch piece {
                    case .bytes(let bytes): passed += bytes.array
                    case .letter: places.append(passed.count)
                    }
                }
            }
            hear(seam.take(Bytes(Array(Self.input[..<cut]))))
            #expect(passed.count == cut, "nothing is held back")
            if seam.fits(answers.letter()) { places.append(passed.count) }
            // One at a time, as a slow line brings them.
            for byte in Self.input[cut...] { hear(seam.take(Bytes([byte]))) }
            #expect(passed == Self.input)
            #expect(places == [([0] + Self.ends).first { $0 >= cut } ?? 0], "after \(cut) bytes")
        }
        #expect(answers.said.isEmpty)
    }

    @Test func severalGoInTheirOrder() {
        let answers = Answers()
        var seam = WebSocketSeam(from: .server, allowsCompression: false)
        _ = seam.take(Bytes(Self.frame(0x01, [65])))
        let fit = [seam.fits(answers.letter("a")), seam.fits(answers.letter("b"))]
        #expect(fit == [false, false])
        let pieces = seam.take(Bytes(Self.frame(0x80, [66]) + Self.frame(0x81, [67])))
        let texts = pieces.map { piece in
            switch piece {
            case .bytes(let bytes): "\(bytes.count) bytes"
            case .letter(let letter): letter.content.text
            }
        }
        #expect(texts == ["3 bytes", "a", "b", "3 bytes"])
    }

    @Test func nothingFollowsAClose() {
        let answers = Answers()
        var seam = WebSocketSeam(from: .server, allowsCompression: false)
        _ = seam.take(Bytes(Self.frame(0x01, [65])))
        let fits1 = seam.fits(answers.letter())
        #expect(!fits1)
        // Whoever closes in the middle of a message leaves no place behind it.
        let pieces = seam.take(Bytes(Self.frame(0x88, [3, 0xE8])))
        #expect(pieces.count == 1)
        let fitsAfter = seam.fits(answers.letter())
        #expect(!fitsAfter)
        #expect(answers.said == [.ended, .ended])
    }

    /// What a side sends after its Close has no meaning: it has ended, whether or not that can be read.
    @Test(arguments: [[frame(0xC1, [1])], [frame(0x81, [65])], [frame(0x81, [65]), frame(0x83, [1])], [[0x01, 5]]])
    func afterACloseItHasEnded(after: [[UInt8]]) {
        for isTogether in [false, true] {
            let answers = Answers()
            var seam = WebSocketSeam(from: .server, allowsCompression: false)
            _ = seam.take(Bytes(Self.frame(0x01, [65])))
            let waits = !seam.fits(answers.letter())
            #expect(waits && answers.said.isEmpty)
            let close = Self.frame(0x88, [3, 0xE8])
            let all = isTogether ? [close + after.flatMap { $0 }] : [close] + after
            for bytes in all {
                let passed = seam.take(Bytes(bytes)).map { if case .bytes(let bytes) = $0 { bytes.count } else { 0 } }
                #expect(passed == [bytes.count])
            }
            let fits = seam.fits(answers.letter())
            #expect(!fits && answers.said == [.ended, .ended])
        }
    }

    @Test func whatAreNoFramesPassWithNothingBetween() {
        let answers = Answers()
        var seam = WebSocketSeam(from: .server, allowsCompression: false)
        _ = seam.take(Bytes(Self.frame(0x01, [65])))
        let fits2 = seam.fits(answers.letter())
        #expect(!fits2)
        // RSV1 was not agreed on.
        let broken = Self.frame(0xC1, [1]) + [1, 2, 3]
        for bytes in [broken, [4, 5]] {
            let pieces = seam.take(Bytes(bytes))
            guard pieces.count == 1, case .bytes(let passed) = pieces[0] else {
                Issue.record("\(pieces)")
                continue
            }
            #expect(passed.array == bytes)
        }
        let fits3 = seam.fits(answers.letter())
        #expect(!fits3)
        #expect(answers.said == [.unreadable, .unreadable])
    }

    @Test func onlySoManyWait() {
        let answers = Answers()
        var seam = WebSocketSeam(from: .server, allowsCompression: false)
        _ = seam.take(Bytes([0x01]))
        for _ in 0..<65 {
            let fits = seam.fits(answers.letter())
            #expect(!fits)
        }
        #expect(answers.said == [.tooMany])
        seam.end()
        #expect(answers.said == [.tooMany] + [WebSocketRefusal?](repeating: .ended, count: 64))
    }

    // MARK: - The registry

    @Test func whatIsNotOpenTakesNothing() {
        let (sockets, answers) = (OpenWebSockets(), Answers())
        sockets.send("a", isText: true, to: .request, of: 4) { answers.letter().done($0) }
        let mailbox = sockets.open(4)
        #expect(sockets.isOpen(4) && !sockets.isOpen(5))
        sockets.send("b", isText: true, to: .request, of: 4) { answers.letter().done($0) }
        // What nobody has taken when it ends is told so.
        sockets.close(4)
        sockets.send("c", isText: true, to: .request, of: 4) { answers.letter().done($0) }
        mailbox.put(answers.letter())
        #expect(answers.said == [.closed, .closed, .closed, .closed] && !sockets.isOpen(4))
    }
}
