import Bytes
import Flow
import Testing

@testable import Explain

/// A connection of HTTP/2 in words.
@Suite struct ConnectionWordsTests {
    private static func record(_ change: (inout ConnectionRecord) -> Void) -> ConnectionWords {
        var record = ConnectionRecord(.upstream, number: 3, wallClock: 0, openedAt: Instant(nanoseconds: 0))
        change(&record)
        return ConnectionWords(record)
    }

    @Test func bothSidesAnnounceWithWhatItMeans() {
        let words = Self.record { record in
            record.add([.init(number: 3, value: 100), .init(number: 999, value: 7)], isSent: false)
        }
        #expect(words.title == "Server connection 3 · stream 0")
        // Hark announced nothing, and nothing is said of it.
        #expect(words.announced.map(\.title) == ["The server announced"])
        let settings = words.announced.flatMap(\.settings)
        #expect(settings.map(\.name) == ["MAX_CONCURRENT_STREAMS", "setting 999"])
        #expect(settings.map(\.value) == [100, 7])
        #expect(settings[0].meaning != nil && settings[1].meaning == nil)
    }

    @Test func aGOAWAYSaysWhoAndWhatWasLeftBehind() {
        let words = Self.record { record in
            record.add(ConnectionRecord.GoAway(isSent: false, last: 5, code: 11, debug: "too\u{1B}much"))
            for stream in 0..<14 { record.add(ConnectionRecord.Lost(stream: UInt32(7 + 2 * stream), flow: nil)) }
        }
        #expect(words.remarks[0].text.hasPrefix("GOAWAY by the server; no stream above 5 was processed. ENHANCE"))
        #expect(words.remarks[0].level == .warning && words.remarks[0].said == "too\u{1B}much")
        #expect(words.remarks[1].text.hasPrefix("Not processed, so they can be sent again: stream 7, stream 9,"))
        #expect(words.remarks[1].text.hasSuffix("stream 29 and 2 more."))
        #expect(!words.remarks.map(\.text).joined().contains("\u{1B}"))
    }

    @Test func whetherItEndedIsSaid() {
        let running = Self.record { _ in }
        #expect(running.remarks.last?.text == "It was still open when this was recorded.")
        #expect(running.remarks.last?.level == .quiet)
        let ended = Self.record { record in
            record.endedAt = Instant(nanoseconds: 2_000_000_000)
            record.end = "pingFlood"
        }
        #expect(ended.remarks.last?.text == "It ended after 2.00 s: pingFlood")
    }
}
