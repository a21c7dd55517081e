import Bytes
import FilterTestKit
import Flow
import HTTPModel
import Testing

@testable import Filter

@Suite struct FilterMatcherTests {
    static let post = MadeFlow.make(
        """
        POST http://Shop.Example.com:8080/users/7?page=2&q=a%20b&q=c HTTP/1.1
        Host: Shop.Example.com:8080
        Accept: text/html
        Accept: */*
        Cookie: session=abc; theme=Dark
        Content-Type: application/problem+json; charset=utf-8
        """, body: "{\"name\": 1}",
        """
        HTTP/1.1 404 Not Found
        Content-Type: text/HTML; charset=utf-8
        Set-Cookie: session=def; Path=/
        Content-Encoding: identity
        Location: /elsewhere
        """, content: "<p>Error 12</p>", number: 12)

    @Test(arguments: [
        "method = POST", "method != GET", "method in (GET, POST)", "method ~ P*", "method =~ ^P", "method contains OS",
        "scheme = HTTP", "host = shop.example.COM", "host ~ *.EXAMPLE.com", "host =~ '^SHOP'", "host contains PLE",
        "port = 8080", "port > 80", "path = /users/7", "path ~ '/users/?'", "query", "query.page = 2", "query.q = c",
        "query.q = 'a b'", "version = 1.1", "version >= HTTP/1.1", "version < 2", "status = 404", "status = 4xx",
        "status >= 400", "status in (2xx, 404)", "status != 2xx", "status > 3xx", "status <= 4xx", "status.class = 4xx",
        "status.class > 3", "reason = 'Not Found'", "request.header.ACCEPT = '*/*'", "header.set-cookie",
        "header.cookie", "request.header.accept != '*/*'", "cookie.session = abc", "set-cookie.session = def",
        "cookie.theme =~ D", "request.size = 11", "response.size >= 15B", "type = html", "type = text",
        "type = text/html", "request.type = json", "request.type in (css, json)", "type ~ 'text/*'",
        "request.body contains name", "body =~ 'Error [0-9]+'", "response.body contains Error", "body", "id = 12",
        "outcome = complete", "time = 2026-11-21", "time >= 12:30", "time = 13:00", "time <= 2026-11-21T12:00:00Z",
        "time > -10m or time = now", "client ~ '127.*'", "connection = 3", "duration = 0", "not redirect", "not tls",
        "'error 12'", "'shop.example'", "CHARSET", "users 'session=DEF'", "tls = no", "redirect = false",
        "run = 0000000000000001",
    ])
    func aFlowPasses(text: String) throws {
        #expect(try passes(text, Self.post), "\(text)")
        #expect(try !passes("not (\(text))", Self.post), "\(text)")
    }

    @Test(arguments: [
        "method = post", "method = GET", "method ~ OST", "method ~ p*", "host = example.com", "host ~ example.com",
        "host !~ '*.example.com'", "port = 80", "path = /users", "path ~ '/users/??'", "query.page = 20", "query.Page",
        "query.q = a", "fragment", "version = 1.0", "version > 1.1", "status = 5xx", "status < 404", "status > 404",
        "status > 4xx", "status < 4xx", "status in (200, 5xx)", "request.header.x", "response.header.accept",
        "request.header.accept = TEXT/HTML", "cookie.Session", "cookie.session = def", "set-cookie.theme",
        "request.size > 11", "type = json", "type = problem", "type = text/plain", "request.type = problem",
        "type = ml",
        "response.body contains error", "request.body contains Error", "redirect.to", "reused", "upstream", "note",
        "worst", "quirk", "tag", "comment", "pinned", "truncated", "open", "error", "protocol", "tls.version", "alpn",
        "time < 2026-11-21T12:00:00Z", "time > 13:00", "time = 12:00", "time != 2026-11-21", "time > now", "encoding",
        "'no such text'", "trailer.x", "redirect.hop", "changed = no", "reused = no", "run = 1",
    ])
    func aFlowDoesNotPass(text: String) throws {
        #expect(try !passes(text, Self.post), "\(text)")
        #expect(try passes("not (\(text))", Self.post), "\(text)")
    }

    /// What a rule did is no script's, and a script that did its work has not failed.
    @Test func whatScriptsDidIsFound() throws {
        let acts = [
            RuleAct.script("sign", file: "a.py", did: "modify", on: "request", microseconds: 5, text: "Changed X."),
            RuleAct.script(
                "late", file: "b.py", did: "failed", on: "response", microseconds: 9,
                text: "The script failed (no answer in 2 s): the message passed without it."),
            RuleAct(rule: "slow", file: "c.rules", line: 1, action: "delay 1s", text: "Waited."),
        ]
        let flow = MadeFlow.make { record in
            for act in acts {
                record.apply(
                    FlowEvent(flow: record.id, time: Instant(nanoseconds: 2_000_000), fact: .ruleActed(act)))
            }
        }
        for text in ["script", "script = sign", "script = late", "script.error", "script.error contains 'no answer'"] {
            #expect(try passes(text, flow), "\(text)")
            #expect(try !passes("not (\(text))", flow), "\(text)")
            #expect(try !passes(text, Self.post), "\(text)")
        }
        for text in ["script = slow", "script = a.py", "script.error contains Changed", "script.error contains Waited"]
        {
            #expect(try !passes(text, flow), "\(text)")
        }
    }

    /// A test on what is not there is false, whichever way it asks; `not` turns that round.
    @Test(arguments: ["= a", "!= a", "~ a*", "!~ a*", "=~ a", "contains a", "in (a)"])
    func whatIsNotThereFailsEveryTest(test: String) throws {
        #expect(try !passes("request.header.x \(test)"))
        #expect(try !passes("comment \(test)"))
        #expect(try passes("not request.header.x \(test)"))
        #expect(try !passes("reason \(test)", MadeFlow.make(nil)))
    }

    @Test(arguments: ["= 200", "!= 200", "< 200", "<= 200", "> 100", ">= 100", "in (200)"])
    func numbersThatAreNotThereFailEveryTest(test: String) throws {
        let open = MadeFlow.make("GET http://a/ HTTP/1.1\nHost: a", nil, outcome: nil)
        #expect(try !passes("status \(test)", open))
        #expect(try passes("not status \(test)", open))
        #expect(try passes("open", open))
    }

    @Test func oneOfSeveralValuesIsEnough() throws {
        #expect(try passes("request.header.accept = text/html and request.header.accept = '*/*'", Self.post))
        #expect(try passes("request.header.accept = text/html and request.header.accept != text/html", Self.post))
        #expect(try !passes("request.header.accept = text/css", Self.post))
    }

    @Test func judgementsMarksAndPlacesComeFromOutside() throws {
        let reader = FilterReader(judge: { _ in [("cookie-secure", "warning"), ("no-cache", "info")] })
        var context = FlowContext()
        context.tags = ["bug", "Slow one"]
        context.comment = "look here"
        context.redirectHop = 2
        context.isPinned = true
        let yes = [
            "note = cookie-secure", "note ~ *cache", "worst >= info", "worst = warning", "worst < bad", "tag = bug",
            "tag = 'Slow one'", "comment contains here", "redirect.hop > 1", "pinned", "not replayed",
        ]
        let no = ["note = secure", "worst = info", "worst > warning", "tag = slow", "tag = Bug", "replayed"]
        for text in yes { #expect(try passes(text, Self.post, context, reader: reader), "\(text)") }
        for text in no { #expect(try !passes(text, Self.post, context, reader: reader), "\(text)") }
    }

    @Test func onlyTextBodiesAreSearchedAndAllAreTested() throws {
        let image = MadeFlow.make(nil, nil)
        #expect(try !passes("picture", image))
        let flow = MadeFlow.make(
            "GET http://a/ HTTP/1.1\nHost: a", "HTTP/1.1 200 OK\nContent-Type: image/png", content: "Picture of it")
        #expect(try !passes("picture", flow))
        #expect(try passes("response.body contains Picture", flow))
    }

    @Test func aCodedBodyIsLookedAtDecodedOrNotAtAll() throws {
        let coded = MadeFlow.make(
            "GET http://a/ HTTP/1.1\nHost: a", "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Encoding: gzip",
            content: "raw")
        #expect(try !passes("response.body contains raw", coded))
        #expect(try passes("encoding = GZIP", coded))
        let reader = FilterReader(content: { _, kind in kind == .response ? "plain words" : nil })
        #expect(try passes("response.body contains plain and words", coded, reader: reader))
    }

    @Test func theEndIsTold() throws {
        let failed = MadeFlow.make(
            "GET http://nowhere/ HTTP/1.1\nHost: nowhere", nil,
            outcome: Outcome(.failed, by: .proxy, .nameNotFound))
        #expect(try passes("error = nameNotFound and outcome = failed and outcome.by = proxy", failed))
        #expect(try passes("error", failed))
        #expect(try !passes("open", failed))
        let tunnel = MadeFlow.make(
            "CONNECT a:443 HTTP/1.1\nHost: a:443", nil, outcome: Outcome(.tunnel, by: .client, .ok))
        #expect(try !passes("error", tunnel))
        #expect(try passes("host = a and port = 443 and outcome = tunnel", tunnel))
    }

    @Test(arguments: [
        ("Cache-Control: max-age=60", "fresh"), ("Cache-Control: no-store", "none"),
        ("Cache-Control: no-cache", "stale"),
        ("Cache-Control: max-age=60\nAge: 90", "stale"),
    ])
    func cachesAreToldApart(fields: String, state: String) throws {
        let flow = MadeFlow.make(
            "GET http://a/ HTTP/1.1\nHost: a", "HTTP/1.1 200 OK\nDate: Sat, 21 Nov 2026 12:00:00 GMT\n\(fields)")
        #expect(try passes("cache = \(state)", flow))
        #expect(try !passes("cache != \(state)", flow))
    }

    /// A recording of another tool says nothing of ends.
    @Test func whatNoRunRecordedIsNotTakenForOpen() throws {
        var foreign = MadeFlow.make(outcome: nil)
        #expect(try passes("open", foreign))
        foreign.run = nil
        #expect(try !passes("open", foreign))
        #expect(try !passes("open = no", foreign))
    }

    @Test func redirectsLeadSomewhere() throws {
        let flow = MadeFlow.make(
            "GET http://a/x HTTP/1.1\nHost: a", "HTTP/1.1 302 Found\nLocation: ../y")
        #expect(try passes("redirect and redirect.to = http://a/y", flow))
        #expect(try !passes("redirect", MadeFlow.make("GET http://a/x HTTP/1.1\nHost: a", nil)))
    }

    @Test func messagesOfAnEventStreamAreCounted() throws {
        let flow = MadeFlow.make(
            "GET http://a/ HTTP/1.1\nHost: a", "HTTP/1.1 200 OK\nContent-Type: text/event-stream",
            content: "data: 1\n\n: comment\n\ndata\r\n\r\ndata: 3\r\rdata: unfinished\n")
        #expect(try passes("messages = 3 and stream", flow))
        #expect(try !passes("messages"))
    }

    @Test func everyFlowPassesTheEmptyFilter() throws {
        #expect(try passes(""))
        #expect(try passes("  ", MadeFlow.make(nil, outcome: nil)))
    }

    /// The two readings of a day and an hour: what the writing leaves open counts for equality alone.
    @Test func timesAreByTheClockOnTheWall() throws {
        let evening = MadeFlow.make(at: MadeFlow.noon + 11 * 3_600_000_000)
        // 23:00 UTC is midnight an hour east.
        #expect(try passes("time = 2026-11-22", evening))
        #expect(try !passes("time = 2026-11-21", evening))
        #expect(try passes("time = 2026-11-21T23:00Z", evening))
        #expect(try passes("time = 2026-11-22T01:00+02:00", evening))
        #expect(try passes("time > 2026-11-21T23:59", MadeFlow.make(at: MadeFlow.noon + 11 * 3_600_000_000 + 1)))
    }
}
