import Foundation
import TestKit
import Testing

/// What readers of a fleet see as flows arrive, and of flows that stand for others.
@Suite(.enabled(if: PostgresServer.programs != nil, "\(PostgresServer.missing)"), .serialized)
struct FleetReadingTests {
    private static let shared = Result { try PostgresServer() }

    private func record(_ fleet: ShippedFleet, _ file: String, _ paths: [String]) throws {
        let recorded = try fleet.hark(
            "run", "--quiet", "--store", fleet.scratch.file(file), "--", "sh", "-c",
            "for p in \(paths.joined(separator: " ")); do curl -q -sS http://demo.hark.test/$p >/dev/null; done")
        #expect(recorded.code == 0, recorded.summary)
    }

    /// The newest first, then what the database takes; each flow once, of all runs, and only those that match.
    @Test func aReaderFollowsWhatArrives() throws {
        let fleet = try ShippedFleet(Self.shared.get())
        try record(fleet, "a.hark", ["cookies", "nope", "gzip"])
        #expect(try fleet.hark("ship", fleet.scratch.file("a.hark"), "--to", fleet.url).code == 0)
        let output = fleet.scratch.file("followed")
        let reader = try Child(
            Tool.hark(),
            [
                "flows", "--follow", "--session", try fleet.role("--reader"), "--columns", "path,status",
                "not status = 404",
            ],
            environment: ["HOME": fleet.scratch.path], output: output, diagnostics: fleet.scratch.file("said"))
        func lines() -> [String] {
            ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").split(separator: "\n").map {
                $0.split(separator: " ").joined(separator: " ")
            }
        }
        try eventually("the flows that are there") { lines() == ["/cookies 200", "/gzip 200"] }
        for (file, path) in [("b.hark", "cache/fresh"), ("c.hark", "form")] {
            try record(fleet, file, [path, "nope"])
            #expect(try fleet.hark("ship", fleet.scratch.file(file), "--to", fleet.url).code == 0)
        }
        try eventually("the flows that have arrived since") { lines().count >= 4 }
        // Shipped again, nothing arrives again.
        #expect(try fleet.hark("ship", fleet.scratch.file("b.hark"), "--to", fleet.url).code == 0)
        try record(fleet, "d.hark", ["cookies"])
        #expect(try fleet.hark("ship", fleet.scratch.file("d.hark"), "--to", fleet.url).code == 0)
        try eventually("the last one") { lines().count >= 5 }
        #expect(
            lines().map { $0.split(separator: " ")[0] } == ["/cookies", "/gzip", "/cache/fresh", "/form", "/cookies"],
            "\(lines())")
        reader.send(SIGINT)
        _ = try reader.wait()
    }

    /// Successful flows of a sample count for those that were left out, failures for themselves.
    @Test func figuresOfASampleAreAbout() throws {
        let fleet = try ShippedFleet(Self.shared.get())
        try record(fleet, "a.hark", Array(repeating: "cookies", count: 60) + ["nope", "nope"])
        let shipped = try fleet.hark("ship", fleet.scratch.file("a.hark"), "--to", fleet.url, "--sample", "0.25")
        #expect(shipped.code == 0, shipped.summary)
        let kept = try fleet.count("hark.flow WHERE status = 200")
        for dimension in ["status", "client"] {
            let json = try fleet.hark("stats", "--session", fleet.url, "--by", dimension, "--json")
            let facts = try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any]
            let all = facts?["all"] as? [String: Any]
            #expect(all?["about"] as? Bool == true && all?["count"] as? Int == 4 * kept + 2, json.summary)
            #expect((all?["failures"] as? [String: Int]) == ["4xx": 2], json.summary)
            let total = (all?["phases"] as? [String: Any])?["total"] as? [String: Any]
            #expect(total?["count"] as? Int == 4 * kept + 2, json.summary)
        }
        let failures = try fleet.hark("stats", "--session", fleet.url, "status = 404", "--json")
        #expect(failures.code == 0 && !failures.text.contains("about"), failures.summary)
    }
}
