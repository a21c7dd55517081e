import Flow

extension FilterFields {
    static let timing: [FilterField] = [
        FilterField(
            "time", .time, "the start", "When it began: RFC 3339, 12:30 of today, or -10m for ten minutes ago",
            "time > -10m", .integer("time") { $0.startedAt }),
        FilterField(
            "duration", .duration, "the duration", "From the request's first byte to the response's last",
            "duration > 2s", .integer("duration") { $0.duration }),
        FilterField(
            "dns", .duration, "the name look-up", "The time of the DNS lookup", "dns > 100ms",
            .integer("dns") { $0.phases?.dns }),
        FilterField(
            "connect", .duration, "the connecting", "The time to connect, including TLS", "connect > 1s",
            .integer("connect") { $0.phases?.connect }),
        FilterField(
            "handshake", .duration, "the TLS handshake", "The time of the TLS handshake with the server",
            "handshake > 200ms", .integer("handshake") { $0.phases?.ssl }),
        FilterField(
            "wait", .duration, "the wait", "From the request's last byte to the response's first", "wait > 500ms",
            .integer("wait") { $0.phases?.wait }),
        FilterField(
            "receive", .duration, "the receiving", "From the response's first byte to its last", "receive > 10s",
            .integer("receive") { $0.phases?.receive }),
    ]
}
