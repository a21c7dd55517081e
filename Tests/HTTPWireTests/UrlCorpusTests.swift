import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// llhttp's request targets.
@Suite(.enabled(if: Corpora.arePresent, "the corpora are not beside the package (HARK_CORPORA)"))
struct UrlCorpusTests {
    static let refusedByUs: [String: String] = [
        "llhttp:url.md:231": "zones are not part of URLs (RFC 9844)",
        "llhttp:url.md:5": fragment,
        "llhttp:url.md:19": fragment,
        "llhttp:url.md:129": fragment,
        "llhttp:url.md:140": fragment,
        "llhttp:url.md:155": fragment,
        "llhttp:url.md:169": fragment,
        "llhttp:url.md:219": fragment,
    ]
    private static let fragment = "a target has no fragment (RFC 9110 §7.1)"

    @Test func agreesWithLlhttpExceptWhereListed() throws {
        var differing: Set<String> = []
        let cases = try Corpora.cases("url_llhttp")
        #expect(cases.count == 21)
        for item in cases {
            let raw = try #require(item.bytes("raw_b64"))
            let expected = try #require(item.object("expected"))
            let target = try? TargetParser.parse(raw, method: .get)
            if (target == nil) != (expected.string("outcome") == "reject") {
                differing.insert(item.id)
            } else if let target, let url = expected.object("url") {
                #expect(target.scheme.map { raw.slice($0).text } == url.string("schema"), "\(item.id)")
                // llhttp counts user information and port to the host.
                let authority = target.scheme.map { raw.slice($0.upperBound + 3..<target.pathAndQuery.lowerBound).text }
                #expect(authority == url.string("host"), "\(item.id)")
                let rest =
                    (url.string("path") ?? "") + (url.string("query").map { "?" + $0 } ?? "")
                #expect(raw.slice(target.pathAndQuery).text == rest, "\(item.id)")
            }
        }
        #expect(differing == Set(Self.refusedByUs.keys))
    }
}
