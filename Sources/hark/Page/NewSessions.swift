import Dispatch
import Flow
import Page
import Store
import Synchronization

/// Begins new sessions of a proxy that runs. Safe to use from anywhere.
final class NewSessions: PageRecording {
    private let path: RecordedPath
    private let line: SessionLine
    private let recorder: Recorder
    private let make: Maker
    /// One after the other.
    private let queue = DispatchQueue(label: "hark.page.sessions")

    /// Makes the file of the next one, by this name or the usual one.
    typealias Maker =
        @Sendable (_ name: String?) throws(SessionError) -> (writer: SessionWriter, path: String, start: Int64)

    init(_ path: RecordedPath, _ line: SessionLine, _ recorder: Recorder, make: @escaping Maker) {
        (self.path, self.line, self.recorder, self.make) = (path, line, recorder, make)
    }

    func begin(_ name: String?, _ done: @escaping @Sendable (Result<PageNewSession, PageError>) -> Void) {
        queue.async { [self] in
            do throws(PageError) {
                let session = try begin(name)
                // What passed before this moment is in the session before; all that begins later is in this one.
                let ready = DispatchSemaphore(value: 0)
                let changes = Atomic(false)
                recorder.changeSession {
                    changes.store($0, ordering: .releasing)
                    ready.signal()
                }
                ready.wait()
                guard changes.load(ordering: .acquiring) else {
                    line.withdraw()?.finish()
                    throw .recordingEnded
                }
                path.change(to: session.path)
                done(.success(session.told))
            } catch {
                done(.failure(error))
            }
        }
    }

    private func begin(_ name: String?) throws(PageError) -> (told: PageNewSession, path: String) {
        if let name, !SessionName.isUsable(name) { throw .sessionName }
        do throws(SessionError) {
            let before = path.value
            guard line.count <= SessionLine.mostEarlier else { throw SessionError(.inUse, path: before) }
            let next = try make(name)
            guard line.offer(next.writer) else {
                next.writer.finish()
                throw SessionError(.inUse, path: before)
            }
            let told = PageNewSession(name: Self.name(next.path), before: Self.name(before), start: next.start)
            return (told, next.path)
        } catch {
            let isMany = error.code == .inUse && line.count > SessionLine.mostEarlier
            let text =
                isMany
                ? "exchanges of \(SessionLine.mostEarlier) earlier sessions are still open; close them first"
                : error.text
            throw PageError(
                isMany ? 409 : 422, .session, text.prefix(1).uppercased() + text.dropFirst())
        }
    }

    private static func name(_ path: String) -> String {
        let name = path.split(separator: "/").last.map { String($0) } ?? path
        return name.hasSuffix(SessionName.ending) ? String(name.dropLast(SessionName.ending.count)) : name
    }
}

extension PageError {
    static let recordingEnded = PageError(409, .session, "The proxy is stopping; no session begins any more.")
    static let sessionName = PageError(
        422, .session, "A name has 1 to 100 bytes. It cannot contain / or control characters, or start with a dot.")
}
