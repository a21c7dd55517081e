internal import Flow
internal import Reactor
internal import Rules

// What rules have an exchange wait for.
extension ExchangeRules {
    /// Does this after so many microseconds, or at once.
    func wait(_ microseconds: Int64, then action: @escaping () -> Void) {
        guard microseconds > 0 else { return action() }
        due = action
        let timer = timer ?? LoopTimer(on: shard.loop) { [unowned self] in timeCame() }
        self.timer = timer
        timer.arm(after: Nanoseconds(.microseconds(microseconds)))
    }

    private func timeCame() {
        let action = due
        due = nil
        if isOpen { action?() }
    }

    // MARK: - A connection

    /// Whether a connection that is made now has to wait.
    var delaysConnection: Bool { !connectDelays.isEmpty }

    /// Does this once the time has passed that rules want before a connection is made; they want it once.
    func beforeConnecting(then connect: @escaping () -> Void) {
        let delays = connectDelays
        connectDelays = []
        for delay in delays { client?.publish(.ruleActed(delay.act)) }
        isDelayingConnection = true
        wait(delays.reduce(0) { $0 + $1.time }) { [unowned self] in
            isDelayingConnection = false
            connect()
        }
    }
}
