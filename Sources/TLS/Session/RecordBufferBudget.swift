internal import CLibSSL

/// The sessions of a loop that have libssl's record buffers, of which a session needs one each way, 16 KiB and more.
///
/// Giving them back after every record, as SSL_MODE_RELEASE_BUFFERS does, costs a busy connection several large
/// allocations a request; keeping them costs an idle one its memory. So a limited number of sessions keep theirs, and
/// the one that began to keep them first has to let go for the next. Owned by the loop's block pool, runs on the loop.
final class RecordBufferBudget {
    /// At most 4.5 MiB.
    static let limit = 128

    /// Sessions take themselves out when they end.
    private struct Place {
        unowned let session: TLSSession
    }

    private var places = [Place?](repeating: nil, count: RecordBufferBudget.limit)
    private var next = 0

    /// How many sessions keep their buffers.
    var count: Int { places.count { $0 != nil } }

    /// Lets `session` keep its buffers, and answers with its place.
    func admit(_ session: TLSSession) -> Int {
        let place = next
        next = (next + 1) % Self.limit
        places[place]?.session.freeBuffers()
        places[place] = Place(session: session)
        return place
    }

    func vacate(_ place: Int) {
        places[place] = nil
    }
}
