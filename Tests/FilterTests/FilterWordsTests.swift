import Testing

@testable import Filter

@Suite struct FilterWordsTests {
    @Test(arguments: [
        ("", "All flows."),
        (
            "status >= 400 and host ~ *.example.com",
            "Flows where the status is 400 or more and the host matches *.example.com."
        ),
        ("status = 5xx or error", "Flows where the status is 500 to 599 or the error is present."),
        ("(open or tls) and not redirect", "Flows where (it is open or it used TLS) and it does not redirect."),
        ("not (open or tls)", "Flows where not (it is open or it used TLS)."),
        ("reused = no", "Flows where its server connection was new."),
        ("reused != no", "Flows where its server connection was reused."),
        ("login", "Flows where the URL, a head or a text body contains 'login'."),
        ("not login", "Flows where nothing contains 'login'."),
        ("request.header.accept", "Flows where the request's field accept is present."),
        ("not query", "Flows where the query is missing."),
        ("type in (html, json, css)", "Flows where the media type is html, json or css."),
        ("type in (html)", "Flows where the media type is html."),
        ("time > -10m", "Flows where the start is after 10m ago."),
        ("time < 12:30", "Flows where the start is before 12:30 today."),
        ("worst >= warning", "Flows where the worst note is warning or above."),
        ("method != GET", "Flows where the method is other than GET."),
        ("url !~ *x", "Flows where the URL does not match *x."),
        ("url =~ \"a+\"", "Flows where the URL matches the expression a+."),
        ("duration < 2s", "Flows where the duration is less than 2s."),
        ("body contains 'a b'", "Flows where a body contains 'a b'."),
    ])
    func aFilterIsSaidInWords(text: String, words: String) throws {
        #expect(try FilterWords.sentence(FlowFilter(text)) == words)
    }

    @Test func methodsInLowerCaseAreDoubted() throws {
        #expect(
            try FilterWords.doubts(FlowFilter("method = post")) == [
                "methods are case-sensitive: 'post' is not POST"
            ])
        #expect(try FilterWords.doubts(FlowFilter("method = POST or method = weird")).isEmpty)
    }

    /// The cursor stands at the end. What is offered, in part, and what is not.
    @Test(arguments: [
        ("", ["status", "host", "not", "request.header."], ["and", "="]),
        ("sta", ["status", "status.class"], ["host"]),
        ("open ", ["and", "or", "status"], ["="]), ("status ", ["=", ">=", "in", "and"], ["~", "contains"]),
        ("host ", ["=", "~", "contains"], ["<", ">="]), ("outcome = ", ["complete", "failed"], ["status"]),
        ("outcome = f", ["failed"], ["complete"]), ("outcome in (failed, ab", ["aborted"], ["failed"]),
        ("status = 40", ["404"], ["200"]), ("redirect = ", ["yes", "no"], ["404"]),
        ("request.header.acc", ["request.header.accept"], ["status"]),
        ("open and sta", ["status"], ["and"]), ("(open or st", ["status"], ["open"]),
        ("method = P", ["POST", "PUT"], ["GET"]),
        ("host con", ["contains"], ["="]), ("\"open and ", [], ["status"]),
        ("open) a", ["and", "age", "alpn"], ["status"]), ("tag = ", ["bug", "\"a b\""], []),
    ])
    func whatMayFollowIsOffered(text: String, offered: [String], notOffered: [String]) {
        let completion = FilterCompletion(text, values: ["tag": ["bug", "a b"]])
        let texts = completion.candidates.map(\.text)
        #expect(Set(offered).isSubset(of: texts), "\(texts)")
        #expect(Set(notOffered).isDisjoint(with: texts), "\(texts)")
    }

    @Test func aCandidateTakesThePlaceOfTheLastWord() {
        #expect(FilterCompletion("open and sta").range == 9..<12)
        #expect(FilterCompletion("open and sta tls", at: 12).range == 9..<12)
        #expect(FilterCompletion("status = ").range == 9..<9)
        #expect(FilterCompletion("outcome in (failed, ab").range == 20..<22)
    }

    /// Every candidate that is a whole word leads to a filter, or to the beginning of one.
    @Test func whatIsOfferedCanBeRead() throws {
        for field in FilterFields.all where !field.takesName {
            for sign in field.kind.operators where sign != "in" && sign != "=~" {
                for candidate in FilterCompletion("\(field.name) \(sign) ").candidates {
                    #expect(throws: Never.self) { try FlowFilter("\(field.name) \(sign) \(candidate.text)") }
                }
            }
        }
    }

    @Test(arguments: [
        "", "(", "a = (", "\"", "in", "not", "= = =", "a,b", ")(", "status in (1 2", "url =~ [", "é=", "!!",
        "text:é", "host = é€😀", "h😀", "(é", "\"€",
    ])
    func whateverIsWrittenCanBeCompleted(text: String) {
        for cursor in 0...text.utf8.count {
            let completion = FilterCompletion(text, at: cursor)
            // A cursor within a scalar is before it.
            #expect(completion.range.upperBound <= cursor)
        }
    }
}
