import Bytes
import Filter

/// A column of `flow` that has one value of the filter language, by the name under which session files keep it too.
struct FleetColumn: Sendable, Equatable {
    enum Kind: Sendable {
        case text, integer, flag
    }

    let name: String
    let kind: Kind
    /// Its type in SQL.
    let type: String
    /// A longer text is not kept: it stands in an index, whose entries have a limit of 2,704 bytes.
    var limit = Int.max

    /// Those of version 1 of the schema, in the order in which they are written.
    static let all: [FleetColumn] = {
        var all = texts(["method", "url", "scheme"])
        all.append(FleetColumn(name: "host", kind: .text, type: text, limit: 255))
        all += texts(["path", "query", "fragment", "version", "request_type", "reason", "type", "redirect_to", "cache"])
        all += texts(["client", "upstream", "protocol", "outcome", "outcome_by"])
        all.append(FleetColumn(name: "error", kind: .text, type: text, limit: 255))
        all += texts(["worst", "comment"])
        all.append(FleetColumn(name: "port", kind: .integer, type: "integer"))
        all.append(FleetColumn(name: "status", kind: .integer, type: "smallint"))
        all += integers(["request_size", "response_size", "redirect_hop", "age", "lifetime", "frames"])
        all += integers(["stream_client", "stream_upstream", "connection", "messages", "grpc_status", "duration"])
        all += integers(["dns", "connect", "handshake", "wait", "receive"])
        let flags = [
            "redirect", "stream", "reused", "tls", "truncated", "retried", "changed", "pinned", "replayed",
        ]
        return all + flags.map { FleetColumn(name: $0, kind: .flag, type: "boolean") }
    }()

    /// Filter fields with several values: kinds of `fact`.
    static let lists = [
        "note", "quirk", "change", "rule", "script", "script.error", "encoding", "tls_version", "tls_cipher", "tls_sni",
        "alpn", "certificate_subject", "grpc_service", "tag", "event", "message_direction",
    ]

    /// Compared byte by byte.
    static let text = #"text COLLATE "C""#

    private static func texts(_ names: [String]) -> [FleetColumn] {
        names.map { FleetColumn(name: $0, kind: .text, type: text) }
    }

    private static func integers(_ names: [String]) -> [FleetColumn] {
        names.map { FleetColumn(name: $0, kind: .integer, type: "bigint") }
    }
}
