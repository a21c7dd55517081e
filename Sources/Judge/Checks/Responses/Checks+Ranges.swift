import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Ranges and partial content.
extension Checks {
    static let ranges: [Check] = Array {
        Check(
            "range-malformed", .bad, .ranges, .request("range"), "RFC 9110 §14.2", "Invalid range",
            """
            \(.value) is not a valid range, such as \("bytes=0-99"). A server ignores it and sends the whole body, or \
            rejects it.
            """,
            advice: "Write a range such as \("bytes=0-99").",
            bad: ["> GET / | Range: «bytes=5-2» < 204", "> GET / | Range: «bytes=a-b» < 204"],
            good: ["> GET / | Range: bytes=0-4,-2 < 204", "> GET / | Range: lines=1-2 < 204"]
        ) { x, found in
            guard let value = x.asked(.range), RangeRequest(value) == nil else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "if-range-without-range", .bad, .ranges, .request("if-range"), "RFC 9110 §13.1.5", "If-Range without Range",
            "A client must not send If-Range without Range. The server ignores it.",
            advice: "Remove If-Range, or send Range with it.",
            bad: ["> GET / | If-Range: «\"a\"» < 204", "> GET / | If-Range: «Sun, 01 Mar 2026 12:00:00 GMT» < 204"],
            good: ["> GET / | Range: bytes=0-1 | If-Range: \"a\" < 204", "> GET / < 204"]
        ) { x, found in
            if x.asked(.range) == nil { found() }
        }
        Check(
            "if-range-weak", .bad, .ranges, .request("if-range"), "RFC 9110 §13.1.5", "If-Range with a weak tag",
            "\(.value) is a weak entity tag, which If-Range never matches: the whole body is the correct response.",
            advice: "Send a strong tag in If-Range, or the date of Last-Modified.",
            bad: [
                "> GET / | Range: bytes=0-1 | If-Range: «W/\"a\"» < 204",
                "> GET / | Range: bytes=5- | If-Range: «W/\"b\"» < 204",
            ],
            good: [
                "> GET / | Range: bytes=0-1 | If-Range: \"a\" < 204",
                "> GET / | Range: bytes=0-1 | If-Range: Sun, 01 Mar 2026 12:00:00 GMT < 204",
            ]
        ) { x, found in
            guard x.asked(.range) != nil, let value = x.asked(named: "if-range"), EntityTag(value)?.isWeak == true
            else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "accept-ranges", .good, .ranges, .response("accept-ranges"), "RFC 9110 §14.3",
            "Range requests are supported",
            "A client can fetch a part of the resource, or resume a broken download.",
            bad: ["Accept-Ranges: «bytes»", "Accept-Ranges: «bytes» | ETag: \"a\""],
            good: ["Accept-Ranges: none", "ETag: \"a\""]
        ) { x, found in
            if x.answered(named: "accept-ranges")?.equalsIgnoringCase("bytes") == true { found() }
        }
        Check(
            "range-unasked", .bad, .ranges, .exchange, when: .status(206), "RFC 9110 §15.3.7",
            "An unrequested part",
            """
            The response is 206, but the request has no Range. The client uses the part as if it were the whole, or \
            fails.
            """,
            advice: "Send 200 with the whole body.",
            bad: [
                "< «206» | Content-Range: bytes 0-1/6 | Content-Type: image/png || ab",
                "> GET /a < «206» | Content-Range: bytes 2-3/6 | Content-Type: image/png || cd",
            ],
            good: [
                "> GET / | Range: bytes=0-1 < 206 | Content-Range: bytes 0-1/6 | Content-Type: image/png || ab",
                Example("< 206 | Content-Range: bytes 0-1/6 | Content-Type: image/png || ab", hasRequest: false),
            ]
        ) { x, found in
            if x.parts?.isUnasked == true { found(in: .response) }
        }
        Check(
            "range-inconsistent", .bad, .ranges, .message(.response), when: .status(206), "RFC 9110 §15.3.7.1",
            "Missing or invalid Content-Range",
            """
            A 206 needs a Content-Range with first position ≤ last position < size. Without it the client cannot use \
            the part.
            """,
            advice: "Send \("Content-Range: bytes 0-99/1000"), with the positions of this part.",
            bad: [
                "> GET / | Range: bytes=0-1 < 206 | Content-Range: «bytes 5-1/6» | Content-Type: image/png || ab",
                """
                > GET / | Range: bytes=0-1 < 206 | Content-Range: «bytes 0-1/1» \
                | Content-Type: image/png || ab
                """,
            ],
            good: [
                "> GET / | Range: bytes=0-1 < 206 | Content-Range: bytes 0-1/* | Content-Type: image/png || ab",
                "> GET / | Range: bytes=0-1,4-5 < 206 | Content-Type: multipart/byteranges; boundary=x || --x",
            ]
        ) { x, found in
            guard x.parts?.answer == .nowhere else { return }
            found(at: x.response?.fields.range(.contentRange))
        }
        Check(
            "range-length-differs", .bad, .ranges, .response("content-range"), "RFC 9110 §15.3.7.1",
            "Content-Range and body differ", "\(.value) is \(.length) bytes, but \(.bytes) arrived.",
            advice: "Send the bytes that Content-Range names, or correct Content-Range.",
            bad: [
                "> GET / | Range: bytes=0-1 < 206 | Content-Range: «bytes 0-1/6» | Content-Type: image/png || abc",
                """
                > GET / | Range: bytes=0-1 < 206 | Content-Range: «bytes 0-1/6» \
                | Content-Type: image/png || a
                """,
            ],
            good: [
                "> GET / | Range: bytes=0-1 < 206 | Content-Range: bytes 0-1/6 | Content-Type: image/png || ab",
                "> HEAD / | Range: bytes=0-1 < 206 | Content-Range: bytes 0-1/6 | Content-Length: 2",
            ]
        ) { x, found in
            guard case .part(let part, _)? = x.parts?.answer, x.responseMayHaveContent,
                let value = x.answered(.contentRange), let length = part.length,
                let size = x.responseContent.transferred, size != length
            else { return }
            found([
                .value: .bytes(value), .length: .number(Int64(clamping: length)),
                .bytes: .number(Int64(clamping: size)),
            ])
        }
        Check(
            "range-answered", .good, .ranges, .exchange, when: .answered("content-range"), "RFC 9110 §15.3.7",
            "The requested part",
            "\(.value) is the range that the client requested.",
            bad: [
                "> GET / | Range: bytes=-2 < 206 | Content-Range: «bytes 4-5/6» | Content-Type: image/png || ef",
                """
                > GET / | Range: bytes=0-1 < 206 | Content-Range: «bytes 0-1/6» \
                | Content-Type: image/png || ab
                """,
            ],
            good: [
                "> GET / | Range: bytes=0-1 < 206 | Content-Range: bytes 0-0/6 | Content-Type: image/png || a",
                "> GET / < 200 | ETag: \"a\" | Content-Type: image/png || abcdef",
            ]
        ) { x, found in
            guard let value = x.answered(.contentRange), case .part(let part, let fit)? = x.parts?.answer,
                fit == .asked || fit == .joined, x.isWhole, x.conditions?.verdict != .whole,
                x.responseContent.transferred.map({ $0 == part.length }) ?? true
            else { return }
            found(in: .response, at: x.response?.fields.range(.contentRange), [.value: .bytes(value)])
        }
        Check(
            "range-other-part", .bad, .ranges, .exchange, when: .answered("content-range"), "RFC 9110 §15.3.7",
            "Another part than requested",
            "\(.value) goes beyond every range that the client requested.",
            advice: "Send a range that was requested, or 200 with the whole body.",
            bad: [
                "> GET / | Range: bytes=0-1 < 206 | Content-Range: «bytes 4-5/6» | Content-Type: image/png || ef",
                "> GET / | Range: bytes=0-4 < 206 | Content-Range: «bytes 3-9/10» | Content-Type: image/png || DEFGHIJ",
            ],
            good: [
                "> GET / | Range: bytes=-2 < 206 | Content-Range: bytes 4-5/6 | Content-Type: image/png || ef",
                "> GET / | Range: bytes=0-1,3-4 < 206 | Content-Range: bytes 0-4/6 | Content-Type: image/png || abcde",
                Example("< 206 | Content-Range: bytes 4-5/6 | Content-Type: image/png || ef", hasRequest: false),
            ]
        ) { x, found in
            guard let value = x.answered(.contentRange), case .part(_, .other)? = x.parts?.answer else { return }
            found(in: .response, at: x.response?.fields.range(.contentRange), [.value: .bytes(value)])
        }
        Check(
            "range-ignored", .info, .ranges, .exchange, when: .asked("range"), "RFC 9110 §14.2",
            "The server ignored Range",
            "A server may ignore Range and send the whole body. The client must skip the part that it already has.",
            advice: "Append to a partial file only after a 206.",
            bad: [
                "> GET / | Range: bytes=0-1 < «200» | ETag: \"a\" | Content-Type: image/png || abcdef",
                "> GET / | Range: bytes=-2 < «200» | ETag: \"a\" | Content-Type: image/png || abcdef",
            ],
            good: [
                "> GET / | Range: bytes=0-1 | If-Range: \"a\" < 200 | ETag: \"b\" | Content-Type: image/png || abcdef",
                "> HEAD / | Range: bytes=0-1 < 200 | Content-Length: 6",
            ]
        ) { x, found in
            guard x.isSuccessfulRead, case .ranges? = x.parts?.question, x.asked(named: "if-range") == nil else {
                return
            }
            found(in: .response)
        }
        Check(
            "content-range-on-whole", .warning, .ranges, .response("content-range"), "RFC 9110 §14.4",
            "Content-Range has no effect here",
            "Only 206 and 416 use Content-Range. With \(.status) clients ignore it and treat the body as complete.",
            advice: "Remove Content-Range, or send the part with 206.",
            bad: [
                "< 200 | Content-Range: «bytes 0-1/2» | Content-Type: image/png || ab",
                "< 404 | Content-Range: «bytes 0-1/2» | Content-Type: image/png || ab",
            ],
            good: [
                "> GET / | Range: bytes=9- < 416 | Content-Range: bytes */6",
                """
                > GET / | Range: bytes=0-1 < 206 | Content-Range: bytes 0-1/6 \
                | Content-Type: image/png || ab
                """,
            ]
        ) { x, found in
            guard let status = x.response?.status, status != 206, status != 416 else { return }
            found([.status: .number(Int64(status))])
        }
        Check(
            "range-refused", .warning, .ranges, .exchange, when: .status(416), "RFC 9110 §15.5.17",
            "A valid range was refused",
            "The response is 416, but \(.value) is within the resource, which has \(.size).",
            advice: "Send 206 with the range.",
            bad: [
                "> GET / | Range: bytes=0-1 < 416 | Content-Range: «bytes */6»",
                "> GET / | Range: bytes=-2 < 416 | Content-Range: «bytes */6»",
            ],
            good: [
                "> GET / | Range: bytes=9- < 416 | Content-Range: bytes */6",
                """
                > GET / | Range: bytes=0-1 < 206 | Content-Range: bytes 0-1/6 \
                | Content-Type: image/png || ab
                """,
            ]
        ) { x, found in
            guard let parts = x.parts, parts.isRefusedWrongly, let size = parts.size, let asked = x.asked(.range) else {
                return
            }
            found(
                in: .response, at: x.response?.fields.range(.contentRange),
                [.value: .bytes(asked), .size: .size(size)])
        }
        Check(
            "range-multipart-content-range", .bad, .ranges, .response("content-range"), "RFC 9110 §15.3.7.2",
            "Content-Range with multipart",
            "In multipart/byteranges each part has a Content-Range. The response head must not have one.",
            advice: "Remove Content-Range from the head.",
            bad: [
                """
                > GET / | Range: bytes=0-1,4-5 < 206 | Content-Type: multipart/byteranges; boundary=x \
                | Content-Range: «bytes 0-1/6» || --x--
                """,
                """
                > GET / | Range: bytes=0-1,4-5 < 206 \
                | Content-Type: multipart/byteranges; boundary=y | Content-Range: «bytes 0-5/6» || --y--
                """,
            ],
            good: [
                "> GET / | Range: bytes=0-1,4-5 < 206 | Content-Type: multipart/byteranges; boundary=x || --x--",
                "> GET / | Range: bytes=0-1 < 206 | Content-Range: bytes 0-1/6 | Content-Type: image/png || ab",
            ]
        ) { x, found in
            if x.parts?.answer == .parts { found() }
        }
        Check(
            "range-not-satisfied-without-size", .info, .ranges, .message(.response), when: .status(416),
            "RFC 9110 §15.5.17",
            "The size is missing",
            "A 416 that does not tell the size leaves the client to guess which range is valid.",
            advice: "Send \("Content-Range: bytes */SIZE") with the size of the resource.",
            bad: ["> GET / | Range: bytes=9- < «416»", "> GET / | Range: bytes=99-100 < «416»"],
            good: [
                "> GET / | Range: bytes=9- < 416 | Content-Range: bytes */6",
                """
                > GET / | Range: bytes=0-1 < 206 | Content-Range: bytes 0-1/6 \
                | Content-Type: image/png || ab
                """,
            ]
        ) { x, found in
            if x.response?.status == 416, x.answered(.contentRange) == nil { found() }
        }
    }
}
