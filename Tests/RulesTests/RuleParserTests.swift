import Bytes
import Filter
import FilterTestKit
import Flow
import HTTPModel
import Testing

@testable import Rules

@Suite struct RuleParserTests {
    /// The page that the contract begins with.
    static let contract = """
        # debug.rules
        german:      when host = shop.example.com          do set-request-header "Accept-Language: de"
        local-js:    when url ~ "https://cdn.example.com/app/*"   do map-file ./dist/
        staging:     when host = api.example.com and path ~ "/v2/*" do map-to https://staging.example.com:8443
        busy:        when path = /pay and method = POST chance 30%  do respond 503 "Retry-After: 5" text "busy"
        slow:        when host ~ "*.example.com"           do throttle 3g, delay response 200ms
        look:        when method = DELETE                  do break request
        flaky:       when path ~ "/feed" every 5           do cut-response after 1KiB
        """

    @Test func theContractsExampleIsRead() throws {
        let book = try Reading.book(Self.contract)
        #expect(book.rules.map(\.name) == ["german", "local-js", "staging", "busy", "slow", "look", "flaky"])
        #expect(book.rules.map(\.place.line) == [2, 3, 4, 5, 6, 7, 8])
        #expect(book.rules[3].turn == RuleTurn(chance: 30_000, count: nil))
        #expect(book.rules[6].turn == RuleTurn(chance: nil, count: .every(5)))
        #expect(book.rules[4].steps.map(\.text) == ["throttle 3g", "delay response 200ms"])
        #expect(book.rules[6].steps.first?.action as? CutAction == CutAction(kind: .response, count: 1_024))
        #expect(book.rules.allSatisfy { !$0.isFinal })
    }

    /// Every action once, as help shows how to write it.
    static let samples: [(text: String, action: any RuleAction)] = [
        (
            "remove-request-header Cookie",
            FieldAction(
                kind: .request, rule: HeaderRule(.remove, "Cookie", source: "--remove-request-header 'Cookie'"))
        ),
        ("set-cookie a=b", RequestCookieAction(name: "a", value: "b")),
        ("remove-cookie a", RequestCookieAction(name: "a", value: nil)),
        ("set-response-cookie \"a=b; Path=/\"", ResponseCookieAction(name: "a", value: "b; Path=/")),
        ("remove-response-cookie a", ResponseCookieAction(name: "a", value: nil)),
        ("set-trailer \"X: y\"", TrailerAction(kind: .response, name: "X", value: "y")),
        ("set-request-trailer \"X: y\"", TrailerAction(kind: .request, name: "X", value: "y")),
        ("set-method PUT", MethodAction(method: "PUT")), ("set-path /a/b", PathAction(path: "/a/b")),
        ("set-path /a%20b%2F", PathAction(path: "/a%20b%2F")),
        ("set-query \"q=a b\"", QueryAction(name: "q", value: "a b")),
        ("remove-query q", QueryAction(name: "q", value: nil)),
        ("connect-to 127.0.0.1:81", ConnectToAction(host: "127.0.0.1", port: 81)),
        ("connect-to [::1]:81", ConnectToAction(host: "::1", port: 81)),
        ("map-file ./dist/", MapFileAction(path: "./dist/")), ("block", BlockAction(status: 403)),
        ("block 410", BlockAction(status: 410)),
        ("answer-from tour.hark strict", AnswerFromAction(session: "tour.hark", isStrict: true)),
        ("answer-from tour.hark", AnswerFromAction(session: "tour.hark", isStrict: false)),
        ("delay each-chunk 5ms", DelayAction(place: .eachChunk, microseconds: 5_000)),
        ("stall-response after 10", StallAction(count: 10)),
        ("cut-request after 1kB", CutAction(kind: .request, count: 1_000)),
        ("reset", HangUpAction(isReset: true)), ("drop", HangUpAction(isReset: false)),
        ("corrupt-response 3", CorruptAction(count: 3)), ("bad-gateway", BadGatewayAction()),
        ("tls-fail handshake_failure", TLSFailAction(alert: "handshake_failure", code: 40)),
        ("expired-certificate", ExpiredCertificateAction()), ("dns-fail", DNSFailAction()),
        ("break both", BreakAction(holds: [.request, .response])), ("break response", BreakAction(holds: [.response])),
        ("no-cache", NoCacheAction()), ("no-compression", NoCompressionAction()), ("no-cookies", NoCookiesAction()),
        ("allow-cors", AllowCORSAction()), ("force-http1", ForceHTTP1Action()),
        ("upgrade-insecure", UpgradeInsecureAction()),
        ("no-csp", NoCSPAction()), ("pin", PinAction()), ("comment \"to look at\"", CommentAction(text: "to look at")),
        ("tag bug", TagAction(name: "bug")),
        ("replace-message text bye", ReplaceMessageAction(content: .text(RuleTemplate(literal: "bye")))),
        ("drop-message", DropMessageAction()),
        ("delay message 1s", DelayAction(place: .message, microseconds: 1_000_000)),
        ("skip-record", SkipRecordAction()), ("keep-body off", KeepBodyAction()), ("tunnel", TunnelAction()),
        (
            "via socks5://me:secret@127.0.0.1:1080",
            UpstreamProxyAction(
                via: UpstreamProxy(
                    .socks5, at: Destination(host: "127.0.0.1", port: 1080), credentials: ShownCredentials("me:secret"))
            )
        ),
        (
            "throttle 48KiB/s down 12KiB/s up 200ms shared",
            ThrottleAction(rate: ThrottleRate(name: "", down: 49_152, up: 12_288, latency: 200_000, isShared: true))
        ),
        (
            "throttle 1MB/s",
            ThrottleAction(rate: ThrottleRate(name: "", down: 1_000_000, up: 1_000_000, latency: 0, isShared: false))
        ),
    ]

    @Test(arguments: samples.map(\.text))
    func anActionIsReadAsItIsMeant(text: String) throws {
        let wanted = try #require(Self.samples.first { $0.text == text }).action
        #expect(try Reading.actions(text).map { AnyHashable($0) } == [AnyHashable(wanted)])
        // What follows it is another action, or a comment.
        let next = wanted.isOfMessages ? ("drop-message", DropMessageAction() as any RuleAction) : ("pin", PinAction())
        let both = try Reading.actions("\(text), \(next.0) # why").map { AnyHashable($0) }
        #expect(both == [AnyHashable(wanted), AnyHashable(next.1)])
    }

    /// A line, the column of its mistake, and a part of what is said of it.
    static let mistakes: [(line: String, column: Int, says: String)] = [
        ("a when host = x do pin", 2, "a rule starts with 'when' or 'NAME: when'"),
        ("when host = x do pin", 1, "a rule in a file needs a name"),
        ("a b: do pin", 2, "a rule starts with 'when' or 'NAME: when'"),
        ("é: do pin", 1, "letters, digits"),
        (": do pin", 1, "missing name"),
        ("a:", 3, "missing 'when'"),
        ("a: wen host = x do pin", 4, "expected 'when', not 'wen'"),
        ("a: when do pin", 9, "missing filter"),
        ("a: when hots = x do pin", 9, "Did you mean 'host'?"),
        ("a: when host = x and (path = /a do pin", 22, "not closed"),
        ("a: when host = x pin", 21, "missing 'do'"),
        ("a: when host = x", 17, "missing 'do'"),
        ("a: when host = x # do pin", 18, "missing 'do'"),
        ("a: when host = x do", 20, "missing action"),
        ("a: do sett-request-header \"A: b\"", 7, "Did you mean 'set-request-header'?"),
        ("a: do pin and drop", 11, "expected a comma or the end of the line, not 'and'"),
        ("a: do pin,", 11, "missing action"),
        ("a: do final, pin", 14, "'final' must be the last action"),
        ("a: do raw pin", 7, "'raw' has no effect before pin, which writes no line"),
        ("a: do raw delay response 1s", 7, "it is allowed before set-request-header"),
        ("a: do raw", 10, "missing action after 'raw'"),
        ("a: do raw raw set-path x", 11, "unknown action 'raw'"),
        ("a: do raw set-pth x", 11, "Did you mean 'set-path'?"),
        ("a: do raw set-request-header \"A\"", 32, "missing colon"),
        ("a: do raw set-request-header \": b\"", 31, "the header name is empty"),
        ("a: do raw set-method HEAD", 22, "the client would not understand"),
        ("a: do raw respond 99", 19, "from 100 to 999"),
        ("a: do raw respond 200 \"X: {request.qery.a}\"", 24, "unknown value"),
        ("a: when host = x chance 30 do pin", 25, "'30' is not a chance"),
        ("a: when host = x chance 101% do pin", 25, "'101%' is not a chance"),
        ("a: when host = x every 0 do pin", 24, "a number of 1 or more"),
        ("a: when host = x first 3 every 2 do pin", 26, "one of first, after and every"),
        ("a: when host = x first 3 chance 2% do pin", 26, "only one 'chance', before"),
        ("a: do set-request-header \"Content-Length: 3\"", 27, "Content-Length says where a message"),
        ("a: do set-response-header \"Transfer-Encoding: chunked\"", 28, "Hark sets it itself"),
        ("a: do set-response-header \"Connection: close\"", 28, "Hark sets it itself"),
        ("a: do set-request-header \"A b: c\"", 28, "a header name cannot contain"),
        ("a: do set-request-header \"A: b\\u000d\\u000aX: y\"", 26, "control character 13"),
        ("a: do set-request-header \"A: b\\nX: y\"", 31, "a header value cannot contain"),
        ("a: do set-request-header \"A: b", 26, "has no closing \""),
        ("a: do set-request-header \"A: \\q\"", 26, "not a JSON string"),
        ("a: do set-method \"GE T\"", 18, "is not a method"),
        ("a: do set-method HEAD", 18, "the client would not understand"),
        ("a: do set-path a", 16, "a path must begin with /"),
        ("a: do set-path /a?b", 18, "a path cannot contain '?'"),
        ("a: do set-path \"/a b\"", 19, "a path cannot contain a space; write it as a percent sign and two digits"),
        ("a: do set-path /a%2", 18, "a percent sign must be followed by two hexadecimal digits"),
        ("a: do set-path /%zz%20", 17, "a percent sign must be followed by two hexadecimal digits"),
        ("a: do set-cookie a", 18, "NAME=VALUE"),
        ("a: do set-cookie a=b;c", 21, "a cookie cannot contain ';'"),
        ("a: do respond", 14, "a status"),
        ("a: do respond 100", 15, "from 200 to 599"),
        ("a: do respond 204 text \"x\"", 19, "cannot have content"),
        ("a: do respond 200 json {\"a\": }", 30, "expected a JSON value"),
        ("a: do respond 200 json {\"a\": 1,}", 32, "a name in quotes"),
        ("a: do respond 200 text \"{request.qery.id}\"", 25, "unknown value '{request.qery.id}'"),
        ("a: do respond 200 text \"{random 5 1}\"", 25, "two numbers"),
        ("a: do respond 200 \"Content-Length: 1\" text \"a\"", 20, "Hark sets it itself"),
        ("a: do redirect 200 /x", 16, "301, 302, 303, 307 or 308"),
        ("a: do map-to ftp://x", 14, "an absolute URL"),
        ("a: do map-to http://{request.query.h}/", 21, "only use {host}"),
        ("a: do map-to http://me@x/", 21, "cannot have a user name"),
        ("a: do map-to http://x:99999/", 21, "not a host with an optional port"),
        ("a: do connect-to x", 18, "HOST:PORT"),
        ("a: do via ftp://x", 11, "a proxy is http"),
        ("a: do throttle 5g", 16, "Did you mean '3g'?"),
        ("a: do throttle 0/s", 16, "would let nothing arrive"),
        ("a: do delay reponse 1s", 13, "Did you mean 'response'?"),
        ("a: do delay response 1", 22, "is not a time"),
        ("a: do cut-response 5", 20, "'5' is not one of after"),
        ("a: do cut-response after x", 26, "is not a size"),
        ("a: do corrupt-response 0", 24, "from 1 to 1000"),
        ("a: do substitute-response-body /a(/b/", 34, "not closed"),
        ("a: do substitute-response-body /a/b", 32, "three slashes"),
        ("a: do substitute-response-body /a/b/gx", 38, "unknown flag 'x'"),
        ("a: do set-json-response a.b 1", 25, "a path must begin with $"),
        ("a: do set-json-response $.a x", 29, "expected a JSON value"),
        ("a: do break everything", 13, "not one of request, response, both"),
        ("a: when status = 200 do set-request-header \"A: b\"", 9, "status is known only with the response's head"),
        ("a: when duration > 1s do set-response-header \"A: b\"", 9, "duration is known only afterwards"),
        ("a: when header.via do set-request-header \"A: b\"", 9, "ask for request.header.NAME"),
        ("a: when request.body contains x do set-request-header \"A: b\"", 9, "only actions on that body"),
        ("a: when request.body contains x do set-response-header \"A: b\"", 9, "only actions on that body"),
        ("a: when \"x\" do set-response-header \"A: b\"", 9, "A text that is searched for is known only afterwards"),
        ("@inclde x", 1, "unknown word '@inclde'"),
        ("@include", 9, "missing file path"),
    ]

    @Test(arguments: mistakes.map(\.line))
    func aMistakeIsToldWithItsPlace(line: String) throws {
        let wanted = try #require(Self.mistakes.first { $0.line == line })
        let fault = try #require(Reading.fault("# a comment\n\(line)"))
        #expect(fault.line == 2)
        #expect(fault.column == wanted.column, "\(fault.message)")
        #expect(fault.message.contains(wanted.says), "\(fault.message)")
    }

    @Test func aNameIsTakenOnce() throws {
        let fault = try #require(Reading.fault("a: do pin\n\nb: do pin\na: do drop"))
        #expect(fault.line == 4)
        #expect(fault.message == "the name 'a' is already used by debug.rules:1")
    }

    @Test func aHashInsideOfAWordBeginsNoComment() throws {
        let book = try Reading.book("a: when path = /x#y do tag b#c # d")
        #expect(book.rules[0].filter.text.contains("/x#y"))
        #expect(book.rules[0].steps.map { AnyHashable($0.action) } == [AnyHashable(TagAction(name: "b#c"))])
    }

    @Test func wordsOfTheLanguageCanBeValues() throws {
        let book = try Reading.book("a: when path = first and host in (chance, \"do\") first 2 do pin")
        #expect(book.rules[0].turn == RuleTurn(chance: nil, count: .first(2)))
        #expect(book.rules[0].filter.expression.tests.count == 2)
    }

    @Test func everyFieldOfTheFilterLanguageHasItsStage() {
        // Those that nobody thought of are known afterwards, which refuses a rule rather than letting it never match.
        let late = FilterFields.all.filter { RuleStage.known($0) == .end }.map(\.title)
        #expect(
            Set(late) == [
                "protocol", "trailer.NAME", "body", "redirect.hop", "messages", "duration", "receive", "outcome",
                "outcome.by", "error", "open", "truncated", "changed", "change", "rule", "quirk", "note", "worst",
                "script", "script.error", "pinned", "comment", "tag", "replayed",
                "event", "grpc.service", "grpc.status", "graphql.operation", "frames",
                "stream.client", "stream.upstream",
                // No proxy knows them of what goes through it.
                "proxy", "tenant", "label.NAME",
            ])
    }

    @Test func everyActionIsRead() {
        let read = Set(Self.samples.map { $0.text.prefix { $0 != " " } })
        let others = [
            "set-request-header", "add-request-header", "set-response-header", "add-response-header",
            "remove-response-header", "set-host", "replace-request-body", "replace-response-body",
            "substitute-request-body", "substitute-response-body", "set-json-request", "set-json-response", "map-to",
            "respond", "redirect", "cut-response", "inject-message",
        ]
        #expect(Set(ActionTable.all.map(\.name)) == Set(read.map(String.init) + others))
    }

    // MARK: - Files

    private func load(_ files: [String: String]) -> Result<[String], RuleError> {
        var loader = RuleLoader { path throws(RuleLoader.Unreadable) in
            guard let text = files[path] else { throw RuleLoader.Unreadable("does not exist") }
            return text
        }
        do throws(RuleError) {
            try loader.add(file: "a/main.rules")
            return .success(loader.book(Reading.clock).rules.map { "\($0.name) \($0.place.text)" })
        } catch {
            return .failure(error)
        }
    }

    @Test func includedRulesStandWhereTheyAreIncluded() throws {
        let rules = try load([
            "a/main.rules": "one: do pin\n@include more/b.rules\nthree: do pin", "a/more/b.rules": "two: do pin",
        ]).get()
        #expect(rules == ["one a/main.rules:1", "two a/more/b.rules:1", "three a/main.rules:3"])
    }

    @Test(arguments: [
        ("@include x.rules", "a/x.rules does not exist", 10),
        ("@include main.rules", "a/main.rules includes itself", 10),
    ])
    func whatCannotBeIncludedIsToldWhereItIsAsked(line: String, says: String, column: Int) throws {
        guard case .failure(let error) = load(["a/main.rules": "x: do pin\n\(line)"]) else {
            Issue.record("it was read")
            return
        }
        #expect(error.place.line == 2)
        #expect(error.column == column)
        #expect(error.fault.message.contains(says))
        #expect(error.shown.hasPrefix("a/main.rules:2:10: "))
    }

    @Test func aFileThatCannotBeReadIsNamedOnce() throws {
        guard case .failure(let error) = load([:]) else {
            Issue.record("it was read")
            return
        }
        #expect(error.shown == "a/main.rules: does not exist")
    }

    @Test func aPasswordIsInNoText() throws {
        let rule = try Reading.rule("a: do via http://me:secret@proxy.example.com:3128")
        #expect(!rule.steps[0].text.contains("secret"))
        #expect(!RuleWords.sentence(rule).contains("secret"))
    }

    @Test func theLayoutIsTidiedAndNothingElse() throws {
        let text = "# top\n\na:do   pin   # why\nlonger-name:  when host=x   do tag  y,  final\n"
        let tidy = try RuleFormat.file(text, named: "x.rules")
        #expect(
            tidy == """
                # top

                a:                       do pin  # why
                longer-name: when host=x do tag  y, final

                """)
        #expect(try RuleFormat.file(tidy, named: "x.rules") == tidy)
        let steps = try Reading.book(tidy).rules.flatMap(\.steps)
        #expect(steps.map { AnyHashable($0.action) } == [AnyHashable(PinAction()), AnyHashable(TagAction(name: "y"))])
    }

    @Test func aFilterStaysAsItIsWritten() throws {
        let text = "a: when host = \"shop.example.com\" and path ~ '/v2/*' do pin"
        #expect(try RuleFormat.file(text, named: "x.rules") == text)
    }

    @Test func anotherOrderLeavesCommentsWhereTheyAre() {
        let text = "# top\na: do pin\n\n# end\nb: do pin  # b\n"
        #expect(RuleFormat.ordered(text, by: ["b", "a"]) == "# top\nb: do pin  # b\n\n# end\na: do pin\n")
        for names in [["a"], ["a", "a"], ["a", "c"], ["a", "b", "c"], []] {
            #expect(RuleFormat.ordered(text, by: names) == nil, "\(names)")
        }
    }
}
