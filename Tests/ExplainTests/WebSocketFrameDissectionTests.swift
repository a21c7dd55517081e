import Bytes
import Flow
import HTTPModel
import Testing

@testable import Explain

/// Frames of a WebSocket are told as they were on the wire, by the examples of RFC 6455 §5.7.
@Suite struct WebSocketFrameDissectionTests {
    private func dissect(
        _ form: InnerMessage.Form, _ text: Bytes, from: MessageKind, compressed: Bool = false,
        _ frames: [(isFinal: Bool, mask: UInt32?, size: UInt64)]
    ) -> [WebSocketFrameDissection] {
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        let told = frames.enumerated().map { place, frame in
            InnerMessage.Frame(
                isFinal: frame.isFinal, reserved: compressed && place == 0 ? 4 : 0, mask: frame.mask, size: frame.size,
                time: Instant(nanoseconds: 0))
        }
        record.apply(
            FlowEvent(
                flow: record.id, time: Instant(nanoseconds: 1),
                fact: .innerMessage(
                    InnerMessage(
                        from: from, form, at: Instant(nanoseconds: 1), bytes: text, isCompressed: compressed,
                        frames: told))))
        return WebSocketFrameDissection.frames(of: record, limit: 100)
    }

    private func hex(_ frame: WebSocketFrameDissection) -> String { Hex.text(frame.bytes) }

    @Test func theStandardsExamplesAreMadeAnew() {
        #expect(dissect(.text, "Hello", from: .response, [(true, nil, 5)]).map(hex) == ["810548656c6c6f"])
        #expect(
            dissect(.text, "Hello", from: .request, [(true, 0x37FA_213D, 5)]).map(hex) == ["818537fa213d7f9f4d5158"])
        let parts = dissect(.text, "Hello", from: .response, [(false, nil, 3), (true, nil, 2)])
        #expect(parts.map(hex) == ["010348656c", "80026c6f"])
        #expect(parts.map(\.title) == ["Frame · server · text · frame 1 of 2", "Frame · server · text · frame 2 of 2"])
        #expect(dissect(.ping, "Hello", from: .response, [(true, nil, 5)]).map(hex) == ["890548656c6c6f"])
        #expect(dissect(.close(1000), "x", from: .response, [(true, nil, 3)]).map(hex) == ["880303e878"])
        let large = dissect(.binary, Bytes([UInt8](repeating: 1, count: 256)), from: .response, [(true, nil, 256)])
        #expect(large.map(hex).first?.hasPrefix("827e01000101") == true && large.first?.omitted == 0)
        let larger = dissect(
            .binary, Bytes([UInt8](repeating: 1, count: 70_000)), from: .response, [(true, nil, 70_000)])
        #expect(larger.map(hex).first?.hasPrefix("827f0000000000011170") == true)
        #expect(larger.first?.omitted == 70_000 - 1024)
    }

    @Test func everyByteHasOneSpan() throws {
        for frame in dissect(.text, "Hello", from: .request, [(false, 1, 2), (true, 2, 3)]) {
            #expect(
                frame.spans.map(\.offset)
                    == frame.spans.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.length) }.dropLast())
            #expect(frame.spans.map(\.length).reduce(0, +) == frame.bytes.count)
        }
        let masked = try #require(dissect(.text, "Hello", from: .request, [(true, 7, 5)]).first)
        #expect(masked.spans.last?.text.contains("“Hello”") == true)
    }

    /// What was compressed is not there as it was sent, and nothing is made up for it.
    @Test func aCompressedPayloadIsLeftOut() throws {
        let frame = try #require(
            dissect(.text, "Hello Hello", from: .response, compressed: true, [(true, nil, 7)]).first)
        #expect(hex(frame) == "c107" && frame.omitted == 7)
        #expect(frame.spans.first?.text.contains("RSV1") == true)
    }

    @Test func whatIsNoWebSocketHasNoFrames() {
        #expect(dissect(.line, "{}", from: .response, []).isEmpty)
    }
}
