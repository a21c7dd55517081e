import Bytes
import Dispatch
import MCP
import Platform
import Synchronization
import Views

/// Serves one client over standard input and output: lines in, lines out, up to 32 calls at once. Made for one command.
final class AgentServer: Sendable {
    private let tools: AgentTools
    private let budget: Int
    private let output: Int32
    private let state: Mutex<State>

    private struct State {
        var speaker: AgentProtocol
        var running: [RPCValue: Task<Void, Never>] = [:]
        var waiting: [ToolCall] = []
    }

    /// Calls at once; more wait.
    private static let openLimit = 32
    /// Lines that were read and not looked at yet.
    private static let readLimit = 64
    /// Calls that wait; more are refused.
    private static let waitingLimit = 1_000

    /// - Parameters:
    ///   - budget: bytes of a result.
    ///   - output: the descriptor of the client; nothing else writes to it.
    init(_ tools: AgentTools, budget: Int, output: Int32) {
        self.tools = tools
        self.budget = budget
        self.output = output
        state = Mutex(State(speaker: AgentProtocol(version: Hark.version, permissions: tools.permissions)))
    }

    /// Standard output by itself, for the protocol only: whatever else is printed goes to standard error.
    static func ownOutput() -> Int32 {
        let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard output >= 0 else { return STDOUT_FILENO }
        _ = dup2(STDERR_FILENO, STDOUT_FILENO)
        return output
    }

    /// Reads until the client closes its side, then waits a moment for calls that run.
    func serve() async {
        // A client that does not read its answers is not read either.
        let room = DispatchSemaphore(value: Self.readLimit)
        let lines = AsyncStream<LineSplitter.Line> { stream in
            // It blocks, and so it has a queue of its own.
            DispatchQueue(label: "hark.mcp.input").async {
                var splitter = LineSplitter()
                var block = [UInt8](repeating: 0, count: 64 << 10)
                while true {
                    let count = block.withUnsafeMutableBytes {
                        SystemCall.read(STDIN_FILENO, $0.baseAddress, $0.count)
                    }
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { break }
                    for line in splitter.consume(block[0..<count]) {
                        room.wait()
                        stream.yield(line)
                    }
                }
                for line in splitter.finish() { stream.yield(line) }
                stream.finish()
            }
        }
        for await line in lines {
            room.signal()
            for action in state.withLock({ $0.speaker.take(line) }) { perform(action) }
        }
        await finish()
    }

    private func perform(_ action: AgentProtocol.Action) {
        switch action {
        case .send(let message): write(message)
        case .call(let call): start(call)
        case .refuse(let refusal):
            tools.audit(refusal, state.withLock { $0.speaker.client })
            write(refusal.message)
        case .cancel(let id):
            let task = state.withLock { state in
                state.waiting.removeAll { $0.id == id }
                return state.running.removeValue(forKey: id)
            }
            task?.cancel()
            startNext()
        }
    }

    private func start(_ call: ToolCall) {
        let (isFull, fault) = state.withLock { state -> (Bool, RPCFault?) in
            // JSON-RPC 2.0 §4: an answer is for one request, so two that have not ended need two ids.
            if state.running[call.id] != nil || state.waiting.contains(where: { $0.id == call.id }) {
                return (true, RPCFault(.invalidRequest, "a call with this id has not ended"))
            }
            guard state.running.count >= Self.openLimit else { return (false, nil) }
            guard state.waiting.count < Self.waitingLimit else {
                return (true, RPCFault(.invalidRequest, "too many calls wait; call again when others have ended"))
            }
            state.waiting.append(call)
            return (true, nil)
        }
        if let fault { write(fault.response(to: call.id)) }
        if isFull { return }
        // Whoever takes the lock first wins: the task cannot end before it is noted.
        state.withLock { state in
            state.running[call.id] = Task.detached { [self] in
                let ticker = call.progressToken.map { _ in Task { await tell(of: call) } }
                let answer = await tools.answer(call, of: self.state.withLock { $0.speaker.client })
                // No progress is told after the answer.
                ticker?.cancel()
                await ticker?.value
                end(call, answer)
            }
        }
    }

    /// Tells the client each second that a call is under way.
    private func tell(of call: ToolCall) async {
        var seconds = 0
        while true {
            guard (try? await Task.sleep(nanoseconds: 1_000_000_000)) != nil else { return }
            seconds += 1
            let isRunning = state.withLock { $0.running[call.id] != nil }
            guard isRunning, let progress = call.progress(after: seconds) else { return }
            write(progress)
        }
    }

    private func end(_ call: ToolCall, _ answer: ToolAnswer) {
        // A call that was cancelled has no answer.
        let speaker = state.withLock { state in
            state.running.removeValue(forKey: call.id) == nil ? nil : state.speaker
        }
        if let speaker {
            write(speaker.response(to: call, answer, budget: budget) { UInt32.random(in: .min ... .max) })
        }
        startNext()
    }

    private func startNext() {
        let next = state.withLock { state in
            state.running.count < Self.openLimit && !state.waiting.isEmpty ? state.waiting.removeFirst() : nil
        }
        if let next { start(next) }
    }

    /// Nanoseconds that calls have to end when the client is gone.
    private static let grace: UInt64 = 800_000_000

    private func finish() async {
        let end = Clock.nanoseconds() + Self.grace
        while state.withLock({ !$0.running.isEmpty }), Clock.nanoseconds() < end {
            try? await Task.sleep(nanoseconds: 5_000_000)
        }
        AgentNote.flush()
    }

    private let writing = Mutex(false)

    private func write(_ message: RPCValue) {
        let bytes = message.json + [ASCII.lineFeed]
        writing.withLock { hasFailed in
            guard !hasFailed else { return }
            let writer = TerminalWriter(descriptor: output, isResult: false)
            writer.write(bytes)
            hasFailed = writer.hasFailed
        }
    }
}
