public import HTTPModel

/// How a fact of a record is known.
public enum Provenance: Sendable, Hashable {
    /// It was observed as it happened.
    case recorded
    /// A source that did not record it states it: a flag, or the command line above curl's output.
    case stated
    /// It was assumed to fill a gap; no conclusion may be drawn from it.
    case assumed
    /// It is not known.
    case absent
}

extension FlowRecord {
    /// A part of a record that may have been assumed.
    public enum Matter: String, Sendable, Hashable, CaseIterable {
        /// The absolute URL: scheme, host, path. For a request with a Host field, at least its scheme.
        case url
        /// The server's name; if it is assumed, so is the URL.
        case host
        /// The method, also for a response without its request.
        case method
        /// There is a request's head.
        case request
        /// There is a response's head.
        case response
        /// The request's head is the bytes on the wire, not rebuilt from a list of headers.
        case requestBytes
        case responseBytes
        /// When it began, by the wall clock.
        case startTime
        /// When the response's head arrived, by the wall clock.
        case responseTime
        /// The content's size as transferred.
        case requestSize, responseSize
        /// The content is what was on the wire, not a redacted version.
        case requestContent, responseContent
    }

    /// How `matter` is known. Every conclusion asks this first.
    public func provenance(of matter: Matter) -> Provenance {
        guard isPresent(matter) else { return .absent }
        if assumed.contains(matter) { return .assumed }
        return stated.contains(matter) ? .stated : .recorded
    }

    /// Whether `matter` is a fact to reason from: recorded or stated, neither absent nor assumed.
    public func isRecorded(_ matter: Matter) -> Bool {
        switch provenance(of: matter) {
        case .recorded, .stated: true
        case .assumed, .absent: false
        }
    }

    private func isPresent(_ matter: Matter) -> Bool {
        switch matter {
        case .url, .host: toldURL.map { !$0.isEmpty } ?? (requestHead != nil)
        case .method: requestHead != nil || toldMethod != nil
        case .request, .requestBytes: requestHead != nil
        case .response, .responseBytes: responseHead != nil
        case .startTime: opening != nil
        case .responseTime: opening != nil && times.responseHead != nil
        case .requestSize: request.content.size != nil
        case .responseSize: response.content.size != nil
        case .requestContent: request.content.kept.count != nil || request.content.decoded != nil
        case .responseContent: response.content.kept.count != nil || response.content.decoded != nil
        }
    }

    /// The request's method; with only a response, that of the request it answers if that is recorded, else GET.
    public var method: Method { requestHead?.method ?? toldMethod ?? .get }

    /// The request's fields; none when there is no request (`requestHead` is nil).
    public var requestFields: FieldSection { requestHead?.fields ?? .none }
}
