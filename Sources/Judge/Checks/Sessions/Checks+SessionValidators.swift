import Bytes
import Explain
import HTTPModel
import HTTPSemantics

// Whether what names a state of a resource keeps its word over several exchanges.
extension Checks {
    private static let plain = "Content-Type: image/x-raw"

    static let sessionValidators: [Check] = Array {
        Check(
            session: "etag-unstable", .warning, .validators, "RFC 9110 §8.8.1",
            "The tag changes and the content does not",
            """
            The same content had \(.count) different entity tags, so If-None-Match never succeeds and each use is a \
            full transfer.
            """,
            advice: "Derive the tag from the content, and not from a time or a server.",
            bad: [
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" || abc"),
                    Example("> GET /a < 200 | \(plain) | ETag: \"2\" || abc"),
                    Example("> GET /a < 200 | \(plain) | ETag: \"3\" || abc"),
                ],
                [
                    Example("> GET /a < 200 | \(plain) | ETag: W/\"1\" || abc"), Example("> GET /b < 204"),
                    Example("> GET /a < 200 | \(plain) | ETag: W/\"2\" || abc"),
                    Example("> GET /a < 200 | \(plain) | ETag: W/\"3\" || abc"),
                ],
            ],
            good: [
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" || abc"),
                    Example("> GET /a < 200 | \(plain) | ETag: \"2\" || abcd"),
                    Example("> GET /a < 200 | \(plain) | ETag: \"3\" || abcde"),
                ],
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" || abc"),
                    Example("> GET /a < 200 | \(plain) | ETag: \"2\" || abc"),
                    Example("> GET /a < 200 | \(plain) | ETag: \"2\" || abc"),
                ],
            ]
        ) { session, found in
            for places in session.byResource where places.count > 2 {
                let whole = places.filter {
                    let visit = session.all[$0]
                    return visit.status == 200 && visit.method == .get && visit.tag != nil && visit.content != nil
                        && visit.contentSize > 0
                }
                guard whole.count > 2, Set(whole.map { session.all[$0].content }).count == 1,
                    Set(whole.map { session.all[$0].coding }).count == 1,
                    Set(whole.map { session.all[$0].tag }).count == whole.count
                else { continue }
                found(whole, [.count: .number(Int64(whole.count))])
            }
        }
        Check(
            session: "etag-shared-by-codings", .bad, .validators, "RFC 9110 §8.8.3.3", "One strong tag for two codings",
            """
            \(.others) had the same strong tag with another content coding. Their bytes differ, so a client can \
            join ranges of one to the other.
            """,
            advice: "Change the tag with the coding, or make it weak (W/).",
            bad: [
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" || abc"),
                    Example(
                        "> GET /a | Accept-Encoding: br < 200 | \(plain) | Content-Encoding: br | ETag: \"1\" || x"),
                ],
                [
                    Example("> GET /a < 200 | \(plain) | Content-Encoding: gzip | ETag: \"1\" || abc"),
                    Example("> GET /a < 200 | \(plain) | Content-Encoding: br | ETag: \"1\" || ab"),
                ],
            ],
            good: [
                [
                    Example("> GET /a < 200 | \(plain) | ETag: W/\"1\" || abc"),
                    Example("> GET /a < 200 | \(plain) | Content-Encoding: br | ETag: W/\"1\" || x"),
                ],
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" || abc"),
                    Example("> GET /a < 200 | \(plain) | Content-Encoding: br | ETag: \"1-br\" || x"),
                ],
            ]
        ) { session, found in
            for places in session.byResource where places.count > 1 {
                var seen: [Bytes: Int] = [:]
                for place in places {
                    let visit = session.all[place]
                    guard visit.status == 200, visit.contentSize > 0, let tag = visit.tag, !tag.isWeak else { continue }
                    let first = seen[tag.opaque] ?? place
                    seen[tag.opaque] = first
                    guard session.all[first].coding != visit.coding else { continue }
                    found([first, place], [.others: number(session.all[first])])
                    break
                }
            }
        }
        Check(
            session: "not-modified-fields-missing", .warning, .validators, "RFC 9110 §15.4.5",
            "A 304 without its fields",
            """
            The 200 in \(.others) had \(.field), and this 304 does not. A 304 has to repeat what a 200 would have: \
            caches update the stored response from the fields of the 304.
            """,
            advice: "Send \(.field) with each 304 too.",
            bad: [
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" | Vary: Accept || abc"),
                    Example("> GET /a | If-None-Match: \"1\" < 304 | ETag: \"1\""),
                ],
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" | Cache-Control: max-age=5 || abc"),
                    Example("> GET /a | If-None-Match: \"1\" < 304 | ETag: \"1\""),
                ],
            ],
            good: [
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" | Vary: Accept || abc"),
                    Example("> GET /a | If-None-Match: \"1\" < 304 | ETag: \"1\" | Vary: Accept"),
                ],
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"2\" | Vary: Accept || abc"),
                    Example("> GET /a | If-None-Match: \"1\" < 304 | ETag: \"1\""),
                ],
                // Expires has no effect beside max-age.
                [
                    Example(
                        """
                        > GET /a < 200 | \(plain) | ETag: "1" | Cache-Control: max-age=5 \
                        | Expires: Sun, 01 Mar 2026 12:00:05 GMT || abc
                        """),
                    Example("> GET /a | If-None-Match: \"1\" < 304 | ETag: \"1\" | Cache-Control: max-age=5"),
                ],
            ]
        ) { session, found in
            for places in session.byResource where places.count > 1 {
                var last: Int?
                for place in places {
                    let visit = session.all[place]
                    if visit.status == 200, visit.method == .get { last = place }
                    // It is the same state only if the tag says so.
                    guard visit.status == 304, let first = last, let tag = session.all[first].tag,
                        visit.tag == nil || visit.tag == tag, visit.asked["if-none-match"] != nil,
                        visit.tag != nil || visit.asked.hasOnly(tag.written, "if-none-match")
                    else { continue }
                    let missing = session.all[first].repeated.subtracting(visit.repeated).sorted { $0.text < $1.text }
                    guard !missing.isEmpty else { continue }
                    let names = missing.map { FieldTitle.of($0.text) }.joined(separator: ", ")
                    found([first, place], [.others: number(session.all[first]), .field: .text(names)])
                    break
                }
            }
        }
        Check(
            session: "range-parts-of-two-states", .bad, .ranges, "RFC 9110 §15.3.7.3", "Parts of different versions",
            """
            This part continues the one in \(.others), and their strong tags differ: the resource changed in \
            between, and the joined parts match neither version.
            """,
            advice: "Send \("If-Range") with the tag of the first part.",
            bad: [
                [
                    Example("> GET /a | Range: bytes=0-2 < 206 | Content-Range: bytes 0-2/6 | ETag: \"1\" || abc"),
                    Example("> GET /a | Range: bytes=3-5 < 206 | Content-Range: bytes 3-5/6 | ETag: \"2\" || def"),
                ],
                [
                    Example("> GET /b | Range: bytes=0-0 < 206 | Content-Range: bytes 0-0/4 | ETag: \"x\" || a"),
                    Example("> GET /b | Range: bytes=1- < 206 | Content-Range: bytes 1-3/4 | ETag: \"y\" || bcd"),
                ],
            ],
            good: [
                [
                    Example("> GET /a | Range: bytes=0-2 < 206 | Content-Range: bytes 0-2/6 | ETag: \"1\" || abc"),
                    Example("> GET /a | Range: bytes=3-5 < 206 | Content-Range: bytes 3-5/6 | ETag: \"1\" || def"),
                ],
                // Each by itself.
                [
                    Example("> GET /a | Range: bytes=0-2 < 206 | Content-Range: bytes 0-2/6 | ETag: \"1\" || abc"),
                    Example("> GET /a | Range: bytes=0-2 < 206 | Content-Range: bytes 0-2/6 | ETag: \"2\" || def"),
                ],
            ]
        ) { session, found in
            for places in session.byResource where places.count > 1 {
                for (first, second) in zip(places, places.dropFirst()) {
                    let (one, other) = (session.all[first], session.all[second])
                    guard let end = one.range?.upperBound, let start = other.range?.lowerBound, end < .max,
                        start == end + 1, let before = one.tag, let after = other.tag, !before.isWeak, !after.isWeak,
                        before != after
                    else { continue }
                    found([first, second], [.others: number(one)])
                }
            }
        }
        Check(
            session: "update-unguarded", .info, .validators, "RFC 9110 §13.1.1", "An update without If-Match",
            """
            The client read this resource with an entity tag in \(.others) and writes it without If-Match. If another \
            client changed it in between, that change is lost.
            """,
            advice: "Send If-Match with the entity tag that was read.",
            bad: [
                [Example("> GET /a < 200 | \(plain) | ETag: \"1\" || abc"), Example("> PUT /a || x < 204")],
                [Example("> GET /a < 200 | \(plain) | ETag: \"1\" || abc"), Example("> PATCH /a || x < 204")],
            ],
            good: [
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" || abc"),
                    Example("> PUT /a | If-Match: \"1\" || x < 204"),
                ],
                [Example("> GET /a < 200 | \(plain) || abc"), Example("> PUT /a || x < 204")],
                // If-Match never matches a weak tag.
                [Example("> GET /a < 200 | \(plain) | ETag: W/\"1\" || abc"), Example("> PUT /a || x < 204")],
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" || abc"),
                    Example("> PUT /a | If-None-Match: * || x < 204"),
                ],
                [Example("> GET /b < 200 | \(plain) | ETag: \"1\" || abc"), Example("> PUT /a || x < 204")],
            ]
        ) { session, found in
            for places in session.byResource where places.count > 1 {
                var read: Int?
                for place in places {
                    let visit = session.all[place]
                    if visit.method == .get, visit.status == 200 { read = visit.tag?.isWeak == false ? place : nil }
                    guard visit.isUnguardedWrite, (200..<300).contains(visit.status), let first = read else { continue }
                    found([first, place], [.others: number(session.all[first])])
                    read = nil
                }
            }
        }
    }
}
