import Bytes
public import HTTPModel

/// The conditions of RFC 9111 §3, each looked at by itself. All have to hold for a response to be stored; `Storability` says
/// the same in one word.
public enum StorageCondition: Sendable, Hashable, CaseIterable {
    case method, finalStatus, understoodStatus, noStore, notPrivate, authorization, ground

    /// Whether it holds; nil where it does not bear on this kind of cache or this response.
    public func holds(
        method: Method, request: FieldSection, requestControl: CacheControl, status: Int, response: FieldSection,
        control: CacheControl, cache: CacheKind
    ) -> Bool? {
        switch self {
        case .method:
            switch method {
            case .get, .head: return true
            // RFC 9110 §9.3.3.
            case .post:
                let isExplicit =
                    control.contains(.maxAge) || response.contains(.expires)
                    || (cache == .shared && control.contains(.sharedMaxAge))
                return isExplicit && !response.values(named: "content-location").isEmpty
            case .put, .delete, .connect, .options, .trace, .patch, .query, .other: return false
            }
        case .finalStatus:
            return status >= 200
        case .understoodStatus:
            guard status == 304 || status == 206 || control.contains(.mustUnderstand) else { return nil }
            return status == 206 || (status != 304 && Storability.isUnderstood(status))
        case .noStore:
            let isLifted = control.contains(.mustUnderstand) && Storability.isUnderstood(status)
            return !requestControl.contains(.noStore) && (!control.contains(.noStore) || isLifted)
        case .notPrivate:
            return cache == .shared ? !control.containsUnqualified(.private) : nil
        case .authorization:
            guard cache == .shared, request.contains(.authorization) else { return nil }
            return control.contains(.mustRevalidate) || control.contains(.public) || control.contains(.sharedMaxAge)
        case .ground:
            return Storability.ground(status: status, response: response, control: control, cache: cache) != nil
        }
    }
}
