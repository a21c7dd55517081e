import ArgumentParser
import Authority
import Bytes
import Filter
import Fleet
import Flow
import Platform
import Postgres
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
    /// Seconds; nil: without an end.
    private let patience: Int64?
    private let isNewRun: Bool
    private var outboxes: [Outbox] = []
    private let start = Clock.nanoseconds()
    private let isStopped = Atomic(false)
    private var backoff = FleetBackoff()
    /// What was said of a database that is away, once for each time.
    private var said: FleetError?
    private var worst = ExitCode.success

    /// How long to wait before a session is looked at again, in microseconds.
    private static let pause: UInt32 = 250_000

    init(
        _ address: FleetAddress, _ connector: FleetConnector, _ shipping: ShippingOptions, patience: Int64?,
        isNewRun: Bool
    ) {
        self.address = address
        self.connector = connector
        self.shipping = shipping
        self.patience = patience
        self.isNewRun = isNewRun
    }

    /// Opens the sessions. Fails with a sentence and an exit code.
    func open(_ paths: [String]) throws {
        let policy = try shipping.policy()
        // One for all: the same credential has the same tag in all of them.
        let redactor = try shipping.redactor()
        for path in paths {
            let session = try SessionChoice.say { () throws(SessionError) in try SessionReader(path) }
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
        let deadline = patience.map { start + UInt64(clamping: $0) * 1_000_000_000 }
        while true {
            do {
                let isMore = try ship()
                if said != nil {
                    Diagnostics.say("the database is available again")
                    said = nil
                }
                backoff.reset()
                if isMore { continue }
                guard follows, !isStopped.load(ordering: .relaxed) else { return worst }
                sleep(Int64(Self.pause))
            } catch let error as FleetError {
                for outbox in outboxes { outbox.shipper.close() }
                let isLate = deadline.map { Clock.nanoseconds() >= $0 } ?? false
                guard error.isTransient, !isLate, !isStopped.load(ordering: .relaxed) else {
                    return FleetConnector.said(error)
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

    /// Ships a batch of each run that has one; false when none had.
    private func ship() throws -> Bool {
        var isMore = false
        for index in outboxes.indices {
            let outbox = outboxes[index]
            if !outbox.shipper.isLinked {
                let link = try connector.open(address)
                _ = try? link.run("SET statement_timeout = '60s'")
                try outbox.shipper.use(link)
            }
            for run in try outbox.session.runs() where !outbox.refused.contains(run.id) {
                if isStopped.load(ordering: .relaxed), Clock.nanoseconds() > end { return false }
                do {
                    if try outbox.shipper.ship(run.id, as: name(run, outbox.path)) { isMore = true }
                } catch let error as FleetError {
                    guard case .conflict = error else { throw error }
                    worst = FleetConnector.said(error)
                    outboxes[index].refused.insert(run.id)
                }
            }
        }
        return isMore
    }

    /// When a command that was stopped leaves what waits still; set when it is asked first.
    private lazy var end = Clock.nanoseconds() + 5_000_000_000

    /// The run as it is shipped.
    private func name(_ run: SessionRun, _ path: String) throws -> FleetRun {
        let id = isNewRun ? RunID.copy(of: run.id, proxy: shipping.proxy, path: path) : run.id
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

    /// Says what was done.
    func report(_ code: ExitCode, asJSON: Bool) {
        var totals = ShippingTotals()
        for outbox in outboxes { totals.add(outbox.shipper.totals) }
        let micros = Int64(clamping: (Clock.nanoseconds() - start) / 1_000)
        guard asJSON else {
            // Why nothing was shipped has been said.
            if code.isSuccess || totals.shipped > 0 { Diagnostics.say(ShipReport.sentence(totals)) }
            return
        }
        Report.json { ShipReport.write(totals, micros: micros, to: &$0) }
    }
}
