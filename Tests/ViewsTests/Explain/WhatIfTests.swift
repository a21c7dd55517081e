import Bytes
import Explain
import Flow
import Testing
import Views

/// Lines changed to see what follows.
@Suite struct WhatIfTests {
    private func changed(_ text: String, _ change: HeadChange?, asked: MessageKind? = nil) throws -> String {
        let input = ExplainedText.read(text)
        let change = try #require(change)
        let kind = WhatIf.kind(of: change, in: input, asked: asked)
        return WhatIf.bytes(change, of: input, in: kind).map(\.text).joined()
    }

    private func wire(_ text: String) -> String { ExplainedText.bytes(text).text }

    @Test func theFirstLineOfTheNameIsReplacedAndTheOthersGo() throws {
        let text = "HTTP/1.1 200 OK\nVary: A\nX: y\nvary: B\nContent-Length: 0\n\n"
        #expect(
            try changed(text, HeadChange(setting: "Vary: C"))
                == wire("HTTP/1.1 200 OK\nVary: C\nX: y\nContent-Length: 0\n\n"))
        #expect(
            try changed(text, HeadChange(removing: "VARY")) == wire("HTTP/1.1 200 OK\nX: y\nContent-Length: 0\n\n"))
    }

    /// Eight cookies stay eight when one of them is changed.
    @Test func aCookieTakesThePlaceOfItsOwnLineOnly() throws {
        let text = "HTTP/1.1 200 OK\nSet-Cookie: a=1\nSet-Cookie: b=2\nset-cookie: c=3\n\n"
        #expect(
            try changed(text, HeadChange(setting: "Set-Cookie: b=9; Secure"))
                == wire("HTTP/1.1 200 OK\nSet-Cookie: a=1\nSet-Cookie: b=9; Secure\nset-cookie: c=3\n\n"))
        #expect(
            try changed(text, HeadChange(setting: "Set-Cookie: d=4"))
                == wire("HTTP/1.1 200 OK\nSet-Cookie: a=1\nSet-Cookie: b=2\nset-cookie: c=3\nSet-Cookie: d=4\n\n"))
        #expect(try changed(text, HeadChange(removing: "Set-Cookie")) == wire("HTTP/1.1 200 OK\n\n"))
    }

    @Test func aNewLineStandsBeforeTheEmptyOne() throws {
        #expect(
            try changed("HTTP/1.1 200 OK\nX: y\n\nbody", HeadChange(setting: "A: b"))
                == wire("HTTP/1.1 200 OK\nX: y\nA: b\n\nbody"))
        #expect(try changed("HTTP/1.1 200 OK\n", HeadChange(setting: "A: b")) == wire("HTTP/1.1 200 OK\nA: b\n"))
        #expect(try changed("HTTP/1.1 200 OK", HeadChange(setting: "A: b")) == wire("HTTP/1.1 200 OK\nA: b\n"))
    }

    @Test(arguments: ["", ": x", "no colon", "A b: c", "A: b\r\nEvil: c", "A: b\n"])
    func whatIsNoFieldLineIsNoChange(line: String) {
        #expect(HeadChange(setting: Bytes(line)) == nil)
    }

    @Test func theMessageThatHasTheFieldIsMeant() throws {
        let input = ExplainedText.read(ExplainedText.pair)
        func kind(_ name: Bytes, _ asked: MessageKind? = nil) -> MessageKind {
            WhatIf.kind(of: HeadChange(removing: name), in: input, asked: asked)
        }
        #expect(kind("Cookie") == .request && kind("cache-control") == .response)
        // Neither has them: those that only requests have are the request's.
        #expect(kind("If-None-Match") == .request && kind("Accept-Encoding") == .request)
        #expect(kind("Accept-Ranges") == .response && kind("ETag") == .response)
        #expect(kind("ETag", .request) == .request)
    }

    @Test func whatChangesIsTold() throws {
        let before = ExplainedText.read(ExplainedText.pair)
        let change = try #require(HeadChange(setting: "Cache-Control: no-store"))
        let bytes = WhatIf.bytes(change, of: before, in: .response)
        let after = ExplainedText.read(
            bytes.map(\.text).joined().replacing("\r\n", with: "\n"))
        let whatIf = WhatIf(before: before, after: after)
        #expect(whatIf.changedTopics == [.caching])
        #expect(WhatIf.notes(of: before, missingIn: after).map(\.code).contains("cache-lifetime"))
        var view = WhatIfView(style: .plain, width: 80)
        view.show(whatIf, change: "A change.")
        let page = String(decoding: view.page.take(), as: UTF8.self)
        #expect(
            page.contains(
                "    - Any cache may use it for 60 seconds (1 minute).\n"
                    + "    + No cache stores it: the response has no-store.\n"
            ))
    }

    @Test func noChangeIsSaid() {
        let input = ExplainedText.read(ExplainedText.pair)
        var view = WhatIfView(style: .plain, width: 80)
        view.show(WhatIf(before: input, after: input), change: "Nothing.")
        #expect(String(decoding: view.page.take(), as: UTF8.self).contains("No verdict changes."))
    }
}
