package import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// Who made a response, when it was not the server that was asked: a browser's cache, a rule, a proxy. What is in it
/// says nothing of the server then.
package enum ResponseOrigin: Sendable, Hashable {
    /// A browser's cache: the fields are those of an earlier response of the server; nothing was sent.
    case cache(Kind?)
    /// A script of the page, which may have made the whole response.
    case serviceWorker
    /// The browser, which changes http to https by itself (RFC 6797 §8.3).
    case browser
    /// A rule of Hark's user.
    case rule
    /// A proxy that reported it: its name, which may be empty, and its error.
    case proxy(Bytes, error: Bytes)

    /// Where a browser's cache is; nil when the recording does not say.
    package enum Kind: String, Sendable, Hashable {
        case memory, disk, prefetch
    }

    /// As an entry says it that another tool wrote: Chrome's `_fromCache` (`memory`, `disk`),
    /// `_fetchedViaServiceWorker` and `_servedFromCache`, Safari's `_fetchType`. nil when it says nothing.
    package init?(_ entry: JSONNode, in file: Bytes) {
        func isTrue(_ name: StaticString) -> Bool { entry.member(name, in: file)?.boolean == true }
        if isTrue("_fetchedViaServiceWorker") || isTrue("_fromServiceWorker") {
            self = .serviceWorker
        } else if let kind = entry.member("_fromCache", in: file)?.string(in: file), !kind.isEmpty {
            self = .cache(Kind(rawValue: kind.text.replacing("prefetch-cache", with: "prefetch")))
        } else if isTrue("_fromCache") || isTrue("_fromDiskCache") || isTrue("_servedFromCache") {
            self = .cache(isTrue("_fromDiskCache") ? .disk : nil)
        } else if let type = entry.member("_fetchType", in: file)?.string(in: file), !type.isEmpty {
            // Safari's.
            switch type.text.lowercased() {
            case "memory cache": self = .cache(.memory)
            case "disk cache": self = .cache(.disk)
            case "service worker": self = .serviceWorker
            default: return nil
            }
        } else {
            return nil
        }
    }

    /// The response's fields were the server's once, and say what it wants.
    package var isServers: Bool { if case .cache = self { true } else { false } }

    /// No request was sent, so nothing of the entry was on a wire.
    package var wasSent: Bool {
        switch self {
        case .cache, .serviceWorker, .browser: false
        case .rule, .proxy: true
        }
    }

    /// Who answered, and what follows for reading the rest.
    package var words: Prose {
        switch self {
        case .cache(let kind?):
            "The browser's \(Prose.phrase(kind.rawValue)) cache gave this response: no request was sent."
        case .cache(nil): "The browser's cache gave this response: no request was sent."
        case .serviceWorker:
            "A service worker of the page gave this response; what it asked a server for is not in this entry."
        case .browser: "The browser made this response itself: no request was sent."
        case .rule: "A rule made this response; it says nothing about the server."
        case .proxy(let name, _):
            name.isEmpty
                ? "A proxy on the way made this response (\("Proxy-Status")); it is not the server's."
                : "The proxy \(name) made this response (\("Proxy-Status")); it is not the server's."
        }
    }
}

extension FlowRecord {
    /// Who made the response when it was not the server, as the record or the response itself says; nil when neither
    /// does.
    package var responseOrigin: ResponseOrigin? {
        // Where the server's head came first, that is what the record has (`contentIsOfRule`).
        if outcome?.code == .answeredLocally, responseHead == nil || responseHead?.raw == response.sent { return .rule }
        if let responseHead, let own = ResponseOrigin(ofHead: responseHead) { return own }
        return toldResponseOrigin
    }

    /// As the tool says it that recorded it.
    private var toldResponseOrigin: ResponseOrigin? {
        guard let members = remarks?.members, Self.mayName(members) else { return nil }
        let root = members.withUnsafeBytes { raw -> JSONNode? in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            return try? parser.tree()
        }
        guard let root else { return nil }
        // Some write it of the entry, and some of the response.
        return ResponseOrigin(root, in: members)
            ?? root.member("response", in: members).flatMap { ResponseOrigin($0, in: members) }
    }

    /// Most recordings have none of the names.
    private static func mayName(_ members: Bytes) -> Bool {
        members.withUnsafeBytes { bytes in
            bytes.indices.contains { place in
                guard bytes[place] == UInt8(ascii: "_"), place + 2 < bytes.count else { return false }
                return bytes[place + 1] == UInt8(ascii: "f") || bytes[place + 1] == UInt8(ascii: "s")
            }
        }
    }
}

extension ResponseOrigin {
    /// What the head itself says; nil for nearly all.
    init?(ofHead head: ResponseHead) {
        if Redirect.isMadeByBrowser(status: head.status, response: head.fields) {
            self = .browser
        } else if head.status >= 400, let proxy = Self.proxy(of: head.fields) {
            self = proxy
        } else {
            return nil
        }
    }

    /// The proxy whose error the response is (RFC 9209 §2.1.1). Of the members the first is the nearest to the server.
    private static func proxy(of fields: FieldSection) -> ResponseOrigin? {
        let lines = fields.values(named: "proxy-status")
        guard !lines.isEmpty, case .list(let members)? = try? StructuredField(.list, lines: lines) else { return nil }
        for case .item(let item) in members {
            guard case .token(let error)? = item.parameters["error"], onlyOfProxies.contains(error) else { continue }
            switch item.bare {
            case .token(let name), .string(let name): return .proxy(name, error: error)
            default: return .proxy(Bytes(), error: error)
            }
        }
        return nil
    }

    /// Errors of which only proxies make responses, as their registration says (RFC 9209 §2.3).
    private static let onlyOfProxies: Set<Bytes> = [
        "dns_timeout", "dns_error", "destination_not_found", "destination_unavailable", "destination_ip_prohibited",
        "destination_ip_unroutable", "connection_refused", "connection_timeout", "connection_limit_reached",
        "tls_certificate_error", "http_request_error", "http_request_denied", "http_upgrade_failed",
        "proxy_internal_response", "proxy_internal_error", "proxy_configuration_error", "proxy_loop_detected",
    ]
}
