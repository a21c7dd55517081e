import Bytes
import Explain
import Filter
import Flow
import HTTPModel
import Judge
import Messages
import Views

extension FilterReader {
    /// With the checks of this version, and with the decoders that it has.
    static let standard = FilterReader(
        checks: checks,
        judge: { flow in
            // Whoever asks first has the checks look at it; what was found is the flow's from then on.
            _ = flow.findings
            return flow.judgement?.codes ?? []
        },
        content: decodedContent)

    /// Others have other codes, or levels, or another version.
    private static let checks: String = {
        // FNV-1a, 64 bits.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in Checks.all.map({ "\($0.code) \($0.level.rawValue)\n" }).joined().utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return "\(Hark.version) \(String(hash, radix: 16))"
    }()

    /// The content with its codings taken off, up to where it is damaged; nil when one of them is not known.
    @Sendable private static func decodedContent(_ record: FlowRecord, _ kind: MessageKind) -> Bytes? {
        let content = record[kind].content
        if let decoded = content.decoded { return decoded }
        switch ContentDecoder.plan(record.fields(kind) ?? .none) {
        case .nothing: return whole(content.kept)
        case .unknown: return nil
        case .codings(let codings):
            guard content.kept.count != nil else { return nil }
            var bytes: [UInt8] = []
            _ = ContentDecoder.decode(content.kept, codings) { bytes.append(contentsOf: $0) }
            return bytes.isEmpty ? nil : Bytes(bytes)
        }
    }
}

extension FilterClock {
    /// Now, here.
    static var here: FilterClock {
        let now = WallTime.seconds
        return FilterClock(now: now * 1_000_000, utcOffset: LocalTime.offset(at: now))
    }
}

extension FilterMatcher {
    /// Whether a flow is meant, judged and decoded with what this version has.
    func passes(_ flow: JudgedFlow) -> Bool { matches(FilterSubject(flow, reader: .standard)) }
}
