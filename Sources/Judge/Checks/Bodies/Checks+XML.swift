import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

extension Checks {
    static let xmlBodies: [Check] = Array {
        Check(
            "xml-malformed", .bad, .content, .either("content-type"), when: .given(.own(.kept)), "XML 1.0 §2.1",
            "The XML is not well formed",
            "\("Content-Type") says XML, but parsers reject the body. Byte \(.offset): \(.rule)",
            advice: "Write the body with an XML library.",
            bad: [
                "< 200 | Content-Type: «application/xml» || <a><b></a>",
                "< 200 | Content-Type: «application/rss+xml» || <rss><title>Cats & dogs</title></rss>",
                "< 200 | Content-Type: «image/svg+xml» || <svg width=10></svg>",
                "> POST / | Content-Type: «text/xml» || <a>1</a><a>2</a> < 400",
            ],
            good: [
                "< 200 | Content-Type: application/xml || <?xml version='1.0'?><!-- < & --><a b='&lt;'>&#228;</a>",
                "< 200 | Content-Type: text/xml || <a><![CDATA[ 1 < 2 & 3 ]]></a>",
                // What is declared may be anything.
                "< 200 | Content-Type: text/xml || <!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
                "< 200 | Content-Type: application/xml | Content-Length: 9000",
            ]
        ) { x, found in
            guard let type = x.type(found.side), type.hasSuffix("xml"), let bytes = x.plainContent(found.side)
            else { return }
            // Another type has a finding of its own.
            if found.side == .response, let seen = x.signature, !seen.agrees(with: type) { return }
            guard let fault = XMLFault(bytes) else { return }
            found([.offset: .number(Int64(fault.offset)), .rule: .words(Prose(stringLiteral: fault.text))])
        }
    }
}
