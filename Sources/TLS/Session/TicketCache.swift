internal import Synchronization

/// The tickets that servers gave, by server, so that the next connection to one is cheaper.
///
/// Owned by a client context and shared by its sessions on all loops. Bounded in servers and in tickets for each.
final class TicketCache: Sendable {
    private let tickets = Mutex<[String: [TLSTicket]]>([:])
    private let serverLimit: Int
    private let limitPerServer = 8

    init(serverLimit: Int) {
        self.serverLimit = serverLimit
    }

    func store(_ ticket: TLSTicket, for server: String) {
        guard serverLimit > 0 else { return }
        tickets.withLock { tickets in
            if tickets[server] == nil, tickets.count >= serverLimit {
                // Any will do: losing one costs its server a full handshake.
                tickets.remove(at: tickets.startIndex)
            }
            if !ticket.isForOneUse {
                tickets[server] = [ticket]
                return
            }
            tickets[server, default: []].append(ticket)
            if let count = tickets[server]?.count, count > limitPerServer { tickets[server]?.removeFirst() }
        }
    }

    /// The newest ticket for a server, which is gone then if it may be used only once.
    func ticket(for server: String) -> TLSTicket? {
        tickets.withLock { tickets in
            guard let newest = tickets[server]?.last else { return nil }
            if newest.isForOneUse || !newest.isResumable {
                tickets[server]?.removeLast()
                if tickets[server]?.isEmpty == true { tickets[server] = nil }
            }
            return newest.isResumable ? newest : nil
        }
    }

    func forget(_ server: String) {
        tickets.withLock { $0[server] = nil }
    }

    var count: Int {
        tickets.withLock { $0.count }
    }
}
