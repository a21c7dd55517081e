import Bytes
import HTTPModel
import MCP
import Page
import Synchronization

/// `POST /mcp` on the page's listener: the tools of `hark mcp`, for the session that the page shows.
struct AgentEndpoint: PageAgents {
    private let tools: AgentTools
    private let open = OpenCalls()

    /// Bytes of a result, as the client cannot name another.
    private static let budget = 16 << 10

    /// - Parameters:
    ///   - session: its path, asked for with each call.
    ///   - permissions: what the user allows.
    init(session: @escaping @Sendable () -> String?, permissions: Set<AgentPermission>) {
        tools = AgentTools(reading: session, permissions: permissions, showsSecrets: false)
    }

    /// The connections of the listener are for the page, too.
    private static let openLimit = 32

    private final class OpenCalls: Sendable {
        private let count = Mutex(0)

        func begin() -> Bool {
            count.withLock { count in
                guard count < AgentEndpoint.openLimit else { return false }
                count += 1
                return true
            }
        }

        func end() { count.withLock { $0 -= 1 } }
    }

    func answer(
        _ request: PageRequest, then: @escaping @Sendable (PageAnswer) -> Void
    ) -> @Sendable () -> Void {
        do throws(PageError) {
            return try begin(request, then)
        } catch {
            then(PageAnswer(error))
            return {}
        }
    }

    private func begin(
        _ request: PageRequest, _ then: @escaping @Sendable (PageAnswer) -> Void
    ) throws(PageError) -> @Sendable () -> Void {
        func field(_ name: Bytes) -> String? { request.fields.values(named: name).first?.text }
        let type = field("content-type") ?? ""
        guard type.prefix(while: { $0 != ";" }).lowercased() == "application/json" else {
            throw PageError(415, .request, "The body must be JSON (Content-Type: application/json).")
        }
        let fields = AgentPost.Fields(
            version: field("mcp-protocol-version"), method: field("mcp-method"), name: field("mcp-name"))
        let post = AgentPost(request.body, fields, version: Hark.version, permissions: tools.permissions)
        guard !post.steps.isEmpty else {
            then(PageAnswer(post.status, PageAnswer.unstored))
            return {}
        }
        guard open.begin() else {
            throw PageError(503, .busy, "\(Self.openLimit) calls are already running; call again when one has ended.")
        }
        let client =
            "over HTTP" + (field("user-agent").map { ", \(CapturedText.cut(CapturedText.plain($0), to: 60))" } ?? "")
        let reply = AgentReply(mayStream: (field("accept") ?? "").contains("text/event-stream"), then)
        let task = Task.detached {
            let ticker = Task { await tell(of: post, to: reply) }
            let answers = await answers(to: post, of: client)
            // No progress is told after the answer.
            ticker.cancel()
            await ticker.value
            open.end()
            reply.end(post, answers)
        }
        reply.whenGone { task.cancel() }
        return { task.cancel() }
    }

    /// Tells a client that wants to know each second that its call is under way.
    private func tell(of post: AgentPost, to reply: AgentReply) async {
        guard post.steps.count == 1, case .call(let call) = post.steps[0], call.progressToken != nil else { return }
        var seconds = 0
        while (try? await Task.sleep(nanoseconds: 1_000_000_000)) != nil {
            seconds += 1
            guard let progress = call.progress(after: seconds) else { return }
            reply.tell(progress)
        }
    }

    /// In their order; calls of a batch run one after the other.
    private func answers(to post: AgentPost, of client: String) async -> [RPCValue] {
        var answers: [RPCValue] = []
        for step in post.steps {
            switch step {
            case .answered(let message): answers.append(message)
            case .refused(let refusal):
                tools.audit(refusal, client)
                answers.append(refusal.message)
            case .call(let call):
                // Who asked has gone.
                guard !Task.isCancelled else { return answers }
                let answer = await tools.answer(call, of: client)
                answers.append(
                    post.speaker.response(to: call, answer, budget: Self.budget) {
                        UInt32.random(in: .min ... .max)
                    })
            }
        }
        return answers
    }
}
