package import Filter
package import Library

/// A library as page and screen show it.
package final class LibraryPage: PageSource {
    /// A library with what it is called.
    package struct Shown: Sendable {
        package let library: any FlowLibrary & Sendable
        /// Of a session file.
        package let path: String?
        package let name: String
        /// When it began, in microseconds since 1970.
        package let start: Int64

        package init(_ library: any FlowLibrary & Sendable, path: String? = nil, name: String, start: Int64) {
            (self.library, self.path, self.name, self.start) = (library, path, name, start)
        }
    }

    private let kind: PageSession.Kind
    package let readOnly: String?
    private let proxies: @Sendable () -> [String]
    private let sender: (any PageSender)?
    private let shown: @Sendable () throws(PageError) -> Shown

    /// - Parameters:
    ///   - proxies: the listeners of this process.
    ///   - shown: the library that is shown now.
    package init(
        _ kind: PageSession.Kind, readOnly: String? = nil, proxies: @escaping @Sendable () -> [String] = { [] },
        sender: (any PageSender)? = nil, _ shown: @escaping @Sendable () throws(PageError) -> Shown
    ) {
        self.kind = kind
        self.readOnly = readOnly
        self.proxies = proxies
        self.sender = sender
        self.shown = shown
    }

    package func library() throws(PageError) -> any FlowLibrary & Sendable { try shown().library }

    package var path: String? { (try? shown())?.path }

    package func session() throws(PageError) -> PageSession {
        let shown = try shown()
        let flowCount: Int
        do {
            flowCount = try shown.library.count(.everything, FilterClock(now: 0, utcOffset: 0))
        } catch {
            throw PageError(503, .session, (error as? any FlowLibraryError)?.text ?? "The recording cannot be read.")
        }
        return PageSession(
            kind: kind, name: shown.name, start: shown.start, flowCount: flowCount, proxies: proxies(),
            canEdit: readOnly == nil, canResend: sender != nil)
    }

    package func send(_ order: PageSending, _ done: @escaping @Sendable (Result<UInt64?, PageError>) -> Void) {
        guard let sender else {
            let text = kind == .recording ? ReadOnlyLibrary().text : "Cannot send: no proxy is running."
            return done(.failure(PageError(409, .readOnly, text)))
        }
        sender.send(order, done)
    }
}
