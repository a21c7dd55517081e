import Bytes
import Flow
import HTTPModel

/// What a rule does with a message. An action is one type in one file, with its syntax, its words and its effects, and
/// stands in one list: `ActionTable`.
protocol RuleAction: Sendable, Hashable {
    /// What it does, without a subject: `sets the request's cookie a to '1'`.
    var clause: String { get }
    /// The same with `raw` before it.
    var rawClause: String { get }

    // What it asks for.

    /// The stage at which it works at the latest: until then its filter has to be decided.
    var stage: RuleStage { get }
    /// The response has to be looked at, although the request decides whether.
    var actsOnResponses: Bool { get }
    /// It is done, or holds, whether a server's message goes on or an answer in its place.
    var outlastsAnswer: Bool { get }
    /// It changes lines of responses, or how their bytes go, whoever made them.
    ///
    /// - Parameter isUnasked: no server was contacted.
    func bearsOnAnswers(isUnasked: Bool) -> Bool
    /// It is about a client's TLS connection, and not about what is said inside.
    var isOfConnections: Bool { get }
    /// With it the server that was asked for need not be there.
    var sparesServer: Bool { get }
    /// The message whose whole content it needs; nil: none.
    var bodyKind: MessageKind? { get }
    /// The messages that it holds until somebody decides.
    var holds: Set<MessageKind> { get }
    /// It sends a WebSocket message besides those that come.
    var isInjection: Bool { get }
    /// It changes bytes of the content at places that are known once they have gone.
    var corrupts: Bool { get }
    /// It changes this field line, and does nothing else.
    var wish: (kind: MessageKind, rule: HeaderRule)? { get }
    /// The recording it answers from.
    var recording: String? { get }
    /// It reads a file or a recording of the machine.
    var namesFile: Bool { get }
    /// The upstream proxy that it chooses.
    var proxy: UpstreamProxy? { get }
    /// Nothing in it stands for a value of a message, and no file does.
    var isLiteral: Bool { get }

    // What it does: the sentence that is told of it; nil when it did nothing.

    /// To a request's head. When the request is answered already, only what outlasts an answer is asked.
    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String?
    /// To a response's head.
    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String?
    /// To a body that was gathered.
    func change(
        _ work: inout BodyWork, of ready: RuleBook.Ready, _ run: RuleRun, _ files: (_ path: String) -> Bytes?
    ) throws(BodyWork.Hindrance) -> String?
    /// To a WebSocket message, or when the connection opens: then there is none.
    func change(_ work: inout MessageWork) -> String?
    /// To a client's TLS connection.
    func change(_ orders: inout ConnectionOrders) -> String?
    /// What ends the exchange in a server's place.
    func ending(_ values: RuleValues, of ready: RuleBook.Ready, _ run: RuleRun) -> (RuleEnding, String)?
}

/// What most actions do: nothing of it.
extension RuleAction {
    var rawClause: String { "\(RuleWords.shown(clause)), malformed or not" }
    var stage: RuleStage { .request }
    var actsOnResponses: Bool { false }
    var outlastsAnswer: Bool { false }
    func bearsOnAnswers(isUnasked: Bool) -> Bool { false }
    var isOfConnections: Bool { false }
    var sparesServer: Bool { false }
    var bodyKind: MessageKind? { nil }
    var holds: Set<MessageKind> { [] }
    var isInjection: Bool { false }
    var corrupts: Bool { false }
    var wish: (kind: MessageKind, rule: HeaderRule)? { nil }
    var recording: String? { nil }
    var namesFile: Bool { false }
    var proxy: UpstreamProxy? { nil }
    var isLiteral: Bool { true }

    /// It shows a proxy something that nobody else is to see.
    var hasPassword: Bool { proxy?.credentials != nil }

    /// It acts on messages of a WebSocket, and not on those of HTTP.
    var isOfMessages: Bool { stage == .message }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard let (ending, text) = ending(work.values, of: ready, run) else { return nil }
        work.orders.ending = ending
        return text
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        // What the request decided was done before.
        guard ready.stage == .response, work.orders.ending == nil,
            let (ending, text) = ending(work.values, of: ready, run)
        else { return nil }
        work.orders.ending = ending
        return text
    }

    func change(
        _ work: inout BodyWork, of ready: RuleBook.Ready, _ run: RuleRun, _ files: (_ path: String) -> Bytes?
    ) throws(BodyWork.Hindrance) -> String? { nil }

    func change(_ work: inout MessageWork) -> String? { nil }
    func change(_ orders: inout ConnectionOrders) -> String? { nil }
    func ending(_ values: RuleValues, of ready: RuleBook.Ready, _ run: RuleRun) -> (RuleEnding, String)? { nil }
}
