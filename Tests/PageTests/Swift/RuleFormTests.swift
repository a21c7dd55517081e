import Foundation
import Page
import PageTestKit
import Rules
import Testing

/// A form makes a rule, whatever is chosen in it.
@Suite struct RuleFormTests {
    /// As the page fills it: strings quoted as JSON has them.
    static func filled(_ form: RuleForm, _ values: [String: String]) -> String {
        var action = form.action
        for field in form.fields {
            let value = values[field.name] ?? field.value
            let data = (try? JSONSerialization.data(withJSONObject: [value])) ?? Data()
            let quoted = String(decoding: data, as: UTF8.self).dropFirst(2).dropLast(2)
            action = action.replacing("{\(field.name)}", with: form.action.contains("\"") ? String(quoted) : value)
        }
        return "a: when host = shop.test do \(action)"
    }

    private static func check(_ rule: String) throws {
        var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in throw RuleLoader.Unreadable("no file") }
        try loader.add(rule: rule, option: "rule")
    }

    @Test(arguments: RuleForm.all.map(\.title))
    func eachIsARule(title: String) throws {
        let form = try #require(RuleForm.all.first { $0.title == title })
        try Self.check(Self.filled(form, [:]))
        for field in form.fields {
            #expect(form.action.contains("{\(field.name)}"))
            #expect(field.choices.isEmpty || field.choices.contains(field.value))
            for choice in field.choices { try Self.check(Self.filled(form, [field.name: choice])) }
        }
        #expect(throws: RuleError.self) { try Self.check(Self.filled(form, [:]) + " x y") }
    }

    @Test func aMockTakesAnyText() throws {
        let form = try #require(RuleForm.all.first)
        for body in ["", "a\nb", #"{"a": {"b": "}"}}"#, "\\ \" \t", "é 𝄞"] {
            try Self.check(Self.filled(form, ["body": body]))
        }
    }

    private static func line(_ asker: PageAsker, _ body: [String: Any]) throws -> String? {
        let data = try JSONSerialization.data(withJSONObject: body)
        return try asker.ask("POST", "/api/rules/form", String(decoding: data, as: UTF8.self)).json["rule"] as? String
    }

    /// What is written by a form is read by it again, whatever is in it; and it is a rule.
    @Test(arguments: [
        ("Mock", ["201", "text/plain; charset=utf-8", "a \"b\" \\ {c} do when\n#é"]),
        ("Mock", ["200", "text/plain", ""]),
        ("Breakpoint", ["request"]), ("Map", ["http://127.0.0.1:3000/a"]), ("Block", ["451"]),
        ("Delay", ["each-chunk", "250ms"]), ("Header", ["request", "X-Name", "a: b, \"c\""]),
        ("Redirect", ["308", "https://example.com/?a=b"]), ("Fail", ["dns-fail"]),
        ("Replace text", ["response", "a.b/c (d) [e] \\", "x/y z"]), ("Replace text", ["request", "a b", ""]),
    ])
    func aFormIsReadAsItWasWritten(title: String, values: [String]) throws {
        let asker = try PageAsker()
        for when in ["host = shop.test", "path = /a/b", "", #"path ~ "/a do b*" and (method = POST or method = GET)"#] {
            let line = try #require(
                try Self.line(asker, ["title": title, "rule": "my-rule", "when": when, "values": values]))
            try Self.check(line)
            let data = try JSONSerialization.data(withJSONObject: ["rule": line, "at": 0])
            let answer = try asker.ask("POST", "/api/complete", String(decoding: data, as: UTF8.self))
            let form = try #require(answer.json["form"] as? [String: Any], "\(line)")
            #expect(form["title"] as? String == title && form["values"] as? [String] == values, "\(line)")
            #expect(form["rule"] as? String == "my-rule" && form["when"] as? String == when, "\(line)")
        }
    }

    /// No form takes what it could not write again.
    @Test(arguments: [
        "", "a:", "do", "a: when host = x", "a: do pin", "a: do respond 200", "a: do block 403, pin", "a: do block",
        #"a: do respond 200 "X-Other: y" text "z""#, "a: do substitute-response-body /a.*b/c/g",
        "a: do substitute-response-body /a/b/gi", "a: do break everything", "a:  do block 403", "# a: do block 403",
        #"a: do respond 200 "Content-Type: x" text "\u0061""#, "when do do",
        #"a: do respond 200 "Content-Type: x" text "z"#,
    ])
    func otherLinesHaveNoForm(line: String) throws {
        let data = try JSONSerialization.data(withJSONObject: ["rule": line, "at": 0])
        let answer = try PageAsker().ask("POST", "/api/complete", String(decoding: data, as: UTF8.self))
        #expect(answer.status == 200 && answer.json["form"] is NSNull, "\(line): \(answer.json["form"] ?? "")")
    }

    @Test func aFormHasAValueForEachField() throws {
        let asker = try PageAsker()
        #expect(try Self.line(asker, ["title": "Block", "values": []]) == nil)
        #expect(try Self.line(asker, ["title": "Blocks", "values": ["403"]]) == nil)
        #expect(try Self.line(asker, ["title": "Block", "values": ["403"]]) == "do block 403")
    }

    @Test func thereAreTenAndThePageHasThem() throws {
        #expect(RuleForm.all.count == 10 && Set(RuleForm.all.map(\.title)).count == 10)
        let forms = try PageAsker().ask("POST", "/api/session", "{}").list("ruleForms")
        #expect(forms.compactMap { $0["title"] as? String } == RuleForm.all.map(\.title))
    }
}
