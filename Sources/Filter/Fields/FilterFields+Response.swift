import Bytes
import Flow
import HTTPModel
import HTTPSemantics

extension FilterFields {
    static let response: [FilterField] = [
        FilterField(
            "status", .status, "the status", "The status that the client got: a number, or a class",
            "status >= 400", .integer("status") { $0.record.status.map(Int64.init) }),
        FilterField(
            "status.class", .statusClass, "the status class", "The first digit of the status",
            "status.class in (4xx, 5xx)", .derived("status / 100") { $0.record.status.map { Int64($0 / 100) } }),
        FilterField(
            "reason", .text, "the reason phrase", "The words after the status, if any",
            "reason contains Found", .text("reason") { $0.reason }),
        FilterField(
            "response.header.NAME".withoutName, .text, "the response's field",
            "A header field of the response, line by line", "response.header.server ~ \"nginx*\"",
            .named { $0.headerValues(.response, $1) }),
        FilterField(
            "set-cookie.NAME".withoutName, .text, "the set cookie", "The value of a cookie that the response sets",
            "set-cookie.session", .named { $0.setCookieValues($1) }),
        FilterField(
            "response.size", .size, "the response's size", "Bytes of the response's content, as transferred",
            "response.size > 1MiB", .integer("response_size") { $0.contentSize(.response) }),
        FilterField(
            "type", .mediaType, "the media type",
            "Content-Type of the response; a single word is a type, a subtype or its suffix",
            "type in (html, json)", .text("type") { $0.mediaType(.response) }),
        FilterField(
            "response.type", .mediaType, "the response's media type", "The same as type", "response.type = image",
            .text("type") { $0.mediaType(.response) }),
        FilterField(
            "encoding", .name, "a content coding", "A content coding of the response: gzip, br, zstd",
            "encoding = br", .list("encoding") { $0.contentCodings }),
        FilterField(
            "response.body", .content, "the response's body", "The response's content, decoded",
            "response.body contains error", .contents { $0.contents([.response]) }),
        FilterField(
            "redirect", .flag, "it redirects|it does not redirect", "The response is a redirect", "redirect",
            .integer("redirect") { $0.record.responseHead == nil ? nil : $0.redirectTarget == nil ? 0 : 1 }),
        FilterField(
            "redirect.to", .text, "the redirect's target", "The absolute URL of the redirect",
            "redirect.to ~ \"https://*\"", .text("redirect_to") { $0.redirectTarget }),
        FilterField(
            "redirect.hop", .number, "the redirect's hop",
            "How many redirects led to this request; 1 follows the first one", "redirect.hop > 3",
            .integer("redirect_hop") { $0.context.redirectHop }),
        FilterField(
            "cache", .choice(FieldChoice(["fresh", "stale", "validated", "none"])), "what a cache may do",
            "fresh: usable; stale: stored, revalidated before use; validated: 304; none: not stored", "cache = none",
            .text("cache") { $0.cacheState }),
        FilterField(
            "age", .duration, "the age", "How old the response was on arrival (RFC 9111 §4.2.3)", "age > 1h",
            .integer("age") { $0.age }),
        FilterField(
            "lifetime", .duration, "the freshness lifetime", "How long the response stays fresh (RFC 9111 §4.2.1)",
            "lifetime < 1m", .integer("lifetime") { $0.lifetime }),
        FilterField(
            "stream", .flag, "it is a stream|it is not a stream",
            "The response is an event stream, or the connection changed protocol",
            "stream", .integer("stream") { $0.isStream.map { $0 ? 1 : 0 } }),
    ]
}
