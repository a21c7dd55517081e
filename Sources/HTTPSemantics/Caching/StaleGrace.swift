/// The permissions for a cache to use a stale response, in seconds after its lifetime. nil: no permission.
public struct StaleGrace: Sendable, Hashable {
    /// `stale-while-revalidate`: during a revalidation (RFC 5861 §3).
    public let whileRevalidate: Int64?
    /// `stale-if-error` of either message: if the server fails (RFC 5861 §4).
    public let ifError: Int64?
    /// `max-stale` of the request; `.max` when it accepts any staleness (RFC 9111 §5.2.1.2).
    public let request: Int64?

    /// Nothing lets it: a directive forbids it (RFC 9111 §4.2.4).
    static let none = StaleGrace(whileRevalidate: nil, ifError: nil, request: nil)

    private init(whileRevalidate: Int64?, ifError: Int64?, request: Int64?) {
        self.whileRevalidate = whileRevalidate
        self.ifError = ifError
        self.request = request
    }

    init(_ control: CacheControl, request: CacheControl) {
        guard !control.directives.isEmpty || !request.directives.isEmpty else {
            self = .none
            return
        }
        func seconds(_ name: CacheControl.Name, _ control: CacheControl) -> Int64? {
            if case .value(let seconds) = control.seconds(name) { seconds } else { nil }
        }
        let isAny = request.directives.contains { $0.known == .maxStale && $0.argument == nil }
        let errors = [seconds(.staleIfError, control), seconds(.staleIfError, request)].compactMap { $0 }
        self.init(
            whileRevalidate: seconds(.staleWhileRevalidate, control), ifError: errors.max(),
            request: isAny ? .max : seconds(.maxStale, request))
    }
}
