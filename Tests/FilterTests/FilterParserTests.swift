import Testing

@testable import Filter

@Suite struct FilterParserTests {
    /// Each means the same as the bracketed form behind it.
    @Test(arguments: [
        ("open tls", "open and tls"), ("open && tls", "open and tls"), ("open || tls", "open or tls"),
        ("! open", "not open"), ("!open tls", "(not open) and tls"), ("not open and tls", "(not open) and tls"),
        ("open or tls and changed", "open or (tls and changed)"),
        ("open and tls or changed", "(open and tls) or changed"),
        ("open tls or changed", "(open and tls) or changed"), ("not open = yes", "not (open = yes)"),
        ("not not open", "not (not open)"), ("((open))", "open"), ("(open) (tls)", "open and tls"),
        ("status=404", "status = 404"), ("status==404", "status = 404"),
        ("status>=400&&open", "status >= 400 and open"),
        ("OPEN AND NOT TLS", "open and not tls"), ("status in(200,304)", "status in (200, 304)"),
        ("status not in (200)", "not status in (200)"), ("url not contains x", "not url contains x"),
        ("open\n\tand tls", "open and tls"), ("host = a-b.c", "host = \"a-b.c\""), ("path='a b'", "path = \"a b\""),
        ("(open and tls) and changed", "open and tls and changed"), ("time > -10m", "time > \"-10m\""),
    ])
    func precedenceAndSpelling(text: String, same: String) throws {
        #expect(try FlowFilter(text) == FlowFilter(same), "\(text)")
    }

    @Test(arguments: [
        ("open and tls", "open or tls"), ("not open and tls", "not (open and tls)"),
        ("open or tls and changed", "(open or tls) and changed"), ("open", "\"open\""),
        ("status = 404", "status = 405"),
        ("host = a", "host ~ a"), ("cookie.a", "cookie.A"), ("host = a", "host != a"),
    ])
    func whatDiffersIsNotTheSame(text: String, other: String) throws {
        #expect(try FlowFilter(text) != FlowFilter(other))
    }

    @Test(arguments: [
        "method = POST and status >= 500 and host ~ \"*.example.com\"",
        "request.header.authorization and not scheme = https", "duration > 2s or response.size > 1MiB",
        "cookie.session = \"abc\" and time > -10m", "note = \"cookie-secure-over-http\" or worst >= warning",
        "type in (html, json) and response.body contains \"error\"", "body =~ \"a\\d+(b|c)\"",
        "\"quoted \\\" and \\\\ and \\u{e9}\"", "cookie.\"a b\" = x", "not (open or not (tls and not changed))",
        "host !~ 'a*' (status = 5xx or error)", "", "x", "query.page in (1, \"2 3\", '')",
    ])
    func whatIsPrintedReadsAsTheSame(text: String) throws {
        let filter = try FlowFilter(text)
        #expect(try FlowFilter(filter.text) == filter, "\(filter.text)")
    }

    @Test func aBareWordIsSearchedFor() throws {
        #expect(try FlowFilter("login").expression == .search("login", SourcePlace(0..<5)))
        #expect(try FlowFilter("\"open\"").expression == .search("open", SourcePlace(0..<6)))
        #expect(try FlowFilter("/api/v1").expression == .search("/api/v1", SourcePlace(0..<7)))
    }

    /// The text, where the error is, in bytes, and a part of what is said.
    @Test(arguments: [
        ("statsu >= 400", 0..<6, "Did you mean 'status'?"), ("open and hots = a", 9..<13, "Did you mean 'host'?"),
        ("qqq = 1", 0..<3, "'hark help filter' lists the fields"),
        ("request.headers.accept = a", 0..<22, "request.header.accept"),
        ("open and", 8..<8, "a test"), ("open or )", 8..<8, "a test"), ("(open", 0..<1, "not closed"),
        ("open)", 4..<5, "missing '('"), ("()", 0..<2, "these brackets are empty"),
        ("\"abc", 0..<4, "has no closing"),
        ("status >=", 9..<9, "a status from 100 to 999"), ("status >= abc", 10..<13, "'abc' is not a status"),
        ("status = 99", 9..<11, "not a status"), ("status = 1000", 9..<13, "not a status"),
        ("host > a", 5..<6, "cannot be used with host"), ("status ~ 4*", 7..<8, "cannot be used with status"),
        ("open < yes", 5..<6, "only yes or no"), ("open in (yes)", 5..<7, "only yes or no"),
        ("outcome = completed", 10..<19, "Did you mean 'complete'?"), ("outcome = zzz", 10..<13, "expected complete,"),
        ("duration > 2", 11..<12, "needs a unit"), ("request.size > 2k", 15..<17, "two sizes"),
        ("request.size > -1", 15..<17, "not a size"), ("status in 200", 10..<10, "a list"),
        ("status in (200", 10..<11, "not closed"), ("status in (200 304)", 15..<15, "a comma"),
        ("status in ()", 11..<11, "a status"), ("a, b", 1..<2, "a comma is only valid"), (", a", 0..<1, "a comma"),
        ("= 4", 0..<1, "missing field before"), ("cookie = a", 0..<6, "needs a name"),
        ("header.", 0..<7, "needs a name"),
        ("cookie.\"\"", 7..<9, "empty"), ("and open", 0..<3, "missing test before 'and'"),
        ("in (a)", 0..<2, "missing test before"),
        ("host:example.com", 0..<16, "'host = example.com'"), ("\"\"", 0..<2, "text to search for is empty"),
        ("é = 1", 0..<2, "unknown field"),
        ("url =~ \"a(b\"", 9..<11, "not closed"), ("url =~ \"(?=a)\"", 8..<10, "lookahead"),
        ("url =~ \"(a)\\1\"", 11..<13, "backreferences"), ("url contains ''", 13..<15, "empty"),
        ("time = 25:00", 7..<12, "a time"),
        ("time > 2026-02-30", 7..<17, "a time"), ("id = -1", 5..<7, "a number"),
        ("id = 99999999999999999999", 5..<25, "number"),
    ])
    func errorsSayWhereAndWhat(text: String, range: Range<Int>, part: String) {
        let error = #expect(throws: FilterError.self) { try FlowFilter(text) }
        #expect(error?.range == range, "\(text)")
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func theCaretsStandUnderThePlace() throws {
        let text = "\"äö\" and statsu >= 400"
        let error = #expect(throws: FilterError.self) { try FlowFilter(text) }
        #expect(
            error?.shown(in: text) == """
                column 10: unknown field 'statsu'. Did you mean 'status'?
                  "äö" and statsu >= 400
                           ^^^^^^
                """)
    }

    @Test func aLongFilterIsCutAroundThePlace() throws {
        let text = Array(repeating: "open", count: 100).joined(separator: " or ") + " or statsu = 1"
        let error = #expect(throws: FilterError.self) { try FlowFilter(text) }
        let lines = (error?.shown(in: text) ?? "").split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.count <= 80 })
        let column = lines[2].prefix { $0 == " " }.count
        #expect(lines[1].dropFirst(column).hasPrefix("statsu"))
    }

    /// A pattern of hosts is printed in the form in which it is compared, and that reads as the same pattern.
    @Test(arguments: ["a b", "a b..", "a b.", "a\"b", "[a b", "::1", "[::1]", "Bücher.test.", "*.a.test", "{x}"])
    func aPatternOfHostsReadsAsItIsPrinted(host: String) throws {
        let filter = try FlowFilter("host ~ \(FilterPrinter.quoted(host))")
        #expect(try FlowFilter(filter.text) == filter, "\(filter.text)")
    }

    /// Brackets hold an IPv6 address or nothing that is a host.
    @Test(arguments: ["[a:1]", "[:1]", "[[a]]", "[a]b]", "[a b:1]", "[]"])
    func bracketsWithoutAnAddressMatchNoHost(host: String) {
        #expect(throws: FilterError.self) { try FlowFilter("host ~ \(FilterPrinter.quoted(host))") }
    }

    @Test func nothingExhaustsTheStackOrTheMemory() {
        let inputs = [
            String(repeating: "(", count: 60_000), String(repeating: "not ", count: 16_000),
            String(repeating: "!", count: 60_000), String(repeating: "a ", count: 30_000),
            String(repeating: "x", count: 1 << 20), "id in (" + String(repeating: "1,", count: 30_000) + "1)",
            "url =~ \"" + String(repeating: "(", count: 1_900) + "\"", "url =~ '((((a{1000}){1000}){1000}){1000})'",
            "url ~ '" + String(repeating: "*a", count: 30_000) + "'",
        ]
        for input in inputs {
            #expect(throws: FilterError.self, "\(input.prefix(20))") { try FlowFilter(input) }
        }
    }

    @Test func aLargeFilterIsRead() throws {
        let text = Array(repeating: "status = 404", count: 900).joined(separator: " or ")
        #expect(try FlowFilter(text).expression.tests.count == 900)
        let deep = String(repeating: "(", count: 60) + "open or tls" + String(repeating: ")", count: 60)
        #expect(try FlowFilter(deep) == FlowFilter("open or tls"))
    }

    @Test(arguments: FilterFields.all)
    func theExampleOfAFieldIsAFilterWithIt(field: FilterField) throws {
        let filter = try FlowFilter(field.example)
        #expect(filter.expression.tests.contains { $0.field == field })
        #expect(try FlowFilter(filter.text) == filter)
    }
}
