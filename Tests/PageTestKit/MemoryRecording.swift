package import Page
import Synchronization

/// Begins sessions that are nowhere, as the page's tests need them.
package final class MemoryRecording: PageRecording {
    private let names = Mutex<[String?]>([])
    private let refusal: PageError?

    package init(refusing refusal: PageError? = nil) {
        self.refusal = refusal
    }

    package var begun: [String?] { names.withLock { $0 } }

    package func begin(_ name: String?, _ done: @escaping @Sendable (Result<PageNewSession, PageError>) -> Void) {
        names.withLock { $0.append(name) }
        if let refusal { return done(.failure(refusal)) }
        done(.success(PageNewSession(name: name ?? "next", before: "first", start: 1_795_262_500_000_000)))
    }
}
