package import Bytes
package import Filter
import Flow
import Formats

// A row of a list of flows as JSON. The names of the members are a contract with scripts.

extension JSONWriter {
    /// Sizes in bytes as transferred, times in milliseconds, -1 where they were not measured.
    ///
    /// - Parameter more: writes members behind those of every row.
    package mutating func row(_ subject: FilterSubject, _ more: (inout JSONWriter) -> Void = { _ in }) {
        let record = subject.record
        beginObject()
        member("id", record.id.number)
        member("run", "run", subject)
        key("start")
        if let start = record.startedAt { date(micro: start) } else { null() }
        member("method", "method", subject)
        member("url", "url", subject)
        key("status")
        if let status = record.status { integer(status) } else { null() }
        member("outcome", "outcome", subject)
        member("by", "outcome_by", subject)
        member("type", "type", subject)
        size("requestSize", "request_size", subject)
        size("responseSize", "response_size", subject)
        time("duration", "duration", subject)
        beginObject("phases")
        let phases = record.phases.isEmpty ? nil : PhaseTimes(record)
        phase("dns", phases?.dns)
        phase("connect", phases?.connect)
        phase("tls", phases?.ssl)
        phase("send", phases?.send)
        phase("wait", phases?.wait)
        phase("receive", phases?.receive)
        endObject()
        member("client", "client", subject)
        member("upstream", "upstream", subject)
        key("connection")
        if let number = record.connection?.client { integer(number) } else { null() }
        key("reused")
        if let lease = record.upstream { boolean(lease.reused) } else { null() }
        beginArray("flags")
        for name in ["open", "truncated", "retried", "replayed", "changed", "pinned", "redirect", "stream", "tls"] {
            if case .integer(1)? = FilterFields.column(name)?.value(of: subject) { string(name) }
        }
        endArray()
        member("cache", "cache", subject)
        member("worst", "worst", subject)
        more(&self)
        endObject()
    }

    private mutating func member(_ name: StaticString, _ column: String, _ subject: FilterSubject) {
        key(name)
        guard case .text(let bytes)? = FilterFields.column(column)?.value(of: subject) else { return null() }
        string(bytes)
    }

    private mutating func size(_ name: StaticString, _ column: String, _ subject: FilterSubject) {
        key(name)
        guard case .integer(let size)? = FilterFields.column(column)?.value(of: subject) else { return integer(-1) }
        integer(size)
    }

    private mutating func time(_ name: StaticString, _ column: String, _ subject: FilterSubject) {
        guard case .integer(let time)? = FilterFields.column(column)?.value(of: subject) else {
            return phase(name, nil)
        }
        phase(name, time)
    }

    private mutating func phase(_ name: StaticString, _ microseconds: Int64?) {
        key(name)
        if let microseconds { milliseconds(micro: microseconds) } else { integer(-1) }
    }
}
