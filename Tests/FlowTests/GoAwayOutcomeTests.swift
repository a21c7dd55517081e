import Bytes
import Flow
import Testing

/// A connection that its server ended says so in the record: who, with which code, in which words (RFC 9113 §6.8).
@Suite struct GoAwayOutcomeTests {
    @Test(
        arguments: [
            (11, "ENHANCE_YOUR_CALM (11)", .serverOverloaded), (0, "NO_ERROR (0)", .serverGoingAway),
            (1, "PROTOCOL_ERROR (1)", .serverGoingAway), (4711, "code 4711", .serverGoingAway),
        ] as [(UInt32, String, Outcome.Code)])
    func codeAndWordsAreNamed(code: UInt32, name: String, outcome: Outcome.Code) {
        let made = Outcome.goAway(code: code, last: 5, debug: "too_many_pings")
        #expect(made.code == outcome && made.by == .upstream)
        #expect(made.text.contains("GOAWAY") && made.text.contains(name))
        #expect(made.text.contains("no stream above 5") && made.text.contains("“too_many_pings”"))
        #expect(!made.text.contains("RST_STREAM") && !made.text.contains("close_notify"))
        let silent = Outcome.goAway(code: code, last: nil, debug: Bytes())
        #expect(!silent.text.contains("“") && !silent.text.contains("no stream above"))
    }

    @Test(arguments: ["a\u{1B}[31mb", "line\r\nX: y", "\u{202E}abc", "\u{0}"])
    func whatTheServerSaysDoesNothing(said: String) {
        let text = Outcome.goAway(code: 2, last: nil, debug: Bytes(said)).text
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        #expect(text.contains("\\u{"))
    }

    @Test func itIsBounded() {
        let long = Bytes([UInt8](repeating: 0x61, count: 100_000))
        #expect(Outcome.goAway(code: 2, last: nil, debug: long).text.utf8.count < 500)
        let bytes = Bytes((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        #expect(Outcome.goAway(code: 2, last: nil, debug: bytes).text.utf8.count < 3_000)
    }

    @Test func whoMayNotSeeItsWordsSeesTheRest() {
        let made = Outcome.goAway(code: 11, last: 5, debug: "token=secret: “x”")
        #expect(!made.withoutForeignWords.text.contains("secret"))
        #expect(made.withoutForeignWords.text.contains("ENHANCE_YOUR_CALM (11)"))
        let other = Outcome(.failed, by: .upstream, .connectFailed, detail: "a: “b”")
        #expect(other.withoutForeignWords == other)
    }
}
