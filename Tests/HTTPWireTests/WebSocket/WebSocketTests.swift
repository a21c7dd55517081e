import Bytes
import HTTPWire
import TestKit
import Testing

/// The frames of a WebSocket, read beside a relay: however they are cut, and to the first thing that is wrong.
@Suite struct WebSocketTests {
    private static func frame(_ first: UInt8, _ payload: [UInt8], mask: [UInt8]? = nil) -> [UInt8] {
        var header = [first]
        let bit: UInt8 = mask == nil ? 0 : 0x80
        switch payload.count {
        case ..<126: header.append(bit | UInt8(payload.count))
        case ..<65_536: header += [bit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default:
            header += [bit | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
        }
        guard let mask else { return header + payload }
        return header + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    private struct Reading: Equatable {
        var frames: [WebSocketFrame] = []
        var messages: [WebSocketMessage] = []
        var error: WebSocketError?

        init(
            _ input: [UInt8], cut step: Int? = nil, from sender: WebSocketReader.Sender = .server, deflate: Bool = false
        ) {
            var reader = WebSocketReader(from: sender, allowsCompression: deflate)
            var assembler = WebSocketMessages(limit: 100_000)
            var unread: [UInt8] = []
            let step = step ?? max(1, input.count)
            do throws(WebSocketError) {
                for start in stride(from: 0, to: input.count, by: step) {
                    unread += input[start..<min(start + step, input.count)]
                    while true {
                        let bytes = Bytes(unread)
                        let next = try bytes.withSpan { span throws(WebSocketError) in try reader.decode(span) }
                        guard let next else { break }
                        switch next.part {
                        case .frame(let frame):
                            frames.append(frame)
                            assembler.begin(frame)
                        case .payload(let place): try assembler.add(bytes.slice(0..<next.consumed), at: place)
                        case .end: if let message = try assembler.end() { messages.append(message) }
                        }
                        unread.removeFirst(next.consumed)
                    }
                }
            } catch {
                self.error = error
            }
        }
    }

    /// The examples of RFC 6455 §5.7.
    @Test func theExamplesAreRead() {
        let hello = Array("Hello".utf8)
        let masked = Reading([0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58], from: .client)
        for (reading, frames) in [
            (Reading([0x81, 0x05] + hello), 1), (masked, 1),
            (Reading([0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F]), 2),
        ] {
            guard case .content(let content)? = reading.messages.first else {
                Issue.record("no message")
                continue
            }
            #expect(content.isText && content.bytes == "Hello" && content.size == 5 && content.frames == frames)
            #expect(reading.messages.count == 1 && reading.error == nil)
        }
        #expect(masked.frames.first?.mask == [0x37, 0xFA, 0x21, 0x3D])
        let fragments = Reading([0x01, 0x01, 0x48, 0x80, 0x01, 0x6C]).frames
        #expect(fragments.map(\.isFinal) == [false, true] && fragments.map(\.opcode) == [.text, .continuation])
        #expect(Reading([0x89, 0x05] + hello).messages == [.ping("Hello")])
        #expect(Reading([0x82, 0x7E, 0x01, 0x00] + [UInt8](repeating: 7, count: 256)).frames.first?.length == 256)
        let long = [UInt8](repeating: 7, count: 65_536)
        #expect(Reading([0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + long).frames.first?.headerSize == 10)
    }

    @Test(
        arguments: [
            ([0xC1, 0x00], .reservedBit, 0), ([0x91, 0x00], .reservedBit, 0), ([0x83, 0x00], .unknownOpcode, 0),
            ([0x8B, 0x00], .unknownOpcode, 0), ([0x81, 0x80, 1, 2, 3, 4], .needlessMask, 1),
            ([0x82, 0x7E, 0, 125], .longerLengthThanNeeded, 2),
            ([0x82, 0x7F, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], .longerLengthThanNeeded, 2),
            ([0x82, 0x7F, 0x80, 0, 0, 0, 0, 0, 0, 0], .lengthTooLarge, 2), ([0x09, 0x00], .fragmentedControl, 0),
            ([0x89, 0x7E, 0, 126], .longControl, 1), ([0x80, 0x00], .strayContinuation, 0),
            ([0x01, 0x01, 0x61, 0x81, 0x00], .interruptedMessage, 3), ([0x88, 0x00, 0x81, 0x00], .afterClose, 2),
            ([0x88, 0x01, 0x03], .malformedClose, 2), ([0x88, 0x02, 0x03, 0xED], .malformedCloseCode, 2),
            ([0x88, 0x02, 0x00, 0x00], .malformedCloseCode, 2), ([0x88, 0x02, 0x0B, 0xB7], .malformedCloseCode, 2),
            ([0x88, 0x03, 0x03, 0xE8, 0xFF], .malformedReason, 4), ([0x81, 0x02, 0x61, 0xFF], .malformedText, 3),
            ([0x81, 0x02, 0xC0, 0x80], .malformedText, 2), ([0x81, 0x03, 0xED, 0xA0, 0x80], .malformedText, 3),
            ([0x81, 0x01, 0xC3], .malformedText, 3), ([0x01, 0x01, 0xC3, 0x80, 0x01, 0x61], .malformedText, 5),
        ] as [([UInt8], WebSocketError.Code, UInt64)])
    func whatIsWrongIsNamedAtItsOctet(input: [UInt8], code: WebSocketError.Code, offset: UInt64) {
        for step in 1...input.count {
            #expect(Reading(input, cut: step).error == WebSocketError(code, offset: offset))
        }
        let isText = code == .malformedText || code == .malformedReason
        #expect(WebSocketError(code, offset: 0).closeCode == (isText ? 1007 : 1002))
    }

    @Test func aClientMasks() {
        #expect(Reading([0x81, 0x00], from: .client).error == WebSocketError(.missingMask, offset: 1))
    }

    @Test func compressionIsAllowedWhereItWasAgreed() {
        #expect(Reading([0xC1, 0x01, 0xFF], deflate: true).error == nil)
        #expect(Reading([0x41, 0x00, 0xC0, 0x00], deflate: true).error?.code == .reservedBit)
        #expect(Reading([0xC9, 0x00], deflate: true).error?.code == .reservedBit)
    }

    @Test func controlFramesStandBetweenFragments() {
        let input =
            [0x01, 0x02, 0xE2, 0x82] + [0x89, 0x01, 0x78] + [0x80, 0x01, 0xAC] + [0x88, 0x04, 0x03, 0xE8, 0x6F, 0x6B]
            as [UInt8]
        let whole = Reading(input)
        #expect(whole.error == nil && whole.messages.count == 3)
        #expect(whole.messages.first == .ping("x") && whole.messages.last == .close(code: 1000, reason: "ok"))
        guard case .content(let content) = whole.messages[1] else { return }
        #expect(content.bytes == "€" && content.frames == 2)
        for step in 1..<input.count { #expect(Reading(input, cut: step) == whole) }
    }

    @Test func moreThanTheLimitIsCountedAndNotKept() {
        let reading = Reading(Self.frame(0x82, [UInt8](repeating: 1, count: 150_000)), cut: 70_000)
        guard case .content(let content)? = reading.messages.first else { return }
        #expect(content.size == 150_000 && content.bytes.count == 100_000)
    }

    @Test func anyCutGivesTheSame() {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<60 {
            var input: [UInt8] = []
            for _ in 0..<5 {
                let mask = (0..<4).map { _ in UInt8.random(in: 0...255, using: &generator) }
                let payload = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
                    UInt8.random(in: 0x20...0x7E, using: &generator)
                }
                input += Self.frame(
                    [0x81, 0x82, 0x01, 0x80].randomElement(using: &generator) ?? 0x81, payload, mask: mask)
            }
            let whole = Reading(input, from: .client)
            for step in [1, 2, 3, 7, 100] { #expect(Reading(input, cut: step, from: .client) == whole) }
        }
    }

    @Test func everyErrorHasItsWords() {
        for code in WebSocketError.Code.allCases {
            let error = WebSocketError(code, offset: 0)
            #expect(
                error.text.hasSuffix(".") && (error.spec.hasPrefix("RFC 6455 §") || error.spec.hasPrefix("RFC 7692 §")))
        }
    }
}
