import Engine
import Testing

@testable import hark

/// What of `hark run …` is Hark's, and what the command's.
@Suite struct RunWordsTests {
    private static func parted(_ line: String) -> String {
        Hark.completed(line.split(separator: " ").map(String.init)).joined(separator: " ")
    }

    @Test(arguments: [
        ("run curl -sv http://a.test/", "run -- curl -sv http://a.test/"),
        ("run --har a.har curl --help", "run --har a.har -- curl --help"),
        ("run --har=a.har -q curl -q", "run --har=a.har -q -- curl -q"),
        ("run --page curl a:1", "run --page=usual -- curl a:1"),
        ("run --page 127.0.0.1:0 curl", "run --page=127.0.0.1:0 -- curl"),
        ("run --otlp http://c:4318 curl http://a.test/", "run --otlp=http://c:4318 -- curl http://a.test/"),
        ("run --otlp curl http://a.test/", "run --otlp=usual -- curl http://a.test/"),
        ("run --metrics ./9464 x", "run --metrics=usual -- ./9464 x"),
        ("proxy --metrics 127.0.0.1:0 --otlp --quiet", "proxy --metrics=127.0.0.1:0 --otlp=usual --quiet"),
        ("run -q -- curl --otlp http://a.test/", "run -q -- curl --otlp http://a.test/"),
        ("run -l 9000 npm test -- --watch", "run -l 9000 -- npm test -- --watch"),
        (
            "run --tunnel-host a.test --tunnel-host b.test git pull",
            "run --tunnel-host a.test --tunnel-host b.test -- git pull"
        ),
        ("run --quite curl", "run --quite -- curl"),
        // Options before the command.
        ("-q run curl -q", "run -q -- curl -q"),
        ("-qk -l 9000 run curl a", "run -qk -l 9000 -- curl a"),
        ("--har a.har --page run curl", "run --har a.har --page=usual -- curl"),
        ("--limit 5 flows", "flows --limit 5"),
        ("--limit=5 --no-json flows x", "flows --limit=5 --no-json x"),
        ("--quiet proxy", "proxy --quiet"),
        // The value of an option is no command, and no other command's options are moved.
        ("--har run", "--har run"),
        ("--har run flows", "--har run flows"),
        ("--nonsense run curl", "--nonsense run curl"),
        ("--limit 5 proxy", "--limit 5 proxy"),
        ("-q -- run", "-q -- run"),
        ("-qx run curl", "-qx run curl"),
    ])
    func theFirstWordBeginsTheCommand(line: String, parted: String) {
        #expect(Self.parted(line) == parted)
    }

    @Test(arguments: [
        "run", "run -- curl -q", "run --har a.har -- curl", "run --help", "run --har a.har", "proxy --listen 1 x",
        "run -q", "flows run curl",
    ])
    func whatNeedsNothingStays(line: String) {
        #expect(Self.parted(line) == line)
    }

    @Test func theCommandKeepsItsOptions() throws {
        let words = Hark.completed(["run", "--har", "a.har", "curl", "--har", "b.har", "--help"])
        let command = try #require(Hark.command(for: words) as? RunCommand)
        #expect(command.command == ["curl", "--har", "b.har", "--help"])
    }

    @Test(arguments: [("8888", "127.0.0.1:8888"), (":9000", "127.0.0.1:9000"), ("http://127.0.0.1:1", "127.0.0.1:1")])
    func aPortByItselfIsOneOfThisMachine(text: String, address: String) throws {
        #expect(try ListenPlace(text).address.description == address)
    }

    @Test(arguments: ["", ":", "99999", ":-1", "a", "8888x", "http://", "ftp://127.0.0.1:1"])
    func whatIsNoPlaceIsRefused(text: String) {
        #expect(throws: (any Error).self) { try ListenPlace(text) }
    }
}
