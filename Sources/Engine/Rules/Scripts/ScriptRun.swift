internal import Bytes
internal import Platform
internal import Reactor
internal import Rules

/// One process of a script, with its conversation and its pipes. Lives on the loop of scripts.
final class ScriptRun {
    private let child: ScriptChild
    private unowned let host: ScriptHost
    private let settings: ScriptSettings
    private var conversation: ScriptConversation
    private var channel: StreamSocket?
    private var diagnostics: StreamSocket?
    private var timer: LoopTimer?
    private var endTimer: LoopTimer?
    private var diagnosticLine: [UInt8] = []
    private var isStopping = false
    private var isAbandoned = false
    private var hasFinished = false
    /// How it ended, in words.
    private(set) var endText = ""

    /// Bytes of a diagnostic line; a longer one is cut into several.
    private static let lineLimit = 4_096

    init(_ program: ScriptProgram, _ settings: ScriptSettings, host: ScriptHost) throws(ScriptChild.StartFailure) {
        self.host = host
        self.settings = settings
        conversation = ScriptConversation(settings.limits)
        child = try ScriptChild(program)
        timer = LoopTimer(on: host.loop) { [unowned self] in timeCame() }
        endTimer = LoopTimer(on: host.loop) { [unowned self] in endTimeCame() }
        channel = try? StreamSocket(adopting: child.channel, on: host.loop, delegate: self)
        diagnostics = try? StreamSocket(adopting: child.diagnostics, on: host.loop, delegate: self)
        host.watch(child)
    }

    var number: Int32 { child.number }
    var pendingCount: Int { conversation.pendingCount }

    func greet(name: String) {
        perform(
            conversation.greet(name: name, hark: settings.version, listen: settings.listen, at: host.loop.now))
    }

    func begin(options: [(name: String, value: String)]) { perform(conversation.start(options: options)) }

    func ask(_ question: ScriptQuestion, _ id: UInt64) {
        conversation.unreadBytes = unreadBytes
        perform(conversation.ask(question, id, at: host.loop.now))
    }

    func run(_ command: String, _ arguments: [String], _ id: UInt64) {
        conversation.unreadBytes = unreadBytes
        perform(conversation.run(command, arguments, id))
    }

    func change(_ option: String, to value: String, _ id: UInt64) {
        conversation.unreadBytes = unreadBytes
        perform(conversation.change(option, to: value, id))
    }

    private var unreadBytes: Int { channel?.pendingBytes ?? 0 }

    func cancel(_ id: UInt64, _ reason: String) { perform(conversation.cancel(id, reason: reason)) }

    func notify(_ notice: ScriptNotice) {
        conversation.unreadBytes = unreadBytes
        perform(conversation.notify(notice))
    }

    /// What came of something that it asked.
    func answered(_ id: Int64, _ result: ScriptResult) {
        conversation.unreadBytes = unreadBytes
        perform(conversation.answered(id, result))
    }

    /// Another version takes its place before it has started: it ends, and nobody wants to know why it did not start.
    func abandon() {
        isAbandoned = true
        stop()
    }

    /// Asks it to end, then makes it end.
    func stop() {
        guard !isStopping else { return }
        isStopping = true
        perform(conversation.stop())
        channel?.shutdownSending()
        endTimer?.arm(after: .seconds(5))
    }

    private var hasBeenAsked = false

    private func endTimeCame() {
        guard !hasEnded else { return host.finished(self) }
        if outputHasEnded, !isStopping {
            perform(conversation.end("it closed its standard output"))
            return stop()
        }
        child.send(hasBeenAsked ? SIGKILL : SIGTERM)
        guard !hasBeenAsked else { return }
        hasBeenAsked = true
        endTimer?.arm(after: .seconds(2))
    }

    /// Its process has ended: what it wrote before is read to its end, or for a moment where others have its pipes too.
    func processEnded() {
        hasEnded = true
        guard !hasReadAll else { return host.finished(self) }
        endTimer?.arm(after: .milliseconds(200))
    }

    private var hasEnded = false
    /// It will not answer any more. Mostly its process ends too, and says more by that.
    private var outputHasEnded = false
    private var openCount = 2
    private var hasReadAll: Bool { openCount <= 0 }

    private func ended(_ socket: StreamSocket) {
        openCount -= 1
        if hasEnded {
            if hasReadAll { host.finished(self) }
        } else if socket === channel {
            outputHasEnded = true
            if !isStopping { endTimer?.arm(after: .milliseconds(200)) }
        }
    }

    /// Nothing more comes of it; what it left.
    func finish() -> ScriptRemains? {
        guard !hasFinished else { return nil }
        hasFinished = true
        let (text, remains) = child.collect()
        endText = text
        if !diagnosticLine.isEmpty { sayDiagnostic() }
        if conversation.silentNoise > 0 {
            host.say("\(conversation.silentNoise) more lines were not of the protocol")
        }
        timer?.invalidate()
        endTimer?.invalidate()
        channel?.close()
        diagnostics?.close()
        (channel, diagnostics) = (nil, nil)
        perform(conversation.end(text))
        return remains
    }

    private func timeCame() {
        conversation.unreadBytes = unreadBytes
        perform(conversation.time(host.loop.now))
    }

    private func perform(_ actions: [ScriptConversation.Action]) {
        for action in actions {
            switch action {
            case .send(let line): channel?.send(line, more: true)
            case .answer(let id, let outcome): host.answered(id, outcome)
            case .isReady(let ready): host.isReady(self, ready)
            case .hasStarted: host.hasStarted(self)
            case .cannotStart(let reason): if !isAbandoned { host.cannotStart(reason, self) }
            case .subscribed(let ready): host.subscribed(self, ready)
            case .say(let text): host.say(text)
            case .output(let isError, let bytes): host.output(isError, bytes)
            case .refused(let option, let reason): host.refused(option, reason)
            case .finished(let id, let result): host.commandEnded(id, result)
            case .shutDown: settings.quit()
            case .call(let id, let call): host.carryOut(call, id, for: self)
            }
        }
        guard !hasFinished else { return }
        if let deadline = conversation.nextDeadline { timer?.arm(at: deadline) } else { timer?.disarm() }
    }
}

extension ScriptRun: StreamSocketDelegate {
    func socketDidReceive(_ socket: StreamSocket) {
        let bytes = socket.input.withSpan { Bytes(copying: $0) }
        socket.input.consumeAll()
        if socket === diagnostics { return take(bytes) }
        conversation.unreadBytes = unreadBytes
        perform(conversation.receive(bytes, at: host.loop.now))
    }

    private func take(_ bytes: Bytes) {
        for byte in bytes {
            if byte == ASCII.lineFeed {
                sayDiagnostic()
            } else {
                diagnosticLine.append(byte)
                if diagnosticLine.count >= Self.lineLimit { sayDiagnostic() }
            }
        }
    }

    private func sayDiagnostic() {
        host.said(Bytes(diagnosticLine).text)
        diagnosticLine = []
    }

    func socketDidReachEnd(_ socket: StreamSocket) { ended(socket) }

    /// It has read what was in its pipe.
    func socketDidDrain(_ socket: StreamSocket) {
        if socket === channel { timeCame() }
    }

    func socketDidFail(_ socket: StreamSocket, _ code: Int32) {
        socket.close()
        ended(socket)
    }
}
