import Bytes
import FilterTestKit
import Flow
import Foundation
import Page
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

    // MARK: Renamed, removed, compared

    @Test func aSessionIsRenamedAndRemovedByTheNameItHas() throws {
        let sessions = MemorySessions(["b", "a c"])
        let asker = try PageAsker(sessions: sessions)
        let renamed = try asker.ask("PUT", "/api/sessions/a%20c", #"{"name": "login"}"#)
        #expect(renamed.status == 200 && renamed.json["name"] as? String == "login")
        #expect(sessions.now.names == ["b", "login"])
        #expect(try asker.ask("PUT", "/api/sessions/b", "{}").status == 400)
        #expect(try asker.ask("DELETE", "/api/sessions/a%20c").status == 404)
        #expect(try asker.ask("DELETE", "/api/sessions/..%2Fb").status == 404)
        #expect(sessions.now.names == ["b", "login"])
        #expect(try asker.ask("DELETE", "/api/sessions/b").status == 200)
        #expect(sessions.now.names == ["login"])
        for (method, path) in [("PUT", ""), ("DELETE", ""), ("GET", "/comparison")] {
            let asked = try asker.ask(method, "/api/sessions/login" + path, #"{"name": "x"}"#, authorization: nil)
            #expect(asked.status == 401, "\(method)")
            #expect(try PageAsker().ask(method, "/api/sessions/a\(path)", #"{"name": "x"}"#).status == 404)
        }
        #expect(sessions.now.names == ["login"])
    }

    private static func flow(_ path: String, _ status: Int, body: String = "", number: UInt64) -> FlowRecord {
        MadeFlow.make(
            "GET http://shop.test\(path) HTTP/1.1\nHost: shop.test",
            "HTTP/1.1 \(status) X\nContent-Length: \(body.utf8.count)", content: body, number: number)
    }

    @Test func whatIsNewGoneAndOtherIsTold() throws {
        let before = [
            Self.flow("/same", 200, number: 1), Self.flow("/gone", 200, number: 2),
            Self.flow("/broken", 200, number: 3),
            Self.flow("/users/17", 200, number: 4),
        ]
        let now = [
            Self.flow("/same", 200, number: 1), Self.flow("/new", 200, number: 2), Self.flow("/broken", 500, number: 3),
            Self.flow("/users/4711", 200, number: 4), Self.flow("/new", 404, number: 5),
        ]
        let asker = try PageAsker(now, sessions: MemorySessions(["before"], other: MemorySource(before)))
        let answer = try asker.ask("GET", "/api/sessions/before/comparison")
        #expect(["added", "removed", "changed", "same"].map { answer.json[$0] as? Int } == [1, 1, 1, 2])
        let rows = answer.list("endpoints").map { row in
            [row["change"], row["name"]].map { $0 as? String ?? "" } + (row["figures"] as? [String] ?? [])
        }
        #expect(
            rows == [
                ["added", "GET shop.test/new"], ["removed", "GET shop.test/gone"],
                ["changed", "GET shop.test/broken", "failures"], ["same", "GET shop.test/same"],
                ["same", "GET shop.test/users/{id}"],
            ])
        let new = answer.list("endpoints")[0]
        #expect(new["left"] is NSNull && (new["right"] as? [String: Any])?["count"] as? Int == 2)
        #expect((new["right"] as? [String: Any])?["failed"] as? Int == 1)
        #expect(try asker.ask("GET", "/api/sessions/other/comparison").status == 404)
    }

    /// Larger by some bytes is no change; larger by half is one.
    @Test(arguments: [(105, []), (150, []), (250, ["size"])])
    func onlyWhatIsMuchLargerChanged(size: Int, figures: [String]) throws {
        let left = [Self.flow("/", 200, body: String(repeating: "x", count: 100), number: 1)]
        let right = [Self.flow("/", 200, body: String(repeating: "x", count: size), number: 1)]
        let asker = try PageAsker(right, sessions: MemorySessions(["a"], other: MemorySource(left)))
        let row = try asker.ask("GET", "/api/sessions/a/comparison").list("endpoints").first
        #expect(row?["figures"] as? [String] == figures)
        #expect(row?["change"] as? String == (figures.isEmpty ? "same" : "changed"))
    }

    @Test func twoFlowsAreComparedAsHarkDiffDoes() throws {
        let flows = [
            Self.flow("/a", 200, body: #"{"a": 1, "b": 2}"#, number: 1), Self.flow("/a", 404, body: "{}", number: 2),
        ]
        let asker = try PageAsker(flows)
        let all = try asker.ask("GET", "/api/flows/1/diff?with=2").list("differences")
        #expect(all.contains { $0["part"] as? String == "startLine" || $0["part"] as? String == "start-line" })
        #expect(all.allSatisfy { $0["message"] as? String == "response" })
        #expect(try asker.ask("GET", "/api/flows/1/diff?with=1").list("differences").isEmpty)
        #expect(try asker.ask("GET", "/api/flows/1/diff?with=9").status == 404)
        for wrong in ["", "?with=", "?with=x", "?with=-1"] {
            #expect(try asker.ask("GET", "/api/flows/1/diff\(wrong)").status == 400, "\(wrong)")
        }
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

    // MARK: - New ones

    @Test func afterANewSessionNothingOfTheOneBeforeIsKnown() throws {
        let recording = MemoryRecording()
        let asker = try PageAsker([MadeFlow.make("GET http://shop.test/ HTTP/1.1", number: 1)], recording: recording)
        let before = try asker.ask("POST", "/api/session", "{}").json
        #expect((before["session"] as? [String: Any])?["canBegin"] as? Bool == true)
        let view = try asker.ask("POST", "/api/views", "{}").json["view"] as? Int ?? 0
        #expect(try asker.ask("GET", "/api/views/\(view)/rows?first=0&count=1").status == 200)

        let answer = try asker.ask("POST", "/api/recording", #"{"name": "second"}"#)
        #expect(answer.status == 201 && answer.json["name"] as? String == "second")
        #expect(answer.json["before"] as? String == "first")
        #expect(try asker.ask("GET", "/api/views/\(view)/rows?first=0&count=1").code == "view")
        let again = try asker.ask("POST", "/api/views", "{}").json["view"] as? Int ?? 0
        #expect(again > view, "a number is not given anew")
        // Tabs see that it is another session of the same Hark.
        let after = try asker.ask("POST", "/api/session", "{}").json["instance"] as? String
        #expect(after != before["instance"] as? String && after?.hasPrefix("test.") == true)
        #expect(recording.begun == ["second"])
    }

    @Test func aSessionThatIsRefusedChangesNothing() throws {
        let recording = MemoryRecording(refusing: PageError(422, .session, "It exists."))
        let asker = try PageAsker(recording: recording)
        let view = try asker.ask("POST", "/api/views", "{}").json["view"] as? Int ?? 0
        let answer = try asker.ask("POST", "/api/recording", "{}")
        #expect(answer.status == 422 && answer.code == "session")
        #expect(try asker.ask("POST", "/api/recording", #"{"name": 5}"#).status == 400)
        #expect(try asker.ask("GET", "/api/views/\(view)/rows?first=0&count=1").status == 200)
        #expect(recording.begun == [nil])
        let none = try PageAsker().ask("POST", "/api/recording", "{}")
        #expect(none.status == 409 && none.code == "read-only")
    }
}
