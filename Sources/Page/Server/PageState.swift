import Bytes
import Dispatch
import HTTPModel
import Library
import Reactor
import Synchronization
import TLS

/// What lives on the page's loop: the API, the connections, the streams. Not Sendable; `PageLoop` owns it.
final class PageState {
    let loop: EventLoop
    private var api: PageAPI
    private let site: PageSite
    private let live: LiveFlows?
    private let rules: (any PageRules)?
    private let metrics: (@Sendable () -> Bytes)?
    /// nil: it is not spoken.
    let tls: PageTLS?
    let tlsBlocks = TLSBlockPool()
    let mostTabs: Int
    private let mostConnections: Int
    private let secret: @Sendable () -> [UInt8]
    /// When it was asked for last, by the loop's clock.
    private var lastSecret: UInt64 = 0
    unowned let owner: PageLoop
    private var names: [UInt64: ObjectIdentifier] = [:]
    private var lastName: UInt64 = 0
    private var lastConnection: UInt64 = 0
    private var connections: [ObjectIdentifier: PageConnection] = [:]
    private(set) lazy var streams = PageStreams(self)
    private var onEmpty: (() -> Void)?
    private var waiting: [UInt64: (PageResult) -> Void] = [:]
    private var lastWork: UInt64 = 0
    /// What takes long runs here, some of it at a time: reading the file, laying out, exporting.
    private let workers = DispatchQueue(label: "hark.page.work", qos: .userInitiated, attributes: .concurrent)
    private var queued: [(UInt64, @Sendable () -> PageResult)] = []
    private var running = 0

    private static let usualTabs = 4
    private static let mostRunning = 4
    private static let mostQueued = 256

    init(_ contents: PageServer.Contents, on loop: EventLoop, port: UInt16, owner: PageLoop) throws(PageError) {
        self.loop = loop
        self.owner = owner
        live = contents.live
        rules = contents.tools.rules
        metrics = contents.metrics
        secret = contents.secret
        source = contents.source
        site = PageSite(folder: contents.folder, asksForPassword: contents.guests != nil)
        tls = contents.tls
        mostTabs = contents.guests == nil ? Self.usualTabs : PageAPI.mostGuestTabs
        mostConnections = contents.guests == nil ? 64 : 256
        api = try PageAPI(
            source: contents.source, live: contents.live, tools: contents.tools,
            access: PageAccess(secret: secret(), guests: contents.guests), port: port, isSecure: contents.tls != nil)
    }

    func makeKey() -> String { api.makeKey(now: PageClock.moment()) }

    // MARK: Connections

    func adopt(_ accepted: AcceptedSocket) {
        if connections.count >= mostConnections, !makeRoom() {
            return accepted.refuse(
                with: "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        lastConnection += 1
        guard onEmpty == nil, let connection = try? PageConnection(accepted, number: lastConnection, on: self) else {
            return
        }
        connections[ObjectIdentifier(connection)] = connection
    }

    /// Closes a connection that has shown no token, the oldest of them, else one that does nothing.
    func makeRoom() -> Bool {
        let strangers = connections.values.filter { !$0.isKnown }
        let idle = connections.values.filter(\.isIdle)
        let least = strangers.min { $0.number < $1.number } ?? idle.min { $0.number < $1.number }
        least?.close()
        return least != nil
    }

    /// A number for a connection, by which it is found again from elsewhere.
    func name(_ connection: PageConnection) -> UInt64 {
        lastName += 1
        names[lastName] = ObjectIdentifier(connection)
        return lastName
    }

    func connection(_ name: UInt64) -> PageConnection? { names[name].flatMap { connections[$0] } }

    func remove(_ connection: PageConnection) {
        connections[ObjectIdentifier(connection)] = nil
        names = names.filter { $0.value != ObjectIdentifier(connection) }
        streams.remove(connection)
        guard connections.isEmpty, let done = onEmpty else { return }
        onEmpty = nil
        done()
    }

    /// Tells the streams, lets answers go out, and ends.
    func end(_ done: @escaping () -> Void) {
        live?.watch(nil)
        rules?.watch(nil)
        streams.end("bye", "Hark has ended.")
        onEmpty = done
        for connection in Array(connections.values) { connection.shutDown() }
        if connections.isEmpty, let done = onEmpty {
            onEmpty = nil
            done()
        }
    }

    // MARK: Requests

    /// So long a token outlives the secret that it was made by.
    private static let secretTime = Nanoseconds.seconds(1)

    /// Somebody may have made every token invalid meanwhile.
    private func renewSecret() {
        guard loop.now >= Self.secretTime.after(lastSecret) else { return }
        lastSecret = loop.now
        if api.renew(secret: secret()) { streams.closeAll() }
    }

    func handle(_ request: PageRequest, for connection: PageConnection, isInsecure: Bool) {
        renewSecret()
        if isInsecure { return connection.answer(api.redirect(request)) }
        if let error = api.admit(request) { return connection.answer(PageAnswer(error)) }
        if let metrics, request.path == "/metrics", request.method == .get, request.peer.isLocal {
            // The text format of Prometheus, version 0.0.4.
            let type = ("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            return connection.answer(PageAnswer(200, [type, ("Cache-Control", "no-store")], .bytes(metrics())))
        }
        if let answer = site.answer(request) { return connection.answer(answer) }
        let step = api.begin(request, now: PageClock.moment())
        if api.hasAdmitted { connection.isKnown = true }
        switch step {
        case .answer(let answer): connection.answer(answer)
        case .work(let work): perform(work) { [weak connection] in connection?.answer($0) }
        case .later(let begin):
            let number = wait { [weak connection, unowned self] in connection?.answer(finish($0)) }
            beside { [owner] in
                begin { result in owner.post { $0.enter { $0.deliver(number, result) } } }
            }
        case .call(let begin):
            let number = wait { [weak connection, unowned self] in connection?.answer(finish($0)) }
            connection.isLeft = begin { [owner] result in owner.post { $0.enter { $0.deliver(number, result) } } }
        case .stream(let stream): streams.add(connection, stream)
        }
    }

    /// Has a certificate made for a connection, beside the loop.
    func identify(_ socket: PageSocket, host: String) {
        let found = Delivered<Identity>()
        let number = wait { [weak socket] _ in socket?.identified(found.value) }
        tls?.identity(host) { [owner] identity in
            if let identity { found.put(identity) }
            owner.post { $0.enter { $0.deliver(number, .answer(PageAnswer(204))) } }
        }
    }

    /// Does work beside the loop; `then` gets the answer on it.
    private func perform(_ work: @escaping @Sendable () -> PageResult, then: @escaping (PageAnswer) -> Void) {
        guard queued.count < Self.mostQueued else {
            return then(PageAnswer(PageError(503, .busy, "Too many concurrent requests.")))
        }
        let number = wait { [unowned self] result in then(finish(result)) }
        queued.append((number, work))
        startWork()
    }

    private func finish(_ result: PageResult) -> PageAnswer {
        defer {
            // The other tabs have these flows in their lists still.
            if case .deleted = result { streams.changed(.shrunk) }
            // All tabs come back, and find another session.
            if case .renewed = result { streams.renew() }
        }
        return api.finish(result)
    }

    private func wait(_ then: @escaping (PageResult) -> Void) -> UInt64 {
        lastWork += 1
        waiting[lastWork] = then
        return lastWork
    }

    private func startWork() {
        while running < Self.mostRunning, !queued.isEmpty {
            let (number, work) = queued.removeFirst()
            running += 1
            workers.async { [owner] in
                let result = work()
                owner.post { loop in
                    loop.enter { state in
                        state.running -= 1
                        state.deliver(number, result)
                        state.startWork()
                    }
                }
            }
        }
    }

    private func deliver(_ number: UInt64, _ result: PageResult) {
        waiting.removeValue(forKey: number)?(result)
    }

    /// Runs something beside the loop that answers by itself.
    func beside(_ work: @escaping @Sendable () -> Void) { workers.async(execute: work) }

    // MARK: Ticks

    /// Begins to watch, or stops.
    func watch(_ isWatched: Bool) {
        guard isWatched else {
            rules?.watch(nil)
            live?.watch(nil)
            return
        }
        let changed: @Sendable () -> Void = { [owner] in owner.post { $0.enter { $0.streams.changed() } } }
        rules?.watch(changed)
        live?.watch(changed)
    }

    /// What happened since the last tick; a file that nobody writes to here only changes.
    func takeTick(_ change: LibraryChange) -> PageTick {
        var tick = live?.take() ?? PageTick()
        tick.change = change
        if case .grown(let numbers) = change {
            tick.began += numbers
            tick.ended += numbers
        }
        return tick
    }

    /// Something happened that no tick has told.
    var hasNews: Bool { live?.hasNews ?? false || api.isWaiting }

    let source: any PageSource

    func greeting(_ stream: PageStream, _ tick: PageTick) -> Bytes {
        api.greeting(stream, tick, now: PageClock.moment())
    }

    func resync(_ view: Int?) -> Bytes { api.resync(view) }

    /// Works a tick out; `then` hears, by view, what streams are told.
    func tell(_ tick: PageTick, watched: Set<Int?>, then: @escaping ([Int?: Bytes]) -> Void) {
        let work = api.beginTick(tick)
        guard !work.isEmpty else {
            return then(api.finishTick(tick, work, matched: [:], watched: watched, now: PageClock.moment()))
        }
        let matched = Delivered<[Int: [UInt64]]>()
        let number = wait { [unowned self] _ in
            then(
                api.finishTick(
                    tick, work, matched: matched.value ?? [:], watched: watched, now: PageClock.moment()))
        }
        workers.async { [owner] in
            matched.put(work.perform())
            owner.post { $0.enter { $0.deliver(number, .answer(PageAnswer(204))) } }
        }
    }

    /// Finds out what nobody watched, beside the loop: how many flows there are, and those that came meanwhile.
    func catchUp(then: @escaping (_ flowCount: Int, _ missed: PageTick) -> Void) {
        let found = Delivered<(Int, PageTick)>()
        let work = api.catchingUp(live?.recent ?? [], now: PageClock.moment())
        let number = wait { _ in
            let (count, tick) = found.value ?? (0, PageTick())
            then(count, tick)
        }
        workers.async { [owner] in
            found.put(work())
            owner.post { $0.enter { $0.deliver(number, .answer(PageAnswer(204))) } }
        }
    }

    /// Asks what became of the file, beside the loop.
    func look(then: @escaping (LibraryChange) -> Void) {
        renewSecret()
        let change = Delivered<LibraryChange>()
        let number = wait { _ in then(change.value ?? .none) }
        let source = source
        workers.async { [owner] in
            change.put(source.look())
            owner.post { $0.enter { $0.deliver(number, .answer(PageAnswer(204))) } }
        }
    }
}

/// A result on its way from a worker to the loop. Safe to use from anywhere.
private final class Delivered<Value: Sendable>: Sendable {
    private let box = Mutex<Value?>(nil)

    func put(_ value: Value) { box.withLock { $0 = value } }

    var value: Value? { box.withLock { $0 } }
}
