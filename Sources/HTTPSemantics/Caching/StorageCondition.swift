public import Bytes
public import HTTPModel
import Registry

/// The conditions of RFC 9111 §3, one by one. A response may be stored only if all hold; `Storability` says which one
/// did not.
public enum StorageCondition: Sendable, Hashable, CaseIterable {
    case method, finalStatus, permittedStatus, understoodStatus, noStore, notPrivate, authorization, ground

    /// The facts on which the conditions depend.
    public struct Facts: Sendable {
        /// The absolute URL of the request; nil when it is unknown.
        public let url: Bytes?
        /// The method of the request.
        public let method: Method
        /// The request.
        public let request: FieldSection
        /// Its Cache-Control.
        public let requestControl: CacheControl
        /// The status of the response.
        public let status: Int
        /// The response.
        public let response: FieldSection
        /// Its Cache-Control.
        public let control: CacheControl
        /// What the status means for caches, which several conditions ask.
        let traits: Traits

        /// The facts of one exchange.
        public init(
            url: Bytes? = nil, method: Method, request: FieldSection, requestControl: CacheControl, status: Int,
            response: FieldSection, control: CacheControl
        ) {
            self.url = url
            self.method = method
            self.request = request
            self.requestControl = requestControl
            self.status = status
            self.response = response
            self.control = control
            traits = Vocabulary.statuses.table.traits(of: status)
        }

        /// Content-Location names another URL than the one that was asked for (RFC 9110 §9.3.3).
        package var isAboutAnother: Bool {
            guard let url, let named = response.first(named: "content-location") else { return false }
            let asked = URLReference(url)
            return !URLReference(named).resolved(against: asked).hasSameResource(as: asked)
        }

        /// The response has what lets answers to POST and PATCH be stored: a lifetime, and Content-Location for the URL
        /// that was asked (RFC 9110 §9.3.3, RFC 5789 §2).
        package var isExplicit: Bool {
            (control.contains(.maxAge) || control.contains(.sharedMaxAge) || response.contains(.expires))
                && response.contains(named: "content-location") && !isAboutAnother
        }

        /// must-understand, and the status has a meaning for caches: it lifts no-store (§5.2.2.3).
        var isUnderstoodAsAsked: Bool { control.contains(.mustUnderstand) && Storability.isUnderstood(traits) }
    }

    /// Whether it holds; nil if it does not apply to this kind of cache or response.
    public func holds(_ facts: Facts, _ cache: CacheKind) -> Bool? {
        switch self {
        case .method:
            switch facts.method {
            case .get, .head: return true
            // RFC 9110 §9.3.3.
            case .post:
                let isExplicit =
                    facts.control.contains(.maxAge) || facts.response.contains(.expires)
                    || (cache == .shared && facts.control.contains(.sharedMaxAge))
                return isExplicit && facts.response.contains(named: "content-location") && !facts.isAboutAnother
            case .put, .delete, .connect, .options, .trace, .patch, .query, .other: return false
            }
        case .finalStatus:
            return facts.status >= 200
        case .permittedStatus:
            return facts.traits.contains(.neverStored) ? false : nil
        case .understoodStatus:
            // A part has to be joined with others before it answers anything (§3.3): not by the caches meant here.
            if facts.status == 304 || facts.status == 206 { return false }
            return facts.control.contains(.mustUnderstand) ? Storability.isUnderstood(facts.traits) : nil
        case .noStore:
            return !facts.requestControl.contains(.noStore)
                && (!facts.control.contains(.noStore) || facts.isUnderstoodAsAsked)
        case .notPrivate:
            return cache == .shared ? !facts.control.containsUnqualified(.private) : nil
        case .authorization:
            guard cache == .shared, facts.request.contains(.authorization) else { return nil }
            return facts.control.contains(.mustRevalidate) || facts.control.contains(.public)
                || facts.control.contains(.sharedMaxAge)
        case .ground:
            // What is never stored by itself needs no reason to be.
            if facts.status < 200 || facts.status == 304 || facts.traits.contains(.neverStored) { return nil }
            return Storability.ground(facts, cache) != nil
        }
    }
}
