import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire

// How fields stand in their blocks: what HPACK could have done, and should not have.
extension Checks {
    private static func block(_ octets: [UInt8], _ text: String = "> GET / HTTP/2 < HTTP/2 204") -> Example {
        var evidence = Facts.Evidence()
        evidence.request.frameCount = 1
        evidence.request.block = HeadBlock(bytes: Bytes(octets), places: [])
        return Example(text, evidence: evidence)
    }

    static let fieldBlocks: [Check] = Array {
        Check(
            "http2-needless-huffman", .info, .http2, .stream, "RFC 7541 §5.2", "Huffman coding saved nothing",
            """
            The \(.part) has \(.value) in Huffman code: \(.count) bytes instead of \(.size). HTTP/2 allows it, but \
            both sides do needless work.
            """,
            // A literal without indexing and with a new name: "x", and the value "!!", each letter of which has ten
            // bits.
            advice: "Encode such strings as they are.",
            bad: [
                block([0x00, 0x01, 0x78, 0x83, 0xFE, 0x3F, 0x8F]),
                block([0x00, 0x01, 0x78, 0x84, 0xFE, 0x3F, 0x8F, 0xE3]),
            ],
            good: [
                // "aaa", of which each letter has five bits.
                block([0x00, 0x01, 0x78, 0x82, 0x18, 0xC7]),
                // As it is.
                block([0x00, 0x01, 0x78, 0x02, 0x21, 0x21]),
                block([0x82, 0x84]),
            ]
        ) { x, found in
            for kind in MessageKind.allCases {
                guard let block = x.evidence[kind].block?.bytes else { continue }
                guard let (string, count) = needlessCode(in: block) else { continue }
                found([
                    .part: .text(kind.rawValue), .value: .bytes(string), .count: .number(Int64(count)),
                    .size: .number(Int64(string.count)),
                ])
            }
        }
        Check(
            "http2-credentials-remembered", .info, .http2, .stream, "RFC 7541 §7.1.3",
            "Credentials are in the compression table",
            """
            \("Authorization") was added to the connection's header table. An attacker who can cause requests on this \
            connection can guess the value.
            """,
            // Name 23 of the static table.
            advice: "Encode it as a literal that is never indexed.",
            bad: [
                block([0x40 | 23, 0x01, 0x78], "> GET / HTTP/2 | Authorization: Bearer x < HTTP/2 204"),
                block(
                    [0x40, 13] + Array("authorization".utf8) + [0x01, 0x79],
                    "> GET /a HTTP/2 | Authorization: Bearer y < HTTP/2 204"),
            ],
            good: [
                block([0x10 | 15, 8, 0x01, 0x78], "> GET / HTTP/2 | Authorization: Bearer x < HTTP/2 204"),
                // accept
                block([0x40 | 19, 0x01, 0x78], "> GET / HTTP/2 < HTTP/2 204"),
            ]
        ) { x, found in
            guard let block = x.evidence.request.block?.bytes else { return }
            let isRemembered = RepresentationScan.read(block).contains { one in
                guard one.form == .incremental else { return false }
                if one.index == authorizationIndex { return true }
                return one.name.flatMap { RepresentationScan.string($0, in: block) } == "authorization"
            }
            if isRemembered { found() }
        }
    }

    /// RFC 7541 appendix A.
    private static let authorizationIndex = 23

    /// The first string that its code makes longer, and how many octets it takes there. As many as it has is no loss.
    private static func needlessCode(in block: Bytes) -> (string: Bytes, count: Int)? {
        for one in RepresentationScan.read(block) {
            for text in [one.name, one.value] {
                guard let text, text.isHuffman, let string = RepresentationScan.string(text, in: block),
                    text.data.count > string.count
                else { continue }
                return (string, text.data.count)
            }
        }
        return nil
    }
}
