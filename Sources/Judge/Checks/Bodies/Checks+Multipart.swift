import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Multipart content, and digests of content.
extension Checks {
    private static let contentType = Scope.either("content-type")

    static let multipartBodies: [Check] = Array {
        Check(
            "multipart-without-boundary", .bad, .content, contentType, when: .given(.own(.multipart)),
            "RFC 2046 §5.1.1", "No boundary",
            "\(.value) has no \("boundary"), so the recipient cannot find the parts.",
            advice: "Add the boundary. With FormData in a browser, do not set Content-Type: the browser sets it.",
            bad: [
                "> POST / | Content-Type: «multipart/form-data» || --b < 400",
                "> POST / | Content-Type: «multipart/form-data; boundary=» || --b < 400",
                "< 200 | Content-Type: «multipart/mixed» || --b",
            ],
            good: [
                "> POST / | Content-Type: multipart/form-data; boundary=b || --b-- < 204",
                "> POST / | Content-Type: multipart/form-data; boundary=\"b\" || --b-- < 204",
                "> POST / | Content-Type: multipart/form-data | Content-Length: 0 < 204",
            ]
        ) { x, found in
            guard let type = x.type(found.side), type.isWellFormed, type.type.equalsIgnoringCase("multipart"),
                type.parameter("boundary")?.isEmpty != false,
                found.side == .request ? x.requestHasContent : x.responseHasContent,
                let value = x.fields(found.side).first(.contentType)
            else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "multipart-boundary-absent", .bad, .content, contentType, when: .given(.own([.multipart, .kept])),
            "RFC 2046 §5.1.1",
            "The boundary is not in the body",
            "The declared boundary \(.value) does not occur in the body, so the recipient finds no parts.",
            advice: "Declare the boundary that the body uses.",
            bad: [
                "> POST / | Content-Type: «multipart/form-data; boundary=x» || --y\r\n\r\na\r\n--y-- < 400",
                "< 200 | Content-Type: «multipart/mixed; boundary=x» || abc",
            ],
            good: [
                """
                > POST / | Content-Type: multipart/form-data; boundary=x \
                || --x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x-- < 204
                """,
                "< 200 | Content-Type: multipart/mixed; boundary=x || --x\r\n\r\na\r\n--x--",
            ]
        ) { x, found in
            guard let (multipart, boundary, content) = multipart(x, found.side) else { return }
            if multipart.parts.isEmpty, !multipart.isClosed, multipart.preamble == content {
                found([.value: .bytes(boundary)])
            }
        }
        Check(
            "multipart-unclosed", .bad, .content, contentType, when: .given(.own([.multipart, .kept])),
            "RFC 2046 §5.1.1", "The last boundary is missing",
            "The body has no closing \(.value), so the recipient cannot tell whether the last part is whole.",
            advice: "End the body with \(.value).",
            bad: [
                """
                > POST / | Content-Type: «multipart/form-data; boundary=x» \
                || --x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n < 400
                """,
                "< 200 | Content-Type: «multipart/mixed; boundary=x» || --x\r\n\r\na",
            ],
            good: [
                """
                > POST / | Content-Type: multipart/form-data; boundary=x \
                || --x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n < 204
                """,
                // What never ends.
                "< 200 | Content-Type: multipart/x-mixed-replace; boundary=x || --x\r\n\r\na",
            ]
        ) { x, found in
            guard let (multipart, boundary, _) = multipart(x, found.side), !multipart.parts.isEmpty,
                !multipart.isClosed, x.type(found.side)?.subtype.equalsIgnoringCase("x-mixed-replace") != true
            else { return }
            found([.value: .text("--\(boundary.text)--")])
        }
        Check(
            "multipart-name-missing", .warning, .content, .request("content-type"),
            when: .given(.request([.multipart, .kept])), "RFC 7578 §4.2",
            "A part without a name", "Part \(.part) of the form has no \("name"), so the server cannot assign it.",
            advice: "Add \("Content-Disposition: form-data; name=\"…\"") to the part.",
            bad: [
                "> POST / | Content-Type: «multipart/form-data; boundary=x» || --x\r\n\r\na\r\n--x-- < 204",
                """
                > POST / | Content-Type: «multipart/form-data; boundary=x» \
                || --x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x-- < 204
                """,
            ],
            good: [
                """
                > POST / | Content-Type: multipart/form-data; boundary=x \
                || --x\r\nContent-Disposition: form-data; name=""\r\n\r\nb\r\n--x-- < 204
                """,
                "> POST / | Content-Type: multipart/related; boundary=x || --x\r\n\r\na\r\n--x-- < 204",
            ]
        ) { x, found in
            guard x.requestType?.is("multipart", "form-data") == true, let (multipart, _, _) = multipart(x, .request),
                let place = multipart.parts.firstIndex(where: { $0.headIsWhole && $0.name == nil })
            else { return }
            found([.part: .number(Int64(place + 1))])
        }
        Check(
            "digest-mismatch", .bad, .content, .each, when: .given(.own([.structured, .kept])), "RFC 9530 §2",
            "The digest does not match",
            """
            \(.field) says \(.expected) for \(.name), but the body has \(.seen). The body was changed, or the digest \
            was made of something else.
            """,
            advice: "Compute \(.field) over the bytes that are sent.",
            bad: [
                "< 200 | Content-Type: a/b | Content-Digest: «sha-256=:AAAA:» || abc",
                "> POST / | Content-Type: a/b | Repr-Digest: «sha-256=:AAAA:» || abc < 204",
            ],
            good: [
                """
                < 200 | Content-Type: a/b \
                | Content-Digest: sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=: || abc
                """,
                "< 200 | Content-Type: a/b | Content-Digest: sha-256=:AAAA: | Content-Length: 9000",
                // Nobody has to know every algorithm.
                """
                < 200 | Content-Type: a/b | Content-Digest: unixsum=:AAAA:, \
                sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=: || abc
                """,
            ]
        ) { x, found in
            for digest in digests(x, found.side) where digest.sent != digest.made {
                found(
                    at: digest.range,
                    [
                        .field: .bytes(digest.field), .name: .bytes(digest.name),
                        .expected: .text(Base64.encode(digest.sent)), .seen: .text(Base64.encode(digest.made)),
                    ])
            }
        }
        Check(
            "digest-match", .good, .content, .each, when: .given(.own([.structured, .kept])), "RFC 9530 §2",
            "The digest matches",
            "The body has the digest that \(.field) declares (\(.name)), so it arrived as it was sent.",
            bad: [
                """
                < 200 | Content-Type: a/b \
                | Content-Digest: «sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:» || abc
                """,
                """
                > POST / | Content-Type: a/b \
                | Repr-Digest: «sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:» || abc < 204
                """,
            ],
            good: [
                "< 200 | Content-Type: a/b | Content-Digest: sha-256=:AAAA: || abc",
                "< 200 | Content-Type: a/b || abc",
            ],
            besides: ["digest-mismatch"]
        ) { x, found in
            for digest in digests(x, found.side) where digest.sent == digest.made {
                found(at: digest.range, [.field: .bytes(digest.field), .name: .bytes(digest.name)])
            }
        }
        Check(
            "digest-insecure", .warning, .content, .each, when: .given(.own(.structured)), "RFC 9530 §5",
            "Only insecure digests",
            "\(.field) has only \(.name), which finds accidents, but no change by an attacker.",
            advice: "Add \("sha-256") or \("sha-512").",
            bad: [
                "< 200 | Content-Type: a/b | Content-Digest: «unixsum=:AAAA:» || abc",
                "> POST / | Content-Type: a/b | Repr-Digest: «md5=:kAFQmDzST7DWlj99KOF/cg==:» || abc < 204",
            ],
            good: [
                """
                < 200 | Content-Type: a/b | Content-Digest: \
                sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:, md5=:kAFQmDzST7DWlj99KOF/cg==: || abc
                """,
                "< 204",
            ]
        ) { x, found in
            for line in x.structured(found.side) where isOne(line.name, of: digestFields) {
                let names = line.members.compactMap(\.key)
                guard !names.isEmpty, names.allSatisfy({ isOne($0, of: insecureDigests) }) else { continue }
                found(at: line.range, [.field: .bytes(line.name), .name: .words(Prose.list(names))])
            }
        }
    }

    private static let digestFields: [StaticString] = ["content-digest", "repr-digest"]
    private static let insecureDigests: [StaticString] = [
        "md5", "sha", "unixsum", "unixcksum", "adler", "crc32c",
    ]

    private static func multipart(
        _ facts: Facts, _ side: MessageKind
    ) -> (parsed: Multipart, boundary: Bytes, content: Bytes)? {
        guard let type = facts.type(side), type.type.equalsIgnoringCase("multipart"),
            let boundary = type.parameter("boundary"), !boundary.isEmpty, let content = facts.plainContent(side)
        else { return nil }
        return (Multipart(content, boundary: boundary, limit: 100), boundary, content)
    }

    /// A digest that was sent of content that is all there, and what the content has.
    private struct Digest {
        let field: Bytes
        let name: Bytes
        let range: Range<Int>
        let sent: [UInt8]
        let made: [UInt8]
    }

    private static func digests(_ facts: Facts, _ side: MessageKind) -> [Digest] {
        let lines = facts.structured(side).filter { isOne($0.name, of: digestFields) }
        // Of what is empty nothing is looked at: it may not have been kept.
        guard !lines.isEmpty, !facts.fields(side).contains(.contentEncoding), let content = facts.plainContent(side)
        else { return [] }
        var digests: [Digest] = []
        for line in lines {
            for case (let name?, .item(let item)) in line.members {
                guard case .byteSequence(let sent) = item.bare, let algorithm = algorithm(name) else { continue }
                digests.append(
                    Digest(
                        field: line.name, name: name, range: line.range, sent: sent.array,
                        made: algorithm.digest(content)))
            }
        }
        return digests
    }

    private static func algorithm(_ name: Bytes) -> HashAlgorithm? {
        if name.isExactly("sha-256") { return .sha256 }
        return name.isExactly("sha-512") ? .sha512 : nil
    }
}
