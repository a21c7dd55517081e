import Bytes
import Explain
import Flow
import Judge

/// What a fault is known by in another recording: the check, the endpoint, the message, the field, and the arguments
/// that name things. No value, number, time or flow is in it, and no host, which differs from run to run.
enum Fingerprint {
    private static let naming: Set<Slot> = [.name, .directive, .field, .coding, .part]

    /// - Parameters:
    ///   - finding: with credentials hidden: what is hidden varies from run to run.
    ///   - endpoint: with credentials hidden, whatever the report shows.
    static func of(_ finding: Finding, endpoint: String, field: String?) -> String {
        var parts = [
            finding.check.code, endpoint, finding.message?.rawValue ?? "", field?.lowercased() ?? "",
        ]
        for argument in finding.arguments where names(argument.slot, finding.check) {
            let value =
                switch argument.value {
                case .bytes(let bytes): bytes.text
                case .text(let text): text
                case .words, .number, .seconds, .size, .date: ""
                }
            parts.append("\(argument.slot.rawValue)=\(value)")
        }
        return hash(parts)
    }

    private static func names(_ slot: Slot, _ check: Check) -> Bool {
        // The name of a file is a value: the next recording has another one.
        naming.contains(slot) && !(slot == .name && check.topic == .content)
    }

    /// FNV-1a, 64 bits, with a byte between the parts that is in none of them.
    private static func hash(_ parts: [String]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for part in parts {
            for byte in part.utf8 { add(byte) }
            add(0xFF)
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
