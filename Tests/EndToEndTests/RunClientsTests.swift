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
                Tool.hark(), ["run", "--har", har] + options + ["--"] + command,
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

    /// Clients of Python that read no environment: told apart from those above, as a script of ours leads them.
    @Test(arguments: [
        "import http.client as h; c = h.HTTPSConnection('demo.hark.test'); c.request('GET', '/redirect/end'); "
            + "print(c.getresponse().read().decode())",
        "import urllib3; print(urllib3.PoolManager().request('GET', URL).data.decode())",
        "import requests; s = requests.Session(); s.trust_env = False; print(s.get(URL, verify=CERTS).text)",
        """
        import aiohttp, asyncio
        async def main():
            async with aiohttp.ClientSession() as session:
                async with session.get(URL) as answer:
                    print(await answer.text())
        asyncio.run(main())
        """,
    ])
    func pythonsClientsThatReadNoEnvironment(program: String) throws {
        let text = program.replacing("URL", with: "'\(Self.page)'")
            .replacing("CERTS", with: "__import__('os').environ['SSL_CERT_FILE']")
        let visit = try visit(Tool.python(), "-c", text)
        #expect(visit.result.code == 0 && visit.result.text.contains("The end of the chain"), visit.result.summary)
        #expect(visit.requests == ["GET \(Self.page) 200"], visit.result.summary)
    }

    @Test func aSitecustomizeOfTheUsersRunsAsEver() throws {
        let home = try Scratch()
        _ = try home.write("sitecustomize.py", "import sys; sys.mine = 'mine ran'\n")
        let program = "import sys; print(sys.mine, [p for p in sys.path if 'hark-run' in p])"
        let result = try Tool.run(
            Tool.hark(), ["run", "--quiet", "--", Tool.python(), "-c", program],
            environment: ["HOME": home.path, "PYTHONPATH": home.path])
        #expect(result.text == "mine ran []\n", result.summary)
    }

    @Test func anErrorInTheUsersSitecustomizeIsShownAsEver() throws {
        let home = try Scratch()
        _ = try home.write("sitecustomize.py", "import no_such_module\n")
        let result = try Tool.run(
            Tool.hark(), ["run", "--quiet", "--", Tool.python(), "-c", "print('went on')"],
            environment: ["HOME": home.path, "PYTHONPATH": home.path])
        #expect(result.text == "went on\n" && result.diagnostics.contains("no_such_module"), result.summary)
    }

    @Test func wget() throws {
        let visit = try visit(Tool.find("wget"), "-q", "-O", "-", Self.page)
        #expect(visit.result.code == 0 && visit.result.text.contains("The end of the chain"), visit.result.summary)
        #expect(visit.requests == ["GET \(Self.page) 200"], visit.result.summary)
    }

    @Test(.enabled(if: (try? Tool.find("php")) != nil, "there is no php"))
    func phpTrusts() throws {
        let program = """
            $c = curl_init('\(Self.page)'); curl_setopt($c, CURLOPT_FOLLOWLOCATION, true);
            if (curl_exec($c) === false) echo curl_error($c);
            """
        let visit = try visit(Tool.find("php"), "-r", program)
        #expect(visit.result.code == 0 && visit.result.text.contains("The end of the chain"), visit.result.summary)
        #expect(visit.requests == ["GET \(Self.page) 200"], visit.result.summary)
    }

    /// What Node offers for requests, with agents of the program's own, and what libraries make of the variables. Node
    /// before 22.21 reads no variable; later ones read them for their global agents alone.
    @Test(
        arguments: NodeVersion.all,
        [
            "fetch(URL).then(r => r.text()).then(console.log)",
            "require('https').get(URL, r => r.pipe(process.stdout))",
            "const h = require('https'); h.get(URL, { agent: new h.Agent({}) }, r => r.pipe(process.stdout))",
            """
            const proxy = new URL(process.env.HARK_PROXY);
            require('http').get({ host: proxy.hostname, port: proxy.port, path: URL },
              r => r.pipe(process.stdout));
            """,
        ])
    func node(version: NodeVersion, program: String) throws {
        // The variable that is called URL is Node's, where a new one is made.
        let text = program.replacing("new URL", with: "new Address").replacing("URL", with: "'\(Self.page)'")
            .replacing("new Address", with: "new URL")
        let visit = try visit(version.path(), "-e", text)
        #expect(visit.result.code == 0 && visit.result.text.contains("The end of the chain"), visit.result.summary)
        #expect(visit.requests == ["GET \(Self.page) 200"], visit.result.summary)
    }

    /// Counted as a test that did not run where a version could not be fetched.
    @Test(.enabled(if: NodeVersion.missing.isEmpty, "not all of node-versions.txt are in .build/node"))
    func nodeOfEveryListedVersionIsThere() throws {
        for version in NodeVersion.listed {
            let result = try Tool.run(version.path(), ["--version"])
            #expect(result.text == "v\(version.testDescription)\n", result.summary)
        }
    }

    @Test(arguments: NodeVersion.all, ["http://demo.hark.test/echo", "https://demo.hark.test/echo"])
    func nodesRequestsKeepTheirTargetWhenTheyAskBeforeSending(version: NodeVersion, url: String) throws {
        let program = """
            const request = require(new URL('\(url)').protocol.slice(0, -1)).request('\(url)',
              { method: 'POST', headers: { Expect: '100-continue' } }, r => r.pipe(process.stdout));
            request.on('continue', () => request.end('content'));
            """
        let visit = try visit(version.path(), "-e", program)
        #expect(visit.result.text.contains("POST"), visit.result.summary)
        #expect(visit.requests == ["POST \(url) 200"], visit.result.summary)
    }

    @Test(arguments: NodeVersion.all)
    func nodesErrorsStayErrors(version: NodeVersion) throws {
        let visit = try visit(
            version.path(), "-e", "fetch('http://no-such-name.invalid/').then(r => console.log(r.status))")
        #expect(visit.result.text == "502\n" || visit.result.code == 1, visit.result.summary)
        #expect(!visit.entries.isEmpty)
    }

    /// A script that opens its tunnel itself is left alone.
    @Test(arguments: NodeVersion.all)
    func nodeTrustsTheProxyThatItIsTold(version: NodeVersion) throws {
        let visit = try visit(version.path(), Tool.script("node_client.js"), Self.page)
        #expect(visit.result.code == 0 && visit.result.text.contains("The end of the chain"), visit.result.summary)
        #expect(visit.requests == ["GET \(Self.page) 200"], visit.result.summary)
    }

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
