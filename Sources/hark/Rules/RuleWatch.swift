import Dispatch
import Engine
import Platform
import Rules
import Synchronization

/// Reads files of rules again when one of them changes, or when it is asked to. What cannot be read leaves the rules as
/// they are. Safe to use from anywhere.
final class RuleWatch: Sendable {
    let live: LiveRules
    private let files: [String]
    private let rules: [String]
    /// Behind all others, whatever files say.
    private let last: LastRules?
    private let queue = DispatchQueue(label: "hark.rules")
    private let state: Mutex<State>

    /// What tells that a file is another than before.
    private struct Stamp: Equatable {
        let device: UInt64
        let inode: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
            #if os(macOS)
            (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
            #else
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
            #endif
        }
    }

    private struct State {
        var stamps: [String: Stamp?]
        var isWatching = false
        /// Where `hark held` asks; nil when nobody can.
        var control: ControlSocket?
    }

    /// How often files are looked at.
    private static let interval = DispatchTimeInterval.milliseconds(500)

    init(_ live: LiveRules, files: [String], rules: [String], last: LastRules? = nil) {
        self.last = last
        self.live = live
        self.files = files
        self.rules = rules
        state = Mutex(State(stamps: Self.stamps(live.book.files)))
    }

    private static func stamps(_ files: [String]) -> [String: Stamp?] {
        Dictionary(files.map { ($0, Stamp($0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// What there is to say at the start.
    var sentence: String {
        let count = live.book.rules.count
        return "\(count) rule\(count == 1 ? "" : "s") in force, seed \(live.seed)"
    }

    /// - Parameter session: beside it `hark held` asks; nil when nothing is kept.
    func start(beside session: String?) {
        if let session {
            let answers = HeldAnswers(held: live.held)
            let control = ControlSocket(session + HeldProxy.suffix) { answers.answer($0) }
            control?.start()
            state.withLock { $0.control = control }
        }
        guard !files.isEmpty else { return }
        state.withLock { $0.isWatching = true }
        lookLater()
    }

    func stop() {
        let control = state.withLock { state in
            state.isWatching = false
            defer { state.control = nil }
            return state.control
        }
        control?.stop()
    }

    private func lookLater() {
        queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            guard let self, state.withLock({ $0.isWatching }) else { return }
            look()
            lookLater()
        }
    }

    /// Somebody asks for it.
    func reload() {
        queue.async { self.read() }
    }

    private func look() {
        let hasChanged = state.withLock { state in
            let now = Self.stamps(Array(state.stamps.keys))
            guard now != state.stamps else { return false }
            state.stamps = now
            return true
        }
        if hasChanged { read() }
    }

    private func read() {
        do throws(RuleError) {
            let book = try RuleFiles.load(files: files, rules: rules, last: last, clock: .here)
            state.withLock { $0.stamps = Self.stamps(book.files) }
            live.replace(by: book)
            Diagnostics.say("rules were read again: \(sentence).")
        } catch {
            Diagnostics.say("the rules stay as they were: \(error.shown)")
        }
    }
}
