import Foundation
import TestKit
import Testing

/// Real clients under `hark run`: each finds the proxy and trusts it by what it is given, with no other preparation.
@Suite struct RunClientsTests {
    static let page = "https://demo.hark.test/redirect/end"

    /// What one client asked for through the proxy, and what it printed.
    private struct Visit {
        let result: Tool.Result
        let entries: [Entry]

        init(options: [String] = [], home: Scratch, _ command: [String]) throws {
            let har = home.file("visit.har")
            result = try Tool.run(
                Tool.hark(), ["run", "--no-store", "--har", har] + options + ["--"] + command,
                environment: ["HOME": home.path, "TMPDIR": home.path], seconds: 120)
            entries = try Recorded.har(har)
        }

        /// The requests that were answered, in the clear: method, URL and status.
        var requests: [String] {
            entries.filter { $0.request.method != "CONNECT" }.map {
                "\($0.request.method) \($0.request.url) \($0.response.status)"
            }
        }
    }

    private func visit(options: [String] = [], _ command: String...) throws -> Visit {
        try Visit(options: options, home: Scratch(), command)
    }

    @Test func curl() throws {
        let visit = try visit(Tool.find("curl"), "-q", "-sS", Self.page)
        #expect(visit.result.code == 0 && visit.result.text.contains("The end of the chain"), visit.result.summary)
        #expect(visit.requests == ["GET \(Self.page) 200"], visit.result.summary)
    }

    @Test(arguments: [
        "import requests; print(requests.get(URL).text)", "import httpx; print(httpx.get(URL).text)",
        "import urllib.request; print(urllib.request.urlopen(URL).read().decode())",
    ])
    func python(program: String) throws {
        let visit = try visit(Tool.python(), "-c", program.replacing("URL", with: "'\(Self.page)'"))
        #expect(visit.result.code == 0 && visit.result.text.contains("The end of the chain"), visit.result.summary)
        #expect(visit.requests == ["GET \(Self.page) 200"], visit.result.summary)
    }

    /// Before version 24, Node reads no proxy from the environment, so the script opens its tunnel itself. What it was
    /// given is the address and the trust.
    @Test func nodeTrustsTheProxyThatItIsTold() throws {
        let visit = try visit(Tool.find("node"), Tool.script("node_client.js"), Self.page)
        #expect(visit.result.code == 0 && visit.result.text.contains("The end of the chain"), visit.result.summary)
        #expect(visit.requests == ["GET \(Self.page) 200"], visit.result.summary)
    }

    @Test(.enabled(if: nodeReadsTheEnvironment, "Node 24 and later"))
    func nodeFindsTheProxyInTheEnvironment() throws {
        let visit = try visit(
            Tool.find("node"), "-e", "fetch('\(Self.page)').then(r => r.text()).then(t => console.log(t))")
        #expect(visit.result.code == 0 && visit.result.text.contains("The end of the chain"), visit.result.summary)
        #expect(visit.requests == ["GET \(Self.page) 200"], visit.result.summary)
    }

    private static let nodeReadsTheEnvironment: Bool = {
        guard let node = try? Tool.find("node"), let result = try? Tool.run(node, ["--version"]) else { return false }
        return Int(result.text.dropFirst().prefix { $0.isNumber }).map { $0 >= 24 } ?? false
    }()

    @Test func git() throws {
        let origin = try SecureOrigin()
        let visit = try visit(
            options: origin.options, Tool.find("git"), "ls-remote", origin.url + "/repository.git")
        #expect(visit.result.text == "\(try origin.head())\trefs/heads/main\n", visit.result.summary)
        #expect(visit.requests.contains { $0.contains("/repository.git/info/refs") && $0.hasSuffix(" 200") })
    }

    @Test func java() throws {
        let visit = try visit(Tool.find("java"), Tool.script("JavaClient.java"), Self.page)
        #expect(visit.result.code == 0 && visit.result.text.contains("The end of the chain"), visit.result.summary)
        #expect(visit.requests == ["GET \(Self.page) 200"], visit.result.summary)
    }

    @Test func chromium() throws {
        let home = try Scratch()
        // As root, as in containers, it starts only without its sandbox; the user has to say so.
        let sandbox = geteuid() == 0 ? ["--no-sandbox"] : []
        let visit = try Visit(
            home: home, [Tool.find("chromium"), "--headless"] + sandbox + ["--dump-dom", Self.page])
        #expect(visit.result.code == 0 && visit.result.text.contains("The end of the chain"), visit.result.summary)
        #expect(visit.requests.contains("GET \(Self.page) 200"), visit.result.summary)
        let left = try FileManager.default.contentsOfDirectory(atPath: home.path)
        #expect(!left.contains { $0.hasPrefix("hark-run-") }, "the profile is gone")
    }

    /// Many clients leave this machine out when they are given a proxy.
    @Test(arguments: ["curl", "python", "java", "chromium"])
    func localhostIsSeenToo(client: String) throws {
        let origin = try NginxOrigin()
        let url = "http://localhost:\(origin.port)/hello.txt"
        let command: [String] =
            switch client {
            case "curl": [try Tool.find("curl"), "-q", "-sS", url]
            case "python": [try Tool.python(), "-c", "import requests; print(requests.get('\(url)').text)"]
            case "java": [try Tool.find("java"), Tool.script("JavaClient.java"), url]
            default:
                [try Tool.find("chromium"), "--headless"] + (geteuid() == 0 ? ["--no-sandbox"] : [])
                    + ["--dump-dom", url]
            }
        let visit = try Visit(home: Scratch(), command)
        #expect(visit.result.text.contains("Hello from nginx"), visit.result.summary)
        #expect(visit.requests.contains("GET \(url) 200"), visit.result.summary)
    }

    /// What the origin's operator sees to be wrong is the client's to see, too: nothing is made good on the way.
    @Test func anOriginThatIsNotTrustedIsNotReached() throws {
        let origin = try SecureOrigin()
        let visit = try visit(
            options: ["--resolve", "\(SecureOrigin.host):127.0.0.1"], Tool.find("curl"), "-q", "-sS", "-w",
            "%{http_code}", origin.url + "/hello.txt")
        #expect(visit.result.text.hasSuffix("502"), visit.result.summary)
        #expect(!visit.result.text.contains("Hello over TLS"))
        let trusting = try self.visit(
            options: origin.options, Tool.find("curl"), "-q", "-sS", origin.url + "/hello.txt")
        #expect(trusting.result.text == "Hello over TLS\n", trusting.result.summary)
    }
}
