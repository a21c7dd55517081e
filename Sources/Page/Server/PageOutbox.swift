import Bytes
import Reactor

/// What waits for one tab: at most 256 KiB. Then all of it is thrown away, and the tab is told to read anew once it
/// reads again. Runs on the loop.
final class PageOutbox {
    private weak var connection: PageConnection?
    private var waiting: [Bytes] = []
    private var size = 0
    private var isEnding = false
    /// Something was thrown away, of which the tab has not been told.
    private(set) var isBehind = false

    static let limit = 256 << 10

    init(_ connection: PageConnection) {
        self.connection = connection
    }

    /// The tab has taken everything, and has to be told that there was more.
    var wantsResync: Bool { isBehind }

    func put(_ bytes: Bytes) {
        guard !isEnding, !isBehind else { return }
        guard size + bytes.count <= Self.limit else {
            waiting = []
            size = 0
            isBehind = true
            return
        }
        waiting.append(bytes)
        size += bytes.count
        send()
    }

    /// Tells what was thrown away, if the tab reads again.
    func resync(_ bytes: Bytes) {
        guard isBehind, connection?.hasSentAll == true else { return }
        isBehind = false
        put(bytes)
    }

    /// The last event, and the end.
    func end(_ bytes: Bytes) {
        isEnding = true
        waiting.append(bytes)
        send()
    }

    /// Hands on what waits, as far as the system has taken what was handed on before.
    func send() {
        guard let connection, connection.hasSentAll else { return }
        let all = waiting
        waiting = []
        size = 0
        if !all.isEmpty { connection.sendChunk(Bytes(all.flatMap { $0 })) }
        if isEnding { connection.endChunks() }
    }
}
