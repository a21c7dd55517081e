import ArgumentParser
import Bytes
import Flow
import Testing

@testable import hark

/// What `hark proxy` takes and refuses, without starting it.
@Suite struct ProxyOptionsTests {
    @Test(arguments: [
        ["--quiet", "--verbose"], ["--har", ""], ["--log", ""], ["--har", "-"],
        ["--har", "/tmp/x", "--log", "/tmp/./x"],
        ["--shards", "257"], ["--shards", "-1"], ["--max-body-record", "much"], ["--resolve", "example.com"],
        ["--resolve", "example.com:not-an-address"], ["--upstream-ca", "a", "--upstream-ca-only", "b"],
        ["--client-cert", "a.example"], ["--client-cert", "=file"], ["--client-cert", "a.example="],
        ["--tls-min", "1.4"], ["--tls-min", "tls1.0"], ["--tls-min", ""], ["--tls-min", "1"],
        ["--tls", "decrypt"], ["--allow", "192.168.0.0/33"], ["--allow", "here"], ["--ca-dir", ""],
        ["--set-request-header", "Host"], ["--remove-request-header", "Host"], ["--add-request-header", "Host: a"],
        ["--set-response-header", "Content-Length: 1"], ["--set-request-header", "A: b\nC: d"],
        ["--set-request-header", "Host: a b"],
        ["--page=0.0.0.0:1"], ["--page=0.0.0.0"], ["--page=192.168.1.5:1"], ["--page=[::]:1"], ["--page=::"],
        ["--page=example.com:1", "--page-auth", "a"], ["--page=evil", "--page-auth", "a"],
        ["--page-auth", "a"], ["--page=0.0.0.0:1", "--page-auth", ""], ["--page=0.0.0.0:1", "--page-view"],
        ["--page=127.0.0.1:1", "--page-view"],
    ])
    func whatCannotBeMeantIsRefused(arguments: [String]) {
        #expect(throws: (any Error).self) { try ProxyOptions.parse(arguments) }
    }

    @Test(arguments: [
        [], ["--quiet"], ["--log", "-"], ["--har", "a", "--log", "b"], ["--no-store"], ["--shards", "0"],
        ["--resolve", "example.com:443:127.0.0.1:8443"], ["--resolve", "example.com:[::1]"], ["--tls", "tunnel"],
        ["--allow", "fe80::/10", "--allow", "10.0.0.1"], ["--client-cert", "*.a.example=client.pem"],
        ["--tls-min", "1.0"], ["--tls-min", "1.1"], ["--tls-min", "1.2"], ["--tls-min", "1.3"],
        ["--page=127.0.0.1:1"], ["--page=[::1]:1"], ["--page=localhost:1"], ["--page=127.0.0.1"],
        ["--page=0.0.0.0:1", "--page-auth", "a"], ["--page=0.0.0.0", "--page-auth", "a", "--page-view"],
        ["--page=[::]:1", "--page-auth", "a"], ["--page=127.0.0.1:1", "--page-auth", "a"],
    ])
    func whatIsMeantIsTaken(arguments: [String]) throws {
        _ = try ProxyOptions.parse(arguments)
    }

    /// The flags that are promised to stay, each with a value that it has to take.
    private static let help = ProxyCommand.helpMessage(columns: 200)

    @Test(arguments: [
        ["--listen", "127.0.0.1:0"], ["--reverse", "http://a.example"],
        ["--reverse", "http://a.example", "--preserve-host"],
        ["--har", "a.har"], ["--log", "a.log"], ["--store", "a.hark"], ["--no-store"], ["--show", "status = 404"],
        ["--keep-only", "status = 404"], ["--via"], ["--forwarded"], ["--timeout", "flush=5m"],
        ["--set-request-header", "A: b"], ["--add-request-header", "A: b"], ["--remove-request-header", "A"],
        ["--set-response-header", "A: b"], ["--add-response-header", "A: b"], ["--remove-response-header", "A"],
        ["--tls", "intercept"], ["--tls", "tunnel"], ["--tunnel-host", "*.bank.example"], ["--upstream-ca", "a.pem"],
        ["--upstream-ca-only", "a.pem"], ["--resolve", "a.example:127.0.0.1"], ["--insecure-upstream"],
        ["--ca-dir", "ca"], ["--max-body-record", "16MiB"], ["--quiet"], ["--verbose"], ["--strict"],
        ["--proxy-auth", "users"], ["--allow", "192.168.0.0/16"], ["--ready-fd", "3"],
    ])
    func whatScriptsRelyOnIsThere(arguments: [String]) throws {
        _ = try ProxyCommand.parse(arguments)
        let isNamed = ["\n  ", ", "].contains { Self.help.contains("\($0)\(arguments[0]) ") }
        #expect(isNamed, "the help does not name \(arguments[0])")
    }

    @Test func headerRulesKeepTheOrderOfTheCommandLine() throws {
        let options = try HeaderOptions.parse([
            "--add-request-header", "A: 1", "--remove-request-header", "B", "--set-request-header", "A: 2",
            "--add-request-header", "C: 3", "--remove-response-header", "D",
        ])
        #expect(options.rules.request.map(\.name.text) == ["A", "B", "A", "C"])
        #expect(options.rules.response.map(\.name.text) == ["D"])
    }
}
