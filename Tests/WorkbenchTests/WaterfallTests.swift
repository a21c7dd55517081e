import Filter
import FilterTestKit
import Flow
import Testing

@testable import Workbench

/// Phases as segments that follow one another, and lanes as connections were.
@Suite struct WaterfallTests {
    private static func at(_ microseconds: UInt64) -> Instant {
        Instant(nanoseconds: 1_000_000 + microseconds * 1_000)
    }

    private static func flow(
        _ number: UInt64 = 1, outcome: Outcome? = .complete, reused: Bool = false,
        _ response: String = "HTTP/1.1 200 OK\nContent-Length: 0", _ change: (inout FlowRecord) -> Void = { _ in }
    ) -> FlowRecord {
        MadeFlow.make(
            "GET http://a.test/p HTTP/1.1\nHost: a.test", response, number: number,
            at: MadeFlow.noon + Int64(number) * 1_000, outcome: outcome
        ) { record in
            record.upstream = .init(connection: 7, address: "192.0.2.1:80", reused: reused, isLocal: false)
            record.times.requestHead = at(5)
            if !reused {
                record.times.upstreamSought = at(10)
                record.times.nameResolved = at(30)
                record.times.transportConnected = at(100)
            }
            record.times.upstreamConnected = at(reused ? 10 : 160)
            record.times.requestForwarded = at(170)
            record.times.requestEnded = at(170)
            record.times.responseHead = at(400)
            record.times.responseEnded = at(450)
            record.times.finished = outcome == nil ? nil : at(460)
            record.times.latest = at(460)
            change(&record)
        }
    }

    @Test func segmentsFollowOneAnother() {
        let waterfall = Waterfall(Self.flow())
        let phases = waterfall.segments.map(\.phase)
        #expect(phases == [.blocked, .name, .connect, .tls, .send, .wait, .receive])
        #expect(waterfall.segments.map(\.from) == [0, 10, 30, 100, 160, 170, 400])
        #expect(waterfall.segments.map(\.to) == [10, 30, 100, 160, 170, 400, 450])
        #expect(waterfall.end == .done)
    }

    @Test func aKeptConnectionHasNoSegmentForOpeningIt() {
        let phases = Waterfall(Self.flow(reused: true)).segments.map(\.phase)
        #expect(phases == [.blocked, .send, .wait, .receive])
    }

    @Test func howItEndsIsSaid() {
        let failed = Outcome(.failed, by: .upstream, .connectionRefused)
        #expect(Waterfall(Self.flow(outcome: failed)).end == .failed)
        #expect(Waterfall(Self.flow(outcome: nil)).end == .open)
        // Of another tool's recording nobody knows.
        #expect(Waterfall(Self.flow(outcome: nil) { $0.run = nil }).end == .done)
    }

    // MARK: Lanes

    @Test func exchangesOfOneConnectionAreOneLane() throws {
        let flows = [Self.flow(1), Self.flow(2, reused: true), Self.flow(3, reused: true)]
        let lanes = Lanes(flows, since: MadeFlow.noon)
        let server = try #require(lanes.server.first)
        #expect(lanes.server.count == 1 && lanes.client.count == 1)
        #expect(server.blocks.map(\.flow) == [1, 2, 3] && server.address == "192.0.2.1:80")
        #expect(server.connect == 1_030...1_100 && server.handshake == 1_100...1_160)
        #expect(server.saved == 2 * 130)
        #expect(server.blocks[0].wait == 1_170...1_400)
        #expect(server.closedBy == nil && server.why == nil)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\nConnection: close", "Connection: close"), ("HTTP/1.0 200 OK", "HTTP/1.0"),
        ("HTTP/1.1 200 OK\nContent-Type: text/plain", "end of the connection ends the body"),
    ])
    func whoClosedIsSaidWithItsReason(response: String, reason: String) throws {
        let lane = try #require(Lanes([Self.flow(1, response)], since: 0).server.first)
        #expect(lane.closedBy == .server)
        #expect(lane.why?.contains(reason) == true)
    }

    /// What an exchange in the middle said of the connection is outdated by the next one on it.
    @Test func onlyTheLastExchangeCanHaveClosed() throws {
        let closing = Self.flow(1, "HTTP/1.1 200 OK\nConnection: close")
        let later = Self.flow(2, reused: true, "HTTP/1.1 200 OK\nContent-Length: 0")
        #expect(Lanes([closing, later], since: 0).server.first?.closedBy == nil)
    }

    @Test func aLaneSaysWhatBecameOfIt() throws {
        let closing = try #require(Lanes([Self.flow(1, "HTTP/1.1 200 OK\nConnection: close")], since: 0).server.first)
        #expect(closing.words.hasPrefix("1 exchange; closed by the server"))
        let kept = try #require(Lanes([Self.flow(1), Self.flow(2, reused: true)], since: 0).server.first)
        #expect(kept.words.hasPrefix("2 exchanges"))
        #expect(!kept.words.contains("closed"))
    }

    @Test func whatIsOpenLastsUntilNow() throws {
        func lane(_ flow: FlowRecord, now: Int64?) throws -> Lanes.Lane {
            try #require(Lanes([flow], since: MadeFlow.noon, now: now).server.first)
        }
        let open = Self.flow(outcome: nil)
        let lasting = try lane(open, now: 5_000_000)
        #expect(lasting.to == 5_000_000 && lasting.blocks.map(\.isOpen) == [true])
        // Its end is what is known of it, where nothing goes on, or where its clock is ahead.
        #expect(try lane(open, now: nil).to == 1_460 && lane(open, now: 200).to == 1_460)
        #expect(try lane(Self.flow(), now: 5_000_000).to == 1_460)
        let other = try lane(Self.flow(outcome: nil) { $0.run = nil }, now: 5_000_000)
        #expect(other.to == 1_460 && other.blocks.map(\.isOpen) == [false])
        // Just begun: there is a lane, and nobody has closed it.
        let begun = try lane(Self.flow(outcome: nil, "HTTP/1.0 200 OK") { $0.times.latest = nil }, now: 9_000)
        #expect(begun.from == 1_000 && begun.to == 9_000 && begun.closedBy == nil)
    }

    @Test func runsAreKeptApart() {
        let other = Self.flow(2) { $0.run = RunID(2) }
        #expect(Lanes([Self.flow(1), other], since: 0).server.count == 2)
    }

    // MARK: Keys and columns

    @Test func noKeyDoesTwoThingsInOnePlace() {
        var seen: Set<String> = []
        for entry in KeyMap.entries {
            for key in entry.keys { #expect(seen.insert("\(entry.place) \(key)").inserted, "\(key)") }
            #expect(!entry.words.isEmpty && !entry.command.isEmpty)
        }
        let anywhere = Set(KeyMap.entries.filter { $0.place == .anywhere }.flatMap(\.keys))
        for entry in KeyMap.entries where entry.place != .anywhere {
            #expect(anywhere.isDisjoint(with: entry.keys), "\(entry.keys)")
        }
    }

    @Test func everyColumnIsAFieldOfTheLanguage() {
        #expect(RowColumn.all.count == 19 && Set(RowColumn.all.map(\.name)).count == 19)
        #expect(RowColumn.all.allSatisfy { $0.field.name == $0.name })
    }
}
