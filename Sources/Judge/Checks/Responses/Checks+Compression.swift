import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Messages
import Registry

// Content codings, and what they are good for.
extension Checks {
    /// What fits into one packet anyway is not worth compressing.
    private static let worthwhile: UInt64 = 1_400

    static let compression: [Check] = Array {
        Check(
            "compression-unknown-coding", .warning, .compression, .response("content-encoding"), "RFC 9110 §8.4.1",
            "Unregistered content coding",
            "\(.coding) is not a registered content coding. A client that does not know it cannot read the body.",
            advice: "Use gzip, br or zstd, and only if the request offers it.",
            bad: [
                "< 200 | Content-Type: image/x-raw | Content-Encoding: «snappy» | ETag: \"a\" || xx",
                "< 200 | Content-Type: image/x-raw | Content-Encoding: «lz4» | ETag: \"a\" || xx",
            ],
            good: [
                "< 200 | Content-Type: image/x-raw | Content-Encoding: aes128gcm | ETag: \"a\" || xx",
                "< 200 | Content-Type: image/x-raw | Content-Encoding: x-gzip | ETag: \"a\" || xx",
            ]
        ) { x, found in
            guard x.responseMayHaveContent else { return }
            for case .other(let name) in x.codings where Vocabulary.contentCodings[name] == nil {
                found([.coding: .bytes(name)])
            }
        }
        Check(
            "compression-false", .bad, .compression, .response("content-encoding"), "RFC 9110 §8.4",
            "The body does not have its coding",
            "\("Content-Encoding") says \(.coding), but the body is not \(.coding): clients fail to decode it.",
            advice: "Remove the field, or encode the body.",
            bad: [
                "< 200 | Content-Type: image/x-raw | Content-Encoding: «gzip» | ETag: \"a\" || plain text",
                """
                < 200 | Content-Type: image/x-raw | Content-Encoding: «gzip» \
                | ETag: "a" || {"a": "plain"}
                """,
            ],
            good: [
                // Four bytes prove nothing.
                "< 200 | Content-Type: image/x-raw | Content-Encoding: gzip | ETag: \"a\" || text",
                // A part begins anywhere.
                """
                > GET / | Range: bytes=0-9 < 206 | Content-Type: image/x-raw | Content-Encoding: gzip | ETag: "a" \
                | Content-Range: bytes 0-9/20 || plain text
                """,
            ]
        ) { x, found in
            guard let coding = x.falseCoding else { return }
            found([.coding: .bytes(coding.name)])
        }
        Check(
            "content-coding-corrupt", .bad, .compression, .response("content-encoding"), "RFC 9110 §8.4",
            "The body cannot be decoded",
            "The \(.coding) body \(.rule). Clients report an error, or show only what came before that.",
            advice: "Send all that the encoder writes, and let nothing between change it.",
            bad: [
                // The check sum is wrong.
                Example(
                    """
                    < 200 | Content-Type: image/x-raw | Content-Encoding: «deflate» \
                    | ETag: "a" || \u{78}\u{9C}\u{CB}H\u{CD}\u{C9}\u{C9}\u{7}\u{0}\u{6},\u{2}\u{16}
                    """, isLatin: true),
                Example(
                    """
                    < 200 | Content-Type: image/x-raw | Content-Encoding: «deflate» \
                    | ETag: "a" || \u{78}\u{9C}\u{CB}H\u{CD}
                    """, isLatin: true),
            ],
            good: [
                Example(
                    """
                    < 200 | Content-Type: image/x-raw | Content-Encoding: deflate \
                    | ETag: "a" || \u{78}\u{9C}\u{CB}H\u{CD}\u{C9}\u{C9}\u{7}\u{0}\u{6},\u{2}\u{15}
                    """, isLatin: true),
                // Four bytes prove nothing.
                "< 200 | Content-Type: image/x-raw | Content-Encoding: br | ETag: \"a\" || text",
            ]
        ) { x, found in
            guard let unpacked = x.unpacked, let fault = unpacked.fault else { return }
            let rule: Prose
            switch fault.reason {
            case .malformed: rule = "has invalid bytes"
            case .cutOff: rule = "ends before its coding does"
            // Bytes after the end are ignored, and the others say nothing about the body.
            case .needsDictionary, .trailingBytes, .tooLarge, .bomb, .unavailable: return
            }
            found([.coding: .bytes(fault.coding.name), .rule: .words(rule)])
        }
        Check(
            "compression-of-compressed", .info, .compression, .response("content-encoding"), "RFC 9110 §8.4",
            "Compressed twice", "\(.type) is already compressed. Compressing it again takes time and saves nothing.",
            advice: "Send this type without Content-Encoding.",
            bad: [
                "< 200 | Content-Type: image/png | Content-Encoding: «gzip» | ETag: \"a\" || xx",
                "< 200 | Content-Type: image/jpeg | Content-Encoding: «gzip» | ETag: \"a\" || xx",
            ],
            good: [
                "< 200 | Content-Type: image/svg+xml | Content-Encoding: gzip | ETag: \"a\" || xx",
                // What is compressed does not shrink so.
                Example(
                    "< 200 | Content-Type: image/png | Content-Encoding: gzip | ETag: \"a\" || xx",
                    decodedSize: 9),
            ]
        ) { x, found in
            guard x.responseHasContent, !x.codings.isEmpty, let type = x.type, type.isCompressed,
                x.codedSizes.map({ $0.transferred >= $0.decoded / 2 }) ?? true,
                let value = x.typeValue
            else { return }
            found([.type: .bytes(value)])
        }
        Check(
            "compression-named-twice", .warning, .compression, .response("content-encoding"), "RFC 9110 §8.4",
            "One compression, declared twice",
            "The type is \(.type), but the decoded body shrank by more than half, so it was not compressed before.",
            advice: "Remove Content-Encoding, or send the type of the decoded body.",
            bad: [
                Example(
                    "< 200 | Content-Type: application/gzip | Content-Encoding: «gzip» | ETag: \"a\" || xx",
                    decodedSize: 9),
                Example(
                    "< 200 | Content-Type: application/gzip | Content-Encoding: «gzip» | ETag: \"b\" || xyz",
                    decodedSize: 9),
            ],
            good: [
                "< 200 | Content-Type: application/gzip | Content-Encoding: gzip | ETag: \"a\" || xx",
                "< 200 | Content-Type: application/gzip | ETag: \"a\" || xx",
            ]
        ) { x, found in
            guard x.responseHasContent, isNamedTwice(x), let value = x.typeValue else { return }
            found([.type: .bytes(value)])
        }
        Check(
            "compression-saves", .good, .compression, .response("content-encoding"), "RFC 9110 §8.4.1",
            "Compression saved bytes", "\(.decoded) went over the wire as \(.size): \(.percent) % less.",
            bad: [
                Example(
                    "< 200 | Content-Type: image/x-raw | Content-Encoding: «gzip» | ETag: \"a\" || xx", decodedSize: 8),
                Example(
                    "< 200 | Content-Type: image/x-raw | Content-Encoding: «br» | ETag: \"a\" || xx", decodedSize: 100),
            ],
            good: [
                Example(
                    "< 200 | Content-Type: image/x-raw | Content-Encoding: gzip | ETag: \"a\" || xxxx", decodedSize: 2),
                "< 200 | Content-Type: image/x-raw | Content-Encoding: gzip | ETag: \"a\" || xx",
            ]
        ) { x, found in
            guard x.responseHasContent, !isNamedTwice(x), let sizes = x.codedSizes,
                sizes.transferred < sizes.decoded
            else { return }
            let saved = Quantity.percent(sizes.decoded - sizes.transferred, of: sizes.decoded)
            found([
                .decoded: .size(sizes.decoded), .size: .size(sizes.transferred), .percent: .number(Int64(saved)),
            ])
        }
        Check(
            "compression-enlarges", .warning, .compression, .response("content-encoding"), "RFC 9110 §8.4.1",
            "Compression made the body larger",
            "\(.decoded) became \(.size).",
            advice: "Do not compress bodies this small.",
            bad: [
                Example(
                    "< 200 | Content-Type: image/x-raw | Content-Encoding: «gzip» | ETag: \"a\" || xxxx", decodedSize: 2
                ),
                Example(
                    "< 200 | Content-Type: image/x-raw | Content-Encoding: «br» | ETag: \"a\" || yyyy", decodedSize: 3
                ),
            ],
            good: [
                Example(
                    "< 200 | Content-Type: image/x-raw | Content-Encoding: gzip | ETag: \"a\" || xx", decodedSize: 8),
                Example(
                    "< 200 | Content-Type: image/x-raw | Content-Encoding: gzip | ETag: \"a\" || xx", decodedSize: 2),
            ]
        ) { x, found in
            guard x.responseHasContent, let sizes = x.codedSizes, sizes.transferred > sizes.decoded else { return }
            found([.decoded: .size(sizes.decoded), .size: .size(sizes.transferred)])
        }
        Check(
            "compression-missing", .info, .compression, .exchange, when: .asked("accept-encoding"), "RFC 9110 §8.4.1",
            "The body could be compressed",
            "The server sent \(.size) of text uncompressed, although the client accepts \(.coding).",
            advice: "Compress it, and send \("Vary: Accept-Encoding").",
            bad: [
                Example(
                    "> GET / | Accept-Encoding: br < «200» | Content-Type: text/plain; charset=utf-8 | ETag: \"a\""
                        + " || " + String(repeating: "a", count: 2_000)),
                Example(
                    "> GET /a.css | Accept-Encoding: gzip < «200» | Content-Type: text/css; charset=utf-8 | ETag: \"b\""
                        + " || " + String(repeating: "b { c: d }", count: 400)),
            ],
            good: [
                Example(
                    "> GET / | Accept-Encoding: gzip < 200 | Content-Type: text/plain; charset=utf-8 | ETag: \"a\""
                        + " || " + String(repeating: "a", count: 100)),
                Example(
                    "> GET / | Accept-Encoding: identity < 200 | Content-Type: text/plain; charset=utf-8 | ETag: \"a\""
                        + " || " + String(repeating: "a", count: 2_000)),
                Example(
                    "> GET / | Accept-Encoding: gzip < 200 | Content-Type: image/png | ETag: \"a\""
                        + " || " + String(repeating: "a", count: 2_000)),
            ]
        ) { x, found in
            guard x.responseHasContent, x.codings.isEmpty, let type = x.type, type.isText, !type.isCompressed,
                let size = x.responseContent.transferred, size >= worthwhile, x.asked(.range) == nil,
                let best = x.encodings.first(where: { $0.weight > 0 && $0.value != "identity" && $0.value != "*" })
            else { return }
            found(in: .response, [.size: .size(size), .coding: .bytes(best.value)])
        }
    }

    /// The type names the coding, and what is inside shrank as nothing compressed does.
    private static func isNamedTwice(_ facts: Facts) -> Bool {
        guard let type = facts.type, let sizes = facts.codedSizes, facts.codings.contains(where: { type.names($0) })
        else { return false }
        return sizes.transferred < sizes.decoded / 2
    }
}
