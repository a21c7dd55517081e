import Bytes
package import Filter
package import Flow
import HTTPModel

/// Flows made by chance, whose values are those that `RandomFilter` asks for, near them, or missing.
package enum RandomFlow {
    package static func make(number: UInt64, _ random: inout some RandomNumberGenerator) -> FlowRecord {
        func one(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        let method = one(["GET", "POST", "HEAD", "get", "PUT"])
        let host = one([
            "a.example.com", "A.Example.com", "b.test:8080", "example.com", "[::1]:80", "[0:0::1]", "a.example.com.",
            "bücher.test",
        ])
        let target = one(["/one", "/", "/b/two?page=2&q=a%20b", "/one?page=", "/b*", "/%C3%A9?no"])
        let scheme = one(["http", "HTTP"])
        let request = lines([
            "\(method) \(scheme)://\(host)\(target) HTTP/\(one(["1.1", "1.0"]))", "Host: \(host)",
            one(["", "Accept: text/html\nAccept: */*", "X-A: one"]),
            one(["", "Cookie: session=abc; page=2", "Cookie: no"]),
            one(["", "Content-Type: application/json", "Via: 1.1 é"]),
        ])
        let response =
            chance(10)
            ? nil
            : lines([
                "HTTP/1.1 \(one(["200 OK", "404 Not Found", "503 ", "302 Found", "304 Not Modified", "200 one"]))",
                one([
                    "", "Content-Type: text/html", "Content-Type: application/problem+JSON; charset=utf-8",
                    "Content-Type: text/plain", "Content-Type: image/png",
                ]), one(["", "Set-Cookie: session=abc", "Location: /one", "Cache-Control: max-age=60", "Age: 3"]),
                one(["", "", "Content-Encoding: gzip", "Via: one"]),
            ])
        let outcomes: [Outcome?] = [
            .complete, .complete, nil, Outcome(.aborted, by: .client, .clientClosed),
            Outcome(.failed, by: .proxy, .nameNotFound),
        ]
        let moment = MadeFlow.noon + Int64.random(in: -90_000...90_000, using: &random) * 1_000_000
        let body = chance(30) ? one(["one", "{\"a\": 404}", "bug"]) : ""
        let content = chance(60) ? one(["<p>example</p>", "one two", "zz", String(repeating: "a", count: 1_200)]) : ""
        let reused = Bool.random(using: &random)
        let span = Int64.random(in: 0...3_000_000, using: &random)
        let isConnected = chance(70)
        return MadeFlow.make(
            request, body: body, response, content: content, number: number, at: moment,
            outcome: outcomes.randomElement(using: &random) ?? .complete
        ) { record in
            record.times.latest = record.openedAt.advanced(byMicroseconds: span)
            if record.times.finished != nil { record.times.finished = record.times.latest }
            guard isConnected else { return }
            record.upstream = FlowEvent.UpstreamLease(
                connection: 1, address: "10.0.0.1:80", reused: reused, isLocal: false)
        }
    }

    /// Marks made by chance.
    package static func context(_ random: inout some RandomNumberGenerator) -> FlowContext {
        var context = FlowContext()
        context.isPinned = Bool.random(using: &random)
        context.tags = ["bug", "a b", "one"].filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        context.comment = [nil, nil, "one example", "bug"].randomElement(using: &random) ?? nil
        return context
    }

    private static func lines(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
