import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// Exchanges that last, and where time goes.
enum TimeLessons {
    static let all = [websocket, events, waterfall, parallel]

    private static let websocket = Lesson(
        "websocket", .connections, "WebSocket", can: "Follow a switch to WebSocket.", after: ["response"],
        finder: "status = 101",
        experiment: "hark run -- curl -sN -o clock -H 'Connection: Upgrade' -H 'Upgrade: websocket' "
            + "-H 'Sec-WebSocket-Version: 13' -H 'Sec-WebSocket-Key: SGFyayBpcyBsaXN0ZW5pbg==' "
            + "'http://demo.hark.test/socket/clock?count=2&every=100'", page: 10,
        looks: [
            { flow in
                flow.line(.request, "upgrade").map { LessonLook("The client asks for another protocol.", $0) }
            },
            { flow in
                guard flow.status == 101 else { return nil }
                return LessonLook("The server agrees. From here on this is no HTTP.", flow.startLine(.response))
            },
        ],
        questions: [
            LessonQuestion("status") { flow in
                guard flow.status == 101 else { return nil }
                return .number(
                    "With which status did the server agree?", 101,
                    traps: [AnswerTrap(200, nil, "200 would stay with HTTP.")],
                    because: "101 Switching Protocols.", "RFC 9110 §15.2.2")
            },
            LessonQuestion("accept") { flow in
                guard flow.status == 101, let key = flow.value(.request, "sec-websocket-key"),
                    WebSocketHandshake.isKey(key)
                else { return nil }
                return .text(
                    "What must Sec-WebSocket-Accept be for this key? (The base64 of a SHA-1; the response has it.)",
                    WebSocketHandshake.accept(for: key),
                    because: "base64(SHA-1(key + \(WebSocketHandshake.protocolName.text))).", "RFC 6455 §4.2.2")
            },
            LessonQuestion("cors") { flow in
                guard flow.status == 101, flow.value(.request, "upgrade")?.equalsIgnoringCase("websocket") ?? false
                else {
                    return nil
                }
                return .choice(
                    "Any page may open a WebSocket. Who has to check the page's origin?", AnswerOption("server"),
                    [
                        AnswerOption("browser", "the browser, by CORS", .socketIsChecked),
                        AnswerOption("nobody", nil, nil, "Then every page could use the user's cookies."),
                    ],
                    because: "The browser sends Origin; the server must look at it.", "RFC 6455 §10.2")
            },
        ],
        sum: "101 ends HTTP on this connection. Both sides may then send at any time.")

    /// What the stream had, when all of it is there.
    private static func received(_ flow: Illustration) -> [ServerSentEvent]? {
        guard flow.facts.type?.is("text", "event-stream") ?? false, let content = flow.content(.response) else {
            return nil
        }
        var reader = EventStreamReader()
        return reader.take(content)
    }

    private static let events = Lesson(
        "events", .connections, "Event streams", can: "Read a stream of events.", after: ["chunks"],
        finder: "type = \"text/event-stream\"",
        experiment: "hark run -- curl -sN 'http://demo.hark.test/events?count=3&every=50'", page: 10,
        looks: [
            { flow in
                guard flow.facts.type?.is("text", "event-stream") ?? false else { return nil }
                return flow.line(.response, "content-type").map {
                    LessonLook("One answer that takes its time: events, each ended by an empty line.", $0)
                }
            },
            { flow in
                guard let first = received(flow)?.first else { return nil }
                return LessonLook("The first event is called \(flow.quoted(first.name)).")
            },
        ],
        questions: [
            LessonQuestion("events") { flow in
                guard let events = received(flow), !events.isEmpty, flow.record.isFinished else { return nil }
                return .number(
                    "How many events came?", events.count, because: "A block without data is not an event.",
                    "HTML §9.2.6")
            },
            LessonQuestion("last-id") { flow in
                .text(
                    "What is the id of the last event?", received(flow)?.last?.lastID,
                    because: "The last line id: before it says so.", "HTML §9.2.6")
            },
            LessonQuestion("resume") { flow in
                guard let id = received(flow)?.last?.lastID, !id.isEmpty else { return nil }
                return .text(
                    "The connection breaks after that. Which line of the next request names the last event?",
                    Bytes("Last-Event-ID: ".utf8 + id.array), ignoresCase: true,
                    because: "Browsers send Last-Event-ID when they connect again.", "HTML §9.2.4")
            },
            LessonQuestion("again") { flow in
                guard received(flow).map({ !$0.isEmpty }) ?? false else { return nil }
                return .choice(
                    "The connection breaks. Who connects again?", AnswerOption("browser"),
                    [
                        AnswerOption("server", nil, nil, "A server cannot connect to a browser."),
                        AnswerOption("nobody", nil, nil, "EventSource connects again by itself."),
                    ],
                    because: "EventSource does it by itself.", "HTML §9.2.3")
            },
        ],
        sum: "Events are lines of text in one long answer. With ids a broken stream can continue.")

    private static func milliseconds(_ microseconds: Int64) -> Int64 { (microseconds + 500) / 1_000 }

    /// Of a few milliseconds nothing can be said that a guess would not.
    private static let worthAsking: Int64 = 10_000

    private static let waterfall = Lesson(
        "waterfall", .connections, "Where time goes", can: "Find where time went.", after: ["request"],
        finder: "duration >= 10ms and method != CONNECT",
        experiment: "hark run -- curl -s 'http://demo.hark.test/slow?ms=300'", page: 8,
        isAboutPhases: true,
        looks: [
            { flow in
                let phases = flow.record.phases
                guard !phases.isEmpty else { return nil }
                let words = phases.map { "\($0.name.rawValue) \(milliseconds($0.duration)) ms" }
                return LessonLook("The phases: \(words.joined(separator: ", ")).")
            }
        ],
        questions: [
            LessonQuestion("slowest") { flow in
                // ssl is a part of connect. What is printed has to show it: milliseconds.
                let phases = flow.record.phases.filter { $0.name != .ssl }
                guard phases.count > 1, let slowest = phases.max(by: { $0.duration < $1.duration }),
                    phases.count(where: { milliseconds($0.duration) == milliseconds(slowest.duration) }) == 1
                else { return nil }
                return .choice(
                    "Which phase took longest?", AnswerOption(slowest.name.rawValue),
                    phases.map { AnswerOption($0.name.rawValue) },
                    because: "\(slowest.name.rawValue) took \(milliseconds(slowest.duration)) ms.", "HAR 1.2")
            },
            LessonQuestion("total") { flow in
                guard !flow.record.phases.isEmpty, flow.record.isFinished, let total = flow.record.duration,
                    total >= worthAsking
                else { return nil }
                return .number(
                    "How many milliseconds did the exchange take? (Within a few.)", milliseconds(total), .milliseconds,
                    tolerance: 3, because: "All phases together, ssl as a part of connect.", "HAR 1.2")
            },
            LessonQuestion("wait") { flow in
                guard let wait = flow.record.phases.first(where: { $0.name == .wait })?.duration, wait >= worthAsking
                else { return nil }
                return .number(
                    "How many milliseconds did the client wait for the first byte of the answer? (Within a few.)",
                    milliseconds(wait), .milliseconds, tolerance: 3,
                    because: "The phase wait: \(milliseconds(wait)) ms.", "HAR 1.2")
            },
        ],
        sum: "Long wait: the server. Long receive: size or network. Long connect: distance.")

    /// Begin and end of every exchange of the session, in microseconds by the wall clock.
    private static func spans(_ flow: Illustration) -> [Range<Int64>]? {
        guard flow.session.isWhole, flow.session.flows.count > 1, flow.record.isRecorded(.startTime) else { return nil }
        var spans: [Range<Int64>] = []
        for record in flow.session.flows {
            guard record.isRecorded(.startTime), record.isFinished, let start = record.startedAt,
                let duration = record.duration, duration >= 0, start < 1 << 60, duration < 1 << 60
            else { return nil }
            spans.append(start..<start + duration)
        }
        return spans
    }

    private static func atOnce(_ spans: [Range<Int64>]) -> Int {
        let edges = spans.filter { !$0.isEmpty }.flatMap { [($0.lowerBound, 1), ($0.upperBound, -1)] }
        var (open, most) = (0, 0)
        for edge in edges.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
            open += edge.1
            most = max(most, open)
        }
        return most
    }

    /// The request of the session that was sent next, and how long after this answer; below 0: before it.
    private static func next(_ flow: Illustration) -> (number: UInt64, delay: Int64)? {
        guard spans(flow) != nil, let start = flow.record.startedAt, let duration = flow.record.duration else {
            return nil
        }
        var next: (number: UInt64, begin: Int64)?
        for other in flow.session.flows {
            let number = other.id.number
            guard let begin = other.startedAt, number != flow.number, isLater(number, begin, flow.number, start) else {
                continue
            }
            if let known = next, !isLater(known.number, known.begin, number, begin) { continue }
            next = (number, begin)
        }
        return next.map { ($0.number, $0.begin - start - duration) }
    }

    /// Whether one flow was sent after another; of two at once the one with the higher number.
    private static func isLater(_ number: UInt64, _ begin: Int64, _ than: UInt64, _ start: Int64) -> Bool {
        begin == start ? number > than : begin > start
    }

    private static let parallel = Lesson(
        "parallel", .connections, "One by one, or at once", can: "Tell sequential from concurrent requests.",
        after: ["waterfall"], finder: "duration",
        experiment: "hark run -- curl -s --parallel --parallel-immediate 'http://demo.hark.test/slow?ms=300' "
            + "'http://demo.hark.test/slow?ms=301'", page: 9,
        looks: [
            { flow in
                guard let spans = spans(flow) else { return nil }
                return LessonLook("The session has \(spans.count) exchanges. hark page shows them as a waterfall.")
            }
        ],
        questions: [
            LessonQuestion("at-once") { flow in
                guard let spans = spans(flow) else { return nil }
                let most = atOnce(spans)
                guard most > 0 else { return nil }
                return .number(
                    "How many exchanges of the session ran at the same time, at most?", most,
                    because: most == 1 ? "Each began after the one before had ended." : "\(most) overlap in time.",
                    "RFC 9112 §9.4")
            },
            LessonQuestion("blocked") { flow in
                guard let next = next(flow) else { return nil }
                let isBlocked = next.delay >= 0
                let time =
                    "\(milliseconds(abs(next.delay))) ms \(isBlocked ? "after" : "before") the end of this answer"
                return .yesNo(
                    "Was the client blocked by this exchange: did it wait for the answer before it sent the next "
                        + "request?", isBlocked, because: "Request #\(next.number) was sent \(time).", "RFC 9112 §9.4")
            },
            LessonQuestion("elapsed") { flow in
                guard let spans = spans(flow), let start = spans.map(\.lowerBound).min(),
                    let end = spans.map(\.upperBound).max(), end - start < 600_000_000
                else { return nil }
                return .number(
                    "How many milliseconds passed from the first request to the last answer? (Within 10.)",
                    milliseconds(end - start), .milliseconds, tolerance: 10,
                    because: "From the first begin to the last end: \(milliseconds(end - start)) ms.", "HAR 1.2")
            },
        ],
        sum: "Concurrent requests take as long as the longest one; sequential requests take the sum.")
}
