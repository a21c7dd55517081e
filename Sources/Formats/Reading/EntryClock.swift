import Flow

/// When the steps of a recorded exchange were reached, in microseconds after it began, from HAR's phases.
struct EntryClock {
    /// The phases of one entry in microseconds; nil for what was not measured.
    struct Phases {
        /// Not written by Hark, which tells what it did not measure from what took no time.
        let isForeign: Bool
        private var times = PhaseTimes()

        init(isForeign: Bool) {
            self.isForeign = isForeign
        }

        subscript(phase: PhaseTimes.Phase) -> Int64? {
            get { times[phase] }
            set { times[phase] = newValue }
        }

        var isEmpty: Bool { PhaseTimes.Phase.allCases.allSatisfy { self[$0] == nil } }
    }

    let isForeign: Bool
    /// Somebody was there with a clock.
    let isMeasured: Bool
    /// Something is known of the time until the connection was there.
    let hasConnection: Bool
    /// There was a connection: a new one was made, or a response came over one that was there. A name that was looked
    /// up is none yet.
    let isConnected: Bool
    /// Something was sent, or waited for.
    let wasSent: Bool
    /// A new connection was sought.
    private(set) var sought: Int64?
    private(set) var resolved: Int64?
    private(set) var transportConnected: Int64?
    private(set) var connected: Int64 = 0
    private(set) var sent: Int64 = 0
    private(set) var answered: Int64 = 0
    private(set) var ended: Int64 = 0

    init(_ phases: Phases, isLeased: Bool, hasResponse: Bool) {
        isForeign = phases.isForeign
        isMeasured = !phases.isEmpty
        let isNew = phases[.dns] != nil || phases[.connect] != nil || phases[.ssl] != nil
        hasConnection = isNew || phases[.blocked] != nil
        let wasMade = phases[.connect] != nil || phases[.ssl] != nil
        isConnected = wasMade || hasResponse && phases[.dns] == nil
        wasSent = wasMade || phases[.send] ?? 0 > 0 || phases[.wait] ?? 0 > 0
        var time = phases[.blocked] ?? 0
        if isNew { sought = time }
        time += phases[.dns] ?? 0
        let ssl = phases[.ssl]
        // HAR 1.2: connect includes ssl. Where it is the shorter one, its writer counted them apart.
        var connect = phases[.connect] ?? 0
        if let ssl, ssl > connect { connect += ssl }
        // A name that was found leads on to a connection; without one it was the name that took the time.
        if phases[.dns] != nil, phases[.connect] != nil || isLeased || hasResponse { resolved = time }
        if let ssl { transportConnected = time + connect - ssl }
        time += connect
        connected = time
        time += phases[.send] ?? 0
        sent = time
        time += phases[.wait] ?? 0
        answered = time
        time += phases[.receive] ?? 0
        ended = time
    }
}
