import Bytes
import Flow
import HTTPModel
import Testing

@testable import Rules

/// The protocol with one process: what it does with what a script writes, however it comes, and with what it does not
/// write.
struct ScriptConversationTests {
    /// A member of another type than it has is no member that is missing.
    @Test(arguments: [
        #""request":{"url":5}"#, #""request":{"method":["GET"]}"#, #""request":{"set":{"A":"b"}}"#,
        #""request":{"remove":"A"}"#, #""request":{"remove":[1]}"#, #""request":{"body":"text"}"#,
        #""response":{"reason":true}"#, #""response":{"status":"404"}"#, #""response":{"trailers":{"A":"b"}}"#,
        #""tag":7"#, #""tag":["a",7]"#, #""comment":[]"#, #""server":1"#, #""request":[]"#,
    ])
    func wrongTypesMakeAVerdictInvalid(members: String) throws {
        let line = Bytes(#"{"type":"verdict","id":1,"verdict":"modify",\#(members)}"#)
        guard case .invalid(1, let reason)? = ScriptLine.read(line) else {
            Issue.record("\(members) was taken")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test(arguments: [
        (#""tag":"one""#, ["one"]), (#""tag":["one","two"]"#, ["one", "two"]), (#""tag":null"#, []),
        (#""tag":[],"comment":null,"request":{"url":null,"set":null,"remove":null}"#, []),
    ])
    func tagsAreOneOrMore(members: String, tags: [String]) throws {
        guard
            case .verdict(1, let verdict)? = ScriptLine.read(
                Bytes(#"{"type":"verdict","id":1,"verdict":"modify",\#(members)}"#))
        else {
            Issue.record("\(members) was refused")
            return
        }
        #expect(verdict.tags == tags)
    }

    /// A conversation with its actions in order.
    struct Play {
        var conversation: ScriptConversation
        var sent: [String] = []
        var outcomes: [String] = []
        var said: [String] = []
        var starts: [String] = []

        init(_ limits: ScriptLimits = ScriptLimits()) {
            conversation = ScriptConversation(limits)
        }

        mutating func took(_ actions: [ScriptConversation.Action]) {
            for action in actions {
                switch action {
                case .send(let line): sent.append(line.text)
                case .answer(let id, .verdict(let verdict)): outcomes.append("\(id) \(verdict.kind.rawValue)")
                case .answer(let id, .failed(let reason)): outcomes.append("\(id) failed: \(reason)")
                case .isReady(let ready): starts.append("ready \(ready.subscriptions.count)")
                case .hasStarted: starts.append("started")
                case .cannotStart(let reason): starts.append("cannot: \(reason)")
                case .subscribed(let ready): starts.append("subscribed \(ready.subscriptions.count)")
                case .say(let text): said.append(text)
                case .shutDown: said.append("shut down")
                case .refused(let option, let reason): said.append("refused \(option): \(reason)")
                case .call(let id, let call): said.append("\(id) asks \(call)")
                case .finished(let id, .value(let text)): said.append("\(id) gave \(text)")
                case .finished(let id, .failed(let reason)): said.append("\(id) failed: \(reason)")
                case .output(_, let bytes): said.append("output \(bytes.text)")
                }
            }
        }

        mutating func write(_ text: String, at now: UInt64 = 0) {
            took(conversation.receive(Bytes(text), at: now))
        }

        mutating func ask(_ ids: UInt64..., at now: UInt64 = 0) {
            for id in ids { took(conversation.ask(Self.question, id, at: now)) }
        }

        static let question = ScriptQuestion(
            on: .request, flow: 1, time: 1_500_000, client: "127.0.0.1:1",
            request: ScriptRequest(method: "GET", url: "http://a.test/", version: "HTTP/1.1", fields: []))

        /// One that takes events.
        static func running(_ limits: ScriptLimits = ScriptLimits()) -> Play {
            var play = Play(limits)
            play.took(play.conversation.greet(name: "t", hark: "1", listen: [], at: 0))
            play.write(#"{"type":"ready","protocol":1,"events":[{"on":"request"}]}"# + "\n")
            play.took(play.conversation.start(options: []))
            play.write(#"{"type":"started"}"# + "\n")
            play.sent = []
            play.starts = []
            return play
        }
    }

    static func verdict(_ id: UInt64, _ kind: String = "pass") -> String {
        #"{"type":"verdict","id":\#(id),"verdict":"\#(kind)"}"# + "\n"
    }

    @Test("it greets, learns what the script wants, tells it its options, and takes events only then")
    func begins() {
        var play = Play()
        play.ask(1)
        #expect(play.outcomes == ["1 failed: the script is not running"])
        play.took(play.conversation.greet(name: "sign", hark: "0.1.0", listen: ["127.0.0.1:1"], at: 0))
        #expect(play.sent.last?.contains(#""type":"hello","protocol":1"#) == true)
        #expect(play.sent.last?.hasSuffix("}\n") == true)
        // Not before it is ready.
        play.write(#"{"type":"started"}"# + "\n")
        #expect(play.starts.isEmpty)
        play.write(#"{"type":"ready","events":[{"on":"request","filter":"host = a.test"}]}"# + "\n")
        play.took(play.conversation.start(options: [("key", "a\"b")]))
        #expect(play.sent.last == #"{"type":"start","options":{"key":"a\"b"}}"# + "\n")
        play.write(#"{"type":"started"}"# + "\n")
        #expect(play.starts == ["ready 1", "started"])
        play.ask(2)
        #expect(play.sent.last?.contains(#""id":2,"on":"request""#) == true)
    }

    @Test("answers come in any order; a second one, and one to nothing that was asked, do nothing")
    func answersInAnyOrder() {
        var play = Play.running()
        play.ask(1, 2, 3)
        play.write(Self.verdict(3) + Self.verdict(1) + Self.verdict(1) + Self.verdict(77) + Self.verdict(2))
        #expect(play.outcomes == ["3 pass", "1 pass", "2 pass"])
        #expect(play.conversation.pendingCount == 0)
        #expect(play.conversation.ignoredCount == 2)
    }

    @Test("whatever a script writes is read the same wherever it is cut")
    func everySplit() {
        let text =
            "noise\n" + Self.verdict(2) + "\n \r\n" + #"{"type":"log","text":"é"}"# + "\n" + Self.verdict(1) + "tail"
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var play = Play.running()
            play.ask(1, 2)
            play.took(play.conversation.receive(Bytes(Array(bytes[..<cut])), at: 0))
            play.took(play.conversation.receive(Bytes(Array(bytes[cut...])), at: 0))
            #expect(play.outcomes == ["2 pass", "1 pass"], "cut at \(cut)")
            #expect(play.said == ["not a protocol line: noise", "é"], "cut at \(cut)")
        }
    }

    @Test("no more than the limit is written and not answered; what waits goes as answers come")
    func pending() {
        var limits = ScriptLimits()
        limits.pending = 2
        var play = Play.running(limits)
        play.ask(1, 2, 3, 4)
        #expect(play.sent.count == 2)
        // An answer to what was never written is none.
        play.write(Self.verdict(3))
        #expect(play.outcomes.isEmpty)
        play.write(Self.verdict(1))
        #expect(play.sent.count == 3)
        #expect(play.outcomes == ["1 pass"])
    }

    @Test("the bytes that are written and not answered are bounded too")
    func pendingBytes() {
        var limits = ScriptLimits()
        limits.pendingBytes = 10
        var play = Play.running(limits)
        play.ask(1, 2)
        #expect(play.sent.count == 1)
    }

    @Test("when too many wait, the next one has its outcome at once")
    func waiting() {
        var limits = ScriptLimits()
        limits.pending = 1
        limits.waiting = 2
        var play = Play.running(limits)
        play.ask(1, 2, 3, 4)
        #expect(play.outcomes == ["4 failed: 2 events already wait for the script"])
    }

    @Test("each answer has its time: asked late or never written, it fails, and a late answer does nothing")
    func timeLimit() {
        var limits = ScriptLimits()
        limits.pending = 1
        limits.timeout = 1_000
        var play = Play.running(limits)
        play.ask(1, at: 0)
        play.ask(2, at: 500)
        #expect(play.conversation.nextDeadline == 1_000)
        play.took(play.conversation.time(999))
        #expect(play.outcomes.isEmpty)
        play.took(play.conversation.time(1_500))
        #expect(play.outcomes.count == 2)
        #expect(play.outcomes.allSatisfy { $0.contains("no answer in") })
        #expect(play.sent.filter { $0.contains("cancel") }.count == 1)
        play.write(Self.verdict(1))
        #expect(play.outcomes.count == 2)
        #expect(play.conversation.nextDeadline == nil)
    }

    @Test("a message that is held has no time limit, makes room for others, and a second verdict decides")
    func hold() {
        var limits = ScriptLimits()
        limits.pending = 1
        limits.timeout = 1_000
        var play = Play.running(limits)
        play.ask(1, 2, at: 0)
        play.write(Self.verdict(1, "hold"))
        #expect(play.outcomes == ["1 hold"])
        #expect(play.sent.count == 2)
        play.write(Self.verdict(2))
        play.took(play.conversation.time(5_000))
        #expect(play.outcomes == ["1 hold", "2 pass"])
        play.write(Self.verdict(1, "drop"))
        play.write(Self.verdict(1, "pass"))
        #expect(play.outcomes == ["1 hold", "2 pass", "1 drop"])
    }

    @Test("noise is printed ten times and then counted")
    func noise() {
        var play = Play.running()
        for number in 0..<100 { play.write("noise \(number)\n[1]\n") }
        #expect(play.said.filter { $0.hasPrefix("not a protocol line") }.count == 10)
        #expect(play.conversation.silentNoise == 190)
        // It still works.
        play.ask(1)
        play.write(Self.verdict(1))
        #expect(play.outcomes == ["1 pass"])
    }

    @Test("a line over the limit is discarded however it comes, and the next one is read")
    func longLine() {
        var limits = ScriptLimits()
        limits.line = 100
        for size in [1, 7, 64, 1_000] {
            var play = Play.running(limits)
            play.ask(1)
            let all = Array((String(repeating: "x", count: 1_000) + "\n" + Self.verdict(1)).utf8)
            for start in stride(from: 0, to: all.count, by: size) {
                play.took(
                    play.conversation.receive(Bytes(Array(all[start..<min(start + size, all.count)])), at: 0))
            }
            #expect(play.outcomes == ["1 pass"])
            #expect(play.said.count == 1)
        }
    }

    @Test(
        "what is no verdict fails that event alone",
        arguments: [
            #""verdict":"explode""#, #""verdict":7"#, #""x":1"#, #""verdict":"modify","request":{"headers":[["a"]]}"#,
            #""verdict":"modify","request":{"body":{"base64":"!"}}"#, #""verdict":"respond","response":{"status":"x"}"#,
            #""verdict":"fail","text":"KeyError""#,
        ])
    func invalid(_ members: String) {
        var play = Play.running()
        play.ask(1, 2)
        play.write(#"{"type":"verdict","id":1,\#(members)}"# + "\n" + Self.verdict(2))
        #expect(play.outcomes.count == 2)
        #expect(play.outcomes.first?.hasPrefix("1 failed") == true)
        #expect(play.outcomes.last == "2 pass")
    }

    @Test("a process that ends leaves nobody without an outcome")
    func end() {
        var limits = ScriptLimits()
        limits.pending = 1
        var play = Play.running(limits)
        play.ask(1, 2, 3)
        play.took(play.conversation.end("it exited with code 1"))
        #expect(play.outcomes == (1...3).map { "\($0) failed: it exited with code 1" })
        play.ask(4)
        play.write(Self.verdict(1))
        #expect(play.outcomes.last == "4 failed: the script is not running")
    }

    @Test("who is not needed any more has no outcome, and the script is told only of what it was asked")
    func cancel() {
        var limits = ScriptLimits()
        limits.pending = 1
        var play = Play.running(limits)
        play.ask(1, 2, 3)
        play.took(play.conversation.cancel(2, reason: "gone"))
        #expect(play.sent.count == 1)
        play.took(play.conversation.cancel(1, reason: "gone"))
        #expect(play.sent.filter { $0.contains(#""cancel","id":1"#) }.count == 1)
        #expect(play.sent.last?.contains(#""id":3"#) == true)
        #expect(play.outcomes.isEmpty)
    }

    @Test(
        "a script that is not ready in time, fails or has a wrong filter cannot start",
        arguments: [
            (#"{"type":"failed","option":"key","text":"empty"}"#, "cannot: option key: empty"),
            (
                #"{"type":"ready","events":[{"on":"request","filter":"host ="}]}"#,
                "cannot: the filter 'host =' is not valid"
            ),
            (
                #"{"type":"ready","events":[{"on":"request","filter":"status = 200"}]}"#,
                "cannot: the filter 'status = 200'"
            ),
        ])
    func cannotStart(_ line: String, _ expected: String) {
        var play = Play()
        play.took(play.conversation.greet(name: "t", hark: "1", listen: [], at: 0))
        play.write(line + "\n")
        #expect(play.starts.count == 1)
        #expect(play.starts.first?.hasPrefix(expected) == true)
        var late = Play()
        late.took(late.conversation.greet(name: "t", hark: "1", listen: [], at: 0))
        late.took(late.conversation.time(10_000_000_000))
        #expect(late.starts == ["cannot: it was not ready within 10 s"])
    }

    @Test(
        "a call that is none gets its reason at once, and is not carried out",
        arguments: [
            (#""method":"nothing""#, "'nothing' is not available"), (#""method":7"#, "'' is not available"),
            (#""method":"send""#, "a request needs a 'url'"), (#""method":"replay","params":{"flow":"x"}"#, "'flow'"),
            (#""method":"flows","params":{"limit":1001}"#, "'limit'"),
            (#""method":"flows","params":{"limit":0}"#, "'limit'"),
            (#""method":"flows","params":{"filter":"host ="}"#, "not valid"),
            (#""method":"body","params":{"flow":1,"message":"both"}"#, "'message'"),
            (#""method":"mark","params":{"flow":1}"#, "there is no mark"),
            (#""method":"inject","params":{"flow":1,"to":"me","text":"x"}"#, "'to'"),
            (#""method":"inject","params":{"flow":1,"to":"client"}"#, "'text'"),
            (#""method":"release","params":{"flow":-1}"#, "'flow'"),
            (#""method":"send","params":{"request":{"url":"http://a/","headers":[["a"]]}}"#, "a header is a pair"),
        ])
    func callsThatAreNone(_ members: String, _ reason: String) {
        var play = Play.running()
        play.write(#"{"type":"call","id":1,\#(members)}"# + "\n")
        #expect(play.said.isEmpty)
        #expect(play.sent.count == 1)
        #expect(play.sent.first?.hasPrefix(#"{"type":"result","id":1,"error":"#) == true)
        #expect(play.sent.first?.contains(reason) == true, "\(play.sent)")
    }

    @Test("a call is carried out once, and gets one result, whatever comes in between")
    func calls() {
        var play = Play()
        play.write(#"{"type":"call","id":1,"method":"flows"}"# + "\n")
        #expect(play.said.isEmpty)
        #expect(play.sent.last?.contains("has not started") == true)
        play = Play.running()
        play.write(#"{"type":"call","id":1,"method":"replay","params":{"flow":7}}"# + "\n")
        #expect(play.said == ["1 asks replay(flow: 7)"])
        #expect(play.sent.isEmpty)
        // The same id while it is under way.
        play.write(#"{"type":"call","id":1,"method":"replay","params":{"flow":8}}"# + "\n")
        #expect(play.said.count == 1)
        #expect(play.sent.last?.contains("under way") == true)
        play.took(play.conversation.answered(1, .value(#"{"flow":9}"#)))
        #expect(play.sent.last == #"{"type":"result","id":1,"value":{"flow":9}}"# + "\n")
        let count = play.sent.count
        play.took(play.conversation.answered(1, .value("null")))
        play.took(play.conversation.answered(2, .value("null")))
        #expect(play.sent.count == count)
        play.write(#"{"type":"call","id":2,"method":"shutdown"}"# + "\n")
        #expect(play.said.last == "shut down")
        #expect(play.sent.last == #"{"type":"result","id":2,"value":null}"# + "\n")
    }

    @Test("calls that nobody has answered are bounded, and those of a process that ended get no result")
    func manyCalls() {
        var play = Play.running()
        for id in 1...100 { play.write(#"{"type":"call","id":\#(id),"method":"flows"}"# + "\n") }
        #expect(play.said.count == 64)
        #expect(play.sent.count == 36)
        #expect(play.sent.allSatisfy { $0.contains("64 calls are under way") })
        play.took(play.conversation.answered(3, .failed("no")))
        play.write(#"{"type":"call","id":200,"method":"flows"}"# + "\n")
        #expect(play.said.count == 65)
        play.took(play.conversation.end("it exited with code 1"))
        let count = play.sent.count
        play.took(play.conversation.answered(4, .value("[]")))
        #expect(play.sent.count == count)
    }

    @Test("a verdict that the event does not take is invalid, and every event takes pass")
    func verdictsOfEvents() {
        for on in ScriptEventKind.allCases {
            for kind in ScriptVerdict.Kind.allCases {
                var play = Play.running()
                let question = ScriptQuestion(
                    on: on, flow: 1, time: 0, client: "",
                    request: ScriptRequest(method: "GET", url: "http://a.test/", version: "HTTP/1.1", fields: []))
                play.took(play.conversation.ask(question, 1, at: 0))
                play.write(Self.verdict(1, kind.rawValue))
                #expect(play.outcomes.count == 1)
                let isTaken = kind == .pass || on.verdicts.contains(kind)
                #expect((play.outcomes.first == "1 \(kind.rawValue)") == isTaken, "\(on) \(kind)")
                #expect(isTaken || play.outcomes.first?.contains("not possible at '\(on.rawValue)'") == true)
            }
        }
        #expect(ScriptEventKind.message.verdicts == [.modify, .drop])
        #expect(ScriptEventKind.clientHello.verdicts == [.tunnel, .drop])
        #expect(!ScriptEventKind.request.verdicts.contains(.tunnel))
    }

    @Test(
        "a filter can only ask what is known at its event; events about connections have none",
        arguments: [
            ("client-connected", "host = a", false), ("tls-server", "host = a", false), ("server-failed", "", true),
            ("message", "message.text contains x", true), ("message", "duration > 1s", false),
            ("websocket-start", "status = 101", true), ("websocket-start", "message.text contains x", false),
            ("client-hello", "host = a", true), ("client-hello", "status = 200", false),
            ("connect", "host = a", true), ("connect", "status = 200", false), ("server-connect", "method = GET", true),
            ("server-connect", "status = 200", false), ("end", "duration > 1s", true),
            ("error", "response.size > 1", true), ("request", "message.text contains x", false),
        ])
    func filtersOfEvents(_ on: String, _ filter: String, _ isTaken: Bool) {
        var play = Play()
        play.took(play.conversation.greet(name: "t", hark: "1", listen: [], at: 0))
        play.write(#"{"type":"ready","events":[{"on":"\#(on)","filter":"\#(filter)"}]}"# + "\n")
        #expect((play.starts == ["ready 1"]) == isTaken, "\(play.starts)")
        #expect(isTaken || play.starts.first?.hasPrefix("cannot: ") == true)
    }

    @Test("a command is run once, and ends once: by its result, or with the process")
    func commands() {
        var play = Play()
        play.took(play.conversation.run("a.b", [], 1))
        #expect(play.said == ["1 failed: the script is not running"])
        play = Play.running()
        play.took(play.conversation.run("a.b", ["x y", "\"\n"], 2))
        #expect(play.sent == [#"{"type":"command","id":2,"name":"a.b","arguments":["x y","\"\n"]}"# + "\n"])
        play.took(play.conversation.run("a.b", [], 3))
        play.took(play.conversation.run("a.b", [], 4))
        play.took(play.conversation.run("a.b", [], 5))
        // To nothing that was asked, and twice.
        play.write(#"{"type":"result","id":99,"value":1}"# + "\n" + #"{"type":"result","id":-1,"value":1}"# + "\n")
        #expect(play.said.isEmpty)
        play.write(#"{"type":"result","id":3,"value":{"n": [1, "é"]}}"# + "\n")
        play.write(#"{"type":"result","id":3,"value":2}"# + "\n")
        play.write(#"{"type":"result","id":2,"value":"text"}"# + "\n")
        play.write(#"{"type":"result","id":4,"error":"ValueError: no"}"# + "\n")
        #expect(play.said == [#"3 gave {"n": [1, "é"]}"#, "2 gave text", "4 failed: ValueError: no"])
        play.took(play.conversation.end("it exited with code 1"))
        #expect(play.said.last == "5 failed: it exited with code 1")
        #expect(play.said.count == 4)
    }

    @Test("commands that a script never answers are bounded")
    func manyCommands() {
        var play = Play.running()
        for id in UInt64(1)...500 { play.took(play.conversation.run("a", [], id)) }
        #expect(play.sent.count == 100)
        #expect(play.said.count == 400)
        #expect(play.said.allSatisfy { $0.contains("has not answered") })
    }

    @Test("an option is changed only while it runs; what it objects to is said, and it goes on")
    func changedOption() {
        var play = Play()
        play.took(play.conversation.change("key", to: "x", 1))
        #expect(play.sent.isEmpty)
        #expect(play.said == ["1 failed: the script is not running"])
        play = Play.running()
        play.took(play.conversation.change("k\"", to: "a\nb", 2))
        #expect(play.sent == [#"{"type":"options","id":2,"changed":{"k\"":"a\nb"}}"# + "\n"])
        play.write(#"{"type":"failed","option":"key","text":"not a number"}"# + "\n")
        #expect(play.said == ["option key: not a number", "refused key: option key: not a number"])
        play.write(#"{"type":"result","id":2,"error":"not a number"}"# + "\n")
        #expect(play.said.last == "2 failed: not a number")
        play.took(play.conversation.change("key", to: "x", 3))
        play.write(#"{"type":"result","id":3,"value":null}"# + "\n")
        #expect(play.said.last == "3 gave ")
        play.write(#"{"type":"failed","text":"no option"}"# + "\n")
        #expect(play.said.last == "no option")
        play.ask(1)
        play.write(Self.verdict(1))
        #expect(play.outcomes == ["1 pass"])
    }

    @Test("an event that Hark does not have is named and the others are kept")
    func missingEvents() {
        var play = Play()
        play.took(play.conversation.greet(name: "t", hark: "1", listen: [], at: 0))
        play.write(#"{"type":"ready","events":[{"on":"dns-request"},{"on":"request"}]}"# + "\n")
        #expect(play.starts == ["ready 1"])
    }

    @Test("a script that does not read is written nothing more, however many answers run out of time")
    func unread() {
        var limits = ScriptLimits()
        limits.pendingBytes = 4_000
        limits.timeout = 1_000
        var play = Play.running(limits)
        var (written, now) = (0, UInt64(0))
        for id in UInt64(1)...500 {
            play.conversation.unreadBytes = written
            play.ask(id, at: now)
            now += 1_000
            play.took(play.conversation.time(now))
            play.took(play.conversation.notify(ScriptNotice(.end, time: 0)))
            play.write(#"{"type":"call","id":1,"method":"x"}"# + "\n", at: now)
            written = play.sent.reduce(0) { $0 + $1.utf8.count }
        }
        // The limit, and the one line that reaches it.
        #expect(written < 5_000)
        // Nobody waits longer for that.
        #expect(play.outcomes.count == 500)
        #expect(play.outcomes.allSatisfy { $0.contains("no answer in") })
    }

    @Test("what waits for a script that reads slowly is written when it has read")
    func readAgain() {
        var limits = ScriptLimits()
        limits.pendingBytes = 100
        var play = Play.running(limits)
        play.conversation.unreadBytes = 100
        play.ask(1, 2)
        #expect(play.sent.isEmpty)
        play.conversation.unreadBytes = 0
        play.took(play.conversation.time(1))
        #expect(play.sent.count == 1)
        play.write(Self.verdict(1))
        #expect(play.outcomes == ["1 pass"])
    }

    @Test("what a script says is cut, and the name of a call that there is not")
    func longTexts() {
        var play = Play.running()
        let long = String(repeating: "x", count: 100_000)
        play.write(#"{"type":"log","text":"\#(long)"}"# + "\n")
        play.write(#"{"type":"call","id":1,"method":"\#(long)"}"# + "\n")
        #expect(play.said.map(\.count) == [ScriptLimits().text])
        #expect((play.sent.last?.utf8.count ?? 0) < 300)
    }

    @Test("no message gets more headers than one can have", arguments: [(1_000, true), (1_001, false)])
    func manyHeaders(count: Int, isValid: Bool) {
        for member in [
            ("set", "[\"a\",\"b\"]"), ("add", "[\"a\",\"b\"]"), ("headers", "[\"a\",\"b\"]"), ("remove", "\"a\""),
        ] {
            var play = Play.running()
            play.ask(1)
            let list = Array(repeating: member.1, count: count).joined(separator: ",")
            play.write(
                #"{"type":"verdict","id":1,"verdict":"modify","request":{"\#(member.0)":[\#(list)]}}"# + "\n")
            #expect(play.outcomes.count == 1)
            #expect((play.outcomes.first == "1 modify") == isValid, "\(member.0)")
        }
        var play = Play.running()
        play.ask(1)
        let value = String(repeating: "v", count: count * 300)
        play.write(#"{"type":"verdict","id":1,"verdict":"respond","response":{"headers":[["a","\#(value)"]]}}"# + "\n")
        #expect(play.outcomes.first?.contains("KiB") == true)
    }

    @Test(
        "a body that escapes would make long is base64; any other text is text",
        arguments: [
            ("\u{1}", false), ("\"", false), ("a", true), ("é\n", true), ("{\"a\": 1, \"text\": 22222222222}", true),
        ])
    func bodies(piece: String, isText: Bool) {
        let body = Bytes(String(repeating: piece, count: 10_000))
        let question = ScriptQuestion(
            on: .request, flow: 1, time: 0, client: "", request: Play.question.request, requestBody: .content(body))
        let line = question.line(1)
        #expect(line.text.contains("\"body\":{\"text\":") == isText)
        #expect(line.text.contains("\"body\":{\"base64\":") != isText)
        #expect(line.count < body.count * 3 / 2 + 2_000)
    }

    @Test("whether a body can be replaced: only where the script asked for it and it came")
    func replacing() {
        let body = ScriptBody.content("a")
        #expect(body.replacing(isWanted: true, isThere: true) == .allowed)
        let refused: [(ScriptBody, Bool, Bool, String)] = [
            (body, false, true, "subscribe"), (body, true, false, "no body"), (.absent, true, true, "no body"),
            (.omitted(.size), true, true, "size"), (.omitted(.stream), true, true, "stream"),
        ]
        for (body, isWanted, isThere, word) in refused {
            guard case .refused(let reason) = body.replacing(isWanted: isWanted, isThere: isThere) else {
                Issue.record("\(body) can be replaced")
                continue
            }
            #expect(reason.contains(word))
            #expect(isWanted != reason.contains("subscribe"))
        }
    }

    @Test("ten thousand questions and answers keep no memory of what is over")
    func manyAnswers() {
        var play = Play.running()
        play.ask(1)
        for id in UInt64(2)...10_000 {
            play.ask(id)
            play.write(Self.verdict(id))
            play.sent = []
        }
        #expect(play.conversation.pendingCount == 1)
        #expect(play.outcomes.count == 9_999)
    }
}
