import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Calls of gRPC, and questions of GraphQL: what the HTTP status does not tell.
extension Checks {
    static let calls: [Check] = Array {
        Check(
            "grpc-timeout-malformed", .bad, .calls, .request("grpc-timeout"), "gRPC over HTTP/2",
            "Invalid timeout",
            """
            \(.value) is not a valid \("grpc-timeout"): at most eight digits and a unit (H, M, S, m, u or n). The \
            server sets no deadline.
            """,
            advice: "Write the timeout as digits and a unit, for example \("grpc-timeout: 500m").",
            bad: [
                """
                > POST /a.B/C | Content-Type: application/grpc | grpc-timeout: «1s» \
                < 200 | Content-Type: application/grpc | grpc-status: 0
                """,
                """
                > POST /a.B/C | Content-Type: application/grpc | grpc-timeout: «123456789S» < 200 \
                | Content-Type: application/grpc | grpc-status: 0
                """,
            ],
            good: [
                """
                > POST /a.B/C | Content-Type: application/grpc | grpc-timeout: 100m \
                < 200 | Content-Type: application/grpc | grpc-status: 0
                """,
                """
                > POST /a.B/C | Content-Type: application/grpc | grpc-timeout: 99999999H \
                < 200 | Content-Type: application/grpc | grpc-status: 0
                """,
            ]
        ) { x, found in
            guard let value = x.asked(named: "grpc-timeout"), !RemoteCall.isTimeout(value) else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "grpc-http-status", .warning, .calls, .exchange, when: .given(.request(.call)), "gRPC HTTP mapping",
            "Not a gRPC response",
            """
            gRPC servers answer every RPC with status 200. This is \(.status), so an intermediary probably answered; \
            clients report it as \(.name).
            """,
            advice: "Look for the proxy that answered, and for the reason in its response.",
            bad: [
                "> POST /a.B/C | Content-Type: application/grpc || a < «502»",
                "> POST /a.B/C | Content-Type: application/grpc || a < «404»",
            ],
            good: [
                """
                > POST /a.B/C | Content-Type: application/grpc || a \
                < 200 | Content-Type: application/grpc | grpc-status: 14
                """,
                "> POST /a.B/C | Content-Type: text/plain; charset=utf-8 || a < 502",
                "> POST /a.B/C | Content-Type: application/grpc || a < 502 | grpc-status: 14",
            ]
        ) { x, found in
            guard let response = x.response, response.status != 200, response.status >= 200, isCall(x, .grpc),
                x.answered(named: "grpc-status") == nil
            else { return }
            found(
                in: .response,
                [
                    .status: .number(Int64(response.status)),
                    .name: .text(CallStatus(httpStatus: response.status).name),
                ])
        }
        Check(
            "grpc-content-type", .warning, .calls, .exchange, when: .answered("content-type", given: .request(.call)),
            "gRPC over HTTP/2",
            "Not a gRPC Content-Type",
            "gRPC clients accept only \("application/grpc"). They report \(.type) as UNKNOWN.",
            advice: "Send \("Content-Type: application/grpc"), and check that the call reaches the gRPC server.",
            bad: [
                """
                > POST /a.B/C | Content-Type: application/grpc || a \
                < 200 | Content-Type: «text/html; charset=utf-8»
                """,
                """
                > POST /a.B/C | Content-Type: application/grpc || a < 200 \
                | Content-Type: «application/json» || {}
                """,
            ],
            good: [
                """
                > POST /a.B/C | Content-Type: application/grpc || a \
                < 200 | Content-Type: application/grpc+proto | grpc-status: 0
                """,
                """
                > POST /a.B/C | Content-Type: application/grpc || a < 200 \
                | Content-Type: application/grpc | grpc-status: 0
                """,
            ]
        ) { x, found in
            guard isCall(x, .grpc), let response = x.response, response.status == 200,
                let type = response.fields.first(.contentType), RemoteCall.Kind(response.fields) == nil
            else { return }
            found(in: .response, at: response.fields.range(named: "content-type"), [.type: .bytes(type)])
        }
        Check(
            "grpc-status-unknown", .warning, .calls, .response("grpc-status"), "gRPC status codes",
            "Unknown gRPC status",
            "\(.value) is not a gRPC status (0 to 16). Clients report it as UNKNOWN.",
            advice: "Send a status from 0 to 16.",
            bad: [
                """
                > POST /a.B/C | Content-Type: application/grpc || a \
                < 200 | Content-Type: application/grpc | grpc-status: «99»
                """,
                """
                > POST /a.B/C | Content-Type: application/grpc || a < 200 \
                | Content-Type: application/grpc | grpc-status: «17»
                """,
            ],
            good: [
                """
                > POST /a.B/C | Content-Type: application/grpc || a \
                < 200 | Content-Type: application/grpc | grpc-status: 16
                """,
                """
                > POST /a.B/C | Content-Type: application/grpc || a < 200 \
                | Content-Type: application/grpc | grpc-status: 0
                """,
            ]
        ) { x, found in
            guard let value = x.answered(named: "grpc-status"),
                value.decimal.flatMap({ Int(exactly: $0) }).flatMap({
                    CallStatus(rawValue: $0)
                }) == nil
            else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "connect-query-malformed", .bad, .calls, .message(.request), when: .given(.query), "Connect protocol",
            "Not a Connect message",
            "The query has the form of a Connect GET request, but \(.part). The server cannot read the message.",
            advice: "Send \("message"), \("encoding") and \("connect=v1") in the query, as the protocol requires.",
            bad: [
                "> GET «/a.B/C?connect=v1&encoding=json» < 400",
                "> GET «/a.B/C?connect=v1&encoding=proto&base64=1&message=CAE*» < 400",
                // The letters for URLs are meant (RFC 4648 §5).
                "> GET «/a.B/C?connect=v1&encoding=proto&base64=1&message=%2F%2Bs=» < 400",
                "> GET «/a.B/C?connect=v1&message=%7B%7D» < 400",
            ],
            good: [
                "> GET /a.B/C?connect=v1&encoding=proto&base64=1&message= < 204",
                "> GET /a.B/C?connect=v1&encoding=proto&base64=1&message=_-s < 204",
                "> GET /a.B/C?connect=v1&encoding=proto&base64=1&message=CAE%3D < 204",
                "> GET /a.B/C?message=CAE%3D&encoding=json&message=%7B%7D&connect=v1 < 204",
                "> GET /?connect=db&encoding=x < 204",
                "> POST /a.B/C?connect=v1 | Content-Length: 0 < 204",
            ]
        ) { x, found in
            guard let fault = x.request?.connectQuery?.fault else { return }
            found(at: x.target(), [.part: .words(fault.words)])
        }
        Check(
            "graphql-errors-under-200", .info, .calls, .exchange, when: .status(200, given: .response([.json, .kept])),
            "GraphQL over HTTP §6.4",
            "Errors in a 200 response",
            "The status reports success, but the body has \("errors"). Monitoring that counts statuses misses them.",
            advice: """
                Watch the errors in the body. Without data, application/graphql-response+json allows a 4xx or 5xx.
                """,
            bad: [
                """
                > POST /graphql | Content-Type: application/json || {"query": "{ a }"} \
                < «200» | Content-Type: application/json | Cache-Control: no-store || {"errors": [{"message": "no"}]}
                """,
                """
                > POST /graphql | Content-Type: application/json || {"query": "{ a { b } }"} \
                < «200» | Content-Type: application/json | Cache-Control: no-store \
                || {"data": {"a": null}, "errors": [{"message": "no b", "path": ["a"]}]}
                """,
            ],
            good: [
                """
                > POST /graphql | Content-Type: application/json || {"query": "{ a }"} \
                < 200 | Content-Type: application/json | Cache-Control: no-store || {"data": {"a": 1}}
                """,
                """
                > POST /graphql | Content-Type: application/json || {"query": "{ a }"} \
                < 200 | Content-Type: application/json | Cache-Control: no-store || {"data": {"a": 1}, "errors": []}
                """,
                """
                > POST /search | Content-Type: application/json || {"query": "shoes"} \
                < 200 | Content-Type: application/json | Cache-Control: no-store || {"errors": [{"message": "no"}]}
                """,
            ]
        ) { x, found in
            guard x.response?.status == 200, x.codings.isEmpty, let type = x.type,
                type.hasSuffix("json") || type.is("application", "json"),
                asksGraphQL(x), let content = x.responseContent.bytes, !x.responseContent.isTruncated,
                case .other(let errors)? = JSONObject(content)?["errors"],
                let list = JSONObject.elements(of: errors, limit: 1_000), !list.isEmpty
            else { return }
            found(in: .response)
        }
    }

    private static func isCall(_ x: Facts, _ kind: RemoteCall.Kind) -> Bool {
        x.request.flatMap { RemoteCall.Kind($0.fields) } == kind
    }

    private static func asksGraphQL(_ x: Facts) -> Bool {
        guard let request = x.request, !request.fields.contains(named: "content-encoding") else { return false }
        let query = x.url.flatMap { $0.bytes($0.query) }
        return !GraphQLOperation.operations(
            query: query, type: request.fields.first(.contentType), content: x.requestContent.bytes ?? Bytes()
        ).isEmpty
    }
}

extension ConnectQuery.Fault {
    /// Behind "and".
    fileprivate var words: Prose {
        switch self {
        case .missingMessage: "it has no \("message")"
        case .malformedBase64: "its \("message") is not URL-safe base64, which \("base64=1") announces"
        case .missingEncoding: "it has no \("encoding"), which names the format of the message"
        }
    }
}
