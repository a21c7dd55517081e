import Page
import Store
import Synchronization

/// The path of the session that a proxy fills now. Safe to use from anywhere.
final class RecordedPath: Sendable {
    private let path: Mutex<String>

    init(_ path: String) {
        self.path = Mutex(path)
    }

    var value: String { path.withLock { $0 } }

    func change(to other: String) { path.withLock { $0 = other } }
}

/// The flows of the session that a proxy fills now, whichever that is. Safe to use from anywhere.
final class CurrentSession: Sendable {
    private let path: RecordedPath
    private let shown: Mutex<LibraryPage.Shown>

    init(_ path: RecordedPath) throws(SessionError) {
        self.path = path
        shown = Mutex(try OpenedSource.shown(path.value, isFilledHere: true))
    }

    func now() throws(PageError) -> LibraryPage.Shown {
        let path = path.value
        let result: Result<LibraryPage.Shown, PageError> = shown.withLock { shown in
            guard shown.path != path else { return .success(shown) }
            do throws(SessionError) {
                shown = try OpenedSource.shown(path, isFilledHere: true)
                return .success(shown)
            } catch {
                return .failure(PageError(503, .session, error.text))
            }
        }
        return try result.get()
    }
}
