public import Bytes
public import HTTPModel

/// A conditional request, the state that the server compared it with, if known, and whether the response is correct
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

    /// The source of the state that the conditions are compared with.
    public enum Source: Sendable, Hashable {
        /// The response itself, which shows the state of the resource.
        case response
        /// An earlier exchange, numbered by the caller. The response to a request that changes something shows the
        /// state afterwards, not the one that the server compared.
        case exchange(Int)
        /// No known exchange shows it.
        case unseen
    }

    /// The source of the validators.
    public let source: Source
    /// The validators that the conditions are compared with.
    public let state: State
    /// The conditions, decided one by one.
    public let preconditions: Preconditions
    /// Whether the response is correct; nil when it says nothing about the conditions, or when it cannot be known.
    public let agrees: Bool?

    /// 304 to a method that requires 412: the client cannot tell whether its request was carried out (§13.1.2).
    public let isForbidden304: Bool
    /// 304 with an entity tag that If-None-Match does not name: it may renew none of the client's copies (RFC 9111
    /// §4.3.4).
    public let isOtherTag: Bool
    /// 412 with validators that make the condition true: what the server compared is not what it shows.
    public let isUnexplained412: Bool

    /// `If-None-Match: *` decided: the request requires that the resource does not exist, and is not about a copy
    /// (§13.1.2).
    public var asksForNothing: Bool {
        preconditions.steps.contains { $0.number == 3 && $0.decides && $0.value?.isExactly("*") == true }
    }

    /// The only condition, if the state that the server compared it with is unknown.
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

    /// The 304 confirms that the client's copy is current.
    public var isConfirmed: Bool { !isForbidden304 && agrees != false }

    /// What follows from the conditions.
    public var verdict: Preconditions.Verdict { preconditions.verdict }

    /// nil when the request has no condition.
    ///
    /// - Parameters:
    ///   - earlier: the last known state of the resource before this request, and its exchange.
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
        isUnexplained412 =
            source == .unseen && status == 412 && Self.isFulfilled(method, request, by: State(response), now)
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

    /// Whether a state is named that fulfils every condition of a request.
    private static func isFulfilled(_ method: Method, _ request: FieldSection, by state: State?, _ now: Int64) -> Bool {
        guard let state else { return false }
        let shown = Preconditions(
            method: method, request: request, tag: state.tag.flatMap { EntityTag($0) },
            modified: state.modified.flatMap { HTTPDate.parse($0, now: now) }, now: now)
        return shown.verdict == .perform && shown.steps.contains { $0.result == .holds }
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
