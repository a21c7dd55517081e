import Bytes
import Testing

@testable import Judge

/// Whether a document is well formed, as far as its bytes tell.
struct XMLFaultTests {
    private static let documents = [
        "<a/>",
        "\u{FEFF}" + #"<?xml version="1.0" encoding="UTF-8"?>"#
            + "\n<urlset xmlns='http://example.com/s'><url><loc>https://a/?b&amp;c</loc></url></urlset>",
        #"<!DOCTYPE html PUBLIC "-//W3C//DTD > XHTML" 'http://www.w3.org/[x].dtd'>"#
            + #"<html><p class = "a" >ä &nbsp;</p ></html>"#,
        #"<?xml version='1.0'?><!-- a < b & c --><s:Envelope xmlns:s="u">"#
            + #"<s:Body a='"'><![CDATA[<&]]]]></s:Body></s:Envelope>"#,
        #"<svg xmlns="u"><path d="M0 0 > 1"/><text>&#x41;&#65; a > b ]] </text><?p q?></svg>"#,
    ]

    @Test(arguments: documents)
    func wellFormedDocumentsHaveNoFault(_ text: String) {
        #expect(XMLFault(Bytes(text)) == nil)
        #expect(XMLFault(Bytes(text + "\n<!-- end -->\n")) == nil)
    }

    /// A document that breaks off has no end of its root, wherever that is.
    @Test(arguments: documents)
    func everyBeginningHasAFault(_ text: String) {
        let bytes = Bytes(text)
        for end in 0..<bytes.count {
            let fault = XMLFault(bytes.slice(0..<end))
            #expect(fault.map { $0.offset <= end } == true, "at \(end)")
        }
    }

    @Test(arguments: [
        ("<a><b></a></b>", 6, "<b>"), ("<a></a></a>", 7, "not open"), ("<a></a><b/>", 7, "second root"),
        ("x<a/>", 0, "before the root"), ("<a/> x", 5, "after the root"), ("<a b></a>", 4, "no value"),
        ("<a b=c></a>", 5, "quotation marks"), ("<a b='1' b='2'/>", 9, "twice"), ("<a b='1'c='2'/>", 8, "Expected"),
        ("<a>1 & 2</a>", 5, "&amp;"), ("<a>&#xG;</a>", 3, "&amp;"), ("<a b='&'/>", 6, "&amp;"),
        ("<a>1 < 2</a>", 5, "&lt;"),
        ("<a b='<'/>", 6, "&lt;"), ("<a><!-- </a>", 3, "comment"), ("<a><![CDATA[ ]]</a>", 3, "CDATA"),
        ("", 0, "no element"),
    ])
    func theFirstFaultIsNamedWithItsPlace(_ text: String, _ offset: Int, _ words: String) throws {
        let fault = try #require(XMLFault(Bytes(text)))
        #expect(fault.offset == offset)
        #expect(fault.text.contains(words), "\(fault.text)")
    }

    /// What a document declares may be anything, and what is no ASCII cannot be read here.
    @Test(arguments: ["<!DOCTYPE a [<!ENTITY b '<c>'>]><a>&b;", "<\0a\0/\0>\0"])
    func whatIsNotCertainIsNoFault(_ text: String) {
        #expect(XMLFault(Bytes(text)) == nil)
    }

    @Test
    func deepDocumentsAndLongNamesAreBounded() throws {
        #expect(XMLFault(Bytes(String(repeating: "<a>", count: 100_000))) == nil)
        let fault = try #require(XMLFault(Bytes("<" + String(repeating: "n", count: 100_000) + ">")))
        #expect(fault.text.count < 200)
    }
}
