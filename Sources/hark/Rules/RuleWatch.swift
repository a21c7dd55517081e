import Dispatch
import Engine
import Filter
import Flow
import Platform
import Rules
import Store
import Synchronization

/// Reads files of rules again when one of them changes, or when it is asked to. What cannot be read leaves the rules as
/// they are. Safe to use from anywhere.
final class RuleWatch: Sendable {
    let live: LiveRules
    let files: [String]
    let rules: [String]
    /// Behind all others, whatever files say.
    private let last: LastRules?
    /// Whatever changes the rules does it here, one after the other.
    let queue = DispatchQueue(label: "hark.rules")
    let kept: Mutex<State>

    /// What tells that a file is another than before.
    struct Stamp: Equatable {
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

    struct State {
        var stamps: [String: Stamp?]
        /// All rules, those that are switched off too.
        var all: RuleBook
        /// What was made on the page.
        var made = ""
        var off: Set<String> = []
        /// Counts the changes.
        var revision: UInt64 = 1
        /// Why a file was not taken when it was read last.
        var fault: RuleError?
        /// How the record names flows.
        var offset: UInt64 = 0
        var listener: (@Sendable () -> Void)?
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
        kept = Mutex(State(stamps: Self.stamps(live.book.files), all: live.book))
    }

    static func stamps(_ files: [String]) -> [String: Stamp?] {
        Dictionary(files.map { ($0, Stamp($0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// They come from files, or may be made on a page: what a signal has read again.
    var hasRules: Bool { !files.isEmpty || !rules.isEmpty }

    /// What there is to say at the start.
    var sentence: String {
        let count = live.book.rules.count
        return "\(count) rule\(count == 1 ? "" : "s") in force, seed \(live.seed)"
    }

    /// - Parameters:
    ///   - session: beside it `hark held` asks; nil when nothing is kept, and it asks in the folder of sessions.
    ///   - numbering: how the record names flows.
    ///   - others: answers what is asked of this process and is not about rules.
    func start(
        beside session: String?, _ numbering: Numbering, others: @escaping @Sendable (_ question: String) -> String?
    ) {
        kept.withLock { $0.offset = numbering.number(FlowID(0)).number }
        live.held.watch { [weak self] in self?.tell() }
        let answers = HeldAnswers(held: live.held, offset: numbering.number(FlowID(0)).number)
        let control = HeldProxy.place(beside: session).flatMap { path in
            ControlSocket(path) { [weak self] question in
                others(question) ?? self?.answer(question) ?? answers.answer(question)
            }
        }
        control?.start()
        kept.withLock { $0.control = control }
        HeldProxy.isAsked(at: control?.path)
        guard !files.isEmpty else { return }
        kept.withLock { $0.isWatching = true }
        lookLater()
    }

    func stop() {
        let control = kept.withLock { state in
            state.isWatching = false
            defer { state.control = nil }
            return state.control
        }
        control?.stop()
        // Nobody can decide any more.
        live.held.stop()
    }

    private func lookLater() {
        queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            guard let self, kept.withLock({ $0.isWatching }) else { return }
            look()
            lookLater()
        }
    }

    /// Somebody asks for it.
    func reload() {
        queue.async { self.read() }
    }

    private func look() {
        let hasChanged = kept.withLock { state in
            let now = Self.stamps(Array(state.stamps.keys))
            guard now != state.stamps else { return false }
            state.stamps = now
            return true
        }
        if hasChanged { read() }
    }

    /// All rules as they stand now, those of the page among them.
    func load(made: String, replaced: (path: String, text: String)? = nil) throws(RuleError) -> RuleBook {
        try RuleFiles.load(
            files: files, rules: rules, last: last, clock: .here, made: made, replaced: replaced,
            after: kept.withLock { $0.all })
    }

    private func read() {
        do throws(RuleError) {
            let made = kept.withLock { $0.made }
            take(try load(made: made), made)
            Diagnostics.say("rules reloaded: \(sentence)")
        } catch {
            kept.withLock { state in
                state.fault = error
                state.revision += 1
            }
            Diagnostics.say("the rules were not changed: \(error.shown)")
        }
        tell()
    }

    /// These are in force from now on, but for those that are switched off.
    func take(_ book: RuleBook, _ made: String) {
        let off = kept.withLock { state in
            state.stamps = Self.stamps(book.files)
            (state.all, state.made, state.fault) = (book, made, nil)
            state.revision += 1
            if !state.off.isEmpty { state.off.formIntersection(book.rules.map(\.name)) }
            return state.off
        }
        live.replace(by: book.without(off, .here))
    }

    /// Who listens hears that something is otherwise.
    func tell() { kept.withLock { $0.listener }?() }
}
