import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire
import Testing

@testable import Messages

/// Messages of a WebSocket, read beside its relay: whole however the bytes were cut, inflated as agreed, and to the
/// first thing that is wrong.
@Suite struct WebSocketSideTests {
    // MARK: What is read

    @Test func messagesAreTheSameHoweverTheyAreCut() {
        let bytes =
            frame(0x01, "Hal") + frame(0x89, "still there?") + frame(0x80, "lo") + frame(0x82, [0, 255, 7])
            + frame(0x88, [0x03, 0xE8] + Array("bye".utf8))
        let whole = read(bytes, .response)
        #expect(whole.messages.map(\.form) == [.ping, .text, .binary, .close(1000)])
        #expect(whole.messages.map(\.bytes) == ["still there?", "Hallo", Bytes([0, 255, 7]), "bye"])
        #expect(whole.messages.map(\.offset) == [5, 0, 23, 28])
        #expect(whole.messages[1].frames.map(\.isFinal) == [false, true])
        #expect(whole.messages[0].frames.count == 1)
        #expect(whole.ends.isEmpty)
        for step in 1...bytes.count { #expect(read(bytes, .response, step: step) == whole) }
    }

    @Test func masksAreTakenOffAndTold() {
        let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        let bytes = [0x81, 0x85] + mask + [0x7F, 0x9F, 0x4D, 0x51, 0x58]
        for step in 1...bytes.count {
            let found = read(bytes, .request, step: step).messages
            #expect(found.map(\.bytes) == ["Hello"])
            #expect(found.first?.frames.first?.mask == 0x37FA_213D)
            #expect(found.first?.from == .request)
        }
    }

    @Test func aLongMessageIsKeptInPartAndItsSizeTold() {
        let found = read(frame(0x82, [UInt8](repeating: 9, count: 70_000)), .response, limit: 100).messages
        #expect(found.first?.bytes.count == 100)
        #expect(found.first?.size == 70_000)
        #expect(found.first?.isTruncated == true)
    }

    @Test func framesOfOneMessageAreToldUpToALimit() {
        let many = frame(0x01, "") + (0..<3000).flatMap { _ in frame(0x00, "") } + frame(0x80, "x")
        let found = read(many, .response).messages
        #expect(found.first?.frames.count == WebSocketSide.frameLimit)
        #expect(found.first?.frameCount == 3002)
    }

    // MARK: Compression

    /// RFC 7692 §7.2.3.1 to §7.2.3.4.
    @Test(
        arguments: [
            [[0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]],
            [[0x41, 0x03, 0xF2, 0x48, 0xCD], [0x80, 0x04, 0xC9, 0xC9, 0x07, 0x00]],
            [[0xC1, 0x0B, 0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00]],
            [[0xC1, 0x08, 0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]],
            [[0xC1, 0x0D, 0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00]],
        ] as [[[UInt8]]])
    func theExamplesOfTheCompressionAreRead(frames: [[UInt8]]) {
        let bytes = frames.flatMap { $0 }
        for step in 1...bytes.count {
            let found = read(bytes, .response, step: step, deflate: "permessage-deflate")
            #expect(found.messages.map(\.bytes) == ["Hello"])
            #expect(found.messages.first?.isCompressed == true)
            #expect(found.ends.isEmpty)
        }
    }

    /// RFC 7692 §7.2.3.2: the second message refers to the first.
    @Test func theWindowGoesOnFromMessageToMessage() {
        let two: [UInt8] = [0xC1, 7, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0xC1, 5, 0xF2, 0x00, 0x11, 0x00, 0x00]
        #expect(read(two, .response, deflate: "permessage-deflate").messages.map(\.bytes) == ["Hello", "Hello"])
        // Where each begins anew, nothing can be referred to.
        let anew = read(two, .response, deflate: "permessage-deflate; server_no_context_takeover")
        #expect(anew.messages.map(\.bytes) == ["Hello"])
        #expect(anew.ends.map(\.code) == ["malformedCompression"])
        #expect(anew.ends.first?.closeCode == 1007)
    }

    @Test func compressionOfOneSideDoesNotReachTheOther() {
        let deflate = "permessage-deflate; client_no_context_takeover; server_max_window_bits=9"
        let agreed = WebSocketHandshake.deflate(answer(deflate).fields)
        #expect(agreed?.client.windowBits == 15 && agreed?.client.startsAnew == true)
        #expect(agreed?.server.windowBits == 9 && agreed?.server.startsAnew == false)
        #expect(WebSocketHandshake.deflate(answer("x-other; a=b").fields) == nil)
    }

    @Test func aSmallWindowIsHonoured() {
        let text = (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }
        let small = Deflated.message(text, windowBits: 9)
        let bytes = frame(0xC2, small)
        let found = read(bytes, .response, deflate: "permessage-deflate; server_max_window_bits=9").messages
        #expect(found.first?.bytes == Bytes(text))
    }

    @Test func aBombStopsReadingForGood() {
        let bomb = Deflated.message([UInt8](repeating: 0, count: 80 << 20), windowBits: 15)
        let bytes = frame(0xC2, bomb) + frame(0x81, "after")
        let found = read(bytes, .response, step: 16_384, deflate: "permessage-deflate")
        #expect(found.messages.isEmpty)
        #expect(found.ends.map(\.code) == ["compressionBomb"])
        #expect(found.ends.first?.closeCode == 1009)
    }

    @Test func muchThatIsHardlyCompressedIsNoBomb() {
        // 60 MiB stand for themselves.
        let text = [UInt8](repeating: 0, count: 60 << 20)
        let found = read(
            frame(0xC2, Deflated.message(text, windowBits: 15)), .response, step: 16_384, deflate: "permessage-deflate")
        #expect(found.ends.isEmpty)
        #expect(found.messages.first?.size == 60 << 20)
        #expect(found.messages.first?.bytes.count == 16 << 20)
    }

    @Test func compressedTextMustBeTextToo() {
        let bytes = frame(0xC1, Deflated.message([0x48, 0xFF], windowBits: 15))
        for step in 1...bytes.count {
            let found = read(bytes, .response, step: step, deflate: "permessage-deflate")
            #expect(found.messages.isEmpty)
            #expect(found.ends.map(\.code) == ["malformedText"])
            #expect(found.ends.first?.offset == 2)
        }
    }

    // MARK: What breaks a rule

    @Test(
        arguments: [
            ([0x81, 0x85, 1, 2, 3, 4, 0, 0, 0, 0, 0], "needlessMask", 1002, 1),
            ([0x91, 0x00], "reservedBit", 1002, 0),
            ([0x83, 0x00], "unknownOpcode", 1002, 0),
            ([0x81, 0x02, 0xC3, 0x28], "malformedText", 1007, 3),
            ([0x88, 0x02, 0x03, 0xEE], "malformedCloseCode", 1002, 2),
            ([0x80, 0x00], "strayContinuation", 1002, 0),
        ] as [([UInt8], String, UInt16, UInt64)])
    func theFirstFaultIsNamedAndNothingReadBehindIt(
        bytes: [UInt8], code: String, closeCode: UInt16, offset: UInt64
    ) {
        let before = frame(0x81, "before")
        let found = read(before + bytes + frame(0x81, "after"), .response)
        #expect(found.messages.map(\.bytes) == ["before"])
        #expect(found.ends.map(\.code) == [code])
        #expect(found.ends.map(\.closeCode) == [closeCode])
        #expect(found.ends.map(\.offset) == [UInt64(before.count) + offset])
    }

    @Test func aFaultOfOneSideLeavesTheOtherToBeRead() {
        var flow = FollowedFlow()
        flow.happen(.tunnelOpened(protocol: "websocket"))
        // A client's frame has to be masked.
        flow.happen(.tunnelBytes(.request, Bytes(frame(0x81, "no mask"))))
        flow.happen(.tunnelBytes(.response, Bytes(frame(0x88, [0x03, 0xEA]))))
        #expect(flow.record.inner.ends.map(\.code) == ["missingMask"])
        #expect(flow.record.inner.list.map(\.form) == [.close(1002)])
    }

    @Test func aTunnelOfAnotherProtocolIsNotRead() {
        var flow = FollowedFlow()
        flow.happen(.tunnelOpened(protocol: "CONNECT"))
        flow.happen(.tunnelBytes(.response, Bytes(frame(0x81, "a"))))
        #expect(flow.record.inner.isEmpty)
        #expect(!flow.follower.isReading)
    }

    // MARK: The handshake

    /// RFC 6455 §1.3.
    @Test func theKeyIsAnsweredAsTheStandardSays() {
        #expect(WebSocketHandshake.accept(for: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(WebSocketHandshake.isKey("dGhlIHNhbXBsZSBub25jZQ=="))
        #expect(!WebSocketHandshake.isKey("dGhlIHNhbXBsZQ=="))
        #expect(!WebSocketHandshake.isKey("no base64"))
    }

    // MARK: Tools

    private struct Found: Equatable {
        var messages: [InnerMessage] = []
        var ends: [InnerReadingEnd] = []
    }

    private func frame(_ first: UInt8, _ payload: String) -> [UInt8] { frame(first, Array(payload.utf8)) }

    private func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        switch payload.count {
        case ..<126: [first, UInt8(payload.count)] + payload
        case ..<65_536: [first, 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)] + payload
        default:
            [first, 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) } + payload
        }
    }

    /// Nothing that an end point would close for, as far as can be told.
    @Test func whatAnUnknownExtensionMayMeanIsNoFault() {
        func ends(_ extensions: String, _ bytes: [UInt8]) -> (ends: [InnerReadingEnd], texts: [Bytes]) {
            var flow = FollowedFlow()
            flow.happen(.responseHeadReceived(answer(extensions), Framing(.none, rule: 2)))
            flow.happen(.tunnelOpened(protocol: "websocket"))
            flow.happen(.tunnelBytes(.response, Bytes([0x81, 1, 0x61] + bytes)))
            return (flow.record.inner.ends, flow.record.inner.list.map(\.bytes))
        }
        for bytes: [UInt8] in [[0xA1, 1, 0x61], [0x83, 0], [0x81, 1, 0xFF]] {
            let other = ends("permessage-deflate, x-own", bytes)
            #expect(other.texts == ["a"] && other.ends.map(\.code) == ["unknownExtension"])
            #expect(other.ends.first?.closeCode == nil)
            #expect(ends("permessage-deflate", bytes).ends.first?.closeCode != nil)
        }
        // It changes no rule of frames.
        #expect(ends("x-own", [0x81, 0x80, 0, 0, 0, 0]).ends.map(\.code) == ["needlessMask"])
    }

    private func answer(_ extensions: String) -> ResponseHead {
        FollowedFlow.response("HTTP/1.1 101 S\r\nSec-WebSocket-Extensions: \(extensions)\r\n\r\n")
    }

    private func read(
        _ bytes: [UInt8], _ from: MessageKind, step: Int? = nil, limit: Int = 16 << 20, deflate: String? = nil
    ) -> Found {
        let agreed = deflate.flatMap { WebSocketHandshake.deflate(answer($0).fields) }
        var side = WebSocketSide(from: from, limit: limit, deflate: agreed)
        var facts: [FlowEvent.Fact] = []
        let all = Bytes(bytes)
        for start in stride(from: 0, to: bytes.count, by: step ?? bytes.count) {
            let piece = all.slice(start..<min(start + (step ?? bytes.count), bytes.count))
            side.take(piece, at: Instant(nanoseconds: 5)) { facts.append($0) }
        }
        var found = Found()
        for fact in facts {
            switch fact {
            case .innerMessage(let message): found.messages.append(message)
            case .innerReadingEnded(let end): found.ends.append(end)
            default: Issue.record("\(fact)")
            }
        }
        return found
    }
}
