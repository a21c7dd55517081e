import Bytes
import Messages
import Page
import Platform
import Reactor
import Store
import Synchronization

/// The pages that a page opens beside itself: for other sessions, and for files that a person gives it. All of them end
/// with the first. Safe to use from anywhere.
final class OpenedPages: PageSessions {
    /// So many are served at once besides the first; one more ends the oldest.
    private static let mostPages = 4
    /// So many sessions are listed.
    private static let mostListed = 100
    private let schema: ProtoSchema?
    private let files = ReceivedFiles()
    private let state = Mutex(State())

    private struct State {
        var first: Served?
        var pages: [Served] = []
        var isOver = false
    }

    private struct Served {
        let page: PageStart
        private let place: @Sendable () -> String

        init(path: @autoclosure @escaping @Sendable () -> String, page: PageStart) {
            place = path
            self.page = page
        }

        var path: String { place() }
    }

    init(_ schema: ProtoSchema?) {
        self.schema = schema
    }

    /// The page that the others are opened from; it stays until all end.
    func begin(with page: PageStart, of source: any PageSource) {
        state.withLock { $0.first = Served(path: source.path ?? "", page: page) }
    }

    func stop() async {
        let pages = state.withLock { state in
            state.isOver = true
            defer { (state.first, state.pages) = (nil, []) }
            return state.pages
        }
        for opened in pages { await opened.page.stop() }
        await files.remove()
    }

    /// Where they are served, besides the first.
    var addresses: [SocketAddress] { state.withLock { $0.pages.map(\.page.server.address) } }

    // MARK: Sessions

    func list() -> PageSessionList {
        let all = KeptSession.folder?.files() ?? []
        let entries = all.suffix(Self.mostListed).reversed().map { entry in
            PageSessionList.Entry(
                name: Self.name(entry), start: entry.start, size: entry.size, flowCount: try? entry.summary().flows,
                isRunning: entry.isRunning)
        }
        return PageSessionList(entries: entries, omitted: all.count - entries.count)
    }

    private static func name(_ entry: SessionEntry) -> String {
        String(entry.name.dropLast(SessionName.ending.count))
    }

    /// Compared with those that are there: whatever the name is, it leads to none but them.
    private func entry(_ name: String) throws(PageError) -> SessionEntry {
        guard let entry = KeptSession.folder?.files().first(where: { Self.name($0) == name }) else {
            throw PageError(404, .session, "No session has this name; it may have been removed.")
        }
        return entry
    }

    private static func say<Result>(_ body: () throws(SessionError) -> Result) throws(PageError) -> Result {
        do throws(SessionError) {
            return try body()
        } catch {
            throw PageError(422, .session, error.text.prefix(1).uppercased() + error.text.dropFirst())
        }
    }

    func open(_ name: String, _ done: @escaping @Sendable (Result<String, PageError>) -> Void) {
        do throws(PageError) {
            let path = try entry(name).path
            serve(path, done) { () throws(PageError) in
                try Self.say { () throws(SessionError) in
                    try OpenedSource.session(path, readOnly: OpenedSource.beside)
                }
            }
        } catch {
            done(.failure(error))
        }
    }

    func source(_ name: String) throws(PageError) -> any PageSource {
        let path = try entry(name).path
        return try Self.say { () throws(SessionError) in
            try OpenedSource.session(path, readOnly: OpenedSource.beside)
        }
    }

    /// The entry of a session that no page of ours reads: SQLite goes by the name of what it has open.
    private func unused(_ name: String) throws(PageError) -> SessionEntry {
        let entry = try entry(name)
        let isServed = state.withLock { state in
            ([state.first].compactMap { $0 } + state.pages).contains { $0.path == entry.path }
        }
        guard !isServed, !entry.isRunning else {
            throw PageError(409, .session, "This session is open; close its page, or stop the Hark that uses it.")
        }
        return entry
    }

    func rename(_ name: String, to other: String) throws(PageError) {
        guard SessionName.isUsable(other) else {
            throw .sessionName
        }
        let entry = try unused(name)
        try Self.say { () throws(SessionError) in try entry.rename(to: other) }
    }

    func remove(_ name: String) throws(PageError) {
        let entry = try unused(name)
        try Self.say { () throws(SessionError) in try entry.remove() }
    }

    // MARK: Files

    func receive(_ name: String, size: Int64) throws(PageError) -> String { try files.begin(name, size: size) }

    func add(_ bytes: Bytes, at offset: Int64, to file: String) throws(PageError) -> Int64 {
        try files.add(bytes, at: offset, to: file)
    }

    func serve(_ file: String, _ done: @escaping @Sendable (Result<String, PageError>) -> Void) {
        do throws(PageError) {
            let file = try files.complete(file)
            serve(file.path, done) { () throws(PageError) in
                // A session is read as long as it is shown; what is read anew by the entry stays open.
                do {
                    guard SessionFile.isDatabase(file.path) else {
                        defer { files.forget(file.path) }
                        return try OpenedSource.recording(file.path, name: file.name)
                    }
                    return try OpenedSource.session(file.path, name: file.name, readOnly: OpenedSource.beside)
                } catch {
                    files.forget(file.path)
                    throw PageError(
                        422, .file,
                        "Hark cannot read this file (expected a HAR, a log, a SAZ, a mitmproxy or a session file).")
                }
            }
        } catch {
            done(.failure(error))
        }
    }

    // MARK: Serving

    /// A page that serves this path already gets one more key.
    private func serve(
        _ path: String, _ done: @escaping @Sendable (Result<String, PageError>) -> Void,
        _ source: () throws(PageError) -> any PageSource
    ) {
        let known = state.withLock { state in
            ([state.first].compactMap { $0 } + state.pages).first { $0.path == path }?.page
        }
        if let known {
            Task.detached { done(.success(await known.makeURL())) }
            return
        }
        do throws(PageError) {
            let source = try source()
            Task.detached { [self] in done(await start(source, path)) }
        } catch {
            done(.failure(error))
        }
    }

    private func start(_ source: any PageSource, _ path: String) async -> Result<String, PageError> {
        let failure = PageError(503, .session, "No port is free for one more page.")
        guard
            let page = try? await PageStart.start(
                source, at: .standard, opens: false, schema: schema, pages: self)
        else { return .failure(failure) }
        let (isOver, oldest) = state.withLock { state -> (Bool, Served?) in
            if state.isOver { return (true, nil) }
            state.pages.append(Served(path: path, page: page))
            return (false, state.pages.count > Self.mostPages ? state.pages.removeFirst() : nil)
        }
        if isOver {
            await page.stop()
            return .failure(failure)
        }
        if let oldest {
            await oldest.page.stop()
            files.forget(oldest.path)
        }
        return .success(page.url)
    }
}
