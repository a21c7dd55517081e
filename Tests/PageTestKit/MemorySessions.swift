package import Bytes
package import Page
import Synchronization

/// Sessions and received files in memory, as the page's tests need them.
package final class MemorySessions: PageSessions {
    package struct State: Sendable {
        package var names: [String] = []
        package var opened: [String] = []
        package var files: [String: [UInt8]] = [:]
        /// What files are called on the page, in the order in which they began.
        package var shown: [String] = []
    }

    private let state: Mutex<State>

    package init(_ names: [String] = [], files: [String] = [], other: MemorySource? = nil) {
        self.other = other
        state = Mutex(State(names: names, files: Dictionary(uniqueKeysWithValues: files.map { ($0, []) })))
    }

    package var now: State { state.withLock { $0 } }

    package func list() -> PageSessionList {
        PageSessionList(
            entries: now.names.map {
                PageSessionList.Entry(name: $0, start: 1_795_262_400, size: 4096, flowCount: nil, isRunning: false)
            }, omitted: 2)
    }

    package func open(_ name: String, _ done: @escaping @Sendable (Result<String, PageError>) -> Void) {
        guard now.names.contains(name) else { return done(.failure(PageError(404, .session, "None."))) }
        state.withLock { $0.opened.append(name) }
        done(.success("http://127.0.0.1:8890/#key"))
    }

    /// What `source` gives.
    package let other: MemorySource?

    private func check(_ name: String) throws(PageError) {
        guard now.names.contains(name) else { throw PageError(404, .session, "None.") }
    }

    package func source(_ name: String) throws(PageError) -> any PageSource {
        try check(name)
        guard let other else { throw PageError(404, .session, "None.") }
        return other
    }

    package func rename(_ name: String, to other: String) throws(PageError) {
        try check(name)
        state.withLock { state in state.names = state.names.map { $0 == name ? other : $0 } }
    }

    package func remove(_ name: String) throws(PageError) {
        try check(name)
        state.withLock { $0.names.removeAll { $0 == name } }
    }

    package func receive(_ name: String, size: Int64) throws(PageError) -> String {
        state.withLock { state in
            state.shown.append(name)
            let id = "file\(state.shown.count)"
            state.files[id] = []
            return id
        }
    }

    package func add(_ bytes: Bytes, at offset: Int64, to file: String) throws(PageError) -> Int64 {
        let size = state.withLock { state -> Int? in
            guard let known = state.files[file], known.count == Int(offset) else { return nil }
            state.files[file] = known + bytes.array
            return known.count + bytes.count
        }
        guard let size else { throw PageError(409, .file, "Not there.") }
        return Int64(size)
    }

    package func serve(_ file: String, _ done: @escaping @Sendable (Result<String, PageError>) -> Void) {
        done(.success("http://127.0.0.1:8891/#\(file)"))
    }
}
