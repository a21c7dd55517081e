import Filter
import Flow
import Foundation
import Testing

@testable import Store

/// Whatever became of a session file, whoever reads it comes to an end: with flows or with a sentence.
@Suite struct DamagedSessionTests {
    private let run = SessionRun(id: RunID(9), started: 0, version: "0", command: "hark sessions rescue")

    /// All that reads a session, as far as it gets.
    static func readAll(_ path: String) {
        guard let reader = try? SessionReader(path) else { return }
        defer { reader.close() }
        var all: [UInt64] = []
        _ = try? reader.forEachFlow(FlowQuery()) { flow in
            all.append(flow.record.id.number)
            for kind in [flow.record.request.content.kept, flow.record.response.content.kept] {
                if case .spooled(let body) = kind { _ = body.forEachPiece(of: 65_536) { _ in true } }
            }
            return true
        }
        expectEachOnce(all)
        var facts: [UInt64] = []
        _ = try? reader.forEachFacts(
            Set(FlowFact.allCases), FlowQuery(),
            { flow in
                facts.append(UInt64(bitPattern: flow.integer(.id) ?? 0))
                return true
            }, pageEnded: { () throws(SessionError) in })
        expectEachOnce(facts)
        for isNewestFirst in [false, true] {
            for condition in ["1", "flow.host IS NOT NULL"] {
                var query = FlowQuery(where: condition, isNewestFirst: isNewestFirst, omitsBodies: true)
                for order in [nil, "flow.duration"] {
                    query.order = order
                    expectEachOnce((try? reader.numbers(query)) ?? [])
                    var listed: [UInt64] = []
                    _ = try? reader.forEachFlow(query) { flow in
                        listed.append(flow.record.id.number)
                        return true
                    }
                    expectEachOnce(listed)
                }
            }
        }
        expectEachOnce((try? reader.newest(FlowQuery(where: "flow.status > 0", limit: 50)))?.numbers ?? [])
        _ = try? reader.connections()
        _ = try? reader.parts(of: 10)
        _ = try? reader.lastNumber()
        _ = try? SessionEntry(path: path).summary()
    }

    /// No list shows a flow twice, whatever the file says.
    private static func expectEachOnce(_ numbers: [UInt64]) {
        #expect(Set(numbers).count == numbers.count, "flows come again: \(numbers.prefix(40))")
    }

    private func made(_ count: UInt64 = 300) throws -> (TemporarySession, Data) {
        let session = try TemporarySession()
        let flows = (1...count).map { number in
            MadeFlow.plain(number, path: "/\(number)", body: String(repeating: "body \(number) ", count: 60))
        }
        _ = try session.kept(flows.flatMap(\.changes))
        return (session, try Data(contentsOf: URL(filePath: session.path)))
    }

    /// Cut anywhere, pages overwritten or exchanged, single bytes changed.
    @Test func everyDamageEnds() throws {
        let (session, whole) = try made()
        var random = RandomBytes(seed: 20_261_128)
        let pages = whole.count / 4096
        for round in 0..<60 {
            var bytes = whole
            switch round % 5 {
            case 0: bytes = bytes.prefix(4096 + random.below(bytes.count - 4096))
            case 1:
                for _ in 0...random.below(4) {
                    let page = 1 + random.below(pages - 1)
                    for place in page * 4096..<(page + 1) * 4096 { bytes[place] = UInt8(random.below(256)) }
                }
            case 2:
                // A tree that leads to the same page twice, or round in a circle.
                for _ in 0...random.below(6) {
                    let (from, to) = (1 + random.below(pages - 1), 1 + random.below(pages - 1))
                    bytes.replaceSubrange(
                        to * 4096..<(to + 1) * 4096, with: whole[from * 4096..<(from + 1) * 4096])
                }
            case 3: for _ in 0..<40 { bytes[4096 + random.below(bytes.count - 4096)] = UInt8(random.below(256)) }
            default: for _ in 0..<8 { bytes[100 + random.below(3996)] = UInt8(random.below(256)) }
            }
            let damaged = try TemporarySession()
            try bytes.write(to: URL(filePath: damaged.path))
            Self.readAll(damaged.path)
            let saved = damaged.folder + "/saved.hark"
            if let rescue = try? SessionRescue(damaged.path, into: saved, run: run) {
                #expect(rescue.saved <= 300, "round \(round) saves flows twice")
                let numbers = try SessionReader(saved).numbers(FlowQuery())
                #expect(Set(numbers).count == numbers.count)
                #expect(numbers.allSatisfy { (1...300).contains($0) }, "round \(round): \(numbers.prefix(5))")
            }
            #expect(try Data(contentsOf: URL(filePath: damaged.path)) == bytes, "round \(round) changed the file")
        }
        _ = session
    }

    /// A main file that was cut beside a sound log.
    @Test func aCutFileBesideItsLogEnds() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        writer.submit((1...400).flatMap { MadeFlow.plain($0, path: "/\($0)").changes })
        try session.holds(400)
        let (main, log) = (try Data(contentsOf: URL(filePath: session.path)), session.path + "-wal")
        let wal = try Data(contentsOf: URL(filePath: log))
        writer.finish()
        let whole = try Data(contentsOf: URL(filePath: session.path))
        var random = RandomBytes(seed: 7)
        for round in 0..<12 {
            let damaged = try TemporarySession()
            let source = round % 2 == 0 ? main : whole
            let cut = source.prefix(max(100, random.below(source.count)))
            try cut.write(to: URL(filePath: damaged.path))
            try wal.write(to: URL(filePath: damaged.path + "-wal"))
            Self.readAll(damaged.path)
            _ = try? SessionRescue(damaged.path, into: damaged.folder + "/saved.hark", run: run)
            #expect(try Data(contentsOf: URL(filePath: damaged.path)) == cut)
            #expect(try Data(contentsOf: URL(filePath: damaged.path + "-wal")) == wal)
        }
    }

    /// Rows that are not in the order of their keys are read as far as they are in it, and named.
    @Test(arguments: [false, true], [false, true])
    func flowsOutOfOrderAreDamage(isNewestFirst: Bool, comesTwice: Bool) throws {
        let (session, whole) = try made()
        let leaves = try session.sqlite("SELECT pageno FROM dbstat WHERE name = 'flow' AND pagetype = 'leaf'")
            .split(separator: "\n").compactMap { Int($0) }
        try #require(leaves.count > 2)
        for leaf in [leaves[0], leaves[leaves.count / 2], leaves[leaves.count - 1]] {
            // Where the second and the third row of a page lie, in two octets each.
            let (second, third) = ((leaf - 1) * 4096 + 10, (leaf - 1) * 4096 + 12)
            var bytes = whole
            bytes.replaceSubrange(third..<third + 2, with: whole[second..<second + 2])
            if !comesTwice { bytes.replaceSubrange(second..<second + 2, with: whole[third..<third + 2]) }
            let damaged = try TemporarySession()
            try bytes.write(to: URL(filePath: damaged.path))
            let reader = try SessionReader(damaged.path)
            defer { reader.close() }
            for condition in ["1", "flow.status > 0"] {
                var numbers: [UInt64] = []
                let query = FlowQuery(where: condition, isNewestFirst: isNewestFirst, omitsBodies: true)
                var error: SessionError?
                do throws(SessionError) {
                    try reader.forEachFlow(query) { flow in
                        numbers.append(flow.record.id.number)
                        return true
                    }
                } catch let fault {
                    error = fault
                }
                Self.expectEachOnce(numbers)
                #expect(error?.text.contains("is damaged") == true, "\(numbers.count) flows")
                #expect(error?.text.contains("hark sessions rescue") == true)
            }
            Self.readAll(damaged.path)
        }
    }

    /// A tree of blocks in which a row is found that is not there keeps nobody from judging what follows.
    @Test(.timeLimit(.minutes(10))) func judgingEndsThoughBlocksAreDamaged() throws {
        let (session, whole) = try made(600)
        let leaves = try session.sqlite("SELECT pageno FROM dbstat WHERE name = 'block' AND pagetype = 'leaf'")
            .split(separator: "\n").compactMap { Int($0) }
        try #require(!leaves.isEmpty)
        for leaf in leaves {
            for (place, other) in [(10, 12), (12, 10), (8, 14), (14, 8)] {
                var bytes = whole
                let (place, other) = ((leaf - 1) * 4096 + place, (leaf - 1) * 4096 + other)
                bytes.replaceSubrange(place..<place + 2, with: whole[other..<other + 2])
                let damaged = try TemporarySession()
                try bytes.write(to: URL(filePath: damaged.path))
                var options = SessionWriter.Options()
                options.reader = FilterReader(checks: "some", judge: { _ in [("fine", "good")] })
                guard let writer = try? damaged.writer(nil, options) else { continue }
                writer.submit(MadeFlow.plain(601).changes)
                writer.finish()
                let reader = try SessionReader(damaged.path)
                defer { reader.close() }
                // What cannot be written into such a file is not lost without a word.
                #expect(try reader.flow(601) != nil || damaged.said.contains { $0.contains("not recorded") })
            }
        }
    }

    @Test func pagesThatDoNotGoOnEnd() throws {
        var query = FlowQuery(behind: 10)
        let flow = StoredFlow(record: MadeFlow.plain(10).record, isPinned: false, comment: nil, redirectHop: nil)
        #expect(throws: (any Error).self) { try query.goOn(behind: flow, 200) }
        query.position = 9
        #expect(try query.goOn(behind: flow, 200))
        var newest = FlowQuery(isNewestFirst: true)
        newest.position = 9
        #expect(throws: (any Error).self) { try newest.goOn(behind: flow, 200) }
    }

    /// What a body says of its size is believed as far as there is content.
    @Test(arguments: [
        "4611686018427387904", "9223372036854775807", "-1", "-9223372036854775808", "0", "'x'", "2000000",
    ])
    func aBodyIsAsLongAsItIs(size: String) throws {
        let session = try TemporarySession()
        let body = String(repeating: "0123456789", count: 150_000)
        _ = try session.kept(MadeFlow.plain(1, body: body).changes)
        _ = try session.sqlite("UPDATE body SET size = \(size)")
        let record = try #require(try SessionReader(session.path).flow(1)?.record)
        switch record.response.content.kept {
        case .absent: break
        case .inline(let bytes): #expect(bytes.count <= body.utf8.count)
        case .spooled(let content):
            #expect(content.count <= body.utf8.count)
            var read = 0
            _ = content.forEachPiece(of: 65_536) { piece in
                read += piece.count
                return true
            }
            #expect(read <= body.utf8.count)
        }
    }
}

/// Numbers that are the same each time.
private struct RandomBytes {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(max(1, bound)))
    }
}
