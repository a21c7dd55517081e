import Bytes
import Doctor
import Page
import Platform
import Synchronization

/// Files that a person gives to the page, piece by piece, in a folder that only their owner may read. Safe to use from
/// anywhere.
final class ReceivedFiles: Sendable {
    /// A larger one is opened by `hark page FILE`.
    private static let mostBytes: Int64 = 512 << 20
    /// So many are received at once; one more forgets the oldest.
    private static let mostPending = 4
    private let state = Mutex(State())

    private struct State {
        var folder: RunFolder?
        var isOver = false
        var count = 0
        var pending: [Pending] = []
    }

    private struct Pending {
        /// Nobody can guess it.
        let id: String
        let file: File
        let size: Int64
        var received: Int64 = 0
    }

    struct File: Sendable {
        let path: String
        /// As a person knows it.
        let name: String
    }

    func begin(_ name: String, size: Int64) throws(PageError) -> String {
        guard size <= Self.mostBytes else {
            throw PageError(
                413, .size, "A file opened on the page can have at most 512 MiB; open it with: hark page FILE")
        }
        return try state.withLock { state throws(PageError) in
            let folder = try Self.folder(&state)
            state.count += 1
            // In a folder of its own: a recording may name files beside it.
            guard let own = try? folder.folder(String(state.count)) else { throw Self.failure() }
            let file = File(path: own + "/recording", name: name)
            // A name that nobody had: what is there is never written to.
            let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw Self.failure() }
            close(descriptor)
            if state.pending.count >= Self.mostPending { Self.remove(state.pending.removeFirst().file.path) }
            let pending = Pending(id: PageAccess.random(), file: file, size: size)
            state.pending.append(pending)
            return pending.id
        }
    }

    private static func folder(_ state: inout State) throws(PageError) -> RunFolder {
        if let folder = state.folder { return folder }
        guard !state.isOver, let folder = try? RunFolder(in: Environment.value("TMPDIR")) else { throw failure() }
        state.folder = folder
        return folder
    }

    private static func failure() -> PageError {
        PageError(503, .file, "The file cannot be stored: \(String(cString: strerror(errno))).")
    }

    func add(_ bytes: Bytes, at offset: Int64, to id: String) throws(PageError) -> Int64 {
        try state.withLock { state throws(PageError) in
            let place = try Self.place(of: id, in: state)
            let pending = state.pending[place]
            guard offset == pending.received, Int64(bytes.count) <= pending.size - offset else {
                throw PageError(409, .file, "Expected bytes from \(pending.received) to \(pending.size).")
            }
            let descriptor = open(pending.file.path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { throw Self.failure() }
            defer { close(descriptor) }
            var rest = bytes.array[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { SystemCall.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    state.pending.remove(at: place)
                    Self.remove(pending.file.path)
                    throw Self.failure()
                }
                rest = rest.dropFirst(count)
            }
            state.pending[place].received += Int64(bytes.count)
            return state.pending[place].received
        }
    }

    private static func place(of id: String, in state: State) throws(PageError) -> Int {
        guard let place = state.pending.firstIndex(where: { $0.id == id }) else {
            throw PageError(404, .file, "No such file is being received.")
        }
        return place
    }

    /// A file of which all bytes came; it is received no more.
    func complete(_ id: String) throws(PageError) -> File {
        try state.withLock { state throws(PageError) in
            let place = try Self.place(of: id, in: state)
            let pending = state.pending[place]
            guard pending.received == pending.size else {
                throw PageError(409, .file, "Only \(pending.received) of \(pending.size) bytes were received.")
            }
            state.pending.remove(at: place)
            return pending.file
        }
    }

    /// Removes a file of ours, with what SQLite keeps beside it; others stay.
    func forget(_ path: String) {
        guard let folder = state.withLock({ $0.folder }), path.hasPrefix(folder.path + "/") else { return }
        Self.remove(path)
    }

    /// With the folder that it has for itself.
    private static func remove(_ path: String) {
        for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
        rmdir(path.dropLast("/recording".count).description)
    }

    func remove() async {
        let folder = state.withLock { state in
            state.isOver = true
            defer { (state.folder, state.pending) = (nil, []) }
            return state.folder
        }
        _ = await folder?.remove()
    }
}
