import Bytes
import Testing

@testable import Messages

@Suite struct SyntaxLayoutTests {
    @Test func elementsOfXMLAreIndented() {
        #expect(
            ViewText.text("<a x='1'><b>text</b><c/></a>", "application/xml") == """
                <a x='1'>
                  <b>text</b>
                  <c/>
                </a>
                """)
    }

    @Test func whatIsNotClosedIsMarkedInXML() {
        #expect(ViewText.text("<a><b></a>", "text/xml").contains("✗ not closed: <b>"))
        #expect(ViewText.text("<a>", "application/xml").contains("the document ends here; not closed: <a>"))
        #expect(ViewText.text("<a></b></a>", "application/xml").contains("</b> ✗ closes nothing"))
    }

    @Test func pagesAreIndentedAndTheirTextsStayInTheLine() {
        let text = ViewText.text(
            "<!doctype html><html><body><p>One <b>two</b> three.<ul><li>a<li>b</ul></body></html>", "text/html")
        #expect(
            text == """
                <!doctype html>
                <html>
                  <body>
                    <p>One <b>two</b> three.
                    <ul>
                      <li>a
                      <li>b
                    </ul>
                  </body>
                </html>
                """)
        #expect(!text.contains("✗"))
    }

    @Test func scriptsInPagesAreNotTakenForMarkup() {
        let text = ViewText.text("<script>if (a < b) { c('</p>') }</script><p>x</p>", "text/html")
        #expect(text.contains("if (a < b) { c('</p>') }"))
        #expect(!text.contains("✗"))
    }

    @Test func styleSheetsOnOneLineAreBroken() {
        let rule = "body{color:red;background:url(\"a;b{c\")}"
        let text = ViewText.text(Bytes(String(repeating: rule, count: 10)), "text/css")
        #expect(
            text.hasPrefix(
                """
                body{
                  color:red;
                  background:url("a;b{c")
                }
                body{
                """), "\(text)")
    }

    @Test func scriptsOnOneLineAreBrokenOutsideOfStringsAndExpressions() {
        let line = "function f(a){for(var i=0;i<3;i++){g('};',/[/;]{2}/,`{${a}`)}return a/2}"
        let text = ViewText.text(Bytes(String(repeating: line, count: 4)), "text/javascript")
        #expect(
            text.hasPrefix(
                """
                function f(a){
                  for(var i=0;i<3;i++){
                    g('};',/[/;]{2}/,`{${a}`)
                  }
                  return a/2
                }
                function
                """), "\(text)")
    }

    @Test func whatSomebodyWroteInLinesStaysInThem() {
        let script = "let a = 1; let b = 2\nif (a) { b() }\n"
        #expect(ViewText.text(Bytes(script), "text/javascript") == "let a = 1; let b = 2\nif (a) { b() }")
    }

    @Test func documentsOfGraphQLOnOneLineGetALineForEachField() {
        #expect(
            ViewText.text("query Q($id: ID!) { user(id: $id, n: 3) { name ...Part } }", "application/graphql") == """
                query Q($id: ID!) {
                  user(id: $id, n: 3) {
                    name
                    ...Part
                  }
                }
                """)
    }

    @Test func aRequestOfGraphQLInJSONShowsItsDocument() {
        let view = ViewText.view(#"{"query":"{ me { name } }","variables":{}}"#, "application/json")
        #expect(view.title == "GraphQL request in JSON")
        #expect(view.text.hasSuffix("query, formatted:\n  {\n    me {\n      name\n    }\n  }"), "\(view.text)")
    }

    @Test func aMemberCalledQueryIsNotADocumentForThat() {
        #expect(ViewText.view(#"{"query":"shoes"}"#, "application/json").title == "JSON")
    }

    @Test func fieldsOfFormsAreDecoded() {
        #expect(
            ViewText.text("name=J%C3%B6rg+M&x=1&flag&bad=%zz", "application/x-www-form-urlencoded")
                == "name = Jörg M\nx    = 1\nflag\nbad  = %zz")
    }

    @Test func secretsInFormsAreHidden() {
        let options = LayoutOptions(isSecret: { name, _ in name == "password" })
        let text = ViewText.text("user=a&password=hunter2", "application/x-www-form-urlencoded", options: options)
        #expect(text == "user     = a\npassword = …")
    }

    @Test func everyPartIsShownByItsOwnType() {
        let body =
            "--x\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: application/json\r\n\r\n"
            + "{\"b\":1}\r\n--x--\r\n"
        let view = ViewText.view(Bytes(body), "multipart/form-data; boundary=x")
        #expect(view.title == "Multipart, 1 part")
        #expect(view.text.contains("    \"b\": 1"))
        #expect(!view.isDamaged)
    }

    @Test func aPartWithoutItsEndIsMarked() {
        let view = ViewText.view("--x\r\n\r\nabc", "multipart/mixed; boundary=x")
        #expect(view.isDamaged && view.text.contains("ends without the last boundary, --x--"))
        #expect(
            ViewText.view("abc", "multipart/mixed; boundary=x").text.contains("no line of the body is the boundary"))
    }

    @Test func aBoundaryWithinALineIsNone() {
        let view = ViewText.view("--x\r\n\r\na --x b\r\n--xy\r\n--x--\r\n", "multipart/mixed; boundary=x")
        #expect(view.title == "Multipart, 1 part")
        #expect(view.text.contains("a --x b\n  --xy"))
    }

    @Test func eventsAreToldApartAndTheirDataLaidOut() {
        let view = ViewText.view("event: a\ndata: {\"b\":1}\n\n: note\ndata: plain\nodd: 1\n\n", "text/event-stream")
        #expect(view.title == "Event stream, 2 events")
        #expect(view.text.contains("event 1\n  event: a\n  data: {\n    \"b\": 1\n  }\n: note\nevent 2\n  data: plain"))
    }

    @Test func tokensAreReadAndNeverCalledGood() throws {
        // {"alg":"HS256"} . {"sub":"a","exp":1000}
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxMDAwfQ.c2ln"
        let view = ViewText.view(Bytes(token), "application/jwt", options: LayoutOptions(now: 4600))
        #expect(view.title == "JWT: decoded, not verified")
        #expect(view.text.contains("expires Thu, 01 Jan 1970 00:16:40 GMT, 60 minutes ago"), "\(view.text)")
        #expect(view.text.contains("signature of 3 bytes, not verified"))
        let plain = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0."
        #expect(ViewText.text(Bytes(plain), nil).contains("no signature: anyone could have made it"))
    }
}
