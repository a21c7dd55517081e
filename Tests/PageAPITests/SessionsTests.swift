import Bytes
import FilterTestKit
import Foundation
import PageAPI
import PageTestKit
import Testing
import Workbench

/// Other sessions and files are opened by whoever has them; the API hands on names and bytes, no paths.
@Suite struct SessionsTests {
    @Test func sessionsAreListedAndOpenedByName() throws {
        let sessions = MemorySessions(["b", "a"])
        let asker = try PageAsker(sessions: sessions)
        let list = try asker.ask("GET", "/api/sessions")
        #expect(list.list("sessions").compactMap { $0["name"] as? String } == ["b", "a"])
        #expect(list.list("sessions").first?["flows"] is NSNull && list.json["omitted"] as? Int == 2)
        let opened = try asker.ask("POST", "/api/sessions", #"{"name": "a"}"#)
        #expect(opened.status == 201 && opened.json["url"] as? String == "http://127.0.0.1:8890/#key")
        for wrong in [#"{"name": "../a"}"#, #"{"name": "/etc/passwd"}"#, #"{"name": "c"}"#, #"{"name": ""}"#] {
            let answer = try asker.ask("POST", "/api/sessions", wrong)
            #expect(answer.status == 404 && answer.code == "session" && answer.json["url"] == nil, "\(wrong)")
        }
        #expect(try asker.ask("POST", "/api/sessions", "{}").status == 400)
        #expect(sessions.now.opened == ["a"])
    }

    @Test func withoutSessionsNothingIsOpened() throws {
        let asker = try PageAsker()
        #expect(try asker.ask("GET", "/api/sessions").list("sessions").isEmpty)
        #expect(try asker.ask("POST", "/api/sessions", #"{"name": "a"}"#).status == 404)
        #expect(try asker.ask("POST", "/api/files", #"{"name": "a", "size": 1}"#).status == 404)
        #expect(try asker.ask("PUT", "/api/files/x?from=0", "a").status == 404)
    }

    @Test func aFileComesInPieces() throws {
        let sessions = MemorySessions()
        let asker = try PageAsker(sessions: sessions)
        let made = try asker.ask("POST", "/api/files", #"{"name": "tour.har", "size": 5}"#)
        let file = try #require(made.json["file"] as? String)
        #expect(made.status == 201)
        #expect(try asker.ask("PUT", "/api/files/\(file)?from=0", octets: [0, 255, 10]).json["size"] as? Int == 3)
        #expect(try asker.ask("PUT", "/api/files/\(file)?from=1", octets: [1]).status == 409)
        #expect(try asker.ask("PUT", "/api/files/\(file)?from=3", octets: [1, 2]).json["size"] as? Int == 5)
        #expect(sessions.now.files[file] == [0, 255, 10, 1, 2])
        let url = try asker.ask("POST", "/api/files/\(file)").json["url"] as? String
        #expect(url == "http://127.0.0.1:8891/#\(file)")
        for wrong in ["", "?from=", "?from=-1", "?from=x"] {
            #expect(try asker.ask("PUT", "/api/files/\(file)\(wrong)", "a").status == 400, "\(wrong)")
        }
        for wrong in [#"{"name": "a"}"#, #"{"name": "a", "size": 0}"#, #"{"name": "a", "size": -1}"#] {
            #expect(try asker.ask("POST", "/api/files", wrong).status == 400, "\(wrong)")
        }
    }

    /// A name is for people: no part of a path, no line, no end.
    @Test func aNameOfAFileIsOnlyShown() throws {
        let sessions = MemorySessions()
        let asker = try PageAsker(sessions: sessions)
        for name in [
            "../../etc/passwd", #"C:\\a\\b.har"#, #"a\u0000b\nc.har"#, String(repeating: "x", count: 5000), "/",
        ] {
            _ = try asker.ask("POST", "/api/files", #"{"name": "\#(name)", "size": 1}"#)
        }
        let shown = sessions.now.shown
        #expect(shown == ["passwd", "b.har", "abc.har", String(repeating: "x", count: 100), "file"])
    }

    // MARK: A request that somebody wrote

    private static func sent(_ text: String, to server: String?) throws -> (PageAsker, PageAsker.Answer) {
        let asker = try PageAsker()
        let message = Data(text.utf8).base64EncodedString()
        let server = server.map { #", "to": "\#($0)""# } ?? ""
        return (asker, try asker.ask("POST", "/api/send", #"{"message": "\#(message)"\#(server)}"#))
    }

    @Test func aWrittenRequestIsSentAsItIs() throws {
        let text = "POST /a HTTP/1.1\r\nHost: a.test\r\nContent-Length: 2\r\n\r\nhi"
        let (asker, answer) = try Self.sent(text, to: "https://a.test")
        #expect(answer.json["flow"] as? Int == 99, "\(answer.text)")
        let sent = asker.source.with { $0.sent }
        #expect(sent.map(\.request.bytes.text) == [text] && sent.map(\.server) == ["https://a.test"])
        #expect(sent.first?.request.original == nil && sent.first?.request.destination == nil)
    }

    @Test func aLengthThatIsWrongIsSetAndSaid() throws {
        let (asker, answer) = try Self.sent(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhi", to: "a.test:80")
        #expect((answer.json["doubts"] as? [String])?.count == 1)
        #expect(asker.source.with { $0.sent.first?.request.bytes.text.contains("Content-Length: 2\r\n") } == true)
    }

    @Test(arguments: [
        "", "GET", "GET / HTTP/1.1\r\nHost: a\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nBad Name: x\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhi",
    ])
    func whatIsNotOneRequestIsNotSent(text: String) throws {
        let (asker, answer) = try Self.sent(text, to: "http://a.test")
        #expect((400...422).contains(answer.status), "\(answer.text)")
        #expect(asker.source.with { $0.sent.isEmpty })
    }

    @Test func withoutAServerNothingIsSent() throws {
        let (asker, answer) = try Self.sent("GET / HTTP/1.1\r\nHost: a\r\n\r\n", to: nil)
        #expect(answer.status == 400 && asker.source.with { $0.sent.isEmpty })
        #expect(try asker.ask("POST", "/api/send", #"{"to": "http://a.test"}"#).status == 400)
    }
}
