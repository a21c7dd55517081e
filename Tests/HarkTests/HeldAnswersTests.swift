import Bytes
import Flow
import HTTPModel
import HTTPWire
import Platform
import Rules
import Synchronization
import Testing

@testable import Engine
@testable import hark

/// What becomes of a held message that somebody edited, and what of one that became none.
@Suite struct HeldAnswersTests {
    /// One held message, and what was decided of it.
    private final class Holding: Sendable {
        let messages = HeldMessages(timeout: .seconds(600))
        private let decided = Mutex<[HeldDecision]>([])

        init(_ head: Bytes, _ kind: MessageKind = .request, body: HeldBody = .absent) {
            let section = RecordedHead.section(head, hasStartLine: head.first != ASCII.colon)
            let held = HeldMessages.Held(flow: 7, kind: kind, rule: "look", section: section, body: body, since: 0)
            #expect(messages.hold(held) { decision in self.decided.withLock { $0.append(decision) } } == nil)
        }

        var decisions: [HeldDecision] { decided.withLock { $0 } }

        func list(_ question: String = "list") -> String { HeldAnswers(held: messages, offset: 100).answer(question) }

        func edit(_ text: String) -> String {
            HeldAnswers(held: messages).answer("edit 7 \(Base64.encode(Bytes(text)))")
        }
    }

    private static let request: Bytes = "DELETE /a HTTP/1.1\r\nHost: x.example\r\nX: 1\r\n\r\n"
    private static let response: Bytes = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    private static let list: Bytes = ":method: GET\r\n:scheme: http\r\n:authority: x.example\r\n:path: /a\r\n\r\n"

    /// Nobody can tell one who reads on from one who has left: both have ended their sides.
    @Test func aClientThatEndedItsSideIsSaidToHave() throws {
        let holding = Holding(Self.request)
        #expect(!holding.list().contains("client"))
        #expect(holding.list("json").contains(#""clientEnded":null"#))
        #expect(holding.messages.endedCount == 0)
        holding.messages.clientEnded(7, at: Clock.nanoseconds() - 5_000_000_000)
        holding.messages.clientEnded(7, at: Clock.nanoseconds())
        holding.messages.clientEnded(8, at: 1)
        let line = holding.list()
        #expect(line.hasPrefix("ok\n107\trequest\t") && line.split(separator: "\n").count == 2)
        #expect(
            line.hasSuffix("\tDELETE /a HTTP/1.1\t(its client closed its side 5 s ago and may be gone)\n"), "\(line)")
        let json = holding.list("json")
        #expect(json.contains(#"{"flow":107,"#) && json.contains(#""clientEnded":5"#), "\(json)")
        #expect(holding.messages.endedCount == 1 && holding.decisions.isEmpty)
    }

    /// A body that was not read is asked for, and the message is held again with it.
    @Test func aMessageIsShownWithItsBody() throws {
        let head = Base64.encode(Self.request)
        let read = Holding(Self.request, body: .read("a\u{1B}=1"))
        #expect(read.list("show 107") == "ok\n\(head) body \(Base64.encode(Bytes("a\u{1B}=1")))\n")
        #expect(Holding(Self.request).list("show 107") == "ok\n\(head) none\n")
        let passing = Holding(Self.request, body: .passing("It streams."))
        #expect(passing.list("show 107") == "ok\n\(head) reason \(Base64.encode(Bytes("It streams.")))\n")
        #expect(read.decisions.isEmpty && passing.decisions.isEmpty, "to look decides nothing")
        let unread = Holding(Self.request, body: .unread(size: 4))
        #expect(unread.list("show 107") == "ok\nreading\n" && unread.decisions.count == 1)
        if case .readBody? = unread.decisions.first {} else { Issue.record("\(unread.decisions)") }
        #expect(unread.list("show 107").hasPrefix("no message #107 is not held"))
    }

    @Test func whatIsPrintedOfAMessageDoesNothingToATerminal() {
        let page = HeldProxy.page(Self.request, "body", "a\u{1B}[2J\nb")
        #expect(page.hasPrefix("DELETE /a HTTP/1.1\nHost: x.example\nX: 1\n\n"))
        #expect(page.hasSuffix("\nb\n") && !page.contains("\u{1B}"))
        #expect(HeldProxy.page(Self.request, "body", Bytes([0xFF, 0])).hasSuffix("\n(2 bytes that are not text)\n"))
        #expect(HeldProxy.page(Self.request, "none", Bytes()).hasSuffix("X: 1\n\n"))
        #expect(HeldProxy.page(Self.request, "reason", "It\u{7} streams.").hasSuffix("streams.)\n"))
    }

    /// Lines and columns are those of the editor, empty lines and all.
    @Test(arguments: [
        (request, MessageKind.request, "DELETE /a HTTP/1.1\nHost: x.example\nno colon\n", "line 3, column 1: A field"),
        (request, .request, "\n\nDE(ETE /a HTTP/1.1\n\nHost: x.example\n", "line 3, column 3: The method"),
        (request, .request, "DELETE /a HTTP/1.1\r\n\r\nHost: x.example\r\nX : 1\r\n", "line 4, column "),
        (request, .request, "DELETE /a HTTP/1.1\nX: 1\n", "line 3, column 1: The HTTP/1.1 request has no Host field"),
        (request, .request, "CONNECT x.example:80 HTTP/1.1\nHost: x.example:80\n", "line 1, column 9: The target"),
        (request, .request, "hello\n", "line 1, column "),
        (request, .request, ":method: GET\n:path: /\n", "line 1, column 1: The held head begins with a start line"),
        (response, .response, "HTTP/1.1 2x0 OK\nContent-Length: 0\n", "line 1, column "),
        (response, .response, "HTTP/1.1 200 OK\nA\u{1}B: 0\n", "line 2, column "),
        (list, .request, ":method: GET\n:scheme: http\n:path: /a\nHELLO: x\n", "line 4, column "),
        (list, .request, "GET /a HTTP/1.1\nHost: x.example\n", "line 1, column 1: The held head begins with pseudo"),
    ])
    func whatIsNoMessageIsRefusedWithItsPlaceAndStaysHeld(
        head: Bytes, kind: MessageKind, text: String, says: String
    ) throws {
        let holding = Holding(head, kind)
        let answer = holding.edit(text)
        #expect(answer.hasPrefix("no \(says)"), "\(answer)")
        #expect(answer.hasSuffix("; it is still held\n"))
        #expect(answer.split(separator: "\n").count == 1)
        #expect(holding.decisions.isEmpty)
        #expect(holding.messages.held(7)?.head == head)
    }

    @Test(arguments: [
        (Self.response, "HTTP/1.1 503 Busy\nContent-Length: 0\n", 503, "Busy"),
        (Self.response, "HTTP/1.1 200 Fine\nContent-Length: 0\n", 200, "Fine"),
        (":status: 200\r\nx: 1\r\n\r\n", ":status: 404\nx: 1\n", 404, ""),
    ])
    func anotherStatusLineTakesEffect(head: Bytes, text: String, status: Int, reason: Bytes) throws {
        let holding = Holding(head, .response)
        #expect(holding.edit(text) == "ok\n")
        guard case .edit(let alteration, _) = holding.decisions.first else {
            Issue.record("it was not edited")
            return
        }
        #expect(alteration.statusLine?.status == status)
        #expect(alteration.statusLine?.reason == reason)
        #expect(alteration.headers.isEmpty)
    }

    /// Whether content follows is decided already.
    @Test(arguments: [
        (
            Self.response, "HTTP/1.1 204 None\nContent-Length: 0\n",
            "line 1, column 10: A response with 204 has no content"
        ),
        (Self.response, "HTTP/1.1 100 Go\nContent-Length: 0\n", "line 1, column 10: "),
        ("HTTP/1.1 304 Same\r\nX: 1\r\n\r\n", "HTTP/1.1 200 OK\nX: 1\n", "line 1, column 10: A response with 200 has"),
        (":status: 200\r\nx: 1\r\n\r\n", ":status: 304\nx: 1\n", "line 1, column 10: A response with 304 has no"),
    ])
    func aStatusThatWouldMoveTheEndIsRefused(head: Bytes, text: String, says: String) throws {
        let holding = Holding(head, .response)
        let answer = holding.edit(text)
        #expect(answer.hasPrefix("no \(says)"), "\(answer)")
        #expect(holding.decisions.isEmpty)
    }

    @Test func aRefusedEditCanBeMended() throws {
        let holding = Holding(Self.request)
        #expect(holding.edit("DELETE /a HTTP/1.1\nHost: x.example\nX 2\n").hasPrefix("no "))
        #expect(holding.edit("PUT /b HTTP/1.1\nHost: x.example\nX: 2\n") == "ok\n")
        guard case .edit(let alteration, _) = holding.decisions.first else {
            Issue.record("it was not edited")
            return
        }
        #expect(alteration.requestLine?.method == "PUT")
        #expect(alteration.requestLine?.target == "/b")
        #expect(alteration.headers.count == 2)
        #expect(holding.decisions.count == 1)
        #expect(holding.messages.held(7) == nil)
    }

    /// A reader tolerates more than may be written: what came so goes on so.
    @Test func whatNobodyChangedGoesOnAsItCame() throws {
        for head: Bytes in [Self.request, "HTTP/1.1 200\nX : 1\n\n", "OPTIONS * HTTP/1.1\r\nHost: x.example\r\n\r\n"] {
            let holding = Holding(head, head.first == UInt8(ascii: "H") ? .response : .request)
            #expect(holding.edit(head.text.replacing("\r\n", with: "\n")) == "ok\n")
            guard case .send = holding.decisions.first else {
                Issue.record("it is not sent: \(head.text)")
                continue
            }
        }
    }

    // MARK: Bodies

    /// The body is what follows the empty line; the line end that an editor adds is none of it.
    @Test(arguments: [
        ("POST /a HTTP/1.1\r\nX: 1\r\n\r\n", "a=1", "POST /b HTTP/1.1\nX: 1\n\nb=2\n", "b=2"),
        ("POST /a HTTP/1.1\r\n\r\n", "a=1\n", "POST /a HTTP/1.1\r\n\r\na=1\n\nmore\n", "a=1\n\nmore\n"),
        ("POST /a HTTP/1.1\r\n\r\n", "{}", "\n\nPOST /a HTTP/1.1\n \t\n\n{}\r\n", "\n{}"),
        ("POST /a HTTP/1.1\r\n\r\n", "{}", "POST /a HTTP/1.1\n", ""), ("POST /a HTTP/1.1\r\n\r\n", "{}", "", ""),
    ])
    func anEditorShowsHeadAndBody(head: String, body: String, edited: String, wanted: String) {
        let text = HeldText(head: Bytes(head), body: Bytes(body))
        #expect(text.hasBody && text.bytes == Bytes(head + body))
        let untouched = text.parts(of: text.bytes)
        #expect(untouched.content == Bytes(body) && untouched.head == Bytes(head))
        let (newHead, content) = text.parts(of: Bytes(edited))
        #expect(content == Bytes(wanted))
        #expect(newHead.count + wanted.utf8.count <= edited.utf8.count)
    }

    @Test(arguments: [nil, Bytes([0xFF, 1]), Bytes([97, 0, 98]), Bytes([UInt8](repeating: 97, count: 600_000))])
    func whatIsNoTextIsNotEdited(body: Bytes?) {
        let text = HeldText(head: Self.request, body: body)
        #expect(!text.hasBody && text.bytes == Self.request)
        let parts = text.parts(of: "GET / HTTP/1.1\n\nwith a body\n")
        #expect(parts.content == nil && parts.head == "GET / HTTP/1.1\n\nwith a body\n")
    }

    @Test func aBodyIsEditedWithItsHeadOrAlone() throws {
        func edit(_ head: Bytes, _ content: Bytes, of body: HeldBody) -> (String, HeldDecision?) {
            let holding = Holding(Self.request, body: body)
            let words = "edit 107 \(Base64.encode(head)) =\(Base64.encode(content))"
            return (holding.list(words), holding.decisions.first)
        }
        let other: Bytes = "PUT /b HTTP/1.1\nHost: x.example\nX: 1\n\n"
        guard case ("ok\n", .edit(let same, content: "b=2")?) = edit(Self.request, "b=2", of: .read("a=1")) else {
            Issue.record("the body is not edited")
            return
        }
        #expect(same.requestLine == nil && same.headers.isEmpty)
        guard case ("ok\n", .edit(let both, content: "")?) = edit(other, "", of: .read("a=1")) else {
            Issue.record("neither is edited")
            return
        }
        #expect(both.requestLine?.method == "PUT")
        guard case ("ok\n", .edit(_, content: nil)?) = edit(other, "a=1", of: .read("a=1")) else {
            Issue.record("more than the head is edited")
            return
        }
        guard case ("ok\n", .send?) = edit(Self.request, "a=1", of: .read("a=1")) else {
            Issue.record("what nobody changed is not sent")
            return
        }
        // What was not read cannot be replaced, and nothing is decided by words that are none.
        for body in [HeldBody.unread(size: 3), .absent, .passing("It streams.")] {
            let (answer, decision) = edit(Self.request, "b=2", of: body)
            #expect(answer == "no: the body was not read; it is still held\n" && decision == nil)
        }
        let holding = Holding(Self.request, body: .read("a=1"))
        for words in ["?", "YQ== =?", "=YQ==", "YQ== YQ=="] {
            #expect(holding.list("edit 107 \(words)").hasPrefix("no "), "\(words)")
        }
        #expect(holding.decisions.isEmpty && holding.messages.held(7) != nil)
    }

    @Test func anEmptyTextDropsIt() throws {
        let holding = Holding(Self.request)
        #expect(holding.edit(" \n\n") == "ok\n")
        guard case .drop = holding.decisions.first else {
            Issue.record("it is not dropped")
            return
        }
    }
}
