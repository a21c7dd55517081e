import Foundation
import TestKit
import Testing

/// `--ship`: what a proxy records is in the database once, whatever fails in between, and traffic does not notice.
@Suite(.enabled(if: PostgresServer.programs != nil, "\(PostgresServer.missing)"), .serialized)
struct ProxyShippingTests {
    private static let shared = Result { try PostgresServer() }

    private func fleet() throws -> ShippedFleet { try ShippedFleet(Self.shared.get()) }

    private func origin() throws -> ScriptedOrigin {
        try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nSet-Cookie: a=b\r\nContent-Length: 5000\r\n\r\n"
                + String(repeating: "body ", count: 1000))
    }

    /// The process that ships for a proxy; nil while there is none.
    private func shipper(of proxy: RunningProxy) -> pid_t? {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap { pid_t($0) }.first { process in
            let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
            // The name, in parentheses, may have blanks; then come the state and the parent.
            let facts = status.split(separator: ")").last?.split(separator: " ") ?? []
            return facts.count > 1 && facts[1] == "\(proxy.child.pid)" && facts[0] != "Z"
        }
    }

    @Test func flowsArriveWhileTheProxyRunsAndTheRestAtItsEnd() throws {
        let (fleet, origin) = (try fleet(), try origin())
        let proxy = try fleet.proxy("--proxy-name", "gate-1", "--label", "job=7", "--label", "text=a b")
        for _ in 1...5 { _ = try Tool.curl("-x", proxy.url, origin.url) }
        try eventually("the flows arrive") { try fleet.count("hark.flow") == 5 }
        for _ in 1...5 { _ = try Tool.curl("-x", proxy.url, origin.url) }
        #expect(try proxy.stop() == .exited(0))
        #expect(try fleet.recorded == 10)
        try fleet.expectEqual()
        let run = try fleet.sql("SELECT proxy, labels->>'job', labels->>'text' FROM hark.run")
        #expect(run == "gate-1|7|a b")
        #expect(!proxy.diagnostics.contains("not shipped"), "\(proxy.diagnostics)")
    }

    @Test func aKilledProxyIsShippedToItsLastFlow() throws {
        let (fleet, origin) = (try fleet(), try origin())
        let proxy = try fleet.proxy()
        let traffic = CountedTraffic(through: proxy.port, to: origin, clients: 4)
        try eventually("some traffic") { traffic.answers >= 200 }
        proxy.child.send(SIGKILL)
        #expect(try proxy.child.wait() == .signalled(SIGKILL))
        let count = try fleet.recorded
        try eventually("what is in the file is in the database") { try fleet.count("hark.flow") == count }
        // The next start goes on behind it.
        let next = try fleet.proxy()
        _ = try Tool.curl("-x", next.url, origin.url)
        #expect(try next.stop() == .exited(0))
        #expect(try fleet.recorded == count + 1)
        try fleet.expectEqual()
        #expect(try fleet.count("hark.run") == 2)
    }

    @Test func aKilledShipperIsStartedAgainAndShipsNothingTwice() throws {
        let (fleet, origin) = (try fleet(), try origin())
        let proxy = try fleet.proxy()
        let traffic = CountedTraffic(through: proxy.port, to: origin, clients: 2)
        var killed: Set<pid_t> = []
        for round in 1...3 {
            try eventually("round \(round) of traffic") { traffic.answers >= round * 60 }
            try eventually("a shipper runs") {
                guard let process = shipper(of: proxy), !killed.contains(process) else { return false }
                kill(process, SIGKILL)
                killed.insert(process)
                return true
            }
        }
        #expect(try proxy.stop() == .exited(0))
        #expect(killed.count == 3)
        try fleet.shipRest(of: proxy)
        try fleet.expectEqual()
    }

    @Test func twoShippersOfOneFileShipEachFlowOnce() throws {
        let (fleet, origin) = (try fleet(), try origin())
        let proxy = try fleet.proxy()
        let second = try Child(
            Tool.hark(),
            [
                "ship", fleet.session, "--follow", "--until-end", "--to", fleet.url, "--with-secrets", "--bodies",
                "all",
            ], output: fleet.scratch.file("out"), diagnostics: fleet.scratch.file("err"))
        let traffic = CountedTraffic(through: proxy.port, to: origin, clients: 2)
        try eventually("some traffic") { traffic.answers >= 300 }
        #expect(try proxy.stop() == .exited(0))
        #expect(try second.wait() == .exited(0))
        try fleet.expectEqual()
    }

    @Test func aDatabaseThatStopsAndStartsGetsEveryFlowOnce() throws {
        let fleet = try ShippedFleet(PostgresServer())
        let origin = try origin()
        let proxy = try fleet.proxy()
        let traffic = NumberedTraffic(through: proxy.port, to: origin, pause: 40_000)
        for round in 1...2 {
            try eventually("flows arrive") { try fleet.count("hark.flow") >= round * 10 }
            try fleet.server.stop()
            let before = traffic.count
            try eventually("traffic does not stop") { traffic.count >= before + 20 }
            try eventually("it is said") {
                proxy.diagnostics.components(separatedBy: "trying again").count == round + 1
            }
            try fleet.server.start()
            try eventually("it is found again") {
                proxy.diagnostics.components(separatedBy: "is available again").count == round + 1
            }
        }
        #expect(try proxy.stop() == .exited(0))
        try fleet.shipRest(of: proxy)
        try fleet.expectEqual()
        #expect(proxy.diagnostics.components(separatedBy: "trying again").count == 3, "\(proxy.diagnostics)")
    }

    /// A command ends as it ends, within a limit, and what waits is said and can be shipped.
    @Test func runSaysWhatIsNotShipped() throws {
        let (fleet, origin) = (try fleet(), try origin())
        let nowhere = "postgres://postgres@127.0.0.1:\(try Loopback.freePort())/x"
        let start = Date()
        let result = try fleet.hark(
            "run", "--quiet", "--store", fleet.session, "--ship", nowhere, "--", "sh", "-c",
            "curl -q -sS -x $http_proxy \(origin.url) >/dev/null; exit 3")
        #expect(result.code == 3, result.summary)
        #expect(Date().timeIntervalSince(start) < 20)
        #expect(result.diagnostics.contains("1 flow is not shipped yet"), result.summary)
        #expect(result.diagnostics.contains("hark ship \(fleet.session) --to \(nowhere)"), result.summary)
        let later = try fleet.hark("ship", fleet.session, "--to", fleet.url, "--with-secrets", "--bodies", "all")
        #expect(later.code == 0, later.summary)
        try fleet.expectEqual()

        let reached = try fleet.hark(
            "run", "--quiet", "--store", fleet.session, "--ship", fleet.url, "--ship-with-secrets", "--ship-bodies",
            "all", "--", "sh", "-c", "curl -q -sS -x $http_proxy \(origin.url) >/dev/null")
        #expect(reached.code == 0 && !reached.diagnostics.contains("not shipped"), reached.summary)
        try fleet.expectEqual()
        #expect(try fleet.recorded == 2)
    }

    @Test func whatCanNeverBeShippedIsRefusedAtTheStart() throws {
        let fleet = try fleet()
        for words in [
            ["--ship", fleet.url, "--no-store"], ["--ship", "postgres://a:secret@127.0.0.1/x"],
            ["--ship", "mysql://x"],
            ["--ship", "postgres://a@db.example/x?sslmode=disable"], ["--ship", fleet.url, "--ship-sample", "2"],
            ["--ship", fleet.url, "--ship-filter", "status ="], ["--ship", fleet.url, "--label", "x"],
        ] {
            let result = try Tool.run(
                Tool.hark(), ["proxy", "--listen", "127.0.0.1:0"] + words, environment: ["HOME": fleet.scratch.path],
                seconds: 30)
            #expect(result.code == 64, result.summary)
            #expect(!result.diagnostics.contains("secret"), result.summary)
        }
    }

    /// The schema is missing: said once, recorded all the same.
    @Test func aDatabaseWithoutTheSchemaIsSaidAndTrafficGoesThrough() throws {
        let (fleet, origin) = (try fleet(), try origin())
        try fleet.sql("DROP SCHEMA hark CASCADE")
        let proxy = try fleet.proxy()
        try eventually("it is said") { proxy.diagnostics.contains("hark fleet init") }
        #expect(try Tool.curl("-x", proxy.url, origin.url).text.hasPrefix("body"))
        #expect(try proxy.stop() == .exited(0))
        #expect(try fleet.recorded == 1)
        #expect(proxy.diagnostics.components(separatedBy: "has no schema").count == 2, "\(proxy.diagnostics)")
    }
}
