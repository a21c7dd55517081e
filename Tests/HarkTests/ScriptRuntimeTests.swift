import Testing

@testable import hark

/// Proxy scripts in the interpreter: the functions of PAC, and what a script cannot do.
@Suite(.enabled(if: Programs.isInstalled("node"), "Node.js is not installed"))
struct ScriptRuntimeTests {
    private func answer(
        _ body: String, url: String = "https://www.a.example/", host: String = "www.a.example",
        names: [String: String?] = [:]
    ) throws -> ScriptRuntime.Answer {
        try ScriptRuntime("function FindProxyForURL(url, host) { \(body) }")
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
        "weekdayRange('SUN', 'SAT') && weekdayRange('WED', 'TUE', 'GMT')",
        "timeRange(0, 23) && timeRange(0, 0, 23, 59) && timeRange(0, 0, 0, 23, 59, 59, 'GMT')",
        "dateRange(1, 31) && dateRange('JAN', 'DEC') && dateRange(2000, 2999)",
        "dateRange(1, 'JAN', 2000, 31, 'DEC', 2999) && !dateRange(1, 'JAN', 2000, 31, 'DEC', 2001)",
        "!dateRange('JAN', 2000, 'DEC', 2001) && dateRange(1, 'JAN', 31, 'DEC', 'GMT')",
    ])
    func theFunctionsSayWhatTheyAreKnownToSay(condition: String) throws {
        #expect(try answer("return \(condition) ? 'PROXY yes:1' : 'PROXY no:1'") == .ways("PROXY yes:1"))
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

    @Test func modulesCannotBeFetched() throws {
        let script = """
            var seen = "nothing";
            import("fs").then(function () { seen = "a module" }, function (e) {
                try { seen = "" + e.constructor.constructor("return process")() } catch (x) { seen = "an error" }
            });
            function FindProxyForURL(url, host) { return seen }
            """
        guard let runtime = try? ScriptRuntime(script) else { return }
        let answer = try runtime.ask(url: "", host: "", names: [:], mine: "")
        #expect(answer == .ways("an error") || answer == .ways("nothing"))
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
