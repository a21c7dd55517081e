import Bytes
import Testing

@testable import HTTPSemantics

/// What a GraphQL request asks for is named by its document, not by its URL.
@Suite struct GraphQLOperationTests {
    private func titles(_ content: String, type: String? = "application/json", query: String? = nil) -> [String] {
        GraphQLOperation.operations(
            query: query.map { Bytes($0) }, type: type.map { Bytes($0) }, content: Bytes(content)
        ).map(\.title.text)
    }

    @Test(
        arguments: [
            ("query Stations { a }", ["query Stations"]), ("{ a { b } }", ["query"]), ("mutation { a }", ["mutation"]),
            ("subscription On($a: Int = 1) @live { a(b: \"}\") }", ["subscription On"]),
            ("# query No { a }\nquery Yes { a }", ["query Yes"]),
            ("fragment F on T { a } query A { ...F } mutation B { b }", ["query A", "mutation B"]),
            ("query A { a(b: \"\"\" } \"\"\") }", ["query A"]), ("query A", []), ("query A { a", []),
            ("type A { b: Int }", []),
            ("shoes", []), ("", []), ("query A { a } trailing", []),
        ] as [(String, [String])])
    func aDocumentNamesItsOperations(document: String, expected: [String]) {
        #expect(GraphQLDocument.operations(Bytes(document)).map(\.title.text) == expected)
        #expect(titles(document, type: "application/graphql; charset=utf-8") == expected)
    }

    @Test func inJSONTheNamedOneIsMeant() {
        let both = "\"query\": \"query A { a } query B { b }\""
        #expect(titles("{\(both), \"operationName\": \"B\"}") == ["query B"])
        #expect(titles("{\(both)}") == ["query A", "query B"])
        #expect(titles("{\(both), \"operationName\": \"C\"}") == ["query A", "query B"])
        #expect(titles("[{\"query\": \"{ a }\"}, {\"query\": \"mutation M { b }\"}]") == ["query", "mutation M"])
        #expect(titles("{\"query\": \"query\\n\\u0041 { a }\"}") == ["query A"])
    }

    @Test func inAURLTheQueryIsDecoded() {
        #expect(titles("", type: nil, query: "query=query+A+%7B+a+%7D") == ["query A"])
        #expect(titles("", type: nil, query: "query=query+A%7Ba%7D+query+B%7Bb%7D&operationName=B") == ["query B"])
    }

    @Test func aKnownDocumentIsNamedByItsRequest() {
        #expect(
            titles("{\"operationName\": \"A\", \"extensions\": {\"persistedQuery\": {\"version\": 1}}}") == [
                "operation A"
            ])
    }

    /// Many a search has a member or a parameter of that name.
    @Test func whatIsNoDocumentIsNoOperation() {
        #expect(titles("{\"query\": \"shoes\"}").isEmpty)
        #expect(titles("{\"query\": {\"match\": {\"a\": 1}}}").isEmpty)
        #expect(titles("{\"operationName\": \"A\"}").isEmpty)
        #expect(titles("", type: nil, query: "query=shoes").isEmpty)
        #expect(titles("{\"query\": \"{ a }\"}", type: "text/plain").isEmpty)
        #expect(titles("[1, 2]").isEmpty && titles("not json").isEmpty)
        #expect(titles("{\"query\": \"{ a }\", \"x\": \"\(String(repeating: "y", count: 70_000))\"}").isEmpty)
    }

    /// Depth costs nothing, and what is cut off is no document.
    @Test func whatIsMadeToCostIsReadOnce() {
        let (open, close) = (String(repeating: "{a", count: 15_000), String(repeating: "}", count: 15_000))
        #expect(titles("query A \(open)\(close)", type: "application/graphql") == ["query A"])
        #expect(titles("query A \(open)\(close.dropLast())", type: "application/graphql").isEmpty)
        #expect(titles("query A { a }" + String(repeating: "}", count: 30_000), type: "application/graphql").isEmpty)
        for string in ["\"", "\"\"\"", "\"\"\" \"\"", "\"\\", "\"\"\"\\\"\"\""] {
            #expect(titles("query A { a(b: \(string)", type: "application/graphql").isEmpty)
        }
        let nested = String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000)
        #expect(titles(nested).isEmpty && titles(String(nested.prefix(30_000))).isEmpty)
        #expect(titles("{\"query\": \(nested)}").isEmpty)
        #expect(titles("{\"query\": \"{ a }\", \"variables\": \(nested)}").count <= 1)
    }

    @Test func halfACharacterIsNoName() {
        #expect(titles("{\"query\": \"query \\ud800 { a }\"}").isEmpty)
        #expect(titles("{\"query\": \"query A { a }\", \"operationName\": \"\\udfff\"}") == ["query A"])
        #expect(titles("{\"query\": \"query A { a(b: \\\"\\ud83d\\ude00\\udfff\\\") }\"}") == ["query A"])
        #expect(titles("{\"query\": \"query A\\u0000 { a }\"}") == ["query A"])
    }

    @Test func aBatchHasAnEnd() {
        let many = [String](repeating: "{\"query\":\"{a}\"}", count: 3_500).joined(separator: ",")
        #expect(titles("[\(many)]").count == 100)
        let larger = [String](repeating: "{\"query\":\"{a}\"}", count: 100_000).joined(separator: ",")
        #expect(titles("[\(larger)]").isEmpty)
        let document = String(repeating: "query Q { a } ", count: 4_000)
        #expect(titles(document, type: "application/graphql").count == 100)
        #expect(titles("", type: nil, query: "query=" + document.replacing(" ", with: "+")).count == 100)
    }
}
