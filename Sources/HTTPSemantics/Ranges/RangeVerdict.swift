public import Bytes
public import HTTPModel

/// What a Range field requests, and what the response does about it (RFC 9110 §14).
public struct RangeVerdict: Sendable, Hashable {
    /// What the request asks for.
    public enum Question: Sendable, Hashable {
        /// There is no Range.
        case none
        /// The request is unknown.
        case unseen
        /// Range is only defined for GET (§14.2).
        case otherMethod(Method)
        /// Malformed; servers ignore or refuse it (§14.2).
        case malformed
        /// A unit other than bytes: a server that does not know it ignores the field (§14.2).
        case unit(Bytes)
        case ranges(RangeRequest)
    }

    /// How the sent part relates to the requested ranges.
    public enum Fit: Sendable, Hashable {
        /// It is one of the ranges, limited to the resource.
        case asked
        /// A piece of one of them: the client has to ask for the rest.
        case less
        /// Several ranges in one part, with the bytes between them (§15.3.7.2 lets a server join them).
        case joined
        /// It exceeds the requested ranges, or is another part.
        case other
        /// The resource's size is not given, or the ranges are not known.
        case unknown
    }

    /// What the response did with the Range field.
    public enum Answer: Sendable, Hashable {
        /// 206 with the part that Content-Range names.
        case part(ContentRange, Fit)
        /// 206 as multipart/byteranges: each part has its own range.
        case parts
        /// 206 without a readable Content-Range: it is unknown which part it is.
        case nowhere
        /// A 2xx with the whole content.
        case whole
        /// 416.
        case unsatisfiable
        /// 304 or 412: a condition took precedence.
        case condition
        case other
    }

    /// The requested ranges.
    public let question: Question
    /// The response.
    public let answer: Answer
    /// The resource's size, if the response contains it.
    public let size: UInt64?
    /// Each requested range, limited to the size; empty when the size is unknown.
    public let resolved: [ClosedRange<UInt64>?]

    /// A part that was not requested: no client can use it (§15.3.7).
    public var isUnasked: Bool {
        guard question == .none else { return false }
        switch answer {
        case .part, .parts, .nowhere: return true
        case .whole, .unsatisfiable, .condition, .other: return false
        }
    }

    /// 416, although one of the ranges is within the resource (§15.5.17).
    public var isRefusedWrongly: Bool { answer == .unsatisfiable && resolved.contains { $0 != nil } }

    /// The client cannot use the sent part.
    public var isWrong: Bool {
        switch answer {
        case .part(_, let fit): fit == .other || isUnasked
        case .nowhere: true
        case .parts: isUnasked
        case .whole, .unsatisfiable, .condition, .other: false
        }
    }

    /// nil when neither message has range fields.
    ///
    /// - Parameters:
    ///   - request: nil when it was not seen.
    ///   - contentSize: of the content as transferred, if known; it is the resource's size if the whole was sent.
    public init?(
        method: Method, request: FieldSection?, status: Int, response: FieldSection, contentSize: UInt64?
    ) {
        guard Self.isDue(request: request, status: status, response: response) else { return nil }
        let sent = response.first(.contentRange).flatMap { ContentRange($0) }
        question = Self.question(method, request)
        let isWhole = status == 200 && method == .get
        size = status == 206 || status == 416 ? sent?.size : isWhole ? contentSize : nil
        if case .ranges(let wanted) = question, let size {
            resolved = wanted.resolved(size: size)
        } else {
            resolved = []
        }
        switch status {
        case 206:
            let type = response.first(.contentType).map { MediaType($0) }
            if type?.is("multipart", "byteranges") == true {
                answer = .parts
            } else if let sent, let part = sent.range {
                answer = .part(sent, Self.fit(part, resolved))
            } else {
                answer = .nowhere
            }
        case 416: answer = .unsatisfiable
        case 304, 412: answer = .condition
        case 200...299: answer = .whole
        default: answer = .other
        }
    }

    /// Whether either message speaks of ranges: hardly any does.
    package static func isDue(request: FieldSection?, status: Int, response: FieldSection) -> Bool {
        request?.contains(.range) == true || response.contains(.contentRange) || status == 206 || status == 416
    }

    private static func question(_ method: Method, _ request: FieldSection?) -> Question {
        guard let request else { return .unseen }
        guard let value = request.first(.range) else { return .none }
        if method != .get { return .otherMethod(method) }
        guard let wanted = RangeRequest(value) else { return .malformed }
        return wanted.unit.equalsIgnoringCase("bytes") ? .ranges(wanted) : .unit(wanted.unit)
    }

    private static func fit(_ part: ClosedRange<UInt64>, _ resolved: [ClosedRange<UInt64>?]) -> Fit {
        let wanted = resolved.compactMap { $0 }
        guard !resolved.isEmpty else { return .unknown }
        if wanted.contains(part) { return .asked }
        if wanted.contains(where: { $0.lowerBound <= part.lowerBound && part.upperBound <= $0.upperBound }) {
            return .less
        }
        // Joined ranges begin where one begins and end where one ends.
        let isJoined =
            wanted.count > 1 && wanted.contains { $0.lowerBound == part.lowerBound }
            && wanted.contains { $0.upperBound == part.upperBound }
        return isJoined ? .joined : .other
    }
}
