public import Bytes
public import HTTPModel

/// Whether a conditional request must be carried out: the steps of RFC 9110 §13.2.2 in their order, compared with the
/// validators of the representation.
public struct Preconditions: Sendable, Hashable {
    /// The result of a condition.
    public enum Result: Sendable, Hashable {
        /// The field is missing, or ignored because of another field or the method.
        case absent, ignored
        case holds, fails
        /// The response does not show it (no ETag, no Last-Modified, an invalid date).
        case unknown
    }

    /// What follows from the conditions.
    public enum Verdict: Sendable, Hashable {
        /// Carried out as if there were no condition.
        case perform
        /// 304.
        case notModified
        /// 412.
        case failed
        /// 206 for the requested ranges.
        case partial
        /// Range is ignored because If-Range is false: the whole representation is required.
        case whole
        /// It is unknown what the server compared it with.
        case unknown
    }

    /// One condition and how it was decided.
    public struct Step: Sendable, Hashable {
        /// As numbered in §13.2.2.
        public let number: Int
        /// The field with the condition.
        public let field: StaticString
        /// As sent.
        public let value: Bytes?
        /// How it was decided.
        public let result: Result
        /// Whether this condition determined the verdict.
        public let decides: Bool

        /// Whether field and result are the same.
        public static func == (left: Step, right: Step) -> Bool {
            left.number == right.number && left.value == right.value && left.result == right.result
                && left.decides == right.decides
        }

        /// Hashes field and result.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(number)
            hasher.combine(result)
        }
    }

    /// The conditions in the order of RFC 9110 §13.2.2.
    public let steps: [Step]
    /// What follows from them.
    public let verdict: Verdict

    /// - Parameters:
    ///   - tag: the entity tag at the time of the request; nil when it is unknown.
    ///   - modified: its Last-Modified, in seconds since 1970.
    ///   - now: decides the century of two-digit years.
    public init(method: Method, request: FieldSection, tag: EntityTag?, modified: Int64?, now: Int64) {
        var evaluation = Evaluation(request: request, tag: tag, modified: modified, now: now)
        let reads = method == .get || method == .head
        // Step 1.
        let match = evaluation.tags(1, "if-match", weakly: false)
        if match != .absent { evaluation.settle(match, whenFalse: .failed) }
        // Step 2: only when If-Match is not there.
        let unmodified = evaluation.date(2, "if-unmodified-since", isIgnored: match != .absent) { $0 <= $1 }
        if unmodified != .ignored { evaluation.settle(unmodified, whenFalse: .failed) }
        // Step 3: the condition is false when a tag matches.
        let noneMatch = evaluation.tags(3, "if-none-match", weakly: true, isNegated: true)
        evaluation.settle(noneMatch, whenFalse: reads ? .notModified : .failed)
        // Step 4: only for GET and HEAD without If-None-Match.
        let since = evaluation.date(4, "if-modified-since", isIgnored: noneMatch != .absent || !reads) { $0 > $1 }
        evaluation.settle(since, whenFalse: .notModified)
        // Step 5: GET with Range and If-Range.
        evaluation.range(isGet: method == .get)
        (steps, verdict) = (evaluation.steps, evaluation.verdict ?? .perform)
    }

    /// Whether there is any of the fields.
    public static func areIn(_ request: FieldSection) -> Bool {
        request.contains(.ifNoneMatch) || request.contains(.ifModifiedSince) || request.contains(named: "if-match")
            || request.contains(named: "if-unmodified-since") || request.contains(named: "if-range")
    }
}

/// The steps as they are gone through.
private struct Evaluation {
    let request: FieldSection
    let tag: EntityTag?
    let modified: Int64?
    let now: Int64
    var steps: [Preconditions.Step] = []
    var verdict: Preconditions.Verdict?

    /// No client has so many versions of one resource stored; what is beyond is not compared.
    static let mostTags = 1_000

    mutating func tags(
        _ number: Int, _ field: StaticString, weakly: Bool, isNegated: Bool = false
    ) -> Preconditions.Result {
        guard let value = request.first(named: field) else { return note(number, field, nil, .absent) }
        var isNamed: Bool?
        if value.isExactly("*") {
            // `*`: any current representation; that there is one shows by a validator of it.
            isNamed = tag != nil || modified != nil ? true : nil
        } else if let tag {
            let members = EntityTag.members(named: field, in: request).prefix(Self.mostTags).compactMap {
                EntityTag($0)
            }
            isNamed = members.contains { weakly ? $0.matchesWeakly(tag) : $0.matchesStrongly(tag) }
        }
        return note(number, field, value, isNamed.map { $0 != isNegated ? .holds : .fails } ?? .unknown)
    }

    mutating func date(
        _ number: Int, _ field: StaticString, isIgnored: Bool, _ holds: (Int64, Int64) -> Bool
    ) -> Preconditions.Result {
        guard let value = request.first(named: field) else { return note(number, field, nil, .absent) }
        // §13.1.3, §13.1.4: a date that cannot be read is ignored, and so is the field where a stronger one is there.
        guard !isIgnored, let limit = HTTPDate.parse(value, now: now) else {
            return note(number, field, value, .ignored)
        }
        guard let modified else { return note(number, field, value, .unknown) }
        return note(number, field, value, holds(modified, limit) ? .holds : .fails)
    }

    mutating func range(isGet: Bool) {
        guard let value = request.first(named: "if-range") else {
            _ = note(5, "if-range", nil, .absent)
            return
        }
        guard isGet, request.contains(.range) else {
            _ = note(5, "if-range", value, .ignored)
            return
        }
        var isSame: Bool?
        if let wanted = EntityTag(value) {
            // §8.8.3.2: a weak tag matches nothing by strong comparison, whatever the server has.
            isSame = wanted.isWeak ? false : tag.map { wanted.matchesStrongly($0) }
        } else if let date = HTTPDate.parse(value, now: now) {
            isSame = modified.map { $0 == date }
        }
        _ = note(5, "if-range", value, isSame.map { $0 ? .holds : .fails } ?? .unknown)
        guard verdict == nil else { return }
        decide(isSame.map { $0 ? .partial : .whole } ?? .unknown)
    }

    mutating func settle(_ result: Preconditions.Result, whenFalse: Preconditions.Verdict) {
        guard verdict == nil else { return }
        if result == .fails { decide(whenFalse) }
        if result == .unknown { decide(.unknown) }
    }

    /// The step last noted decides.
    private mutating func decide(_ verdict: Preconditions.Verdict) {
        self.verdict = verdict
        guard let last = steps.popLast() else { return }
        steps.append(
            Preconditions.Step(
                number: last.number, field: last.field, value: last.value, result: last.result, decides: true))
    }

    private mutating func note(
        _ number: Int, _ field: StaticString, _ value: Bytes?, _ result: Preconditions.Result
    ) -> Preconditions.Result {
        steps.append(Preconditions.Step(number: number, field: field, value: value, result: result, decides: false))
        return result
    }
}
