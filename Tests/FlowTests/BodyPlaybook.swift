import Bytes
import HTTPModel
import HTTPWire

@testable import Flow

/// Plays the way of one body through its relay: what happens goes in as lines of text, and what is done comes out as
/// such, so that a test reads like a trace.
///
///     >> goes in chunks
///     >> content hello
///     << own chunk hello
///     >> ends
///     << last chunk
///
/// `own` are bytes that go from where they are, without passing through the relay; `now` are bytes that leave at once.
struct BodyPlaybook {
    /// A relay cannot be copied, a playbook is.
    private final class Owner {
        var relay: BodyRelay

        init(_ kind: MessageKind) { relay = BodyRelay(kind) }
    }

    private(set) var transcript: [String] = []
    /// Content that went on, and what framed it where that stands in bytes.
    private(set) var sent = ""
    private(set) var now: UInt64 = 1_000_000_000
    private(set) var wakes: UInt64?
    /// Its receiver takes nothing for now.
    private(set) var isSlow = false
    /// Scripts let go at once what they are shown; else a line does.
    private let scriptsAnswer: Bool
    private let owner: Owner
    private var isWire = false
    private var shown: [(Bytes, isLast: Bool)] = []

    /// Bytes that have yet to be sent of what is whole.
    var owed: Int { owner.relay.owed }
    /// Content was handed over, and has yet to go.
    var keepsContent: Bool { owner.relay.isSlow }

    init(_ kind: MessageKind = .response, _ shape: BodyShape? = nil, scriptsAnswer: Bool = false) {
        owner = Owner(kind)
        self.scriptsAnswer = scriptsAnswer
        if let shape { _ = owner.relay.shape(shape, size: nil) }
    }

    /// Lets the `>>` lines of a script happen; gives the whole script as it really went.
    mutating func play(_ script: String) -> String {
        for line in Self.lines(script) where line.hasPrefix(">> ") { happen(String(line.dropFirst(3))) }
        return transcript.joined(separator: "\n")
    }

    static func lines(_ script: String) -> [String] {
        script.split(separator: "\n").map { String($0.drop { $0 == " " }) }
    }

    /// One line happens; gives what was done.
    @discardableResult
    mutating func happen(_ event: String) -> [String] {
        let start = transcript.count
        transcript.append(">> \(event)")
        let words = event.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let text = words.count > 1 ? words[1] : ""
        switch words[0] {
        case "goes", "waits", "gather": decide(event, text)
        case "content": take(.content, Bytes(text))
        case "frame": take(.chunkStarted(Chunk(offset: 0, size: 1)), Bytes(text))
        case "trailers":
            take(.trailers(Trailers(RecordedHead.section(Bytes("\(text)\r\n\r\n"), hasStartLine: false))), Bytes(text))
        case "whole": say(owner.relay.gatheredContent().map { "gathered \($0.text)" } ?? "nothing is gathered")
        case "on": passGathered(nil)
        case "other": passGathered(Bytes(text))
        case "answer": answer(Bytes(text))
        case "ends": act { $0.end(&$1) }
        case "deliver": say(owner.relay.maySendAll() ? "deliver" : "deliver later")
        case "slow": isSlow = true
        case "room": room()
        case "time": passTime()
        case "scripts": owner.relay.letScriptsSee()
        case "seen": sawThrough(text)
        default: say("nobody knows this event")
        }
        return Array(transcript[start...].dropFirst())
    }

    private mutating func decide(_ event: String, _ text: String) {
        isWire = event == "goes as it is"
        switch event {
        case "goes as it is", "goes with its length": follow(.forward)
        case "goes bare": follow(.forwardContent)
        case "goes in chunks": follow(.forwardChunked)
        case "goes bare with trailers": follow(.forwardContent, wantsTrailers: true)
        case "goes in chunks with trailers": follow(.forwardChunked, wantsTrailers: true)
        case "goes nowhere": follow(.discard)
        case "waits": owner.relay.follow(.wait, .forward, wantsTrailers: false)
        default:
            isWire = true
            owner.relay.follow(.gather(limit: Int(text) ?? 0), .forward, wantsTrailers: false)
        }
    }

    private mutating func follow(_ handling: Exchange.BodyHandling, wantsTrailers: Bool = false) {
        owner.relay.follow(handling, handling, wantsTrailers: wantsTrailers)
    }

    private mutating func take(_ part: MessagePart, _ bytes: Bytes) {
        let (wire, moment) = (isWire, now)
        switch owner.relay.way(of: part, isWire: isWire) {
        case .nowhere: say("nowhere")
        case .on: send("own \(bytes.text)", bytes)
        case .asChunk: send("own chunk \(bytes.text)", bytes)
        case .through: act { $0.take(part, bytes, isWire: wire, now: moment, &$1) }
        case .kept(let limit): if !owner.relay.keep(part, bytes, limit: limit, hasRoom: true) { say("too long") }
        case .trailers:
            guard case .trailers(let trailers) = part else { return }
            act { $0.passTrailers(trailers.section, &$1) }
        }
    }

    private mutating func passGathered(_ other: Bytes?) {
        if let other { owner.relay.sendInstead(other) } else { owner.relay.sendGathered() }
        pump()
    }

    private mutating func answer(_ content: Bytes) {
        owner.relay.send(.bytes(content), isTold: true)
        pump()
    }

    private mutating func pump() {
        while !isSlow, owner.relay.wantsRoom {
            let moment = now
            act { $0.room(now: moment, &$1) }
        }
    }

    private mutating func room() {
        isSlow = false
        pump()
        act { $0.settle(&$1) }
    }

    private mutating func passTime() {
        guard let wakes else { return say("nobody waits") }
        (now, self.wakes) = (max(now, wakes), nil)
        let (moment, slow) = (now, isSlow)
        act { $0.timeCame(moment, isCongested: slow, &$1) }
    }

    private mutating func sawThrough(_ text: String) {
        guard !shown.isEmpty else { return say("scripts saw nothing") }
        let (bytes, isLast) = shown.removeFirst()
        let (left, moment) = (text.isEmpty ? bytes : Bytes(text), now)
        act { $0.sawThrough(left, isLast: isLast, now: moment, &$1) }
        if shown.isEmpty { moveOn() }
    }

    private mutating func moveOn() {
        pump()
        act { $0.settle(&$1) }
    }

    private mutating func act(_ happen: (inout BodyRelay, inout [BodyRelay.Action]) -> Void) {
        var actions: [BodyRelay.Action] = []
        happen(&owner.relay, &actions)
        for action in actions { perform(action) }
    }

    private mutating func perform(_ action: BodyRelay.Action) {
        switch action {
        case .send(let bytes, let asChunk, let isDue):
            send("\(asChunk ? "chunk" : "send")\(isDue ? " now" : "") \(bytes.text)", bytes)
        case .sendTrailers(let section): say("trailers \(section.map { "\($0.lines.count)" } ?? "of rules")")
        case .sendEnd(let asChunk): say(asChunk ? "last chunk" : "end")
        case .show(let bytes, let isLast):
            say(isLast ? "show the end" : "show \(bytes.text)")
            guard scriptsAnswer else { return shown.append((bytes, isLast)) }
            let moment = now
            act { $0.sawThrough(bytes, isLast: isLast, now: moment, &$1) }
        case .record(let bytes): say("tell \(bytes.count)")
        case .release(let count): say("release \(count)")
        case .read(_, let range): say("read \(range.count)")
        case .wake(let time):
            wakes = time
            say("wait \((time - now) / 1_000_000) ms")
        case .share(let count, let rate, let rule, let start):
            say("share \(count) of \(rule)")
            let (due, moment) = (start + UInt64(count) * 1_000_000_000 / UInt64(rate.down), now)
            act { $0.timed(due, now: moment, &$1) }
        case .moveOn: moveOn()
        case .resume: say("resume")
        case .deliver: say("deliver")
        case .cut(let reason): say("cut: \(reason)")
        case .stall: say("stall")
        }
    }

    private mutating func send(_ line: String, _ bytes: Bytes) {
        sent += bytes.text
        say(line)
    }

    private mutating func say(_ line: String) { transcript.append("<< \(line)") }
}
