package import Bytes
package import Flow

/// What rules want of a message, at one stage. A value: somebody else carries it out.
package struct RuleOrders: Sendable {
    /// What becomes of the fields.
    package var fields: [HeaderRule] = []
    /// What becomes of the fields behind the content.
    package var trailers: [HeaderRule] = []
    /// Of a request: another request line.
    package var line: Alteration.NewRequestLine?
    /// Of a request: another server.
    package var way: RuleWay?
    /// Of a request that goes to another server: what becomes of Host has been said with it.
    package var leavesHost = false
    /// Of a request: the proxy it goes through.
    package var proxy: UpstreamProxy?
    /// What the client gets in place of a server's response.
    package var ending: RuleEnding?
    /// Microseconds to wait before the message goes on.
    package var delay: Int64 = 0
    /// What to wait before a connection to a server is made, where one is: microseconds, and what is told of it then.
    var connectDelays: [(time: Int64, act: RuleAct)] = []
    /// The server is spoken with in HTTP/1.1.
    package var forcesHTTP1 = false
    /// Nothing of the contents is kept.
    var keepsNoBody = false
    /// Somebody wants to decide what becomes of it.
    package var isHeld = false
    /// What somebody makes of the held message goes out byte for byte.
    var isHeldRaw = false
    /// What is told besides where the message goes in frames: HTTP/2 has no form for what these wrote.
    package var formless: [RuleAct] = []
    /// The body has to be seen whole.
    package var wantsBody = false
    /// How its bytes go.
    package var shape = BodyShape()
    /// Marks for the flow.
    package var remarks = RuleRemarks()
    /// Where in `acts` is what stays true when the message is answered in place of a server.
    private var lasting: [Int] = []
    /// What was done, for the record.
    package var acts: [RuleAct] = []
    /// The last of them that meant what it wrote.
    var rawAct: RuleAct?

    package init() {}
}

extension RuleOrders {
    /// Notes what was done. What was done to a message that goes nowhere, since this answers in its place, was not.
    ///
    /// - Parameter wasOver: there was an answer before.
    mutating func note(_ act: RuleAct, _ step: RuleStep, wasOver: Bool) {
        if ending != nil, !wasOver {
            acts = lasting.map { acts[$0] }
            rawAct = acts.last { $0.isRaw }
            lasting = []
            formless = []
        } else if step.action.outlastsAnswer {
            lasting.append(acts.count)
        }
        acts.append(act)
        if step.isRaw { rawAct = act }
    }

    /// Keeps what is to be told of a step that means it, where the message goes in frames.
    mutating func noteFormless(_ made: some Sequence<HeaderRule>, _ step: RuleStep, _ ready: RuleBook.Ready) {
        guard made.contains(where: { !$0.hasFormInFrames }) else { return }
        formless.append(ready.act(step, Self.formlessText))
    }

    /// What is told where nothing of it could go out.
    package static let formlessText =
        "HTTP/2 cannot represent it (RFC 9113 §8.2), so it was left out; the rest was sent."
}

/// Where a request goes instead.
package enum RuleWay: Sendable, Hashable {
    /// To this address; the request is for whom it was.
    case connect(host: Bytes, port: UInt16)
    /// To another server.
    case server(host: Bytes, port: UInt16, isSecure: Bool)
}

/// What ends an exchange in place of a server. Rare, and large: in an object of its own.
package indirect enum RuleEnding: Sendable, Hashable {
    case answer(RuleAnswer)
    /// A file of this folder, or this file; `rest` is what of the path comes behind it.
    case file(path: String, rest: Bytes)
    /// What was recorded for such a request: an answer of this recording.
    case recorded(session: String, place: Int)
    case hangUp(isReset: Bool, reason: String)
}

/// What a rule says about a flow, without changing a message.
package struct RuleRemarks: Sendable, Hashable {
    package var isPinned = false
    package var isSkipped = false
    package var comments: [String] = []
    package var tags: [String] = []

    package init() {}

    package var isEmpty: Bool { self == RuleRemarks() }

    /// As the record hears of it.
    var asTold: FlowEvent.Remarks {
        FlowEvent.Remarks(isPinned: isPinned, isSkipped: isSkipped, comments: comments, tags: tags)
    }
}
