import Foundation
import Synchronization
import TestKit

/// A client that asks for `/kept/N`, and now and then for `/gone/N`, one after the other, until its connection breaks.
final class NumberedTraffic: Sendable {
    private struct Answered {
        var times: [String: ContinuousClock.Instant] = [:]
        var gone: [String] = []
        var isOver = false
    }

    private let answered = Mutex(Answered())

    var count: Int { answered.withLock { $0.times.count } }

    /// - Parameters:
    ///   - first: the number it begins with.
    ///   - pause: microseconds between an answer and the next request.
    init(through port: UInt16, to origin: ScriptedOrigin, from first: Int = 1, pause: UInt32 = 5_000) {
        Thread.detachNewThread {
            guard let client = try? RawConnection(port: port) else { return }
            var number = first
            while !self.answered.withLock({ $0.isOver }) {
                let path = number % 10 == 0 ? "/gone/\(number)" : "/kept/\(number)"
                let request = "GET \(origin.url)\(path) HTTP/1.1\r\nHost: \(origin.host)\r\nCookie: a=\(number)\r\n\r\n"
                guard (try? client.send(request)) != nil, let head = try? client.receiveHead(),
                    (try? client.receive(exactly: ScriptedOrigin.contentLength(head) ?? 0)) != nil
                else { return }
                self.answered.withLock { answered in
                    answered.times[path] = .now
                    if number % 10 == 0 { answered.gone.append(path) }
                }
                number += 1
                usleep(pause)
            }
        }
    }

    /// A path that may be deleted now: it is not expected in the file any more.
    func takeGone() -> String? { answered.withLock { $0.gone.isEmpty ? nil : $0.gone.removeFirst() } }

    func stop() { answered.withLock { $0.isOver = true } }

    /// The paths that were answered before a moment, and are to be kept.
    func kept(before moment: ContinuousClock.Instant) -> Set<String> {
        answered.withLock { answered in
            Set(answered.times.filter { $0.value < moment && $0.key.hasPrefix("/kept/") }.keys)
        }
    }
}
