import Foundation
import TestKit
import Testing

/// The failures of docs/fleet.md against a real PostgreSQL: traffic does not notice, and each flow arrives once.
@Suite(.enabled(if: PostgresServer.programs != nil, "\(PostgresServer.missing)"), .serialized)
struct FleetFaultTests {
    private static let shared = Result { try PostgresServer() }

    private func fleet() throws -> ShippedFleet { try ShippedFleet(Self.shared.get()) }

    private func origin() throws -> ScriptedOrigin {
        try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
    }

    private func request(_ proxy: RunningProxy, _ origin: ScriptedOrigin, _ count: Int) throws {
        for _ in 1...count {
            let start = Date()
            #expect(try Tool.curl("-x", proxy.url, origin.url).text == "hello")
            // It waits for nothing of the database.
            #expect(Date().timeIntervalSince(start) < 5)
        }
    }

    private func metric(_ name: String, of proxy: RunningProxy) throws -> Double? {
        let place = try #require(proxy.metrics.first)
        let text = try Tool.run(
            Tool.find("curl"), ["-q", "-sS", "--max-time", "20", "--noproxy", "*", "http://\(place)/metrics"]
        ).text
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line.flatMap { Double($0.dropFirst(name.count + 1)) }
    }

    /// A database that takes no flows, in a way of its own, and takes them again.
    private enum Fault: String, CaseIterable {
        case full, readOnly

        func begin(_ fleet: ShippedFleet) throws {
            switch self {
            case .full:
                try fleet.sql(
                    """
                    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
                    CREATE TRIGGER full_disk BEFORE INSERT ON hark.pack FOR EACH ROW EXECUTE FUNCTION full_disk();
                    """)
            case .readOnly:
                try fleet.sql("ALTER DATABASE \(fleet.name) SET default_transaction_read_only = on", in: "postgres")
                try fleet.sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(fleet.name)'",
                    in: "postgres")
            }
        }

        func end(_ fleet: ShippedFleet) throws {
            switch self {
            case .full: try fleet.sql("DROP FUNCTION full_disk CASCADE")
            case .readOnly:
                try fleet.sql("ALTER DATABASE \(fleet.name) RESET default_transaction_read_only", in: "postgres")
            }
        }
    }

    @Test(arguments: ["full", "readOnly"])
    func aDatabaseThatTakesNothingGetsAllLater(name: String) throws {
        let fault = try #require(Fault(rawValue: name))
        let (fleet, origin) = (try fleet(), try origin())
        try fault.begin(fleet)
        let proxy = try fleet.proxy("--metrics=127.0.0.1:0")
        try request(proxy, origin, 5)
        try eventually("it is said") { proxy.diagnostics.contains("trying again") }
        try request(proxy, origin, 5)
        try eventually("figures say what waits") { try metric("hark_ship_queue_flows", of: proxy) == 10 }
        #expect(try metric("hark_ship_errors_total{reason=\"unavailable\"}", of: proxy) ?? 0 >= 1)
        #expect(try metric("hark_ship_lag_seconds", of: proxy) ?? 0 > 0)
        #expect(try fleet.count("hark.flow") == 0)
        // By hand it says so at once, and may be tried again.
        let once = try fleet.hark("ship", fleet.session, "--to", fleet.url, "--with-secrets", "--bodies", "all")
        #expect(once.code == 69, once.summary)
        try fault.end(fleet)
        try eventually("they are shipped", within: 120) { try fleet.count("hark.flow") == 10 }
        try eventually("figures say so") {
            try metric("hark_ship_queue_flows", of: proxy) == 0 && metric("hark_ship_flows_total", of: proxy) == 10
        }
        #expect(try metric("hark_ship_lost_total", of: proxy) == 0)
        #expect(try proxy.stop() == .exited(0))
        try fleet.expectEqual()
        #expect(proxy.diagnostics.components(separatedBy: "trying again").count == 2, "\(proxy.diagnostics)")
    }

    /// Somebody keeps the table, as a migration may: the shipper waits, and the proxy does not.
    @Test func aSlowDatabaseHoldsNothingUp() throws {
        let (fleet, origin) = (try fleet(), try origin())
        let proxy = try fleet.proxy()
        try request(proxy, origin, 3)
        try eventually("they arrive") { try fleet.count("hark.flow") == 3 }
        let lock = try Child(
            (PostgresServer.programs ?? "") + "/psql",
            [
                "-X", "-q", "-c", "BEGIN", "-c", "LOCK TABLE hark.flow IN SHARE MODE", "-c", "SELECT pg_sleep(600)",
                fleet.url,
            ], output: fleet.scratch.file("lock"), diagnostics: fleet.scratch.file("lock.err"))
        try eventually("the table is locked") {
            try fleet.count("pg_locks WHERE mode = 'ShareLock' AND relation = 'hark.flow'::regclass AND granted") == 1
        }
        try request(proxy, origin, 10)
        #expect(try fleet.count("hark.flow") == 3)
        try fleet.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(fleet.name)' "
                + "AND query LIKE 'SELECT pg_sleep%'", in: "postgres")
        _ = try lock.wait()
        try eventually("they arrive", within: 120) { try fleet.count("hark.flow") == 13 }
        #expect(try proxy.stop() == .exited(0))
        try fleet.expectEqual()
    }

    @Test(arguments: [("9", "9", "update Hark"), ("0", "0", "hark fleet migrate")])
    func aSchemaOfAnotherVersionKeepsFlowsInTheFile(version: String, compatible: String, advice: String) throws {
        let (fleet, origin) = (try fleet(), try origin())
        try fleet.sql("UPDATE hark.meta SET value = '\(version)' WHERE name = 'version'")
        try fleet.sql("UPDATE hark.meta SET value = '\(compatible)' WHERE name = 'compatible'")
        let proxy = try fleet.proxy()
        try request(proxy, origin, 3)
        try eventually("it is said") { proxy.diagnostics.contains(advice) }
        try request(proxy, origin, 3)
        #expect(try proxy.stop() == .exited(0))
        #expect(proxy.diagnostics.components(separatedBy: advice).count == 2, "\(proxy.diagnostics)")
        let refused = try fleet.hark("ship", fleet.session, "--to", fleet.url)
        #expect(refused.code == 78 && refused.diagnostics.contains(advice), refused.summary)
        #expect(try fleet.count("hark.flow") == 0)
        try fleet.sql("UPDATE hark.meta SET value = '1' WHERE name IN ('version', 'compatible')")
        try fleet.shipRest(of: proxy)
        try fleet.expectEqual()
    }

    /// A newer schema that older ones may write to takes flows.
    @Test func aNewerSchemaThatSaysSoTakesFlows() throws {
        let (fleet, origin) = (try fleet(), try origin())
        try fleet.sql("UPDATE hark.meta SET value = '2' WHERE name = 'version'")
        let proxy = try fleet.proxy()
        try request(proxy, origin, 3)
        try eventually("they arrive") { try fleet.count("hark.flow") == 3 }
        #expect(try proxy.stop() == .exited(0))
        try fleet.expectEqual()
    }

    /// A line of a log.
    private static func entry(_ number: Int, of run: String = "00c0ffee00c0ffee") -> String {
        let fraction = String(100_000 + number)
        let head =
            #"{"_id":"# + String(number) + #","_run":""# + run + #"","startedDateTime":"2026-11-21T12:00:00."#
        let url = fraction + #"Z","time":1,"request":{"method":"GET","url":"http://shop.example/"# + String(number)
        return head + url + rest
    }

    private static let rest = """
        ?token=abcdefghijklmnop","httpVersion":"HTTP/1.1","headers":[],"queryString":[],"cookies":[],"headersSize":-1,\
        "bodySize":0},"response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[],"cookies":[],\
        "content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":0},"cache":{},\
        "timings":{"send":0,"wait":1,"receive":0}}
        """

    /// What is shipped again and again by killed processes is there once, with one tag for one secret.
    @Test func aShipperThatIsKilledAgainAndAgainGoesOnWithItsKey() throws {
        let fleet = try fleet()
        let lines = (1...2_000).map { Self.entry($0) }
        let log = try fleet.scratch.write("a.log", lines.joined(separator: "\n") + "\n")
        let imported = try fleet.hark("import", log, "--store", fleet.session)
        #expect(imported.code == 0, imported.summary)
        var (kills, isDone) = (0, false)
        for _ in 1...200 where !isDone {
            let shipper = try Child(
                Tool.hark(), ["ship", fleet.session, "--to", fleet.url, "--no-config"],
                output: fleet.scratch.file("out"), diagnostics: fleet.scratch.file("err"))
            // Each has a little longer, until one has time for all of it.
            usleep(UInt32(10_000 + 15_000 * kills))
            shipper.send(SIGKILL)
            if try shipper.wait() == .exited(0) { isDone = true } else { kills += 1 }
        }
        #expect(isDone && kills >= 3, "\(kills) kills")
        #expect(try fleet.recorded == 2_000 && fleet.count("hark.flow") == 2_000)
        #expect(try fleet.count("(SELECT DISTINCT id FROM hark.flow) AS f") == 2_000)
        #expect(try fleet.sql("SELECT sum(flows) FROM hark.run") == "2000")
        #expect(try fleet.sql("SELECT count(DISTINCT query) FROM hark.flow") == "1")
        #expect(try fleet.count("hark.flow WHERE query LIKE '%abcdefgh%'") == 0)
        // With the last flow the key goes.
        #expect(!FileManager.default.fileExists(atPath: fleet.session + "-ship"))
    }

    /// A proxy that ends waits as long as flows are shipped, and no longer.
    @Test(arguments: [(2, true), (600, false)])
    func aProxyThatEndsWaitsWhileFlowsAreShipped(pause: Int, isShipped: Bool) throws {
        let fleet = try fleet()
        func record(_ words: String...) throws -> Tool.Result {
            try Tool.run(
                Tool.hark(),
                ["run", "--store", fleet.session] + words + ["--", "curl", "-q", "-sS", "http://demo.hark.test/"],
                environment: ["HOME": fleet.scratch.path], seconds: 120)
        }
        // A batch of each run, one after the other.
        for _ in 1...4 { #expect(try record().code == 0) }
        try fleet.sql(
            """
            CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
            $$ BEGIN PERFORM pg_sleep(\(pause)); RETURN NULL; END $$;
            CREATE TRIGGER slow AFTER INSERT ON hark.pack FOR EACH STATEMENT EXECUTE FUNCTION slow();
            """)
        let start = Date()
        let last = try record("--ship", fleet.url)
        let seconds = Date().timeIntervalSince(start)
        #expect(last.code == 0, last.summary)
        #expect(try fleet.count("hark.flow") == (isShipped ? 5 : 0), last.summary)
        #expect(last.diagnostics.contains("not all flows are shipped") == !isShipped, last.summary)
        #expect(seconds >= (isShipped ? 9 : 5) && seconds < 40, "\(seconds)")
    }

    /// One that is stopped has not looked at what waits in the others: their marks stay, and the keys in them.
    @Test(arguments: [(["--follow", "--until-end"], SIGTERM, 2), (["--follow"], SIGINT, 6)])
    func aStoppedShipperKeepsTheMarksOfWhatWaits(options: [String], signal: Int32, pause: Int) throws {
        let fleet = try fleet()
        let sessions = ["a", "b", "c"].map { fleet.scratch.file($0 + ".hark") }
        for (place, session) in sessions.enumerated() {
            let lines = (1...3).map { Self.entry($0, of: "00c0ffee0000000\(place)") }
            let log = try fleet.scratch.write("\(place).log", lines.joined(separator: "\n") + "\n")
            let imported = try fleet.hark("import", log, "--store", session)
            #expect(imported.code == 0, imported.summary)
        }
        // Each batch takes a while.
        try fleet.sql(
            """
            CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
            $$ BEGIN PERFORM pg_sleep(\(pause)); RETURN NULL; END $$;
            CREATE TRIGGER slow AFTER INSERT ON hark.pack FOR EACH STATEMENT EXECUTE FUNCTION slow();
            """)
        func marks() -> [Data?] { sessions.map { FileManager.default.contents(atPath: $0 + "-ship") } }
        let shipper = try Child(
            Tool.hark(), ["ship"] + sessions + options + ["--to", fleet.url, "--no-config"],
            output: fleet.scratch.file("out"), diagnostics: fleet.scratch.file("err"))
        try eventually("it ships the first") {
            try fleet.count("pg_stat_activity WHERE datname = '\(fleet.name)' AND wait_event = 'PgSleep'") == 1
        }
        let before = marks()
        #expect(before.allSatisfy { ($0?.count ?? 0) > 32 } && Set(before).count == 3)
        shipper.send(signal)
        #expect(try shipper.wait() == .exited(0))
        let count = try fleet.count("hark.flow")
        #expect(count >= 3 && count < 9, "\(count) flows: it was not stopped on its way")
        #expect(marks() == before)
        try fleet.sql("DROP FUNCTION slow CASCADE")
        // The next start continues, with the keys that there were; then they go.
        let rest = try fleet.hark("ship", sessions[0], sessions[1], sessions[2], "--to", fleet.url, "--no-config")
        #expect(rest.code == 0, rest.summary)
        #expect(try fleet.count("hark.flow") == 9)
        #expect(try fleet.sql("SELECT count(DISTINCT query) FROM hark.flow") == "3")
        #expect(marks().allSatisfy { $0 == nil })
    }

    /// Of a run that another file has shipped nothing more is shipped, in the round in which that is found as well: the
    /// mark of its session stays.
    @Test func theMarkOfARefusedRunStays() throws {
        let fleet = try fleet()
        let (first, second) = (fleet.session, fleet.scratch.file("b.hark"))
        for (session, numbers) in [(first, [1, 2, 3]), (second, [3, 4, 5])] {
            // The last flow has one number and differs.
            let lines = numbers.map { Self.entry($0) }.joined(separator: "\n")
            let text = session == first ? lines : lines.replacingOccurrences(of: "shop.example", with: "else.example")
            let log = try fleet.scratch.write("log", text + "\n")
            #expect(try fleet.hark("import", log, "--store", session).code == 0)
        }
        #expect(try fleet.hark("ship", first, "--to", fleet.url, "--no-config").code == 0)
        let refused = try fleet.hark("ship", second, "--to", fleet.url, "--no-config")
        #expect(refused.code == 65 && refused.diagnostics.contains("--new-run"), refused.summary)
        #expect(try fleet.count("hark.flow") == 3)
        #expect(FileManager.default.fileExists(atPath: second + "-ship"))
    }

    /// Sessions of earlier starts are shipped by the next one that ships in the same way, and by no other.
    @Test func whatWasLeftIsShippedByTheNextStart() throws {
        let fleet = try ShippedFleet(PostgresServer())
        let origin = try origin()
        func run(_ words: String...) throws -> Tool.Result {
            try Tool.run(
                Tool.hark(),
                ["run", "--quiet", "--ship", fleet.url, "--proxy-name", "gate"] + words
                    + [
                        "--", "sh", "-c",
                        "curl -q -sS -x $http_proxy '\(origin.url)/?token=abcdefghijklmnop' >/dev/null",
                    ],
                environment: ["HOME": fleet.scratch.path], seconds: 60)
        }
        func marks() throws -> [String] {
            let folder = fleet.scratch.file(".local/share/hark/sessions")
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix("-ship") }
        }
        try fleet.server.stop()
        let first = try run()
        #expect(first.code == 0 && first.diagnostics.contains("not shipped yet"), first.summary)
        #expect(try marks().count == 1)
        try fleet.server.start()
        // Another tenant's proxy leaves it alone.
        let other = try run("--tenant", "other")
        #expect(other.code == 0 && other.diagnostics.contains("other options for --ship"), other.summary)
        #expect(try fleet.sql("SELECT string_agg(tenant, ' ') FROM hark.flow") == "other")
        let next = try run()
        #expect(next.code == 0 && !next.diagnostics.contains("not shipped"), next.summary)
        #expect(try fleet.count("hark.flow WHERE tenant = 'default'") == 2)
        #expect(try fleet.count("hark.run WHERE tenant = 'default'") == 2)
        #expect(try marks().isEmpty)
        // Each run has a key of its own: the same secret of two runs cannot be told to be the same.
        #expect(try fleet.sql("SELECT count(DISTINCT query) FROM hark.flow WHERE tenant = 'default'") == "2")
        // Once it is shipped nothing is shipped again, and a session without its file is nobody's loss.
        #expect(try run().code == 0)
        #expect(try fleet.count("hark.flow") == 4)
    }

    @Test func aSessionThatIsGoneIsSaid() throws {
        let fleet = try fleet()
        let gone = try fleet.hark("ship", fleet.session, "--to", fleet.url)
        #expect(gone.code == 66 || gone.code == 65, gone.summary)
        #expect(!gone.diagnostics.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: fleet.session + "-ship"))
        #expect(try fleet.count("hark.run") == 0)
    }
}
