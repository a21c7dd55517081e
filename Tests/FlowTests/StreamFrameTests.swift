import Flow
import Testing

/// A record has up to a thousand frames of each message, so they are small.
@Suite struct StreamFrameTests {
    @Test func aFrameTakesFewOctetsAndForgetsNothing() {
        #expect(MemoryLayout<StreamFrame>.stride <= 32)
        var frame = StreamFrame(type: 200, flags: 0x89, size: 0xFF_FFFF, padding: 255)
        frame.window = -0x7FFF_FFFF
        frame.connectionWindow = 0x7FFF_FFFF
        frame.isSent = true
        #expect(frame.type == 200 && frame.flags == 0x89 && frame.size == 0xFF_FFFF && frame.padding == 255)
        #expect(frame.window == -0x7FFF_FFFF && frame.connectionWindow == 0x7FFF_FFFF && frame.isSent)
        #expect(frame.code == nil && frame.increment == nil)
        #expect(StreamFrame(type: 3, flags: 0, size: 4, code: .max).code == .max)
        frame.increment = 0x7FFF_FFFF
        #expect(frame.increment == 0x7FFF_FFFF && frame.code == nil)
    }

    @Test func whatIsNotKnownIsNot() {
        var frame = StreamFrame(type: 0, flags: 0, size: 0, padding: 0)
        #expect(frame.padding == 0 && frame.window == nil && frame.connectionWindow == nil && !frame.isSent)
        #expect(StreamFrame(type: 0, flags: 0, size: 0).padding == nil)
        let before = frame
        frame.increment = 5
        frame.window = 0
        #expect(frame.window == 0)
        frame.increment = nil
        frame.window = nil
        #expect(frame == before)
    }

    /// Files may say anything.
    @Test func numbersThatNoFrameHasAreCutToThoseThatOneCan() {
        var frame = StreamFrame(type: 0, flags: 0, size: .max, padding: -5)
        frame.window = .max
        frame.connectionWindow = .min + 1
        #expect(frame.size == Int(UInt32.max) && frame.padding == 0 && frame.window == 0x7FFF_FFFF)
        #expect(StreamFrame(type: 0, flags: 0, size: -1).size == 0)
    }
}
