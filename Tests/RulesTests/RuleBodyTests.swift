import Bytes
import Filter
import FilterTestKit
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Rules

/// What rules do to contents.
@Suite struct RuleBodyTests {
    @Test func aBodysFilterIsAskedOfTheBody() throws {
        let rules = "a: when host = shop.example.com and response.body contains two do replace-response-body text \"2\""
        #expect(try Reading.trial(rules).matched == ["a"])
        #expect(try Reading.trial(rules, content: "three").matched.isEmpty)
        #expect(try Reading.trial(rules, content: "three").response.isEmpty)
    }

    @Test func whatSpokeOfOtherBytesIsTakenOff() throws {
        let coded = Reading.response + "\nContent-Digest: sha-256=:x:\nAccept-Ranges: bytes"
        let trial = try Reading.trial("a: do replace-response-body text x", Reading.request, coded)
        #expect(trial.response.marked.contains("- Content-Digest: sha-256=:x:"))
        #expect(trial.response.marked.contains("- Accept-Ranges: bytes"))
    }

    @Test func aPartOfSomethingStaysAsItIs() throws {
        let part = "HTTP/1.1 206 Partial Content\nContent-Range: bytes 0-10/20"
        let trial = try Reading.trial("a: do substitute-response-body /one/1/", Reading.request, part)
        #expect(trial.response.isEmpty)
        #expect(trial.acts.first?.text.contains("only a part of the resource") == true)
    }

    /// Where there is no content there is nothing to change, which is said once by each action that would have.
    @Test(arguments: [
        ("replace-request-body text x", ["The request has no content."]),
        (
            "set-json-request $.a 1, substitute-request-body /a/b/",
            Array(repeating: "The request has no content.", count: 2)
        ),
        ("replace-response-body text x", []), ("set-request-header \"A: b\"", nil),
    ])
    func withoutContentNothingChangesAndThatIsSaid(actions: String, told: [String]?) throws {
        let acts = try Reading.trial("a: do \(actions)", "GET / HTTP/1.1\nHost: shop.example.com").acts.map(\.text)
        #expect(acts.filter { $0.hasSuffix("has no content.") } == told ?? [])
        #expect(told == nil || acts.count == max(1, told?.count ?? 0), "\(acts)")
    }

    @Test func anEmptyContentIsReplacedAndOneThatCannotBeIsSaid() throws {
        let rule = "a: do replace-response-body text new"
        let empty = try Reading.trial(rule, Reading.request, "HTTP/1.1 200 OK\nContent-Length: 0", content: "")
        #expect(empty.response.marked.contains("+ (content: 3 bytes)"))
        for head in ["HTTP/1.1 204 No Content", "HTTP/1.1 304 Not Modified"] {
            let none = try Reading.trial(rule, Reading.request, head, content: "")
            #expect(none.response.isEmpty && none.acts.map(\.text) == ["The response has no content."])
        }
        let filtered = try Reading.trial(
            "a: when response.body contains one do replace-response-body text new", Reading.request,
            "HTTP/1.1 200 OK\nContent-Length: 0", content: "")
        #expect(filtered.acts.isEmpty && filtered.response.isEmpty)
    }

    /// Whoever sees it late sees why.
    @Test(arguments: ["substitute-response-body /none/x/", "set-json-response $.none 1"])
    func whatWasWaitedForInVainIsTold(action: String) throws {
        let trial = try Reading.trial("a: do \(action)", content: "{}1")
        #expect(trial.response.isEmpty)
        #expect(trial.acts.count == 1 && trial.acts[0].action == action)
        #expect(["unchanged", "not changed"].contains { trial.acts[0].text.contains($0) }, "\(trial.acts[0].text)")
    }

    /// A filter that reads the content has it waited for, whatever it finds there: told once, by the rule's name.
    @Test func aFilterThatReadsTheBodyInVainIsToldOnce() throws {
        let rule = "do replace-response-body text 2"
        let reads = "when host = shop.example.com and response.body contains"
        let one = try Reading.trial("a: \(reads) none \(rule)")
        #expect(one.matched.isEmpty && one.response.isEmpty)
        #expect(one.acts.map(\.rule) == ["a"] && one.acts[0].action == "replace-response-body text 2")
        #expect(
            one.acts[0].text
                == "Hark waited for the whole content because the filter reads it; it is forwarded unchanged.")
        let more = (1...6).map { "r\($0): \(reads) none\($0) \(rule)" }.joined(separator: "\n")
        let many = try Reading.trial(more)
        #expect(many.acts.map(\.rule) == ["r1"])
        #expect(many.acts[0].text.contains("reads it, like those of r2, r3, r4, 2 more; it is forwarded"))
    }

    @Test(arguments: [
        // The head says already that it is not meant.
        "a: when host = other.example and response.body contains none do replace-response-body text 2",
        "a: when status = 404 and response.body contains none do replace-response-body text 2",
        // It is about another message.
        "a: when request.body contains none do replace-request-body text 2",
        // A final rule before it keeps it off.
        "f: do pin, final\na: when response.body contains none do replace-response-body text 2",
    ])
    func whatDidNotWaitSaysNothing(rules: String) throws {
        #expect(try Reading.trial(rules).acts.filter { $0.rule == "a" }.isEmpty)
    }

    @Test func whoChangedItHasSaidThatItWasSeen() throws {
        let trial = try Reading.trial(
            "a: when response.body contains none do replace-response-body text 2\n"
                + "b: do substitute-response-body /two/2/"
        )
        #expect(trial.acts.map(\.rule) == ["b"])
    }

    @Test func aFileIsReadWhereTheRuleStands() throws {
        #expect(
            try Reading.trial("a: do replace-response-body file file.json").response.marked.contains(
                "+ (content: 16 bytes)"))
        let missing = try Reading.trial("a: do replace-response-body file none.json")
        #expect(missing.response.isEmpty)
        #expect(missing.acts.first?.text.contains("cannot read none.json") == true)
    }

    @Test(arguments: [
        ("{\"a\": {\"b\": [1, 2]}, \"c\": 3}", "$.a.b[1]", "9", "{\"a\": {\"b\": [1, 9]}, \"c\": 3}"),
        ("{ \"a\" : 1 }", "$.a", "{\"x\": []}", "{ \"a\" : {\"x\": []} }"),
        ("{\"a\": 1}", "$.b", "true", "{\"b\":true,\"a\": 1}"), ("{}", "$.b", "true", "{\"b\":true}"),
        ("[{\"p\": 1}, {\"p\": 2}]", "$[*].p", "0", "[{\"p\": 0}, {\"p\": 0}]"),
        ("[1, 2]", "$", "null", "null"), ("{\"a b\": 1}", "$[\"a b\"]", "2", "{\"a b\": 2}"),
    ])
    func aValueIsSetAndNoOtherByteChanges(text: String, path: String, value: String, result: String) throws {
        let edited = JSONEdit.set(try ValuePath(path), to: Bytes(value), in: Bytes(text))
        #expect(edited == .changed(Bytes(result)))
    }

    @Test(arguments: [
        ("{\"a\": 1}", "$.a", "1"), ("{\"a\": 1}", "$.b.c", "1"), ("[1]", "$[1]", "1"), ("[1]", "$.a", "1"),
    ])
    func whatIsNotThereIsLeft(text: String, path: String, value: String) throws {
        #expect(JSONEdit.set(try ValuePath(path), to: Bytes(value), in: Bytes(text)) == .none)
    }

    @Test(arguments: ["", "{", "{\"a\": 1,}", "{'a': 1}", "[01]", "nul", "\"\u{1}\"", "1 2"])
    func whatIsNoJSONIsLeft(text: String) throws {
        #expect(JSONEdit.set(try ValuePath("$.a"), to: "1", in: Bytes(text)) == .failure("it is not JSON"))
    }

    @Test func anExpressionThatLooksAheadForEverGivesUp() throws {
        let text = Bytes(String(repeating: "a", count: 20_000))
        let substitution = Substitution(
            expression: try RegularExpression("a(.*b)?"), replacement: "x", replacesAll: true)
        #expect(substitution.applied(to: text) == nil)
    }
}
