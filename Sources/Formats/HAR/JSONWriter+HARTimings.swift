import Flow
import JSON

extension JSONWriter {
    mutating func timings(_ timings: PhaseTimes, _ told: ToldMembers? = nil) {
        key("timings")
        beginObject()
        phase("blocked", timings.blocked)
        phase("dns", timings.dns)
        phase("connect", timings.connect)
        phase("ssl", timings.ssl)
        // HAR 1.2 wants these three to be there and not negative: an exchange that never came so far spent no time on
        // them.
        phase("send", timings.send ?? 0)
        phase("wait", timings.wait ?? 0)
        phase("receive", timings.receive ?? 0)
        self.told(told, .timings)
        endObject()
    }

    private mutating func phase(_ name: StaticString, _ value: Int64?) {
        key(name)
        if let value {
            milliseconds(micro: value)
        } else {
            integer(-1)
        }
    }
}
