import Bytes
import Flow

extension JSONWriter {
    /// - Parameter told: what another recorder measured is written as it was, so far as HAR 1.2 has it so.
    mutating func timings(_ timings: PhaseTimes, _ told: ToldMembers? = nil) {
        let measured = told?.hasTimes == true ? told : nil
        beginObject("timings")
        phase("blocked", timings.blocked, measured)
        phase("dns", timings.dns, measured)
        phase("connect", timings.connect, measured, atLeast: measured?.time("ssl")?.value)
        phase("ssl", timings.ssl, measured)
        // HAR 1.2 wants these three to be there and not negative: an exchange that never came so far spent no time on
        // them.
        phase("send", timings.send ?? 0, measured, isRequired: true)
        phase("wait", timings.wait ?? 0, measured, isRequired: true)
        phase("receive", timings.receive ?? 0, measured, isRequired: true)
        self.told(told, .timings)
        endObject()
    }

    /// The time of the whole.
    mutating func time(_ timings: PhaseTimes, _ told: ToldMembers?) {
        key("time")
        if told?.hasTimes == true, let time = told?.time("time", of: .entry), time.value >= 0 {
            number(time.digits)
        } else {
            milliseconds(micro: timings.total)
        }
    }

    /// - Parameter atLeast: connect includes ssl: what was counted without it is written as it is understood.
    private mutating func phase(
        _ name: StaticString, _ value: Int64?, _ measured: ToldMembers?, isRequired: Bool = false,
        atLeast: Double? = nil
    ) {
        key(name)
        if let measured {
            guard let time = measured.time(name), time.value >= 0 else { return integer(isRequired ? 0 : -1) }
            let understood = Double(value ?? 0) / 1000
            if atLeast == nil || understood <= time.value + 0.001 { return number(time.digits) }
        }
        if let value {
            milliseconds(micro: value)
        } else {
            integer(-1)
        }
    }
}
