import Bytes
import Flow
import HTTPModel
import RecordTestKit
import Synchronization
import TestKit
import Testing

@testable import Store

/// Writes down what it is told of which flow.
private final class Told: FlowSink, Sendable {
    let needs: SinkNeeds
    private let words = Mutex<[String]>([])

    init(_ needs: SinkNeeds) {
        self.needs = needs
    }

    var all: [String] { words.withLock { $0 } }

    private func say(_ text: String) { words.withLock { $0.append(text) } }

    func began(_ record: FlowRecord) { say("began \(record.id.number)") }
    func happened(_ event: FlowEvent, to record: FlowRecord) { say("event \(record.id.number)") }
    func progressed(_ record: FlowRecord) { say("progressed \(record.id.number)") }
    func bodyPiece(_ record: FlowRecord, _ kind: MessageKind, _ bytes: Bytes, at offset: UInt64) {
        say("piece \(record.id.number) \(bytes.text) at \(offset)")
    }
    func finished(_ flow: JudgedFlow) {
        let record = flow.record
        say("finished \(record.id.number), \(record.response.content.kept.count ?? 0) kept")
    }
    func connected(_ connection: ConnectionRecord) { say("connection \(connection.number)") }
    func batchEnded() {}
    func sessionChanged(open: Set<FlowID>) { say("changed, open \(open.map(\.number).sorted())") }
    func dropped(_ flow: FlowID) { say("dropped \(flow.number)") }
    func close() { say("closed") }
}

@Suite struct KeepingSinkTests {
    private static func choice(
        needsContent: Bool, isSettled: @escaping (FlowRecord) -> Bool = { _ in false },
        passes: @escaping (FlowRecord) -> Bool
    ) -> KeepingSink.Choice {
        KeepingSink.Choice(
            needsContent: needsContent, isSettled: { $0.isFinished || isSettled($0) }, passes: { passes($0.record) })
    }

    private static var atEnd: KeepingSink.Choice { choice(needsContent: true, passes: { $0.status == 404 }) }
    private static var byRequest: KeepingSink.Choice {
        choice(
            needsContent: false, isSettled: { $0.requestHead != nil }, passes: { $0.url.text.contains("example") })
    }
    private static var byResponse: KeepingSink.Choice {
        choice(needsContent: true, isSettled: { $0.responseHead != nil }, passes: { $0.status == 404 })
    }

    private static func missing(_ id: UInt64) -> [FlowEvent] {
        Story.get("HTTP/1.1 404 Not Found\r\n\r\n", "abc", id: id).events
    }

    private static func found(_ id: UInt64) -> [FlowEvent] {
        Story.get("HTTP/1.1 200 OK\r\n\r\n", "defgh", id: id).events
    }

    @Test func nothingIsToldOfAFlowThatDoesNotMatch() {
        let (early, late) = (Told([.messages, .progress, .pieces, .bodies]), Told([.progress, .pieces]))
        for recorder in [
            Recorder(sinks: [KeepingSink([early], Self.byResponse)], diagnostics: { _ in }),
            Recorder(sinks: [KeepingSink([late], Self.atEnd)], diagnostics: { _ in }),
        ] {
            recorder.submit(Self.found(1))
            recorder.submit(Array(Self.found(2).dropLast(2)))
            recorder.finish()
        }
        #expect(early.all == ["closed"] && late.all == ["closed"])
    }

    @Test func whatIsDecidedAtTheEndIsToldWholeAtTheEnd() {
        let told = Told([.progress, .pieces])
        let recorder = Recorder(sinks: [KeepingSink([told], Self.atEnd)]) { _ in }
        recorder.submit(Self.found(1))
        recorder.submit(Self.missing(2))
        recorder.finish()
        // Its content comes with the record: no piece of it was told.
        #expect(told.all == ["began 2", "finished 2, 3 kept", "closed"])
    }

    @Test func whatTheRequestDecidesIsToldAsItHappens() throws {
        let told = Told([.progress, .pieces])
        let recorder = Recorder(sinks: [KeepingSink([told], Self.byRequest)]) { _ in }
        recorder.submit(Array(Self.missing(1).dropLast(2)))
        try eventually("three things are told") { told.all.count >= 3 }
        #expect(told.all == ["began 1", "piece 1 abc at 0", "progressed 1"])
        recorder.finish()
        #expect(told.all.suffix(2) == ["finished 1, 0 kept", "closed"])
    }

    /// An upload passed before the response decided: the pieces that were missed are in the record at the end.
    @Test func contentThatPassedBeforeTheDecisionIsNotLost() {
        var story = Story(1)
        story.at(0, .requestHeadReceived(requestHead("POST http://a.example/ HTTP/1.1\r\n\r\n"), nil))
        story.content(10, .request, "upload")
        story.at(20, .messageEnded(.request, wireSize: 6))
        let head = responseHead("HTTP/1.1 404 Not Found\r\n\r\n")
        story.at(30, .responseHeadReceived(head, nil))
        story.at(30, .responseForwarded(sent: head.raw, edits: []))
        story.content(40, .response, "gone")
        story.at(50, .messageEnded(.response, wireSize: 4))
        story.at(60, .finished(.complete))
        let told = Told([.progress, .pieces])
        let recorder = Recorder(sinks: [KeepingSink([told], Self.byResponse)]) { _ in }
        for event in story.events { recorder.submit([event]) }
        recorder.finish()
        #expect(told.all == ["began 1", "finished 1, 4 kept", "closed"])
    }

    @Test func aFlowThatTheShutdownEndsIsAskedToo() {
        let told = Told([])
        let aborted = Self.choice(needsContent: true, passes: { $0.outcome?.kind == .aborted })
        let recorder = Recorder(sinks: [KeepingSink([told], aborted)]) { _ in }
        recorder.submit(Self.found(1))
        recorder.submit(Array(Self.found(2).dropLast()))
        recorder.finish()
        #expect(told.all == ["began 2", "finished 2, 5 kept", "closed"])
    }

    @Test func aConnectionIsKeptWithTheFirstFlowOnItThatIs() {
        func events(_ id: UInt64, _ status: String, on number: UInt64) -> [FlowEvent] {
            var story = Story(id)
            story.at(0, .requestHeadReceived(requestHead("GET http://a.example/ HTTP/1.1\r\n\r\n"), nil))
            story.at(1, .upstreamConnected(.init(connection: number, address: "", reused: false, isLocal: false)))
            story.at(2, .streamNumbered(.response, 1))
            story.at(3, .responseHeadReceived(responseHead("HTTP/1.1 \(status) X\r\n\r\n"), nil))
            story.at(4, .finished(.complete))
            return story.events
        }
        func connection(_ number: UInt64) -> ConnectionRecord {
            ConnectionRecord(.upstream, number: number, wallClock: 1, openedAt: Instant(nanoseconds: 1))
        }
        let told = Told([])
        let recorder = Recorder(sinks: [KeepingSink([told], Self.atEnd)]) { _ in }
        recorder.submit(connection(1))
        recorder.submit(connection(2))
        recorder.submit(events(1, "200", on: 1))
        recorder.submit(events(2, "404", on: 2))
        recorder.submit(connection(1))
        recorder.submit(connection(2))
        recorder.finish()
        #expect(told.all == ["began 2", "connection 2", "finished 2, 0 kept", "connection 2", "closed"])
    }

    /// What is not settled when the session changes is named as open, and told of or dropped once.
    @Test func whatIsNotSettledIsNamedWhenTheSessionChanges() {
        let told = Told([])
        let recorder = Recorder(sinks: [KeepingSink([told], Self.byResponse)]) { _ in }
        // Settled as dropped, not settled and dropped later, kept later, and kept.
        recorder.submit(Array(Self.found(1).dropLast()))
        recorder.submit(Array(Self.found(2).prefix(1)))
        recorder.submit(Array(Self.missing(3).prefix(1)))
        recorder.submit(Array(Self.missing(4).dropLast()))
        recorder.changeSession { #expect($0) }
        recorder.submit(Array(Self.found(2).dropFirst()))
        recorder.submit(Array(Self.missing(3).dropFirst()))
        recorder.submit(Self.found(5))
        recorder.finish()
        #expect(
            told.all == [
                "began 4", "changed, open [2, 3, 4]", "dropped 2", "began 3", "finished 3, 3 kept",
                "finished 4, 3 kept", "closed",
            ])
    }

    @Test func nothingChangesOnceRecordingHasEnded() {
        let told = Told([])
        let recorder = Recorder(sinks: [KeepingSink([told], Self.atEnd)]) { _ in }
        recorder.finish()
        let answers = Mutex<[Bool]>([])
        recorder.changeSession { changes in answers.withLock { $0.append(changes) } }
        recorder.finish()
        #expect(answers.withLock { $0 } == [false] && told.all == ["closed"])
    }

    @Test func itNeedsWhatTheOthersNeed() {
        let behind = KeepingSink([Told([.messages]), Told([.pieces])], Self.atEnd)
        #expect(behind.needs == [.messages, .pieces, .progress, .bodies])
        #expect(KeepingSink([Told([])], Self.byRequest).needs == .progress)
        #expect(behind.isFull == nil)
    }
}
