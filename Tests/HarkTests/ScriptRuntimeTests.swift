import Foundation
import Testing

@testable import hark

/// Proxy scripts in the interpreter: the functions of PAC, and what a script cannot do.
@Suite(.enabled(if: Programs.isInstalled("node"), "Node.js is not installed"))
struct ScriptRuntimeTests {
    private func answer(
        _ body: String, url: String = "https://www.a.example/", host: String = "www.a.example",
        names: [String: String?] = [:], clock: Int64? = nil
    ) throws -> ScriptRuntime.Answer {
        try ScriptRuntime("function FindProxyForURL(url, host) { \(body) }", clock: clock)
            .ask(url: url, host: host, names: names, mine: "10.1.2.3")
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

    /// Only who starts the interpreter says what time it is: nothing in the program can be set later.
    @Test func withoutAClockItIsTheSystemsTime() throws {
        #expect(ScriptEngine.program().contains("new Date()"))
        #expect(!ScriptEngine.program(clock: 5).contains("new Date()"))
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

    @Test func nothingOutsideOfTheLanguageIsThere() throws {
        let names = "[typeof require, typeof process, typeof fetch, typeof Buffer, typeof setTimeout, typeof module]"
        #expect(
            try answer("return \(names).join()")
                == .ways(Array(repeating: "undefined", count: 6).joined(separator: ",")))
    }

    /// Ways out of a realm that others have found.
    @Test(arguments: [
        "return this.constructor.constructor('return process')().version",
        "return FindProxyForURL.constructor('return this')().process.version", "return eval('1')",
        "return (0, setTimeout.constructor)('return 1')()",
    ])
    func textIsNotTurnedIntoCode(body: String) throws {
        guard case .mistake = try answer(body) else {
            Issue.record("\(body) was run")
            return
        }
    }

    /// What a script is told of the fetch comes from outside of its realm.
    private static func importing(_ body: String) -> String {
        """
        var seen = "nothing", other = "nothing";
        Promise.reject(1).catch(function () { other = "handlers run" });
        import("fs").then(function () { seen = "a module" }, function (e) { \(body) });
        function FindProxyForURL(url, host) { return other + ", " + seen }
        """
    }

    @Test func modulesCannotBeFetched() throws {
        let body = """
            try { seen = "" + e.constructor.constructor("return process")() } catch (x) { seen = "an error" }
            """
        let answer = try ScriptRuntime(Self.importing(body)).ask(url: "", host: "", names: [:], mine: "")
        #expect(answer == .ways("handlers run, an error"))
    }

    /// Whoever got there could have the program outside run code of his, in a time of nobody's.
    @Test func whatLiesOutsideCannotBeChanged() throws {
        let body = """
            let changed = 0, tried = 0;
            const change = (one) => {
                tried += 1;
                try { Object.defineProperty(one, "script", {get() { for (;;) {} }}); changed += 1 } catch {}
            };
            let last;
            for (let one = Object.getPrototypeOf(e); one !== null; one = Object.getPrototypeOf(one)) {
                last = one;
                change(one); change(one.constructor); change(one.toString);
            }
            const list = last.constructor.entries({a: 1});
            change(Object.getPrototypeOf(list)); change(Object.getPrototypeOf(list.values()));
            seen = (tried > 7) + " " + changed;
            """
        let answer = try ScriptRuntime(Self.importing(body)).ask(url: "", host: "", names: [:], mine: "")
        #expect(answer == .ways("handlers run, true 0"))
    }

    /// Looked at without a limit, it would take until the process is killed.
    @Test(arguments: [
        "throw {get stack() { for (;;) {} }}", "throw {get message() { for (;;) {} }, stack: 'a'}",
        "throw {toString() { for (;;) {} }, get message() { return this }}",
        "Error.prepareStackTrace = function () { for (;;) {} }; throw new Error('a')",
        "throw new Proxy({}, {get() { for (;;) {} }, getPrototypeOf() { for (;;) {} }})",
    ])
    func whatAScriptThrowsIsLookedAtWithinATime(script: String) {
        let refusal = #expect(throws: ScriptRuntime.Refusal.self) { try ScriptRuntime(script) }
        guard case .mistake("it cannot be run")? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
    }

    @Test(arguments: [
        ("var a = 1\n\nfunction FindProxyForURL(", "the file:3: Unexpected end of input"),
        ("\nthrow new Error('not today')", "the file:2: not today"), ("throw 'no'", "no"),
        ("var FindProxyForURL = 1", "it has no function FindProxyForURL"),
    ])
    func aMistakeIsSaidWithItsPlace(script: String, words: String) {
        let refusal = #expect(throws: ScriptRuntime.Refusal.self) { try ScriptRuntime(script) }
        guard case .mistake(let said)? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(said == words)
    }

    @Test func aScriptWithoutEndIsEnded() throws {
        guard case .mistake(let text) = try answer("for (;;) {}") else {
            Issue.record("it answered")
            return
        }
        #expect(text.contains("timed out"))
    }

    /// It dies of it, and Hark does not.
    @Test(arguments: [
        "var a = []; for (;;) a.push(new Array(1e5).fill(a.length))",
        "return 'PROXY ' + new ArrayBuffer(2e8).byteLength + ':1'",
        "return 'PROXY ' + new globalThis.Uint8Array(2e8).fill(1).length + ':1'",
        "return 'PROXY ' + new WebAssembly.Memory({initial: 4000}).buffer.byteLength + ':1'",
    ])
    func aScriptThatTakesAllMemoryIsEnded(body: String) throws {
        let runtime = try ScriptRuntime("function FindProxyForURL() { \(body) }")
        let answer = Result { try runtime.ask(url: "", host: "", names: [:], mine: "") }
        if case .success(.ways(let text)) = answer { Issue.record("it answered \(text)") }
    }

    @Test(arguments: ["", "var a = 1", "function FindProxyForURL(", "throw 'no'", "var FindProxyForURL = 1"])
    func whatIsNoProxyScriptIsRefused(script: String) {
        #expect(throws: ScriptRuntime.Refusal.self) { try ScriptRuntime(script) }
    }
}
