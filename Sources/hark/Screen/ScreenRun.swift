import ArgumentParser
import CNcurses
import Dispatch
import Messages
import Page
import Platform
import Screen
import Store
import Synchronization

/// The full-screen view of a terminal: begun, run on a thread of its own, ended. Safe to use from anywhere.
final class ScreenRun: Sendable {
    /// What hears of flows as they pass.
    let live = LiveFlows()
    private let mail = ScreenMail()
    private let showsSecrets: Bool
    private let schema: ProtoSchema?
    /// What was said meanwhile, to be read when the screen is gone.
    private let said = Mutex<[String]>([])
    private let state = Mutex(State.idle)

    private enum State {
        case idle, running
        case awaited([CheckedContinuation<Void, Never>])
        case over
    }

    private static let mostSaid = 100

    init(showsSecrets: Bool, schema: ProtoSchema?) {
        self.showsSecrets = showsSecrets
        self.schema = schema
    }

    /// Fails when there is no terminal to fill.
    static func check() throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw UsageFailure.said("--screen needs a terminal on standard input and output")
        }
    }

    /// Fills the terminal from then on; fails with a sentence and an exit code.
    ///
    /// - Parameters:
    ///   - isLive: flows pass in this process.
    ///   - rules: those of the proxy that runs in this process.
    ///   - recording: begins another session; nil: recording has to go on where it is.
    ///   - openPage: opens the web page; nil when there is none.
    ///   - quit: called when a person is done, or the terminal is gone.
    func start(
        _ source: any PageSource, isLive: Bool, rules: (any PageRules)? = nil, recording: (any PageRecording)? = nil,
        openPage: (@Sendable () -> String)?,
        quit: @escaping @Sendable () -> Void
    ) async throws {
        let session: PageSession
        do throws(PageError) {
            session = try source.session()
        } catch {
            Diagnostics.say(error.text)
            throw ExitCode(EX_DATAERR)
        }
        let hasBegun = await withCheckedContinuation { continuation in
            // One thread, as the whole of its time is one piece of work of this queue.
            DispatchQueue(label: "hark.screen", qos: .userInteractive).async { [self] in
                let hasBegun = cncurses_begin() == 0
                if hasBegun { state.withLock { $0 = .running } }
                continuation.resume(returning: hasBegun)
                guard hasBegun else { return }
                run(source, session, isLive: isLive, rules, recording, openPage)
                finish()
                quit()
            }
        }
        guard hasBegun else {
            let kind = Environment.value("TERM").flatMap { $0.isEmpty ? nil : "TERM is \($0)" } ?? "TERM is not set"
            throw UsageFailure.said("this terminal does not support the full-screen view: \(kind)")
        }
    }

    private func run(
        _ source: any PageSource, _ session: PageSession, isLive: Bool, _ rules: (any PageRules)?,
        _ recording: (any PageRecording)?, _ openPage: (@Sendable () -> String)?
    ) {
        Diagnostics.listener.withLock { listener in
            listener = Diagnostics.Listener { [self] text in
                said.withLock { if $0.count < Self.mostSaid { $0.append(text) } }
                mail.put(.said(text))
            }
        }
        let painter = ScreenPainter(noColor: Environment.value("NO_COLOR"))
        var tools = ScreenTools.standard(
            source, isLive: isLive, mail, showsSecrets: showsSecrets, look: painter.look, openPage: openPage,
            rules: rules, recording: recording)
        tools.schema = schema
        let work = ScreenWork(ScreenLibrary(source, live: isLive ? live : nil, tools), mail)
        var rows: Int32 = 0
        var columns: Int32 = 0
        cncurses_size(&rows, &columns)
        let model = ScreenModel(
            session, size: ScreenSize(columns: Int(columns), rows: Int(rows)), look: painter.look,
            reader: .standard, showsSecrets: showsSecrets, hasPage: openPage != nil)
        var loop = ScreenLoop(model, painter, mail, work, isLive ? live : nil, rules)
        loop.run()
    }

    /// Gives the terminal back, and says what could not be said.
    private func finish() {
        cncurses_end()
        Diagnostics.listener.withLock { $0 = nil }
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            defer { state = .over }
            if case .awaited(let waiting) = state { return waiting }
            return []
        }
        for text in said.withLock({ $0 }) { Diagnostics.say(text) }
        for continuation in waiting { continuation.resume() }
    }

    /// Shows a sentence.
    func tell(_ text: String) { mail.put(.said(text)) }

    /// Returns once the screen is gone.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                switch state {
                case .idle, .over: return true
                case .running: state = .awaited([continuation])
                case .awaited(let others): state = .awaited(others + [continuation])
                }
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Ends the screen, and waits a moment for it; a terminal that takes nothing holds up nobody.
    func stop() async {
        mail.put(.stop)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait() }
            group.addTask { try? await Task.sleep(for: .milliseconds(300)) }
            await group.next()
            group.cancelAll()
            // The one that waits for the screen does not hear of it: the terminal is given back all the same.
            cncurses_restore()
            self.abandon()
        }
    }

    /// Nobody waits for the screen any more.
    private func abandon() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            defer { state = .over }
            if case .awaited(let waiting) = state { return waiting }
            return []
        }
        for continuation in waiting { continuation.resume() }
        Diagnostics.listener.withLock { $0 = nil }
    }
}
