public import Bytes
public import HTTPModel

/// A conditional request, what the server compared it with as far as that is known, and whether its answer agrees
/// (RFC 9110 §13.2).
public struct ConditionalVerdict: Sendable, Hashable {
    /// The validators of one state of a resource, as sent.
    public struct State: Sendable, Hashable {
        /// The ETag; nil when there is none.
        public let tag: Bytes?
        /// Last-Modified; nil when there is none.
        public let modified: Bytes?

        /// The validators of one representation.
        public init(tag: Bytes?, modified: Bytes?) {
            self.tag = tag
            self.modified = modified
        }

        /// nil when the fields have no validator.
        public init?(_ fields: FieldSection) {
            (tag, modified) = (fields.first(.etag), fields.first(.lastModified))
            if tag == nil, modified == nil { return nil }
        }
    }

    /// Where the state comes from that the conditions are held against.
    public enum Source: Sendable, Hashable {
        /// The answer itself, which shows what the server has.
        case response
        /// An earlier exchange, as the caller counts. The answer to a request that changes something shows what there
        /// is afterwards, not what the server looked at.
        case exchange(Int)
        /// Nothing that was seen shows it.
        case unseen
    }

    /// Where the validators were taken from.
    public let source: Source
    /// The validators that the conditions were held against.
    public let state: State
    /// The conditions, decided one by one.
    public let preconditions: Preconditions
    /// Whether the answer is the correct one; nil when it says nothing about the conditions, or when it cannot be
    /// known.
    public let agrees: Bool?

    /// 304 to a method that asks for 412: the client cannot tell what became of its request (§13.1.2).
    public let isForbidden304: Bool
    /// 304 with an entity tag that If-None-Match does not name: the client's copies may not be what it renews
    /// (RFC 9111 §4.3.4).
    public let isOtherTag: Bool

    /// `If-None-Match: *` decided: the request asks that nothing exist, and says nothing of a copy (§13.1.2).
    public var asksForNothing: Bool {
        preconditions.steps.contains { $0.number == 3 && $0.decides && $0.value?.isExactly("*") == true }
    }

    /// The only condition that the server looked at, where nothing that was seen shows what it compared it with.
    public var onlyStep: Preconditions.Step? {
        guard preconditions.verdict == .unknown else { return nil }
        let open = preconditions.steps.filter { $0.value != nil && $0.result != .ignored }
        return open.count == 1 ? open.first : nil
    }

    /// If-Range decided by a weak entity tag, which never matches (§13.1.5).
    public var hasWeakRange: Bool {
        preconditions.steps.contains { step in
            step.number == 5 && step.decides && step.value.flatMap { EntityTag($0) }?.isWeak == true
        }
    }

    /// The 304 says that the client's copy is current.
    public var isConfirmed: Bool { !isForbidden304 && agrees != false }

    /// What follows from the conditions.
    public var verdict: Preconditions.Verdict { preconditions.verdict }

    /// nil when the request has no condition.
    ///
    /// - Parameters:
    ///   - earlier: what was last seen of the resource before this request, and in which exchange.
    ///   - now: decides the century of two-digit years.
    public init?(
        method: Method, request: FieldSection, status: Int, response: FieldSection,
        earlier: (state: State, exchange: Int)? = nil, now: Int64
    ) {
        guard Preconditions.areIn(request) else { return nil }
        let nothing = State(tag: nil, modified: nil)
        if method.isSafe {
            (source, state) = (.response, State(response) ?? nothing)
        } else if let earlier {
            (source, state) = (.exchange(earlier.exchange), earlier.state)
        } else {
            (source, state) = (.unseen, nothing)
        }
        preconditions = Preconditions(
            method: method, request: request, tag: state.tag.flatMap { EntityTag($0) },
            modified: state.modified.flatMap { HTTPDate.parse($0, now: now) }, now: now)
        isForbidden304 = status == 304 && method != .get && method != .head
        isOtherTag = !isForbidden304 && Self.isOtherTag(request, status, response)
        let agrees = isForbidden304 ? false : Self.agrees(preconditions.verdict, status)
        // Somebody else may have changed the resource since it was seen, so the answer is no proof of a mistake.
        if case .exchange = source, agrees == false, !isForbidden304 { self.agrees = nil } else { self.agrees = agrees }
    }

    private static func isOtherTag(_ request: FieldSection, _ status: Int, _ response: FieldSection) -> Bool {
        guard status == 304, let tag = response.first(.etag).flatMap({ EntityTag($0) }) else { return false }
        let members = EntityTag.members(named: "if-none-match", in: request)
        return !members.isEmpty && !members.contains("*")
            && !members.prefix(1_000).contains { EntityTag($0)?.matchesWeakly(tag) == true }
    }

    /// §13.2.1: a server looks at conditions only when the request would succeed without them; other statuses say
    /// nothing about them.
    private static func agrees(_ verdict: Preconditions.Verdict, _ status: Int) -> Bool? {
        let isConditional = status == 304 || status == 412
        guard isConditional || (200...299).contains(status) else { return nil }
        switch verdict {
        case .perform: return !isConditional
        case .notModified: return status == 304
        case .failed: return status == 412
        // §14.2: a server may send the whole though a part is asked for.
        case .partial: return status == 206 ? true : isConditional ? false : nil
        case .whole: return !isConditional && status != 206
        case .unknown: return nil
        }
    }
}
