import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Validators and conditional requests.
extension Checks {
    /// Of longer lists the first members are looked at.
    private static let mostTags = 1_000

    static let validators: [Check] = Array {
        Check(
            "etag-malformed", .bad, .validators, .response("etag"), "RFC 9110 §8.8.3", "Invalid entity tag",
            "\(.value) is not a valid entity tag: \(.rule). Caches may ignore it.",
            advice: "Write ETag: \(.expected).", bad: ["ETag: «abc»", "ETag: «w/\"a\"»"],
            good: ["ETag: \"abc\"", "ETag: W/\"abc\""]
        ) { x, found in
            guard let value = x.answered(.etag), x.tag == nil else { return }
            found([.value: .bytes(value), .rule: .words(tagRule(value)), .expected: .text(rightTag(value))])
        }
        Check(
            "weak-validator", .info, .validators, .response("etag"), "RFC 9110 §8.8.1", "A weak entity tag",
            """
            \(.value) identifies equivalent content, not identical bytes. It works for caching, but not for ranges and \
            If-Match.
            """,
            advice: "If the content has the same bytes each time, send the tag without \("W/").",
            bad: ["ETag: «W/\"a\"»", "ETag: «W/\"b-1\"»"], good: ["ETag: \"a\"", "ETag: \"W/a\""]
        ) { x, found in
            if let tag = x.tag, tag.isWeak { found([.value: .bytes(tag.written)]) }
        }
        Check(
            "strong-validator", .good, .validators, .response("etag"), "RFC 9110 §8.8.1", "A strong entity tag",
            "\(.value) changes with every byte, so caches can revalidate and clients can resume downloads.",
            bad: ["ETag: «\"a\"»", "ETag: «\"b-1\"»"], good: ["ETag: W/\"a\"", "Cache-Control: no-store"]
        ) { x, found in
            if let tag = x.tag, !tag.isWeak { found([.value: .bytes(tag.written)]) }
        }
        Check(
            "validator-missing", .info, .validators, .exchange,
            when: .status(200, given: [.successfulRead, .response(.content)]), "RFC 9110 §8.8", "No validator",
            """
            Without ETag or Last-Modified a client cannot ask whether the resource has changed: it fetches the whole \
            body again. With one of them a 304 is enough.
            """,
            advice: "Send ETag or Last-Modified.",
            bad: [
                "< «200» | Content-Type: text/plain; charset=utf-8 || abc",
                "> GET /a < «200» | Content-Type: image/x-raw || abc",
            ],
            good: [
                "< 200 | Content-Type: text/plain; charset=utf-8 | ETag: \"a\" || abc",
                "< 200 | Content-Type: text/plain; charset=utf-8 | Cache-Control: no-store || abc", "< 204",
            ]
        ) { x, found in
            guard x.isSuccessfulRead, x.responseHasContent, x.answered(.etag) == nil, x.answered(.lastModified) == nil,
                !x.isStoredByNobody
            else { return }
            found(in: .response)
        }
        Check(
            "if-none-match-malformed", .bad, .validators, .request("if-none-match"), "RFC 9110 §13.1.2",
            "Invalid entity tag", "\(.value) is not a valid entity tag: \(.rule).",
            advice: "Send the tag as the server sent it, with its quotes.",
            bad: ["> GET / | If-None-Match: «abc» < 204", "> GET / | If-None-Match: «w/\"a\"» < 204"],
            good: [
                "> GET / | If-None-Match: \"a\", W/\"b\" < 204", "> GET / | If-None-Match: * < 204",
                // Nothing is escaped in an entity tag.
                "> GET / | If-None-Match: \"a\\\", \"b\" < 204",
            ]
        ) { x, found in
            let tags = x.request.map { EntityTag.members(named: "if-none-match", in: $0.fields) } ?? []
            guard !tags.contains("*"), let wrong = tags.prefix(mostTags).first(where: { EntityTag($0) == nil }) else {
                return
            }
            found([.value: .bytes(wrong), .rule: .words(tagRule(wrong))])
        }
        Check(
            "if-match-weak", .bad, .validators, .request("if-match"), "RFC 9110 §13.1.1", "If-Match with a weak tag",
            "If-Match never matches a weak entity tag, so a server that evaluates it answers 412.",
            advice: "Use a strong tag: \("If-Match") needs one without \("W/").",
            bad: ["> PUT / | If-Match: «W/\"a\"» || b < 412", "> DELETE / | If-Match: «W/\"b\"» < 412"],
            good: ["> PUT / | If-Match: \"a\" || b < 204", "> PUT / | If-Match: * || b < 204"]
        ) { x, found in
            if isOnlyWeak(x) { found() }
        }
        Check(
            "if-match-protects", .good, .validators, .request("if-match"), "RFC 9110 §13.1.1",
            "Protects against lost updates",
            """
            If another client has changed the resource in the meantime, the server answers 412 instead of overwriting \
            it.
            """,
            bad: ["> PUT / | If-Match: «\"a\"» || b < 204", "> DELETE / | If-Match: «\"a\"» < 204"],
            good: ["> PUT / || b < 204", "> GET / | If-Match: \"a\" < 200 | ETag: \"a\""]
        ) { x, found in
            if let method = x.request?.method, !method.isSafe, !isOnlyWeak(x) { found() }
        }
        Check(
            "not-modified-unasked", .bad, .validators, .exchange, when: .status(304), "RFC 9110 §15.4.5",
            "304 to a request without conditions",
            "The client did not ask whether its copy is current, so it may have no copy to use.",
            advice: "Send 200 with the body.",
            bad: ["< «304»", "> GET /a < «304» | ETag: \"a\""],
            good: ["> GET / | If-None-Match: \"a\" < 304 | ETag: \"a\"", Example("< 304", hasRequest: false)]
        ) { x, found in
            guard x.response?.status == 304, let request = x.request, !Preconditions.areIn(request.fields) else {
                return
            }
            found(in: .response)
        }
        Check(
            "revalidation-saved-the-body", .good, .validators, .exchange, when: .status(304), "RFC 9110 §15.4.5",
            "The body was not sent again",
            "The client asked whether its copy is current. It is, so the response needs no body.",
            bad: [
                "> GET / | If-None-Match: \"a\" < «304» | ETag: \"a\"",
                "> GET / | If-None-Match: \"a\", \"b\" < «304» | ETag: \"b\"",
            ],
            good: [
                "> GET / | If-None-Match: \"a\" < 200 | ETag: \"b\" | Content-Type: image/png || abc",
                "> GET / | If-None-Match: \"a\" < 304 | ETag: \"b\"",
                // Asks that nothing exist; of a copy it says nothing.
                "> GET / | If-None-Match: * < 304 | ETag: \"a\"",
            ]
        ) { x, found in
            guard x.response?.status == 304, x.conditions?.isConfirmed == true, !asksForNothing(x) else { return }
            found(in: .response)
        }
        Check(
            "not-modified-other-tag", .warning, .validators, .exchange, when: .status(304), "RFC 9111 §4.3.4",
            "304 with a different entity tag",
            "The client asked about \(.value), but the 304 names \(.seen). The client may renew the wrong copy.",
            advice: "Send 200 with the current version, or 304 with the tag that was asked about.",
            bad: [
                "> GET / | If-None-Match: \"a\" < 304 | ETag: «\"b\"»",
                "> GET / | If-None-Match: \"a\", \"b\" < 304 | ETag: «\"c\"»",
            ],
            good: [
                "> GET / | If-None-Match: \"a\", W/\"b\" < 304 | ETag: \"b\"",
                "> GET / | If-None-Match: \"a\" < 304 | Cache-Control: no-cache",
                "> GET / | If-None-Match: * < 304 | ETag: \"b\"",
            ]
        ) { x, found in
            guard x.conditions?.isOtherTag == true, let asked = x.asked(.ifNoneMatch), let tag = x.answered(.etag)
            else {
                return
            }
            found(in: .response, at: x.response?.fields.range(.etag), [.value: .bytes(asked), .seen: .bytes(tag)])
        }
        Check(
            "not-modified-to-write", .bad, .validators, .exchange, when: .status(304), "RFC 9110 §13.1.2",
            "304 to a request other than GET or HEAD",
            """
            304 is defined only for GET and HEAD. The server should send 412: the client cannot tell whether its \
            \(.method) was carried out.
            """,
            advice: "Send 412.",
            bad: ["> PUT / | If-None-Match: * || b < «304»", "> DELETE / | If-Match: \"a\" < «304»"],
            good: ["> PUT / | If-None-Match: * || b < 412", "> HEAD / | If-None-Match: \"a\" < 304 | ETag: \"a\""]
        ) { x, found in
            guard x.conditions?.isForbidden304 == true, let method = x.request?.method else { return }
            found(in: .response, [.method: .bytes(method.name)])
        }
        Check(
            "if-none-match-ignored", .warning, .validators, .exchange, when: .asked("if-none-match"),
            "RFC 9110 §13.1.2", "A 304 was possible",
            "\(.rule), but the response is \(.status). A 304 would have saved the body.",
            advice: "Evaluate the condition on the server.",
            bad: [
                "> GET / | If-None-Match: «\"a\"» < 200 | ETag: \"a\"",
                "> GET / | If-None-Match: «*» < 200 | ETag: \"a\"",
            ],
            good: [
                "> GET / | If-None-Match: \"a\" < 200 | ETag: \"b\"",
                "> PUT / | If-None-Match: * || b < 201 | ETag: \"b\"",
            ]
        ) { x, found in
            ignored(x, step: 3, .notModified, &found)
        }
        Check(
            "if-modified-since-ignored", .warning, .validators, .exchange, when: .asked("if-modified-since"),
            "RFC 9110 §13.1.3", "A 304 was possible",
            """
            The response's Last-Modified is not after \(.value), but the response is \(.status). A 304 would have \
            saved the body.
            """,
            advice: "Evaluate the condition on the server.",
            bad: [
                """
                > GET / | If-Modified-Since: «Sat, 28 Feb 2026 12:00:00 GMT» \
                < 200 | Last-Modified: Sat, 28 Feb 2026 12:00:00 GMT | Cache-Control: no-cache
                """,
                """
                > GET / | If-Modified-Since: «Sun, 01 Mar 2026 11:00:00 GMT» < 200 \
                | Last-Modified: Sat, 28 Feb 2026 12:00:00 GMT | Cache-Control: no-cache
                """,
            ],
            good: [
                """
                > GET / | If-Modified-Since: Sat, 28 Feb 2026 12:00:00 GMT \
                < 200 | Last-Modified: Sun, 01 Mar 2026 12:00:00 GMT | Cache-Control: no-cache
                """,
                """
                > GET / | If-Modified-Since: Sat, 28 Feb 2026 12:00:00 GMT < 304 \
                | Last-Modified: Sat, 28 Feb 2026 12:00:00 GMT
                """,
            ]
        ) { x, found in
            ignored(x, step: 4, .notModified, &found)
        }
        Check(
            "precondition-ignored", .bad, .validators, .exchange,
            when: .asked("if-match", "if-unmodified-since", "if-none-match", "if-modified-since"), "RFC 9110 §13.2.2",
            "The condition was ignored",
            "\(.field): \(.value) is false for this response, so the server should have sent 412. It sent \(.status).",
            advice: "Send 412, and do not carry out the request.",
            bad: [
                "> GET / | If-Match: «\"b\"» < 200 | ETag: \"a\"",
                "> GET / | If-Match: «\"b\", \"c\"» < 200 | ETag: \"a\"",
            ],
            good: [
                "> GET / | If-Match: \"a\" < 200 | ETag: \"a\"",
                // After a write the response shows the validators of the new state.
                "> PUT / | If-Match: \"v1\" || b < 204 | ETag: \"v2\"",
                "> PUT / | If-None-Match: * || b < 201 | ETag: \"1\"",
            ]
        ) { x, found in
            ignored(x, step: nil, .failed, &found)
        }
        Check(
            "if-range-ignored", .bad, .validators, .exchange, when: .asked("if-range"), "RFC 9110 §13.1.5",
            "A part although If-Range is false",
            """
            If-Range: \(.value) is false, so the whole body with 200 is correct. A client that joins this part to its \
            own may get a corrupt file.
            """,
            advice: "Evaluate If-Range on the server, and send 200 with the whole body when it is false.",
            bad: [
                """
                > GET / | Range: bytes=0-4 | If-Range: «"old"» \
                < 206 | ETag: "new" | Content-Range: bytes 0-4/10 | Content-Type: image/png || ABCDE
                """,
                """
                > GET / | Range: bytes=0-1 | If-Range: «"b"» < 206 | ETag: "a" \
                | Content-Range: bytes 0-1/10 | Content-Type: image/png || AB
                """,
            ],
            good: [
                """
                > GET / | Range: bytes=0-4 | If-Range: "a" \
                < 206 | ETag: "a" | Content-Range: bytes 0-4/10 | Content-Type: image/png || ABCDE
                """,
                "> GET / | Range: bytes=0-4 | If-Range: \"old\" < 200 | ETag: \"new\" | Content-Type: image/png || ABC",
            ]
        ) { x, found in
            // A weak tag is a fault of the request, which is told.
            if x.asked(named: "if-range").flatMap({ EntityTag($0) })?.isWeak == true { return }
            ignored(x, step: 5, .whole, &found)
        }
    }

    private static func tagRule(_ value: Bytes) -> Prose {
        EntityTag.hasSmallMark(value)
            ? "the mark of a weak tag is a capital W" : "it needs double quotes around it"
    }

    /// The tag that somebody meant who wrote this (RFC 9110 §8.8.3).
    private static func rightTag(_ value: Bytes) -> String {
        let isWeak = value.hasPrefix(ignoringCase: "w/")
        let characters = value.dropFirst(isWeak ? 2 : 0).filter {
            $0 > ASCII.space && $0 < ASCII.delete && $0 != ASCII.quote && $0 != UInt8(ascii: "\\")
        }
        guard !characters.isEmpty, characters.count <= 100 else { return isWeak ? "W/\"…\"" : "\"…\"" }
        return "\(isWeak ? "W/" : "")\"\(String(decoding: characters, as: UTF8.self))\""
    }

    /// `If-None-Match: *` (RFC 9110 §13.1.2).
    private static func asksForNothing(_ facts: Facts) -> Bool {
        facts.request.map { EntityTag.members(named: "if-none-match", in: $0.fields).contains("*") } ?? false
    }

    private static func isOnlyWeak(_ facts: Facts) -> Bool {
        let tags = facts.request.map { EntityTag.members(named: "if-match", in: $0.fields) } ?? []
        return !tags.isEmpty && tags.prefix(mostTags).allSatisfy { EntityTag($0)?.isWeak == true }
    }

    /// A condition that decided, and an answer that does not agree.
    private static func ignored(
        _ facts: Facts, step number: Int?, _ verdict: Preconditions.Verdict, _ found: inout Findings
    ) {
        guard let request = facts.request, let status = facts.response?.status, let result = facts.conditions,
            result.agrees == false, result.verdict == verdict,
            let step = result.preconditions.steps.first(where: \.decides), number == nil || step.number == number,
            let value = step.value, let line = request.fields.line(named: step.field)
        else { return }
        let rule: Prose =
            asksForNothing(facts)
            ? "\("If-None-Match: *") requires that the resource does not exist" : "The client has \(value)"
        found(
            in: .request, at: line.value,
            [
                .rule: .words(rule),
                .field: .bytes(request.fields.name(of: line)), .value: .bytes(value),
                .status: .number(Int64(status)),
            ])
    }
}
