internal import Bytes
internal import CPosix
internal import Dispatch
internal import Synchronization

/// Turns host names into addresses, by the system's resolver, on threads of its own that are made as they are needed.
///
/// `getaddrinfo` may block for as long as it likes and cannot be interrupted, so it never runs on a loop, and each
/// question has a deadline after which its thread goes on unheard. One for the whole program; safe to use from
/// anywhere.
package final class Resolver: Sendable {
    package typealias Outcome = Result<[SocketAddress], ResolveError>

    private static let addressLimit = 64

    private struct State {
        var names = NameTable()
        /// Threads without work, and how many there are.
        var idle: [DispatchQueue] = []
        var made = 0

        /// A thread for a question that is to be asked: `NameTable` sees to it that they are not too many.
        mutating func thread() -> DispatchQueue {
            if let thread = idle.popLast() { return thread }
            made += 1
            return DispatchQueue(label: "resolver.\(made)")
        }
    }

    private let state = Mutex(State())
    private let deadlines = DispatchQueue(label: "resolver.deadlines")
    private let lookUp: @Sendable (String) -> Outcome
    private let now: @Sendable () -> UInt64

    package convenience init() {
        self.init { Resolver.ask($0, numeric: false) }
    }

    /// - Parameters:
    ///   - now: nanoseconds of a steady clock.
    ///   - lookUp: what asks the system; another for tests.
    package init(
        now: @escaping @Sendable () -> UInt64 = { cposix_now() }, lookUp: @escaping @Sendable (String) -> Outcome
    ) {
        self.now = now
        self.lookUp = lookUp
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

    /// Looks `host` up and delivers the outcome by `executor.post`, once, unless the ticket is cancelled. Literals, and
    /// what was asked a moment ago, are answered too, also by `post`. After `time` the outcome is that there was none.
    @discardableResult
    package func resolve(
        _ host: String, port: UInt16, within time: Duration, on executor: LoopExecutor,
        deliver: @escaping @Sendable (Outcome) -> Void
    ) -> ResolverTicket {
        let ticket = ResolverTicket { outcome in
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
        // RFC 4343: names are the same in capitals.
        let name = host.lowercased()
        let (step, thread) = state.withLock { state -> (NameTable.Step, DispatchQueue?) in
            let step = state.names.begin(name, for: ticket, now: now())
            if case .ask = step { return (step, state.thread()) }
            return (step, nil)
        }
        switch step {
        case .answer(let outcome):
            ticket.deliver(outcome)
        case .refuse:
            ticket.deliver(.failure(ResolveError(.temporary, text: "too many names are being looked up")))
        case .ask, .wait:
            thread?.async { self.run(name, on: thread) }
            giveUp(ticket, after: time)
        }
        return ticket
    }

    private func giveUp(_ ticket: ResolverTicket, after time: Duration) {
        let nanoseconds = Int(clamping: Nanoseconds(time).count)
        deadlines.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak ticket] in
            let seconds = Double(nanoseconds / 1_000_000) / 1000
            let text = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
            ticket?.deliver(.failure(ResolveError(.timedOut, text: "no answer in \(text) s")))
        }
    }

    private func run(_ name: String, on thread: DispatchQueue?) {
        var current: String? = name
        while let name = current {
            let outcome = lookUp(name)
            let tickets: [ResolverTicket]
            (tickets, current) = state.withLock { state in
                let tickets = state.names.answered(name, outcome, now: now())
                let next = state.names.next()
                if next == nil, let thread { state.idle.append(thread) }
                return (tickets, next)
            }
            for ticket in tickets { ticket.deliver(outcome) }
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

    /// Short enough for the DNS (RFC 1035 §2.3.4), without a byte that would end it early in C, and without the percent
    /// sign that only a zone has: RFC 9844 took zones out of URLs, and the system would read `fe80::1%25` as interface
    /// 25.
    private static func isPlausible(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.count <= 255 && !host.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "%") }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6
    }
}
