import Bytes
import HTTPModel

/// An answer that somebody made in a server's place, and the rest of the request that it is for.
///
/// The request is read to its end before its answer goes out, as a server does that uses what it is sent: the record
/// has the content, and a client that sends all before it reads finds nobody gone. One that sends nothing for a moment
/// may wait for the answer itself; it gets it, and what it sends afterwards is received beside.
extension Exchange {
    /// What is read at most of a request that is answered already, or need not be read for its answer.
    package static let receptionLimit = 256 << 20

    mutating func respond(_ answer: ProxyAnswer, _ actions: inout [Action]) {
        let (isRead, mayWait) = (requestIsRead, mayWaitForContinue)
        releaseIfNeeded(&actions)
        guard !isRead else { return send(answer, isReceiving: false, &actions) }
        if let length = request.fields.first(.contentLength)?.decimal, length > UInt64(Self.receptionLimit) {
            // RFC 9110 §10.1.1: who waits for a 100 sends nothing after a final answer.
            return send(answer, isReceiving: !mayWait, &actions)
        }
        state = .answering(answer)
        if mayWait { actions.append(.sendContinue) }
        actions.append(.resumeBody(.request))
    }

    /// Nothing more of the request is to come.
    private var requestIsRead: Bool {
        switch state {
        case .asked(let held): !hasBody || held.inquiry == .gathered
        case .exchanging(let course): if case .ended = course.request { true } else { false }
        case .new, .seeking, .answering, .delivering, .over: !hasBody
        }
    }

    /// RFC 9110 §10.1.1: the client may wait for a 100 before it sends its content.
    private var mayWaitForContinue: Bool {
        guard request.version >= .http11, request.fields.contains(.expect) else { return false }
        if case .exchanging(let course) = state, case .body(wasForwarded: true) = course.request { return false }
        return true
    }

    private mutating func send(_ answer: ProxyAnswer, isReceiving: Bool, _ actions: inout [Action]) {
        let outcome = Outcome(.complete, by: .proxy, .answeredLocally)
        state = .delivering(
            Delivery(outcome: outcome, isWhole: false, endsWithConnection: false, isReceiving: isReceiving))
        actions.append(.respond(answer))
        actions.append(.deliver)
        if isReceiving { actions.append(.resumeBody(.request)) }
    }

    /// Nothing more of the request comes, or nothing that can be understood; false when nobody waited for that.
    mutating func receptionEnded(_ actions: inout [Action]) -> Bool {
        switch state {
        case .answering(let answer):
            send(answer, isReceiving: false, &actions)
        case .delivering(var delivery):
            guard delivery.isReceiving else { return true }
            delivery.isReceiving = false
            state = .delivering(delivery)
            if delivery.wasTaken { clientTookAll(&actions) }
        case .new, .asked, .seeking, .exchanging, .over: return false
        }
        return true
    }

    /// The rest of the request does not come now, or it is more than is read.
    mutating func restOfRequestIsLate(_ actions: inout [Action]) {
        guard case .answering(let answer) = state else {
            _ = receptionEnded(&actions)
            return
        }
        send(answer, isReceiving: true, &actions)
    }

    /// The client has its answer, and only the rest of its request was awaited; false when it is otherwise.
    mutating func finishTaken(_ actions: inout [Action]) -> Bool {
        guard case .delivering(let delivery) = state, delivery.wasTaken else { return false }
        _ = receptionEnded(&actions)
        return true
    }
}
