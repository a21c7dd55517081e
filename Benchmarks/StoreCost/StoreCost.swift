import Bytes
import Filter
import Flow
import HTTPModel
import HTTPWire
import Platform
import Store

/// What a session file costs: `StoreCost FILE [FLOWS]` writes flows into a new session as fast as the writer takes
/// them, then asks it the questions that lists ask. With `StoreCost FILE FLOWS KEEP` the file holds the newest so many,
/// and a line for each tenth of the flows says what writing and removing took. A line each: name, value, unit.
@main
enum StoreCost {
    private static let needle = "a-needle-in-the-hay"

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else {
            print("usage: StoreCost FILE [FLOWS [KEEP]]")
            exit(EX_USAGE)
        }
        let count = arguments.count > 2 ? UInt64(arguments[2]) ?? 100_000 : 100_000
        let keep = arguments.count > 3 ? Int(arguments[3]) : nil
        try write(count, keeping: keep, to: arguments[1])
        if keep == nil { try ask(arguments[1]) }
    }

    private static func write(_ count: UInt64, keeping keep: Int?, to path: String) throws {
        let run = RunID(1)
        var options = SessionWriter.Options()
        options.bound.flows = keep
        let writer = SessionWriter(
            try SessionFile(path, isNew: true),
            run: SessionRun(id: run, started: 0, version: "0", command: "StoreCost"),
            options: options, say: { print($0) })
        let (began, processor) = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
        var making = 0.0
        var batch: [FlowChange] = []
        var ownBytes = 0
        var settled = 0.0
        var tenth = Lap(flows: 0, began: began, processor: processor)
        for number in 1...count {
            let start = seconds(CLOCK_THREAD_CPUTIME_ID)
            let (changes, size) = flow(number, run)
            batch += changes
            ownBytes += size
            making += seconds(CLOCK_THREAD_CPUTIME_ID) - start
            if number == 10_000 { settled = resident() }
            guard batch.count >= 128 || number == count else { continue }
            writer.submit(batch)
            batch.removeAll(keepingCapacity: true)
            while writer.holdsUp { usleep(500) }
            guard keep != nil, number >= tenth.flows + max(1, count / 10) else { continue }
            let now = Lap(
                flows: number, began: seconds(CLOCK_MONOTONIC), processor: seconds(CLOCK_PROCESS_CPUTIME_ID) - making)
            tell("written, up to \(number)", Double(number - tenth.flows) / (now.began - tenth.began), "flows/s")
            tell(
                "processor time of a flow, up to \(number)",
                (now.processor - tenth.processor) / Double(number - tenth.flows) * 1e6, "us")
            tell("on disk, up to \(number)", Double(fileSize(path) + fileSize(path + "-wal")) / 1_048_576, "MiB")
            tenth = now
        }
        let grown = resident() - settled
        writer.finish()
        let spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor - making
        tell("written", Double(count) / (seconds(CLOCK_MONOTONIC) - began), "flows/s")
        tell("processor time of a flow", spent / Double(count) * 1e6, "us")
        tell("memory beyond that at 10,000 flows", grown, "MiB")
        guard keep == nil else { return tell("on disk", Double(fileSize(path)) / 1_048_576, "MiB") }
        tell("on disk beyond its own bytes", Double(fileSize(path) - ownBytes) / Double(count), "bytes")
    }

    /// How far a long run had come at one moment.
    private struct Lap {
        let flows: UInt64
        let began: Double
        let processor: Double
    }

    private static func fileSize(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func ask(_ path: String) throws {
        let clock = FilterClock(now: 1_800_000_000_000_000)
        let filters = [
            ("last page", ""), ("last page, one status", "status = 503"), ("last page, most of them", "status < 300"),
            ("last page, one host", "host = api7.example.com"), ("last page, a type", "type = json"),
            ("last page, a pattern of hosts", "host ~ \"api1*.example.com\""),
            ("last page, slow ones", "duration > 1s"),
            ("last page, two fields", "status >= 400 and path ~ \"/v1/things/1*\""),
            ("last page, a changed field", "change = accept-encoding"), ("last page, replays", "replayed"),
            ("last page, a rare word", needle), ("last page, a word of one in 1,000", "Unavailable"),
            ("last page, no such word", "nowhere-to-be-found"),
        ]
        for (name, text) in filters {
            let filter = try FlowFilter(text)
            // A reader of its own, as a command has: nothing is in SQLite's cache.
            let start = seconds(CLOCK_MONOTONIC)
            let reader = try SessionReader(path)
            let sql = FilterSQL(filter, clock, reader.schema(judgedBy: "none"))
            let matcher = FilterMatcher(filter, clock)
            var query = FlowQuery(sql, isNewestFirst: true)
            query.omitsBodies = sql.isExact
            if sql.isExact { query.limit = 100 }
            var found = 0
            try reader.forEachFlow(query) { flow in
                guard sql.isExact || matcher.matches(FilterSubject(flow.record)) else { return true }
                found += 1
                return found < 100
            }
            tell(name + " (\(found))", (seconds(CLOCK_MONOTONIC) - start) * 1_000, "ms")
            reader.close()
        }
        let start = seconds(CLOCK_MONOTONIC)
        let counted = try SessionReader(path).count(FlowQuery(where: "status = 503"))
        tell("counting one status (\(counted))", (seconds(CLOCK_MONOTONIC) - start) * 1_000, "ms")
    }

    private static func tell(_ name: String, _ value: Double, _ unit: String) {
        print("\(name)\t\((value * 10).rounded() / 10)\t\(unit)")
    }

    /// Memory in use, in MiB.
    private static func resident() -> Double {
        guard let file = fopen("/proc/self/statm", "re") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 200)
        guard fgets(&line, 200, file) != nil else { return 0 }
        let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
            separator: " ")
        return words.count > 1 ? (Double(words[1]) ?? 0) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576 : 0
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
        let hidden = number % 250_000 == 1_000 ? ", \"hidden\": \"\(needle)\"" : ""
        let body = Bytes("{\"number\": \(number)\(hidden)}")
        let lines = "Host: api\(number % 200).example.com\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\n"
        let request = Bytes("GET /v1/things/\(number % 5_000) HTTP/1.1\r\n\(lines)\r\n")
        let sent = Bytes("GET /v1/things/\(number % 5_000) HTTP/1.1\r\n\(lines)Via: 1.1 hark\r\n\r\n")
        let response = Bytes(
            "HTTP/1.1 \(status) \(status == 503 ? "Unavailable" : "OK")\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.count)\r\n\r\n"
        )
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

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
