import ArgumentParser
import Dispatch
import Fleet
import Platform
import Synchronization

/// The child process that ships a proxy's flows. It is started again when it fails, and traffic never waits for it.
final class ShipperProcess: Sendable {
    private struct State {
        /// Its number is its own until it is collected, which happens where this is set to nil.
        var child: pid_t?
        var isStopping = false
        var hasEnded = false
        /// When it was heard last that flows were shipped, by the steady clock.
        var progress: UInt64 = 0
    }

    /// Seconds for what is left when the proxy ends: in all, and without a flow that is shipped; then for the batch at
    /// hand, twice.
    static let longest = 40.0
    static let limit = 5.0
    static let patience = 1.5
    /// One that ran for so long failed for a new reason. In nanoseconds.
    private static let steady: UInt64 = 120_000_000_000

    private let words: [String]
    /// The command that ships what was left.
    private let later: String
    private let isHeard: Bool
    private let report: @Sendable (ShipCounts) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - words: what this program is started with.
    ///   - isHeard: what it says comes to the terminal.
    ///   - report: hears what all of them did so far.
    init(
        _ words: [String], later: String, isHeard: Bool, report: @escaping @Sendable (ShipCounts) -> Void = { _ in }
    ) {
        (self.words, self.later, self.isHeard, self.report) = (words, later, isHeard, report)
    }

    func start() {
        // It waits for children all the time.
        DispatchQueue(label: "hark.shipper").async { self.supervise() }
    }

    private func supervise() {
        var backoff = FleetBackoff()
        var isLast = false
        var counts = ShipCounts()
        report(counts)
        repeat {
            isLast = isStopping
            let begun = Clock.nanoseconds()
            let code = run(&counts)
            // What cannot work later either has been said.
            if Self.isFinal(code) { break }
            // Stopped with all processes of a service, it has more to do.
            if code == EXIT_SUCCESS, isStopping { break }
            if Clock.nanoseconds() - begun > Self.steady { backoff.reset() }
            pause(backoff.next(jitter: .random(in: 0.5...1)))
        } while !isLast
        state.withLock { $0.hasEnded = true }
    }

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Whether a shipper that ended with this code is not started again.
    static func isFinal(_ code: Int32) -> Bool { [EX_USAGE, EX_DATAERR, EX_NOPERM, EX_CONFIG].contains(code) }

    /// Starts it, and waits for its end: its exit code, or 128 and the number of a signal.
    private func run(_ counts: inout ShipCounts) -> Int32 {
        guard let program = InstalledCopy.program else { return EX_OSERR }
        let silence = isHeard ? -1 : LockedFiles.openFile("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { if silence >= 0 { LockedFiles.closeFile(silence) } }
        // Other threads may start processes, too, and their children must not keep this pipe open.
        guard let ends = SystemCall.ownPipe() else { return EX_OSERR }
        defer { close(ends.read) }
        let child: pid_t
        do throws(AgentProcess.StartFailure) {
            defer { close(ends.write) }
            child = try AgentProcess.spawn(
                [program] + words, output: ends.write, errors: silence >= 0 ? silence : STDERR_FILENO)
        } catch {
            Diagnostics.say("the shipper does not start: \(SystemText.of(error.code))")
            return EX_OSERR
        }
        state.withLock { $0.child = child }
        listen(to: ends.read, &counts)
        var facts = siginfo_t()
        while waitid(P_PID, id_t(child), &facts, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return state.withLock { state in
            state.child = nil
            return Programs.wait(child)
        }
    }

    /// Hears what a child says of itself, line by line, until its end.
    private func listen(to descriptor: Int32, _ counts: inout ShipCounts) {
        let before = counts
        var rest: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = block.withUnsafeMutableBytes { SystemCall.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest += block[0..<count]
            guard let end = rest.lastIndex(of: 0x0A) else { continue }
            let lines = String(decoding: rest[...end], as: UTF8.self)
            rest.removeSubrange(...end)
            guard let now = lines.split(separator: "\n").last.flatMap({ ShipCounts(line: $0) }) else { continue }
            let sum = before.followed(by: now)
            if sum.shipped > counts.shipped { state.withLock { $0.progress = Clock.nanoseconds() } }
            counts = sum
            report(counts)
        }
    }

    /// Until the time is over, or there is none left.
    private func pause(_ microseconds: Int64) {
        let end = Clock.nanoseconds() + UInt64(max(0, microseconds)) * 1_000
        while Clock.nanoseconds() < end, !isStopping { usleep(50_000) }
    }

    /// Waits, within limits, until it has shipped what is left; the session file has an end now. What it cannot ship
    /// stays there, and is said.
    func stop() async {
        state.withLock { $0.isStopping = true }
        if await ends(within: Self.limit) { return }
        if isProgressing {
            Diagnostics.say("shipping the other flows, for \(Int(Self.longest)) s at most; a second signal ends this")
            if await ends(within: Self.longest - Self.limit, whileProgressing: true) { return }
        }
        send(SIGTERM)
        if await ends(within: Self.patience) { return }
        send(SIGKILL)
        _ = await ends(within: Self.patience)
        Diagnostics.say("not all flows are shipped; to ship the others: \(later)")
    }

    private func send(_ signal: Int32) {
        state.withLock { state in
            if let child = state.child { kill(child, signal) }
        }
    }

    /// Flows were shipped a short time ago.
    private var isProgressing: Bool {
        let last = state.withLock { $0.progress }
        return last > 0 && Clock.nanoseconds() - last < UInt64(Self.limit * 1_000_000_000)
    }

    private func ends(within seconds: Double, whileProgressing: Bool = false) async -> Bool {
        let end = Clock.nanoseconds() + UInt64(seconds * 1_000_000_000)
        while !state.withLock({ $0.hasEnded }) {
            guard Clock.nanoseconds() < end, !whileProgressing || isProgressing else { return false }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return true
    }
}
