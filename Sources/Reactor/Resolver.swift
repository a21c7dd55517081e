internal import CPosix
internal import Dispatch
internal import Synchronization

/// Turns host names into addresses, by the system's resolver, on a few threads of its own.
///
/// `getaddrinfo` may block for as long as it likes and cannot be interrupted, so it never runs on a loop; who asks sets
/// a timer and cancels the look-up when he has waited enough. One for the whole program; safe to use from anywhere.
package final class Resolver: Sendable {
    /// Look-ups that may run at once.
    package static let threads = 4
    /// Look-ups that may wait; more are refused.
    package static let queueLimit = 1024
    private static let addressLimit = 64

    package typealias Outcome = Result<[SocketAddress], ResolveError>

    private struct State {
        var idle: [DispatchQueue]
        var waiting: [ResolverTicket] = []
        /// The oldest in `waiting`.
        var first = 0
    }

    private let state: Mutex<State>
    private let lookUp: @Sendable (String) -> Outcome

    /// - Parameter lookUp: what asks the system; another for tests.
    package init(lookUp: @escaping @Sendable (String) -> Outcome = { Resolver.ask($0, numeric: false) }) {
        self.lookUp = lookUp
        let queues = (0..<Self.threads).map { DispatchQueue(label: "resolver.\($0)") }
        state = Mutex(State(idle: queues))
    }

    /// The address that `host` spells, with no look-up: dotted IPv4, IPv6 without brackets, and the forms inet_aton
    /// reads (`2130706433`, `0x7f000001`, `127.1`). Nil for a name.
    package static func literal(_ host: String, port: UInt16) -> SocketAddress? {
        // All spellings begin with a hexadecimal digit or a colon and hold no letter a number cannot have; the system
        // decides, this only spares it the plain names.
        guard let first = host.utf8.first, first == UInt8(ascii: ":") || isHexDigit(first) else { return nil }
        guard case .success(let addresses) = ask(host, numeric: true), var address = addresses.first else { return nil }
        address.port = port
        return address
    }

    /// Looks `host` up and delivers the outcome by `executor.post`, once, unless the ticket is cancelled. Literals are
    /// answered too, also by `post`.
    @discardableResult
    package func resolve(
        _ host: String, port: UInt16, on executor: LoopExecutor, deliver: @escaping @Sendable (Outcome) -> Void
    ) -> ResolverTicket {
        let ticket = ResolverTicket(host: host) { outcome in
            let outcome = outcome.map { addresses in
                addresses.map { SocketAddress($0.host, port: port) }
            }
            executor.post { deliver(outcome) }
        }
        if let address = Self.literal(host, port: port) {
            ticket.deliver(.success([address]))
            return ticket
        }
        guard Self.isPlausible(host) else {
            ticket.deliver(.failure(ResolveError(.notFound, text: "not a host name")))
            return ticket
        }
        enum Step {
            case run(DispatchQueue)
            case wait, refuse
        }
        let step = state.withLock { state -> Step in
            if let queue = state.idle.popLast() { return .run(queue) }
            guard state.waiting.count - state.first < Self.queueLimit else { return .refuse }
            state.waiting.append(ticket)
            return .wait
        }
        switch step {
        case .run(let queue):
            queue.async { self.run(ticket, on: queue) }
        case .wait:
            break
        case .refuse:
            ticket.deliver(.failure(ResolveError(.temporary, text: "too many names are being looked up")))
        }
        return ticket
    }

    private func run(_ ticket: ResolverTicket, on queue: DispatchQueue) {
        var current: ResolverTicket? = ticket
        while let ticket = current {
            if !ticket.isCancelled {
                ticket.deliver(lookUp(ticket.host))
            }
            current = state.withLock { state in
                guard state.first < state.waiting.count else {
                    state.waiting.removeAll()
                    state.first = 0
                    state.idle.append(queue)
                    return nil
                }
                defer { state.first += 1 }
                if state.first >= Self.queueLimit {
                    state.waiting.removeFirst(state.first)
                    state.first = 0
                }
                return state.waiting[state.first]
            }
        }
    }

    /// Asks the system and waits for its answer.
    package static func ask(_ host: String, numeric: Bool) -> Outcome {
        guard isPlausible(host) else { return .failure(ResolveError(.notFound, text: "not a host name")) }
        let empty = cposix_endpoint()
        return unsafe withUnsafeTemporaryAllocation(of: cposix_endpoint.self, capacity: addressLimit) { results in
            unsafe results.initialize(repeating: empty)
            var count: Int32 = 0
            let status = unsafe cposix_resolve(
                host, numeric ? 1 : 0, results.baseAddress, Int32(addressLimit), &count)
            guard status == 0 else { return .failure(ResolveError(status: status, systemCode: cposix_errno())) }
            let addresses = unsafe results.prefix(Int(count)).map { SocketAddress($0) }
            return addresses.isEmpty ? .failure(ResolveError(.notFound, text: "no address")) : .success(addresses)
        }
    }

    /// Short enough for the DNS (RFC 1035 §2.3.4; some room for literals with a zone), and without a byte that would
    /// end it early in C.
    private static func isPlausible(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.count <= 300 && !host.utf8.contains(0)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
    }
}

/// One question to a `Resolver`. Safe to use from anywhere.
package final class ResolverTicket: Sendable {
    let host: String
    /// Wrapped for the reason given at `LoopExecutor.Entrance`.
    private struct Receiver {
        let receive: @Sendable (Resolver.Outcome) -> Void
    }

    private let receiver: Mutex<Receiver?>

    init(host: String, _ receiver: @escaping @Sendable (Resolver.Outcome) -> Void) {
        self.host = host
        self.receiver = Mutex(Receiver(receive: receiver))
    }

    /// Nobody waits any more. The thread that may be asking goes on, unheard. An outcome that has been posted to the
    /// loop already still arrives.
    package func cancel() {
        receiver.withLock { $0 = nil }
    }

    var isCancelled: Bool {
        receiver.withLock { $0 == nil }
    }

    func deliver(_ outcome: Resolver.Outcome) {
        let receiver = receiver.withLock { receiver in
            defer { receiver = nil }
            return receiver
        }
        receiver?.receive(outcome)
    }
}
