import Foundation
import Synchronization
import TestKit

/// Clients that ask again and again, each on its own thread, until their connection breaks.
final class CountedTraffic: Sendable {
    private let count = Mutex(0)
    var answers: Int { count.withLock { $0 } }

    init(through port: UInt16, to origin: ScriptedOrigin, clients: Int) {
        let request = "GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n"
        for _ in 1...clients {
            Thread.detachNewThread {
                guard let client = try? RawConnection(port: port) else { return }
                while (try? client.send(request)) != nil, let head = try? client.receiveHead(),
                    (try? client.receive(exactly: ScriptedOrigin.contentLength(head) ?? 0)) != nil
                {
                    self.count.withLock { $0 += 1 }
                }
            }
        }
    }
}
