public import Bytes
public import HTTPModel

/// Directives for one kind of cache only, which then ignores Cache-Control and Expires (RFC 9213 §2.2).
public struct TargetedCacheControl: Sendable, Hashable {
    /// The field: `CDN-Cache-Control`, or `Surrogate-Control`, its unstandardised forerunner.
    public let field: Bytes
    /// The directives, in the order they were sent.
    public let directives: [CacheControl.Directive]

    /// nil when the response has no such readable field.
    public init?(_ response: FieldSection) {
        let found = response.lines.first { line in
            let name = response.name(of: line)
            return name.equalsIgnoringCase("cdn-cache-control") || name.equalsIgnoringCase("surrogate-control")
        }
        guard let found else { return nil }
        field = response.name(of: found)
        directives = CacheControl.directives(of: response.value(of: found))
        if directives.isEmpty { return nil }
    }

    /// For how many seconds a CDN may use a response by such a field, where Cache-Control at most keeps shared caches
    /// from it; nil when there is none, or when something else forbids it.
    package static func lifetime(_ response: FieldSection, shared: Storability) -> Int64? {
        switch shared {
        case .storable, .refused(.responseNoStore), .refused(.privateDirective), .refused(.noGround): break
        case .refused: return nil
        }
        guard let seconds = TargetedCacheControl(response)?.lifetime, seconds > 0 else { return nil }
        return seconds
    }

    /// For how many seconds those caches may use the response; nil when it forbids storing, or gives no time.
    public var lifetime: Int64? {
        let forbids: [CacheControl.Name] = [.noStore, .private, .noCache]
        guard !directives.contains(where: { forbids.contains($0.known) }) else { return nil }
        guard
            case .value(let seconds)? = directives.first(where: { $0.known == .maxAge }).map({
                CacheControl.seconds($0.argument)
            })
        else { return nil }
        return seconds
    }
}
