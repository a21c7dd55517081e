/// What HAR 1.2 has where: types, and which members must be there.
indirect enum HARShape: Sendable {
    case string, number, boolean
    case list(HARShape)
    case object([Member])

    struct Member: Sendable {
        let name: StaticString
        let shape: HARShape
        let isRequired: Bool

        static func must(_ name: StaticString, _ shape: HARShape) -> Member {
            Member(name: name, shape: shape, isRequired: true)
        }

        static func may(_ name: StaticString, _ shape: HARShape) -> Member {
            Member(name: name, shape: shape, isRequired: false)
        }
    }

    /// For a sentence.
    var name: String {
        switch self {
        case .string: "a string"
        case .number: "a number"
        case .boolean: "true or false"
        case .list: "an array"
        case .object: "an object"
        }
    }

    var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    static let creator = HARShape.object([.must("name", .string), .must("version", .string)])

    static let pages = HARShape.list(
        .object([
            .must("startedDateTime", .string), .must("id", .string), .must("title", .string),
            .must("pageTimings", .object([.may("onContentLoad", .number), .may("onLoad", .number)])),
        ]))

    static let entry = HARShape.object([
        .must("startedDateTime", .string), .must("time", .number), .must("request", request),
        .must("response", response), .must("cache", cache), .must("timings", timings), .may("pageref", .string),
        .may("serverIPAddress", .string), .may("connection", .string),
    ])

    private static let pair: [Member] = [.must("name", .string), .must("value", .string)]

    private static let cookies = HARShape.list(
        .object(
            pair + [
                .may("path", .string), .may("domain", .string), .may("expires", .string), .may("httpOnly", .boolean),
                .may("secure", .boolean), .may("sameSite", .string),
            ]))

    private static let message: [Member] = [
        .must("httpVersion", .string), .must("cookies", cookies), .must("headers", .list(.object(pair))),
        .must("headersSize", .number), .must("bodySize", .number),
    ]

    private static let request = HARShape.object(
        message + [
            .must("method", .string), .must("url", .string), .must("queryString", .list(.object(pair))),
            .may("postData", postData),
        ])

    private static let postData = HARShape.object([
        .must("mimeType", .string), .may("text", .string), .may("encoding", .string),
        .may(
            "params",
            .list(
                .object([
                    .must("name", .string), .may("value", .string), .may("fileName", .string),
                    .may("contentType", .string),
                ]))),
    ])

    private static let response = HARShape.object(
        message + [
            .must("status", .number), .must("statusText", .string), .must("redirectURL", .string),
            .must(
                "content",
                .object([
                    .must("size", .number), .must("mimeType", .string), .may("compression", .number),
                    .may("text", .string), .may("encoding", .string),
                ])),
        ])

    private static let cache = HARShape.object([.may("beforeRequest", cacheState), .may("afterRequest", cacheState)])

    private static let cacheState = HARShape.object([
        .may("expires", .string), .must("lastAccess", .string), .must("eTag", .string), .must("hitCount", .number),
    ])

    private static let timings = HARShape.object([
        .may("blocked", .number), .may("dns", .number), .may("connect", .number), .must("send", .number),
        .must("wait", .number), .must("receive", .number), .may("ssl", .number),
    ])
}
