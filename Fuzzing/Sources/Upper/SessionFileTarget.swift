import Bytes
import Filter
import Flow
import Formats
import Platform
import Store

/// A session file of which some bytes are others, or the end is missing. Whoever reads it comes to an end, with flows
/// or with an error; the file stays as it is, and what is rescued of it is in order.
///
/// The input says what is damaged: a byte (1: four more say where the file is cut; 2: it is rescued, too), then places
/// of four bytes, each with how many bytes follow and these. An input of libFuzzer's own that were a database would not
/// get past its first page.
enum SessionFileTarget {
    private static let path = "/tmp/hark-fuzz-\(getpid()).hark"
    private static let run = SessionRun(id: RunID(1), started: 0, version: "0", command: "hark fuzz")

    static func run(_ input: Bytes) {
        var rest = input.array[...]
        let choice = rest.popFirst() ?? 0
        let damaged = damage(whole, by: &rest, isCut: choice & 1 != 0)
        guard write(damaged, to: path) else { return }
        defer { for ending in ["", "-wal", "-shm"] { unlink(path + ending) } }
        readAll()
        if choice & 2 != 0 { rescue() }
        check(content(of: path) == damaged, "reading changed the file")
    }

    private static func damage(_ whole: [UInt8], by input: inout ArraySlice<UInt8>, isCut: Bool) -> [UInt8] {
        func number(_ input: inout ArraySlice<UInt8>) -> Int {
            var number = 0
            for _ in 0..<4 { number = number << 8 | Int(input.popFirst() ?? 0) }
            return number
        }
        var damaged = whole
        if isCut { damaged.removeLast(number(&input) % damaged.count) }
        while input.count > 5, !damaged.isEmpty {
            let place = number(&input) % damaged.count
            for offset in 0..<Int((input.popFirst() ?? 0) % 16) + 1 {
                guard place + offset < damaged.count, let byte = input.popFirst() else { break }
                damaged[place + offset] = byte
            }
        }
        return damaged
    }

    /// All readers that there are.
    private static func readAll() {
        guard let reader = try? SessionReader(path) else { return }
        defer { reader.close() }
        var last: UInt64 = 0
        try? reader.forEachFlow(FlowQuery()) { flow in
            check(flow.record.id.number > last || last == 0, "flows come again")
            last = flow.record.id.number
            for kind in [flow.record.request.content, flow.record.response.content] {
                guard case .spooled(let content) = kind.kept else { continue }
                var read = 0
                _ = content.forEachPiece(of: 4096) { piece in
                    read += piece.count
                    return true
                }
                check(read <= content.count, "more content than there is")
            }
            return true
        }
        try? reader.forEachFacts(
            Set(FlowFact.allCases), FlowQuery(), { _ in true }, pageEnded: { () throws(SessionError) in })
        for text in filters {
            guard let filter = try? FlowFilter(text) else { continue }
            let sql = FilterSQL(filter, FilterClock(now: 0, utcOffset: 0), reader.schema(judgedBy: ""))
            _ = try? reader.numbers(FlowQuery(sql, isNewestFirst: true))
        }
        _ = try? reader.connections()
        _ = try? reader.parts(of: 100)
        _ = try? SessionEntry(path: path).summary()
    }

    private static let filters = ["status >= 400", "shop", "host = shop.test and not cookie.session", "time < 0s"]

    private static func rescue() {
        let saved = path + ".saved"
        defer { for ending in ["", "-wal", "-shm"] { unlink(saved + ending) } }
        guard let rescue = try? SessionRescue(path, into: saved, run: run) else { return }
        check(rescue.saved <= 64, "\(rescue.saved) flows are saved of a file that has six")
    }

    // MARK: The file

    /// As Hark writes it, made once.
    private static let whole: [UInt8] = {
        let made = path + ".whole"
        defer { for ending in ["", "-wal", "-shm"] { unlink(made + ending) } }
        guard let file = try? SessionFile(made, isNew: true) else { fatalError("no session can be made in /tmp") }
        let writer = SessionWriter(file, run: run, options: SessionWriter.Options(), say: { _ in })
        for flow in CurlVerbose.read(Bytes(exchanges), now: 1_700_000_000).flows {
            writer.save(StoredFlow(record: flow, isPinned: flow.id.number == 2, comment: "words", tags: ["a"]))
        }
        writer.finish()
        return content(of: made)
    }()

    private static let exchanges: String = (1...6).map { number in
        "> GET http://shop.test/item/\(number)?q=\(number) HTTP/1.1\r\n> Host: shop.test\r\n> Cookie: "
            + "session=\(number)\r\n"
            + ">\r\n< HTTP/1.1 \(number % 2 == 0 ? 200 : 404) Fine\r\n< Content-Type: text/plain\r\n"
            + "< Set-Cookie: session=\(number); Path=/\r\n< Content-Length: 300\r\n<\r\n"
            + String(repeating: "word \(number) ", count: 60).prefix(300) + "\n"
    }.joined()

    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let file = fopen(path, "we") else { return false }
        defer { fclose(file) }
        return fwrite(bytes, 1, bytes.count, file) == bytes.count
    }

    private static func content(of path: String) -> [UInt8] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var content: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&block, 1, block.count, file), count > 0 { content += block[..<count] }
        return content
    }
}
