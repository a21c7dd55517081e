import Bytes
import Flow
import HTTPModel
import HTTPSemantics

extension FilterFields {
    static let request: [FilterField] = [
        FilterField(
            "method", .text, "the method", "The request's method, as written; case matters",
            "method = POST", .text("method") { $0.method }),
        FilterField(
            "url", .text, "the URL", "The absolute URL, without fragment", "url contains \"/api/\"",
            .text("url") { $0.url }),
        FilterField(
            "scheme", .name, "the scheme", "The scheme of the URL: http or https", "scheme = https",
            .text("scheme") { $0.scheme }),
        FilterField(
            "host", .name, "the host", "The host of the URL, without port and IPv6 brackets",
            "host ~ \"*.example.com\"", .text("host") { $0.host }),
        FilterField(
            "port", .number, "the port", "The port of the URL, or the default of its scheme", "port = 8080",
            .integer("port") { $0.reference.effectivePort.map(Int64.init) }),
        FilterField(
            "path", .text, "the path", "The path of the URL, as written", "path ~ \"/users/*\"",
            .text("path") { $0.path }),
        FilterField(
            "query", .text, "the query", "What follows the question mark of the URL, as written",
            "query contains \"page=\"", .text("query") { $0.query }),
        FilterField(
            "query.NAME".withoutName, .text, "the query's parameter", "A parameter of the query, decoded",
            "query.page = 2", .named { $0.queryValues($1) }),
        FilterField(
            "fragment", .text, "the fragment", "What follows # in the target that was sent; browsers send none",
            "fragment", .text("fragment") { $0.fragment }),
        FilterField(
            "version", .choice(versions), "the version", "The version of HTTP of the request", "version = HTTP/1.0",
            .text("version") { $0.version }),
        FilterField(
            "request.header.NAME".withoutName, .text, "the request's field",
            "A header field of the request, line by line; without a test: present",
            "request.header.user-agent contains curl", .named { $0.headerValues(.request, $1) }),
        FilterField(
            "header.NAME".withoutName, .text, "the header field", "A header field of the request or the response",
            "header.via", .named { $0.headerValues(.request, $1) + $0.headerValues(.response, $1) }),
        FilterField(
            "trailer.NAME".withoutName, .text, "the trailer field", "A field that came after the content",
            "trailer.server-timing", .named { $0.trailerValues($1) }),
        FilterField(
            "cookie.NAME".withoutName, .text, "the cookie", "A cookie that the request carried",
            "cookie.session = abc", .named { $0.cookieValues($1) }),
        FilterField(
            "request.size", .size, "the request's size", "Bytes of the request's content, as transferred",
            "request.size > 1MiB", .integer("request_size") { $0.contentSize(.request) }),
        FilterField(
            "request.type", .mediaType, "the request's media type", "Content-Type of the request, without parameters",
            "request.type = json", .text("request_type") { $0.mediaType(.request) }),
        FilterField(
            "request.body", .content, "the request's body", "The request's content, decoded",
            "request.body contains token", .contents { $0.contents([.request]) }),
        FilterField(
            "body", .content, "a body", "The content of the request or the response, decoded",
            "body =~ \"id=[0-9]+\"", .contents { $0.contents([.request, .response]) }),
    ]

    private static let versions = FieldChoice(
        [
            .init("HTTP/0.9", "0.9"), .init("HTTP/1.0", "1.0"), .init("HTTP/1.1", "1.1"),
            .init("HTTP/2.0", "http/2", "2", "2.0", "h2", "h2c"), .init("HTTP/3.0", "http/3", "3", "3.0", "h3"),
        ], isOrdered: true)
}

extension String {
    /// `request.header` of `request.header.NAME`.
    var withoutName: String { String(dropLast(".NAME".count)) }
}
