package import Bytes
package import Flow
package import HTTPModel

extension RuleSession {
    /// What happens to a session.
    package enum Event {
        /// The exchange asks before it continues.
        case asked(Question)
        /// The time of `wait` has passed, or that for a decision.
        case timeCame
        /// Somebody decided about a held message.
        case decided(HeldDecision)
        /// Scripts were asked; with the response as they left it.
        case scriptsEnded(ScriptEnd, response: ScriptResponse?)
        /// The content of an answer; nil when it cannot be read.
        case contentRead(ContentSource?)
        /// What a folder has for the request.
        case fileFound(RuleAnswer, ContentSource)
        /// Rules have seen a gathered body; `plain` is what goes on, without its codings, where somebody wants it.
        case bodyWorked(RuleRun, BodyOrders, plain: ScriptBody)
        /// A body that was to be gathered became longer than the limit; or, with the most that Hark holds of bodies,
        /// as it says that to people, there was no room for it.
        case bodyWasTooLong(MessageKind, room: String?)
        /// Fields after a body that is gathered.
        case trailersCame(MessageKind, FieldSection)
        /// A connection to a server is about to be made.
        case connecting
        /// The request goes out on a stream of HTTP/2.
        case wentInFrames
    }

    /// What is to be done. An action for whose result an event waits comes last.
    package enum Action {
        /// The exchange continues with this.
        case answer(Verdict, Question.Stage)
        /// The same with an answer in the server's place, whose content is longer than it holds in memory.
        case respond(ProxyAnswer, ContentSource, Question.Stage)
        /// `timeCame` after this time.
        case wait(microseconds: Int64)
        /// What rules did, for the record.
        case tell([RuleAct])
        case remark(FlowEvent.Remarks)
        /// How bytes of a body go; `awaitShape` once it is settled which they are.
        case shape(MessageKind, BodyShape, size: UInt64?)
        case awaitShape(BodyShape, size: UInt64?)
        case settleShape(size: UInt64?)
        case dropShape
        /// Nothing of the contents is kept.
        case keepNoBody
        /// A person decides: `decided` follows, and `timeCame` when they take too long.
        case hold(MessageKind, rule: String, FieldSection, HeldBody, isRaw: Bool)
        /// Decides about the held message, in that person's place.
        case decide(HeldDecision)
        /// The proxy stops: what was held ends.
        case endHeld
        /// `scriptsEnded` follows.
        case askScripts(ScriptsTurn)
        /// The body that scripts waited for passes without them, for this reason: a sentence.
        case passScripts(MessageKind, String)
        /// `contentRead` follows.
        case read(path: String)
        case readRecorded(ContentRef)
        /// `fileFound` follows: the file of this path, or what of it `rest` names.
        case find(path: String, rest: Bytes, RequestHead)
        /// `bodyWorked` follows: the rules see a body. Decoding and searching take time.
        case workOn(MessageKind, Bytes, wantsPlain: Bool)
        /// The connection is made.
        case connect
    }

    /// What scripts are asked about.
    package enum ScriptsTurn {
        case request(after: Alteration, to: RuleWay?)
        case response(ResponseHead, after: Alteration)
        /// An answer that a rule made.
        case answer(ResponseHead, ContentSource)
        case body(MessageKind, ScriptBody, after: [HeaderRule])
    }

    /// What the session waits for, with what it then continues from.
    indirect enum Step {
        case nothing
        case delayedRequest(RuleOrders)
        case delayedResponse(RuleOrders, BodyShape)
        case delayedAnswer(ReadyAnswer)
        case scripts(Asked)
        case held(Held)
        /// The content of this answer; named so where it cannot be read.
        case content(RuleAnswer, Question.Stage, name: String)
        case file(Question.Stage)
        /// Rules work on a body of this many bytes.
        case body(MessageKind, count: Int)

        /// What scripts were asked about.
        enum Asked {
            case head(RuleOrders, MessageKind)
            case answer(RuleAnswer, ContentSource, Question.Stage)
            case body(MessageKind, BodyOrders, plain: ScriptBody)
        }
    }
}

/// What a session asks of whoever performs its actions, and is told at once.
package protocol RuleHost {
    var now: Instant { get }
    /// The value of a Date field (RFC 9110 §6.6.1).
    var date: Bytes { get }
    /// The connection to the server, once there is one.
    var lease: FlowEvent.UpstreamLease? { get }
    /// The most that Hark holds of bodies, as it says that to people.
    var roomForBodies: String { get }
    /// Where a request goes that rules send elsewhere; nil: where it would go without them.
    func route(to way: RuleWay?, through proxy: UpstreamProxy?) -> Route?
    /// Counts so many bytes as held by the exchange; false when there is no room.
    func reserve(_ count: Int) -> Bool
    /// Scripts wait for this body.
    func scriptsWait(for kind: MessageKind) -> Bool
}

/// What an exchange does after scripts were asked.
package enum ScriptEnd {
    /// It goes on so; `content` in place of what came.
    case proceed(Alteration, content: Bytes?)
    case answer(RuleAnswer, Bytes)
    case drop(reason: String)
}

/// What becomes of a held message.
package enum HeldDecision: Sendable {
    case send
    /// Nobody decided, as this sentence says.
    case proceed(String)
    /// The script that had it held has decided.
    case byScript
    /// The proxy stops: nobody can decide any more.
    case stop
    case drop
    /// Somebody changed its head, or its body where that was read.
    case edit(Alteration, content: Bytes? = nil)
    /// Somebody wants to see its body before they decide: it is held again when that is here.
    case readBody
    case respond(RuleAnswer)
}

extension [RuleSession.Action] {
    mutating func tell(_ acts: [RuleAct]) {
        if !acts.isEmpty { append(.tell(acts)) }
    }
}
