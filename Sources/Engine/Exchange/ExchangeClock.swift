internal import Flow
internal import Reactor

/// Keeps the deadlines of an exchange: one at a time, for what it waits for.
///
/// Owned by the exchange's driver, on its loop.
final class ExchangeClock: DriverPart {
    /// What the client was owed when the timer was set: as long as it takes some of it, it is not stalled.
    private var owedBefore = 0
    private var timer: LoopTimer?

    init(on loop: EventLoop) {
        super.init()
        timer = LoopTimer(on: loop) { [unowned self] in deadlinePassed() }
    }

    /// The wait for what the exchange waits for begins.
    func arm() {
        // Once: each use of what is not owned is counted.
        let driver = driver
        guard let waiting = driver.standing?.waiting, let timer else { return }
        let deadlines = driver.shard.deadlines
        switch waiting {
        case .responseBody, .delivery, .restOfRequest: owedBefore = driver.owed
        case .lookUp, .connection, .handshake, .requestBody, .responseHead, .verdict, .patience, .nothing:
            // Nothing of a response has been sent.
            owedBefore = 0
        }
        switch waiting {
        case .lookUp: timer.arm(after: deadlines.lookUp)
        case .connection: timer.arm(after: deadlines.connect)
        case .responseHead: timer.arm(after: deadlines.responseHead)
        case .requestBody, .responseBody, .patience, .nothing: timer.arm(after: deadlines.body)
        case .delivery: timer.arm(after: deadlines.flush)
        case .restOfRequest:
            timer.arm(after: driver.standing?.clientWasAnswered == true ? Self.lingerTime : Self.answerPatience)
        // Handshakes end by themselves, and say why; a verdict takes as long as it takes.
        case .handshake, .verdict: timer.disarm()
        }
    }

    /// For the rest of a request that can be answered: a client that sends nothing for so long may wait for the answer.
    private static let answerPatience = Nanoseconds.seconds(1)
    /// For the same once it was answered: the client may have lost interest in sending it.
    private static let lingerTime = Nanoseconds.seconds(2)

    func disarm() {
        timer?.disarm()
    }

    func close() {
        timer?.invalidate()
        timer = nil
    }

    private func deadlinePassed() {
        guard let waiting = driver.standing?.waiting else { return }
        // The client is slow, and takes what it is owed nevertheless; or it is not the one who is slow.
        if driver.owed < owedBefore || rulesKeepWaiting(waiting) { return arm() }
        if driver.finder.triesMore(waiting) { return }
        let isCongested = waiting == .responseBody ? driver.client.isCongested : driver.upstream?.isCongested == true
        let limit = driver.shard.configuration.timeouts.limit(of: waiting)
        driver.handle(.deadlinePassed(limit: limit, isCongested: isCongested, owed: driver.owed))
    }

    /// What is waited for is kept here by rules, and whoever gets it takes what they let go.
    private func rulesKeepWaiting(_ waiting: Exchange.Waiting) -> Bool {
        let forwarder = driver.forwarder
        return switch waiting {
        case .responseBody, .delivery: forwarder.relays.response.holdsContent && !driver.client.isCongested
        case .requestBody, .responseHead: forwarder.relays.request.holdsContent && driver.upstream?.isCongested != true
        case .connection: driver.liveRules?.isDelayingConnection == true
        case .lookUp, .handshake, .restOfRequest, .verdict, .patience, .nothing: false
        }
    }
}
