import ArgumentParser
import Authority
import Bytes
import Filter
import Fleet
import Flow
import Formats
import Platform
import Store
import Synchronization

/// One `hark ship` from its first session to its last. Made for one command.
///
/// Sendable unchecked: all of it is used by one thread after the other, the one that opens the files before the one
/// that ships starts; only the flag by which it is stopped is set by another.
final class ShipRun: @unchecked Sendable {
    private struct Outbox {
        let path: String
        let session: SessionReader
        let shipper: FleetShipper
        /// By run: something does not fit, so that nothing more of it is shipped.
        var refused: Set<RunID> = []
    }

    private let address: FleetAddress
    private let connector: FleetConnector
    private let shipping: ShippingOptions
    private let manner: Manner
    /// One for all sessions.
    private var link: PostgresConnection?
    private var outboxes: [Outbox] = []
    private let start = Clock.nanoseconds()
    private let isStopped = Atomic(false)
    private var backoff = FleetBackoff()
    /// What was said of a database that is away, once for each time.
    private var said: FleetError?
    private var worst = ExitCode.success
    private let progress: ShipProgress

    /// How long to wait before a session is looked at again, in microseconds.
    private static let pause: UInt32 = 250_000
    /// How long it waits for a database after the sessions have ended, in nanoseconds.
    private static let patience: UInt64 = 60_000_000_000

    /// What a look at all sessions came to.
    private enum Look {
        /// Something was shipped; perhaps there is more.
        case more
        /// All of them were looked at, and nothing is left.
        case empty
        /// It was stopped on the way: what is left is not known.
        case stopped
    }

    /// How it ships.
    struct Manner {
        /// Seconds; nil: without an end.
        let patience: Int64?
        let isNewRun: Bool
        /// It ends when no process writes to its sessions any more.
        let endsWithSessions: Bool
    }

    init(
        _ address: FleetAddress, _ connector: FleetConnector, _ shipping: ShippingOptions, _ manner: Manner,
        progress: ShipProgress
    ) {
        (self.address, self.connector, self.shipping) = (address, connector, shipping)
        (self.manner, self.progress) = (manner, progress)
    }

    /// Opens the sessions. Fails with a sentence and an exit code.
    func open(_ paths: [String]) throws {
        let policy = try shipping.policy()
        let shared = try shipping.redactor()
        for path in paths {
            let session = try SessionChoice.say { () throws(SessionError) in try SessionReader(path) }
            // Without a key of the user's, that of the session: a shipper that is started again makes the same tags.
            let own = shipping.hasRandomKey ? ShippingMark(of: path).claimKey() : nil
            let redactor = own.map { Redactor(key: $0, isShared: true) } ?? shared
            let shipper = FleetShipper(
                SessionOutbox(session), policy, redactor: redactor, reader: .standard, clock: Clock.microseconds)
            outboxes.append(Outbox(path: path, session: session, shipper: shipper))
        }
    }

    /// From here on a signal ends it after the batch at hand.
    func stopsBySignal() {
        Signals.hold { .stops }
        Task {
            await Signals.wait()
            isStopped.store(true, ordering: .relaxed)
        }
    }

    /// Ships until nothing is left, or, when it follows, until it is stopped. Answers the exit code.
    func perform(follows: Bool) -> ExitCode {
        let deadline = manner.patience.map { start + UInt64(clamping: $0) * 1_000_000_000 }
        var over: UInt64?
        while true {
            // Asked first: what is written until the end is known to be the end is found below.
            let ended = outboxes.indices.filter { !outboxes[$0].session.isBeingWritten }
            if manner.endsWithSessions, over == nil, ended.count == outboxes.count { over = Clock.nanoseconds() }
            do {
                let look = try ship()
                if said != nil {
                    Diagnostics.say("the database is available again")
                    said = nil
                }
                backoff.reset()
                progress.tell(counts)
                switch look {
                case .more: continue
                case .stopped: return worst
                case .empty: forget(ended)
                }
                guard follows, over == nil, !isStopped.load(ordering: .relaxed) else { return worst }
                sleep(Int64(Self.pause))
            } catch let error as FleetError {
                progress.errors[error.reason, default: 0] += 1
                progress.tell(counts)
                for outbox in outboxes { outbox.shipper.close() }
                link = nil
                let last = deadline ?? over.map { $0 + Self.patience }
                let isLate = last.map { Clock.nanoseconds() >= $0 } ?? false
                guard error.isTransient, !isLate, !isStopped.load(ordering: .relaxed) else {
                    return said == nil ? FleetConnector.said(error) : error.exitCode
                }
                if said == nil { Diagnostics.say("\(error.text); trying again") }
                said = error
                sleep(backoff.next(jitter: .random(in: 0...1)))
            } catch let code as ExitCode {
                return code
            } catch let error as SessionError {
                Diagnostics.say(error.text)
                return ExitCode(EX_DATAERR)
            } catch {
                Diagnostics.say("\(error)")
                return ExitCode(EX_SOFTWARE)
            }
        }
    }

    private func connection() throws -> PostgresConnection {
        if let link { return link }
        let made = try connector.open(address)
        _ = try? made.run("SET statement_timeout = '60s'")
        link = made
        return made
    }

    /// Removes marks, and their keys, of sessions that had an end before nothing was left of them.
    private func forget(_ ended: [Int]) {
        for outbox in ended.map({ outboxes[$0] }) where outbox.refused.isEmpty && !outbox.session.isBeingWritten {
            ShippingMark(of: outbox.path).remove(unlessOfProxy: !manner.endsWithSessions)
        }
    }

    /// Ships a batch of each run that has one.
    private func ship() throws -> Look {
        var look = Look.empty
        for index in outboxes.indices {
            let outbox = outboxes[index]
            if !outbox.shipper.isLinked {
                try outbox.shipper.use(connection())
            }
            for run in try outbox.session.runs() where !outbox.refused.contains(run.id) {
                if isStopped.load(ordering: .relaxed), end <= Clock.nanoseconds() { return .stopped }
                do {
                    guard try outbox.shipper.ship(run.id, as: name(run, outbox.path)) else { continue }
                    look = .more
                    progress.tell(counts)
                } catch let error as FleetError {
                    guard case .conflict = error else { throw error }
                    worst = FleetConnector.said(error)
                    progress.errors[error.reason, default: 0] += 1
                    outboxes[index].refused.insert(run.id)
                }
            }
        }
        return look
    }

    /// When a command that was stopped leaves what waits still; set when it is asked first.
    private lazy var end = Clock.nanoseconds() + (manner.endsWithSessions ? 0 : 5_000_000_000)

    /// The run as it is shipped.
    private func name(_ run: SessionRun, _ path: String) throws -> FleetRun {
        let id = manner.isNewRun ? RunID.copy(of: run.id, proxy: shipping.proxy, path: path) : run.id
        return FleetRun(
            tenant: shipping.tenant, id: id, proxy: shipping.proxy, version: run.version, started: run.started,
            labels: try shipping.labels())
    }

    /// Sleeps, and wakes up when it is stopped.
    private func sleep(_ microseconds: Int64) {
        let end = Clock.nanoseconds() + UInt64(max(0, microseconds)) * 1_000
        while Clock.nanoseconds() < end, !isStopped.load(ordering: .relaxed) {
            usleep(UInt32(clamping: min(Int64(50_000), max(1_000, microseconds))))
        }
    }

    /// Flows of a session that wait, as far as it is known, and when the first of them began.
    ///
    /// - Parameter refused: runs that are left out.
    private func backlog(_ outbox: Outbox, without refused: Set<RunID> = []) -> (count: Int, start: Int64?) {
        var (sum, first): (Int, Int64?) = (0, nil)
        for run in (try? outbox.session.runs()) ?? [] where !refused.contains(run.id) {
            let id = (try? name(run, outbox.path).id) ?? run.id
            guard let (count, start) = try? outbox.shipper.backlog(run.id, as: id) else { continue }
            sum += count
            if let start { first = min(first ?? start, start) }
        }
        return (sum, first)
    }

    /// What was done so far, and what waits.
    private func counts() -> ShipCounts {
        var counts = ShipCounts()
        counts.errors = progress.errors
        let now = Clock.microseconds()
        for outbox in outboxes {
            counts.shipped += outbox.shipper.totals.shipped
            counts.lost += outbox.shipper.totals.lost
            let (count, start) = backlog(outbox, without: outbox.refused)
            counts.waiting += count
            if let start { counts.lag = max(counts.lag, now - start) }
        }
        return counts
    }

    /// Says what was done, or of a proxy's shipper what was not.
    ///
    /// - Parameter place: where it shipped to, as it was written.
    func report(_ code: ExitCode, asJSON: Bool, to place: String) {
        progress.tell(counts, isLast: true)
        if manner.endsWithSessions, !asJSON {
            for outbox in outboxes {
                let count = backlog(outbox).count
                // A proxy goes on recording when its shipper is refused.
                guard count > 0 || ShipperProcess.isFinal(code.rawValue) else { continue }
                let left =
                    count > 0
                    ? "\(count) flow\(count == 1 ? " is" : "s are") not shipped yet" : "no more flows are shipped"
                Diagnostics.say(
                    "\(left); to ship what is left: "
                        + "hark ship \(ShellText.quoted(outbox.path)) --to \(ShellText.quoted(place))")
            }
            return
        }
        var totals = ShippingTotals()
        for outbox in outboxes { totals.add(outbox.shipper.totals) }
        let micros = Int64(clamping: (Clock.nanoseconds() - start) / 1_000)
        guard asJSON else {
            let strangers = outboxes.reduce(0) { $0 + ((try? $1.session.countWithoutRun()) ?? 0) }
            if strangers > 0 {
                Diagnostics.say(
                    "\(FlowTally.flows(strangers)) of no run of Hark, as after an import, cannot be shipped")
            }
            // Why nothing was shipped has been said.
            if code.isSuccess || totals.shipped > 0 { Diagnostics.say(ShipReport.sentence(totals)) }
            return
        }
        Report.json { ShipReport.write(totals, micros: micros, to: &$0) }
    }
}
