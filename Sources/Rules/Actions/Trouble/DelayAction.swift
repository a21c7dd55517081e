import Filter
import Flow

/// `delay`: time before something is forwarded.
struct DelayAction: RuleAction {
    enum Place: String, Sendable, CaseIterable {
        case request, connect, response
        case eachChunk = "each-chunk"
        case message
    }

    let place: Place
    let microseconds: Int64

    static let entry = ActionEntry(
        "delay", "[request|connect|response|each-chunk|message] T", "waits before forwarding"
    ) { reader throws(FilterError) in
        if reader.nextIsDuration { return DelayAction(place: .response, microseconds: try reader.duration()) }
        let word = try reader.choice(Place.allCases.map(\.rawValue))
        return DelayAction(place: Place(rawValue: word) ?? .request, microseconds: try reader.duration())
    }

    private var time: String { RuleWords.duration(microseconds) }

    var clause: String {
        let what =
            switch place {
            case .request: "the request is forwarded"
            case .connect: "it connects"
            case .response: "the response is forwarded"
            case .eachChunk: "each part of the response"
            case .message: "a WebSocket message is forwarded"
            }
        return "waits \(time) before \(what)"
    }

    var stage: RuleStage {
        switch place {
        case .request, .connect: .request
        case .response, .eachChunk: .response
        case .message: .message
        }
    }

    var actsOnResponses: Bool { place == .response || place == .eachChunk }
    /// How an answer's bytes go is told of the answer.
    var outlastsAnswer: Bool { place != .eachChunk }

    func bearsOnAnswers(isUnasked: Bool) -> Bool { place == .eachChunk || place == .response && isUnasked }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard work.orders.ending == nil else { return nil }
        if place == .request {
            work.orders.delay += microseconds
            return "The request was delayed \(time)."
        }
        // Told where a connection is made.
        if place == .connect {
            work.orders.connectDelays.append((microseconds, ready.act(step, "The connection was delayed \(time).")))
        }
        return nil
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        if place == .response {
            work.orders.delay += microseconds
            return "The response was delayed \(time)."
        }
        guard place == .eachChunk else { return nil }
        work.orders.shape.eachChunk += microseconds
        return "Each part is delayed \(time)."
    }

    func change(_ work: inout MessageWork) -> String? {
        guard place == .message else { return nil }
        work.orders.delay += microseconds
        return "A message \(work.direction) was delayed \(time)."
    }
}
