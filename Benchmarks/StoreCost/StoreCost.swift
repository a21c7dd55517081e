import Bytes
import Flow
import HTTPModel
import HTTPWire
import Platform
import Store

/// What a session file costs: `StoreCost FILE [FLOWS]` writes flows into a new session as fast as the writer takes
/// them, then asks it the questions that lists ask. Prints a JSON object.
@main
enum StoreCost {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else {
            print("usage: StoreCost FILE [FLOWS]")
            exit(EX_USAGE)
        }
        let count = arguments.count > 2 ? UInt64(arguments[2]) ?? 100_000 : 100_000
        var results: [(String, Double)] = []
        let run = RunID(1)
        let writer = SessionWriter(
            try SessionFile(arguments[1]),
            run: SessionRun(id: run, started: 0, version: "0", command: "StoreCost"),
            options: SessionWriter.Options(), say: { print($0) })
        var began = seconds()
        var batch: [FlowChange] = []
        var ownBytes = 0
        for number in 1...count {
            let (changes, size) = flow(number, run)
            batch += changes
            ownBytes += size
            guard batch.count >= 128 || number == count else { continue }
            writer.submit(batch)
            batch.removeAll(keepingCapacity: true)
            while writer.holdsUp { usleep(500) }
        }
        writer.finish()
        let elapsed = seconds() - began
        results.append(("flowsPerSecond", Double(count) / elapsed))
        var status = stat()
        stat(arguments[1], &status)
        results.append(("bytesAFlowBeyondItsOwn", Double(Int(status.st_size) - ownBytes) / Double(count)))

        let reader = try SessionReader(arguments[1])
        func ask(_ name: String, _ body: () throws -> Void) rethrows {
            began = seconds()
            try body()
            results.append((name, (seconds() - began) * 1_000))
        }
        try ask("lastPageMs") { _ = try reader.flows(FlowQuery(isNewestFirst: true, limit: 100, omitsBodies: true)) }
        try ask("statusMs") { _ = try reader.flows(FlowQuery(where: "status = 503", limit: 100, omitsBodies: true)) }
        try ask("countMs") { _ = try reader.count(FlowQuery(where: "outcome <> 'complete'")) }
        print("{" + results.map { "\"\($0)\": \(($1 * 10).rounded() / 10)" }.joined(separator: ", ") + "}")
    }

    /// An exchange as an API has them: a few fields, a small answer of its own. And how many bytes were on the wire.
    private static func flow(_ number: UInt64, _ run: RunID) -> ([FlowChange], size: Int) {
        let id = FlowID(number)
        var time = number * 1_000_000
        var record = FlowRecord(id: id, run: run, openedAt: Instant(nanoseconds: time))
        func happen(_ fact: FlowEvent.Fact) {
            record.apply(FlowEvent(flow: id, time: Instant(nanoseconds: time), fact: fact))
            time += 100_000
        }
        let status = number % 1_000 == 0 ? 503 : 200
        let body = Bytes("{\"number\": \(number)}")
        let lines = "Host: api.example.com\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\n"
        let request = Bytes("GET /v1/things/\(number % 5_000) HTTP/1.1\r\n\(lines)\r\n")
        let sent = Bytes("GET /v1/things/\(number % 5_000) HTTP/1.1\r\n\(lines)Via: 1.1 hark\r\n\r\n")
        let response = Bytes(
            "HTTP/1.1 \(status) OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n")
        happen(
            .opened(
                FlowEvent.Opening(
                    wallClock: 1_800_000_000_000_000 + Int64(number) * 1_000, client: "127.0.0.1:50000",
                    listener: "127.0.0.1:8888", clientConnection: number / 50 + 1, requestNumber: number % 50)))
        happen(.requestHeadReceived(RecordedHead.request(request).head, Framing(.none, rule: 7)))
        happen(.messageEnded(.request, wireSize: 0))
        happen(
            .upstreamConnected(
                FlowEvent.UpstreamLease(connection: 1, address: "192.0.2.1:443", reused: true, isLocal: false)))
        happen(
            .requestForwarded(
                sent: sent,
                edits: [Change(.add("Via: 1.1 hark"), .owed(spec: "RFC 9110 §7.6.3", text: "a proxy names itself"))]))
        if let head = RecordedHead.response(response, to: .get).head {
            happen(.responseHeadReceived(head, Framing(.length(UInt64(body.count)), rule: 6)))
        }
        happen(.responseForwarded(sent: response, edits: []))
        happen(.contentReceived(.response, count: body.count, bytes: nil))
        happen(.messageEnded(.response, wireSize: UInt64(body.count)))
        happen(.finished(.complete))
        let size = request.count + sent.count + 2 * response.count + body.count
        return ([.content(id, .response, body), .finished(record)], size)
    }

    private static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
