import Bytes
import HTTPSemantics
import Testing

/// One reader for everything that has boundaries (RFC 2046 §5.1.1).
@Suite struct MultipartTests {
    /// RFC 9110 §14.6, as its example.
    @Test func theRangesOfAResourceAreFound() {
        let content = [
            "--THIS_STRING_SEPARATES", "Content-Type: application/pdf", "Content-Range: bytes 500-999/8000", "",
            "...the first range...", "--THIS_STRING_SEPARATES", "Content-Type: application/pdf",
            "Content-Range: bytes 7000-7999/8000", "", "...the second range", "--THIS_STRING_SEPARATES--", "",
        ].joined(separator: "\r\n")
        let multipart = Multipart(Bytes(content), boundary: "THIS_STRING_SEPARATES")
        #expect(multipart.parts.map { $0.range?.range } == [500...999, 7000...7999])
        #expect(multipart.parts.map(\.type) == ["application/pdf", "application/pdf"])
        #expect(multipart.parts.map(\.content) == ["...the first range...", "...the second range"])
        #expect(multipart.isClosed && multipart.parts.allSatisfy { $0.isWhole && $0.headIsWhole })
    }

    /// RFC 7578 §4.2: names and file names, whatever the spelling of the field.
    @Test func theFieldsOfAFormAreFound() {
        let content: Bytes = """
            before\r
            --b b\r
            Content-Disposition: form-data; name="first"\r
            \r
            one\r
            --b b\r
            content-disposition: form-data; name=file; filename="a \\"b\\".txt"\r
            no field\r
            \r
            two\r
            lines\r
            --b b--\r
            after
            """
        let multipart = Multipart(content, boundary: "b b")
        #expect(multipart.parts.map(\.name) == ["first", "file"])
        #expect(multipart.parts.map(\.filename) == [nil, "a \"b\".txt"])
        #expect(multipart.parts.map(\.content) == ["one", "two\r\nlines"])
        #expect(multipart.preamble == "before\r\n" && multipart.epilogue == "after")
        #expect(multipart.parts.last?.fields.map(\.name) == ["content-disposition", ""])
        #expect(multipart.parts.last?.fields.last?.line == "no field")
    }

    @Test(
        arguments: [
            "--x \t\r\n\r\na\r\n--x--\r\n", "--x\n\na\n--x--", "--x\r\n\r\na\r\n--x-- ",
        ] as [Bytes])
    func spaceBehindABoundaryAndBareLineEndsAreTolerated(content: Bytes) {
        let multipart = Multipart(content, boundary: "x")
        #expect(multipart.parts.map(\.content) == ["a"])
        #expect(multipart.isClosed)
    }

    /// What only looks like one is content.
    @Test(arguments: ["--xy", " --x", "a--x", "--x-", "--x--y", "-x", "--X"] as [Bytes])
    func anotherLineIsNoBoundary(line: Bytes) {
        let content = Bytes(Array("--x\r\n\r\n".utf8) + line + Array("\r\n--x--".utf8))
        #expect(Multipart(content, boundary: "x").parts.map(\.content) == [line])
        #expect(Multipart(line, boundary: "x").parts.isEmpty)
        #expect(Multipart(line, boundary: "x").preamble == line)
    }

    @Test func whatIsCutOffIsNotCalledWhole() {
        let inContent = Multipart("--x\r\nA: b\r\n\r\nab", boundary: "x")
        #expect(!inContent.isClosed)
        #expect(inContent.parts.map(\.isWhole) == [false] && inContent.parts.map(\.headIsWhole) == [true])
        #expect(inContent.parts.map(\.content) == ["ab"])
        let inHead = Multipart("--x\r\nContent-Range: bytes 0-1/1", boundary: "x")
        #expect(inHead.parts.map(\.headIsWhole) == [false] && inHead.parts.map(\.content) == [""])
        #expect(Multipart("", boundary: "x").parts.isEmpty && !Multipart("", boundary: "x").isClosed)
        #expect(Multipart("--x--", boundary: "x").parts.isEmpty && Multipart("--x--", boundary: "x").isClosed)
    }

    @Test func noMorePartsThanTheLimitAreToldApart() {
        let content = Bytes(String(repeating: "--x\r\n\r\na\r\n", count: 5) + "--x--")
        let multipart = Multipart(content, boundary: "x", limit: 2)
        #expect(multipart.parts.map(\.content) == ["a", "a"])
        #expect(multipart.epilogue.text.hasPrefix("\r\na\r\n--x"))
    }

    /// Whoever shows or replaces a part finds it in the content.
    @Test func everythingKnowsItsPlaceAndNothingIsInTwo() {
        let content: Bytes = "pre\r\n--x\r\nA: b\r\nC: d\r\n\r\none\r\n--x\r\n\r\n\r\n--x--\r\npost"
        let multipart = Multipart(content, boundary: "x")
        var end = 0
        let pieces =
            [multipart.preamble] + multipart.parts.flatMap { $0.fields.map(\.line) + [$0.content] }
            + [multipart.epilogue]
        for piece in pieces where !piece.isEmpty {
            guard let place = piece.range(in: content) else {
                Issue.record("\(piece.text) is a copy")
                continue
            }
            #expect(place.lowerBound >= end)
            end = place.upperBound
        }
        #expect(end == content.count)
    }
}
