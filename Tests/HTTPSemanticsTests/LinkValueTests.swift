import Bytes
import HTTPSemantics
import Testing

/// RFC 8288 §3.
@Suite struct LinkValueTests {
    @Test(
        arguments: [
            ("</style.css>; rel=preload; as=style", [("/style.css", "preload")]),
            ("<http://a/b,c>; rel=\"next last\"; title=\"x, y\", </d>", [("http://a/b,c", "next last"), ("/d", nil)]),
            // §3.3: of several rel the first counts.
            ("<a>;rel=next;rel=prev", [("a", "next")]),
            ("<a> ; REL = next", [("a", "next")]),
            // What has no target is no link, and hides none after it.
            ("junk; rel=next, <b>; rel=prev", [("b", "prev")]),
            ("<never closed; rel=next", []), ("", []), (",,", []),
            ("<>; rel=self", [("", "self")]),
            ("<a>; title=\"\\\"; rel=no, \"; rel=yes", [("a", "yes")]),
        ] as [(String, [(String, String?)])])
    func linksAreTakenApart(value: String, links: [(String, String?)]) {
        let found = LinkValue.list(Bytes(value))
        #expect(found.map(\.target.text) == links.map(\.0))
        #expect(found.map { $0.relation?.text } == links.map(\.1))
    }

    @Test func aLinkHasEachOfItsRelations() throws {
        let link = try #require(LinkValue.list("<a>; rel=\"NEXT last\"").first)
        #expect(link.has("next") && link.has("last"))
        #expect(!link.has("las") && !link.has("next last"))
    }
}
