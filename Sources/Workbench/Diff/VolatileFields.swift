import Bytes

/// Fields that differ from one answer to the next although nothing else does: clocks, and names of single requests.
///
/// Those of HTTP are by RFC 9110 §6.6.1 and RFC 9111 §5.1, §5.3; the others are what servers and gateways add by
/// habit.
enum VolatileFields {
    private static let names: Set<Bytes> = [
        "date", "age", "expires", "set-cookie", "server-timing", "x-request-id", "x-correlation-id", "x-trace-id",
        "traceparent", "x-runtime", "x-response-time", "x-process-time", "x-timer", "x-served-by", "x-amzn-requestid",
        "x-amzn-trace-id", "x-amz-request-id", "x-amz-id-2", "x-amz-cf-id", "cf-ray", "x-github-request-id",
        "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit-remaining", "ratelimit-reset",
    ]

    /// - Parameter name: in lower case.
    static func contain(_ name: Bytes) -> Bool { names.contains(name) }
}
