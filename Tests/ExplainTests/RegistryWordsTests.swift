import Explain
import HTTPModel
import Judge
import Testing

/// What the page of a message says of a name is what the dictionary says of it.
@Suite struct RegistryWordsTests {
    private func reasoning(_ topic: Reasoning.Topic, _ request: String, _ response: String) -> Reasoning? {
        Reasonings.all(about: MadeExchange.make(request + "\nHost: a.example", response)).first { $0.topic == topic }
    }

    /// These were unknown on the page, and known in the dictionary.
    @Test(arguments: [102, 207, 208, 226, 418, 423, 424, 506, 507, 508, 510])
    func everyRegisteredStatusHasAdvice(status: Int) throws {
        let found = try #require(reasoning(.status, "GET / HTTP/1.1", "HTTP/1.1 \(status) X"))
        #expect(!found.conclusion.text.contains("not registered"))
        let notes = Checks.notes(about: MadeExchange.make("GET / HTTP/1.1\nHost: a.example", "HTTP/1.1 \(status) X"))
        #expect(!notes.contains { $0.code == "status-unknown" })
    }

    @Test func anUnregisteredStatusHasNone() throws {
        let found = try #require(reasoning(.status, "GET / HTTP/1.1", "HTTP/1.1 299 X"))
        #expect(found.conclusion.text.contains("like 200"))
    }

    /// RFC 9110 §15.2.2: after a 101 no other answer of HTTP follows.
    @Test func afterSwitchingProtocolsNoOtherAnswerIsPromised() throws {
        let found = try #require(
            reasoning(.status, "GET / HTTP/1.1", "HTTP/1.1 101 X\nUpgrade: websocket\nConnection: upgrade"))
        let words = found.steps.map(\.text.text).joined(separator: " ")
        #expect(words.contains("changes its protocol") && !words.contains("another one follows"))
    }

    @Test func webDAVsMethodsAreKnown() throws {
        let found = try #require(reasoning(.method, "PROPFIND / HTTP/1.1", "HTTP/1.1 207 Multi-Status"))
        #expect(found.conclusion.text.contains("safe"))
        #expect(!found.steps.map(\.text.text).joined().contains("Hark assumes nothing"))
    }

    /// RFC 8188 registered it.
    @Test(arguments: [("aes128gcm", false), ("zstd", false), ("snappy", true)])
    func onlyCodingsThatAreNotRegisteredAreCalledSo(coding: String, isNoted: Bool) {
        let made = MadeExchange.make(
            "GET / HTTP/1.1\nHost: a.example", "HTTP/1.1 200 OK\nContent-Encoding: \(coding)\n\nxx")
        #expect(Checks.notes(about: made).contains { $0.code == "compression-unknown-coding" } == isNoted)
    }
}
