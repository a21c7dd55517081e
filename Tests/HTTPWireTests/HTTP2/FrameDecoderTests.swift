import Bytes
import HTTPWire
import TestKit
import Testing

/// Each frame by itself: what it says, what is wrong with it, what is odd.
@Suite struct FrameDecoderTests {
    private static func decode(_ input: [UInt8]) throws(HTTP2Error) -> Frame? {
        var decoder = FrameDecoder()
        return try Bytes(input).withSpan { span throws(HTTP2Error) in try decoder.decode(span) }
    }

    @Test(
        arguments: [
            (RawPeer.frame(0, 1, 5, [1, 2, 3]), .data(9..<12)),
            (RawPeer.frame(0, 8, 5, [1, 7, 0]), .data(10..<11)),
            (RawPeer.frame(3, 0, 5, [0, 0, 0, 8]), .resetStream(.cancel)),
            (RawPeer.frame(6, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8]), .ping(Bytes([1, 2, 3, 4, 5, 6, 7, 8]))),
            (
                RawPeer.frame(7, 0, 0, [0, 0, 0, 5, 0, 0, 0, 11, 0x68, 0x69]),
                .goAway(last: 5, .enhanceYourCalm, debug: "hi")
            ),
            (RawPeer.frame(8, 0, 0, [0, 1, 0, 0]), .windowUpdate(65_536)),
            (RawPeer.frame(9, 4, 1, [0x82]), .continuation(Bytes([0x82]))),
            (
                RawPeer.frame(4, 0, 0, RawPeer.setting(3, 100) + RawPeer.setting(4, 0)),
                .settings([HTTP2Setting(.maxConcurrentStreams, 100), HTTP2Setting(.initialWindowSize, 0)])
            ),
            (RawPeer.frame(16, 0, 0, [0, 0, 0, 3, 0x75, 0x3D, 0x30]), .priorityUpdate(stream: 3, value: "u=0")),
            (RawPeer.frame(0xFA, 0xFF, 3, [1]), .other(Bytes([1]))),
            (RawPeer.frame(5, 4, 1, [0, 0, 0, 2, 0x82]), .pushPromise(stream: 2, Bytes([0x82]))),
        ] as [([UInt8], Frame.Payload)])
    func aFrameSaysWhatItCarries(input: [UInt8], payload: Frame.Payload) throws {
        let frame = try #require(try Self.decode(input))
        #expect(frame.payload == payload)
        #expect(frame.size == input.count && frame.offset == 0)
    }

    @Test func headersMayHavePaddingAndAPriority() throws {
        let payload: [UInt8] = [2, 0x80, 0, 0, 3, 15, 0x82, 0x84, 0, 0]
        let frame = try #require(try Self.decode(RawPeer.frame(1, 0x2C, 5, payload)))
        guard case .headers(let block, let priority?) = frame.payload else {
            Issue.record("no HEADERS with a priority")
            return
        }
        #expect(block == Bytes([0x82, 0x84]) && frame.padding == 2)
        #expect(priority.isExclusive && priority.parent == 3 && priority.weight == 16)
        #expect(frame.quirks.isEmpty && frame.fault == nil && !frame.endsStream)
    }

    @Test(
        arguments: [
            // RFC 9113 §4.2
            (RawPeer.frame(0, 0, 1, [UInt8](repeating: 0, count: 16_385)), .frameTooLarge, .frameSizeError),
            // §6: frames of a stream on none, frames of the connection on one.
            (RawPeer.frame(0, 0, 0, [1]), .missingStream, .protocolError),
            (RawPeer.frame(1, 4, 0, [0x82]), .missingStream, .protocolError),
            (RawPeer.frame(2, 0, 0, [0, 0, 0, 1, 0]), .missingStream, .protocolError),
            (RawPeer.frame(3, 0, 0, [0, 0, 0, 0]), .missingStream, .protocolError),
            (RawPeer.frame(9, 4, 0, []), .missingStream, .protocolError),
            (RawPeer.frame(4, 0, 1, []), .needlessStream, .protocolError),
            (RawPeer.frame(6, 0, 1, [0, 0, 0, 0, 0, 0, 0, 0]), .needlessStream, .protocolError),
            (RawPeer.frame(7, 0, 1, [0, 0, 0, 0, 0, 0, 0, 0]), .needlessStream, .protocolError),
            // §6.1, §6.2: padding.
            (RawPeer.frame(0, 8, 1, [3, 0, 0]), .paddingTooLong, .protocolError),
            (RawPeer.frame(0, 8, 1, []), .wrongFrameSize, .frameSizeError),
            (RawPeer.frame(1, 12, 1, [1]), .paddingTooLong, .protocolError),
            (RawPeer.frame(1, 0x24, 1, [0, 0, 0, 0]), .wrongFrameSize, .frameSizeError),
            // §6.4 to §6.9: lengths.
            (RawPeer.frame(3, 0, 1, [0, 0, 0]), .wrongFrameSize, .frameSizeError),
            (RawPeer.frame(4, 1, 0, RawPeer.setting(3, 1)), .wrongFrameSize, .frameSizeError),
            (RawPeer.frame(4, 0, 0, [0, 3, 0]), .wrongFrameSize, .frameSizeError),
            (RawPeer.frame(6, 0, 0, [0]), .wrongFrameSize, .frameSizeError),
            (RawPeer.frame(7, 0, 0, [0, 0, 0, 0]), .wrongFrameSize, .frameSizeError),
            (RawPeer.frame(8, 0, 0, [0, 0, 1]), .wrongFrameSize, .frameSizeError),
            (RawPeer.frame(8, 0, 0, [0, 0, 0, 0]), .zeroIncrement, .protocolError),
            (RawPeer.frame(4, 0, 0, [UInt8](repeating: 0, count: 33 * 6)), .tooManyValues, .enhanceYourCalm),
        ] as [([UInt8], HTTP2Error.Code, HTTP2ErrorCode)])
    func whatEndsTheConnectionIsNamed(input: [UInt8], code: HTTP2Error.Code, errorCode: HTTP2ErrorCode) {
        #expect(throws: HTTP2Error(code, offset: 0)) { try Self.decode(input) }
        #expect(HTTP2Error(code, offset: 0).errorCode == errorCode)
    }

    /// RFC 9113 §6.5.2; the offset is that of the value.
    @Test(
        arguments: [
            (2, 2, .malformedSetting, .protocolError), (4, 1 << 31, .initialWindowTooLarge, .flowControlError),
            (5, 16_383, .malformedSetting, .protocolError), (5, 1 << 24, .malformedSetting, .protocolError),
            (8, 2, .malformedSetting, .protocolError), (9, 2, .malformedSetting, .protocolError),
        ] as [(UInt16, UInt32, HTTP2Error.Code, HTTP2ErrorCode)])
    func aSettingThatCannotBeIsRefused(
        number: UInt16, value: UInt32, code: HTTP2Error.Code, errorCode: HTTP2ErrorCode
    ) {
        let input = RawPeer.frame(4, 0, 0, RawPeer.setting(3, 1) + RawPeer.setting(number, value))
        #expect(throws: HTTP2Error(code, offset: 15)) { try Self.decode(input) }
        #expect(HTTP2Error(code, offset: 0).errorCode == errorCode)
    }

    @Test(
        arguments: [
            (RawPeer.frame(2, 0, 3, [0, 0, 0, 1]), .wrongFrameSize, .frameSizeError),
            (RawPeer.frame(2, 0, 3, [0, 0, 0, 3, 1]), .selfDependency, .protocolError),
            (RawPeer.frame(1, 0x24, 3, [0, 0, 0, 3, 1, 0x82]), .selfDependency, .protocolError),
            (RawPeer.frame(8, 0, 3, [0, 0, 0, 0]), .zeroIncrement, .protocolError),
            (RawPeer.frame(8, 0, 3, [0x80, 0, 0, 0]), .zeroIncrement, .protocolError),
        ] as [([UInt8], HTTP2Error.Code, HTTP2ErrorCode)])
    func whatEndsAStreamIsAFaultOfItsFrame(
        input: [UInt8], code: HTTP2Error.Code, errorCode: HTTP2ErrorCode
    ) throws {
        let frame = try #require(try Self.decode(input))
        #expect(frame.fault == HTTP2Error(code, .stream(3), offset: 0))
        #expect(frame.fault?.errorCode == errorCode)
    }

    @Test(
        arguments: [
            (RawPeer.frame(0xBE, 0, 1, [1]), [.unknownType], 3, 1),
            (RawPeer.frame(0, 0x82, 1, [1]), [.undefinedFlags], 4, 1),
            (RawPeer.frame(6, 2, 0, [0, 0, 0, 0, 0, 0, 0, 0]), [.undefinedFlags], 4, 1),
            (RawPeer.frame(0, 0, 0x8000_0001, [1]), [.reservedBit], 5, 1),
            (RawPeer.frame(8, 0, 1, [0x80, 0, 0, 1]), [.reservedBit], 9, 1),
            (RawPeer.frame(0, 8, 1, [3, 7, 0, 9, 0]), [.nonZeroPadding], 12, 2),
            (RawPeer.frame(4, 0, 0, RawPeer.setting(0x0A0A, 1)), [.unknownSetting], 9, 6),
            (RawPeer.frame(4, 0, 0, RawPeer.setting(3, 1) + RawPeer.setting(3, 2)), [.repeatedSetting], 15, 6),
        ] as [([UInt8], [FrameQuirk.Code], Int, Int)])
    func whatIsOddIsTold(input: [UInt8], codes: [FrameQuirk.Code], offset: Int, length: Int) throws {
        let frame = try #require(try Self.decode(input))
        #expect(frame.quirks.map(\.code) == codes)
        #expect(frame.quirks.first?.offset == offset && frame.quirks.first?.length == length)
        #expect(frame.fault == nil)
    }

    /// Every prefix needs more, unless its header alone is wrong; and what is whole is never cut.
    @Test func framesAreReadHoweverTheyAreCut() throws {
        let frames = [
            RawPeer.frame(4, 0, 0, RawPeer.setting(3, 1)), RawPeer.frame(1, 4, 1, [0x82, 0x84]),
            RawPeer.frame(0, 9, 1, [1, 7, 0]), RawPeer.frame(0xEE, 0, 9, []),
        ]
        let input = frames.flatMap { $0 }
        var whole: [Frame] = []
        var decoder = FrameDecoder()
        for step in 1...input.count {
            decoder = FrameDecoder()
            var found: [Frame] = []
            var start = 0
            for end in stride(from: step, to: input.count, by: step).map(\.self) + [input.count] {
                while let frame = try Bytes(Array(input[start..<end])).withSpan({ span in try decoder.decode(span) }) {
                    found.append(frame)
                    start += frame.size
                }
            }
            if whole.isEmpty { whole = found }
            #expect(found == whole && start == input.count)
        }
        #expect(whole.map(\.header.typeNumber) == [4, 1, 0, 0xEE])
        #expect(whole.map(\.offset) == [0, 15, 26, 38])
    }

    @Test func aHeaderThatIsWrongIsNotWaitedFor() {
        let start = Array(RawPeer.frame(0, 0, 1, [UInt8](repeating: 0, count: 20_000)).prefix(9))
        #expect(throws: HTTP2Error(.frameTooLarge, offset: 0)) { try Self.decode(start) }
    }

    @Test func whatIsWrittenIsReadAsTheSame() throws {
        var output: [UInt8] = []
        FrameEncoder.block(
            Bytes([UInt8](repeating: 0x82, count: 40_000)), stream: 3, endsStream: true, largest: 16_384, into: &output)
        Bytes("abc").withSpan {
            FrameEncoder.data($0, stream: 3, padding: 2, endsStream: true, into: &output)
        }
        FrameEncoder.goAway(last: 7, .cancel, debug: "x", into: &output)
        var decoder = FrameDecoder()
        var frames: [Frame] = []
        var rest = Bytes(output)
        while let frame = try rest.withSpan({ span in try decoder.decode(span) }) {
            frames.append(frame)
            rest = rest.slice(frame.size..<rest.count)
        }
        #expect(
            frames.map(\.outline) == [
                "HEADERS 3 end", "CONTINUATION 3", "CONTINUATION 3", "DATA 3 3 end", "GOAWAY 7 8",
            ])
        #expect(frames.map { $0.header.flags.contains(.endHeaders) } == [false, false, true, false, false])
        #expect(frames[3].padding == 2 && rest.isEmpty)
    }

    @Test func everyErrorHasItsWords() {
        for code in HTTP2Error.Code.allCases {
            let error = HTTP2Error(code, offset: 0)
            #expect(error.text.hasSuffix(".") && error.spec.hasPrefix("RFC "))
        }
        for rule in FrameQuirk.Code.allCases { #expect(!rule.rawValue.isEmpty) }
    }
}
