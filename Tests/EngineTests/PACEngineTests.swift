import Foundation
import Testing

@testable import Engine

/// Proxy scripts in the interpreter: the functions of PAC, and what a script cannot do.
@Suite struct PACEngineTests {
    /// What an interpreter says that read this script.
    private func start(_ script: String, clock: Int64? = nil) throws -> (engine: PACEngine, said: PACRuntime.Answer) {
        let engine = try #require(PACEngine(clock: clock))
        return (engine, PACRuntime.understand(engine.answer(Array(PACRuntime.script(script).utf8))))
    }

    private func answer(
        _ body: String, url: String = "https://www.a.example/", host: String = "www.a.example",
        names: [String: String?] = [:], clock: Int64? = nil
    ) throws -> PACRuntime.Answer {
        let (engine, said) = try start("function FindProxyForURL(url, host) { \(body) }", clock: clock)
        guard said == .ways("") else { return said }
        return PACRuntime.understand(engine.answer(Array(PACRuntime.question(url, host, names, "10.1.2.3").utf8)))
    }

    @Test(arguments: [
        "isPlainHostName('www') && !isPlainHostName(host)",
        "dnsDomainIs(host, '.a.example') && !dnsDomainIs(host, 'b')",
        "localHostOrDomainIs('www', 'www.a.example') && !localHostOrDomainIs('www.b', 'www.a.example')",
        "isInNet('10.9.8.7', '10.0.0.0', '255.0.0.0') && !isInNet('11.9.8.7', '10.0.0.0', '255.0.0.0')",
        "isInNet('192.168.1.5', '192.168.1.0', '255.255.255.0')", "dnsDomainLevels(host) === 2",
        "myIpAddress() === '10.1.2.3'", "convert_addr('1.2.3.4') === 16909060",
        "shExpMatch(url, 'https://*.a.*/') && shExpMatch('abc', 'a?c') && shExpMatch('', '*')",
        "!shExpMatch('abc', 'b*') && !shExpMatch('abc', 'ab') && !shExpMatch('a.c', 'a[.]c')",
    ])
    func theFunctionsSayWhatTheyAreKnownToSay(condition: String) throws {
        #expect(try answer("return \(condition) ? 'PROXY yes:1' : 'PROXY no:1'") == .ways("PROXY yes:1"))
    }

    // MARK: - Times

    /// Wednesday, 11 November 2026, 13:45:30 GMT.
    private static let moment: Int64 = 1_794_404_730

    /// Each in GMT at that moment; ranges that end before they begin go round.
    private static let times: [(function: String, held: [String], notHeld: [String])] = [
        (
            "weekdayRange", ["'WED'", "'MON', 'FRI'", "'WED', 'WED'", "'FRI', 'WED'"],
            ["'TUE'", "'THU', 'TUE'", "'FRI', 'MON'"]
        ),
        (
            "timeRange",
            [
                "13", "9, 17", "13, 13", "22, 13", "13, 45, 13, 46", "13, 0, 13, 45", "23, 0, 13, 45",
                "13, 45, 30, 13, 45, 30", "14, 0, 0, 13, 45, 30",
            ],
            [
                "12", "14, 17", "17, 9", "13, 46, 14, 0", "13, 0, 13, 44", "14, 0, 13, 44", "13, 45, 31, 14, 0, 0",
                "13, 0, 0, 13, 45, 29",
            ]
        ),
        (
            "dateRange",
            [
                "11", "'NOV'", "2026", "1, 11", "30, 11", "'OCT', 'DEC'", "'DEC', 'NOV'", "2025, 2027",
                "1, 'NOV', 11, 'NOV'", "24, 'DEC', 11, 'NOV'", "'NOV', 2026, 'NOV', 2026",
                "11, 'NOV', 2026, 12, 'NOV', 2026", "1, 'JAN', 2000, 31, 'DEC', 2999",
            ],
            [
                "12", "'DEC'", "2027", "12, 31", "12, 10", "'DEC', 'OCT'", "2027, 2030", "12, 'NOV', 31, 'DEC'",
                "12, 'NOV', 10, 'NOV'", "'JAN', 2026, 'OCT', 2026", "12, 'NOV', 2026, 31, 'DEC', 2030",
                "1, 'JAN', 2000, 10, 'NOV', 2026",
            ]
        ),
    ]

    @Test(arguments: times.map(\.function))
    func aRangeHoldsWithinItAndNotBesideIt(function: String) throws {
        let row = try #require(Self.times.first { $0.function == function })
        let list = (row.held + row.notHeld).map { "\(function)(\($0), 'GMT')" }.joined(separator: ", ")
        let said = try answer("return [\(list)].join()", clock: Self.moment * 1_000)
        let wanted = row.held.map { _ in "true" } + row.notHeld.map { _ in "false" }
        #expect(said == .ways(wanted.joined(separator: ",")))
    }

    @Test func timesAreThoseOfThisMachinesZoneUnlessTheyAreInGMT() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let date = Date(timeIntervalSince1970: Double(Self.moment))
        let (hour, day) = (calendar.component(.hour, from: date), calendar.component(.day, from: date))
        let ranges = "timeRange(\(hour)), timeRange(\((hour + 1) % 24)), dateRange(\(day)), dateRange(\(day + 1))"
        let said = try answer("return [\(ranges)].join()", clock: Self.moment * 1_000)
        #expect(said == .ways("true,false,true,false"))
    }

    @Test func withoutAClockItIsTheSystemsTime() throws {
        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        #expect(try answer("return dateRange(\(year), \(year + 1)) + '' + dateRange(2000, 2001)") == .ways("truefalse"))
    }

    @Test func addressesAreAskedForAndThenKnown() throws {
        let body = "try { return 'PROXY ' + dnsResolve('P.example') + ':1' } catch (e) { return 'DIRECT' }"
        #expect(try answer(body) == .needs(["p.example"]), "also by a script that catches everything")
        #expect(try answer(body, names: ["p.example": "10.0.0.9"]) == .ways("PROXY 10.0.0.9:1"))
        let missing = "return isResolvable('p.example') ? 'PROXY a:1' : 'DIRECT'"
        let noAddress: [String: String?] = ["p.example": nil]
        #expect(try answer(missing, names: noAddress) == .ways("DIRECT"))
    }

    @Test func nothingBesideTheLanguageIsThere() throws {
        let names = [
            "require", "process", "fetch", "Buffer", "setTimeout", "module", "print", "console", "Duktape", "CBOR",
            "performance", "TextDecoder", "ArrayBuffer", "Uint8Array", "Uint8ClampedArray", "Float64Array", "DataView",
        ]
        let types = names.map { "typeof \($0)" }.joined(separator: ", ")
        let none = Array(repeating: "undefined", count: names.count).joined(separator: ",")
        #expect(try answer("return [\(types)].join()") == .ways(none))
        #expect(try answer("return typeof Array + typeof Object + typeof Date") == .ways("functionfunctionfunction"))
    }

    /// What fails on the way to the answer is said, and is not called a want of memory.
    @Test(arguments: [
        ("return {toString: function () { throw 'no text' }}", "no text"),
        ("return Object.create(null)", "TypeError: coercion to primitive failed"),
        ("Object.prototype.toJSON = function () { throw 1 }; return 'DIRECT'", "it failed, or needs too much memory"),
        ("throw {toString: function () { throw 1 }}", "it failed"),
    ])
    func whatFailsIsSaid(body: String, words: String) throws {
        guard case .mistake(let said) = try answer(body) else {
            Issue.record("it answered")
            return
        }
        #expect(said.contains(words) && words.contains("memory") == said.contains("memory"), "\(said)")
    }

    /// A script that declares what the functions use as globals changes nothing of how it is asked.
    @Test func theNamesOfTheProgramAroundTheScriptAreOutOfItsReach() throws {
        let (engine, said) = try start(
            """
            var known = 1, mine = "x", missing = null, parse = null, start = null, evaluate = null, text = null;
            JSON.parse = null; JSON.stringify = null; String = null; Math.min = null;
            function FindProxyForURL() { return dnsResolve("a.example") + myIpAddress() }
            """)
        #expect(said == .ways(""))
        let question = PACRuntime.question("", "", ["a.example": "1.2.3.4"], "5.6.7.8")
        #expect(PACRuntime.understand(engine.answer(Array(question.utf8))) == .ways("1.2.3.45.6.7.8"))
    }

    @Test(arguments: [
        ("var a = 1\n\nfunction FindProxyForURL(", "the file:3: expected identifier at its end"),
        ("\nthrow new Error('not today')", "the file:2: not today"), ("throw 'no'", "no"),
        ("throw undefined", "undefined"), ("throw null", "null"),
        ("throw {get message() { throw 1 }}", "it cannot be run"),
        ("throw {toString: function () { throw 1 }, message: {toString: function () { throw 1 }}}", "it cannot be run"),
        ("var FindProxyForURL = 1", "it has no function FindProxyForURL"),
        ("", "it has no function FindProxyForURL"), ("var a = 1", "it has no function FindProxyForURL"),
    ])
    func aMistakeIsSaidWithItsPlace(script: String, words: String) throws {
        #expect(try start(script).said == .mistake(words))
    }

    @Test(arguments: [
        "let a = 1", "var f = (x) => 1", "var a = `b`", "class A {}", "async function a() {}",
        "var a = 1;\nfunction FindProxyForURL(url, host) {\n  let b = 2; return 'DIRECT' }",
    ])
    func newerLanguageIsNamed(script: String) throws {
        guard case .mistake(let text) = try start(script).said else {
            Issue.record("\(script) was run")
            return
        }
        #expect(text.contains("ECMAScript 5.1") && text.hasPrefix("the file:"), "\(text)")
        #expect(text.hasPrefix("the file:3:") == script.contains("\n"))
    }

    @Test func aMistakeOfOldLanguageIsNotBlamedOnNewer() throws {
        guard case .mistake(let text) = try start("function FindProxyForURL( { }").said else {
            Issue.record("it was run")
            return
        }
        #expect(!text.contains("ECMAScript"))
    }

    /// It fails, and the next question is answered.
    @Test func aScriptThatTakesAllMemoryFails() throws {
        let (engine, said) = try start(
            """
            function FindProxyForURL(url, host) {
                if (host === "b") return "DIRECT";
                var a = []; for (;;) a.push(new Array(1e5).join("x") + a.length)
            }
            """)
        #expect(said == .ways(""))
        guard case .mistake = PACRuntime.understand(engine.answer(Array(PACRuntime.question("", "a", [:], "").utf8)))
        else {
            Issue.record("it answered")
            return
        }
        #expect(
            PACRuntime.understand(engine.answer(Array(PACRuntime.question("", "b", [:], "").utf8))) == .ways("DIRECT"))
    }

    @Test func recursionWithoutEndFails() throws {
        guard case .mistake = try answer("return 1 + FindProxyForURL(url, host)") else {
            Issue.record("it answered")
            return
        }
    }

    /// Lines that nobody sends end in an error, too.
    @Test(arguments: ["", "{", "null", "[]", "{\"script\":", "1", "\u{0}", "{\"url\":1}"])
    func lineThatIsNoQuestionIsRefused(line: String) throws {
        let engine = try #require(PACEngine())
        guard case .mistake = PACRuntime.understand(engine.answer(Array(line.utf8))) else {
            Issue.record("\(line) was answered")
            return
        }
    }
}
