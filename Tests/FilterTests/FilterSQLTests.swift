import Bytes
import FilterTestKit
import Testing

@testable import Filter

@Suite struct FilterSQLTests {
    private static let schema = FilterSchema(
        columns: [
            "status": .value("status"), "host": .value("host"), "type": .value("type", among: "types"),
            "duration": .value("duration"),
            "tag": .values(from: "tag WHERE tag.flow = flow.id", value: "tag.name"),
            "note": .values(from: "note WHERE note.flow = flow.id", value: "note.code", unless: "judged = 0"),
            "url": .value("url", isExact: false), "redirect": .value("redirect"), "time": .value("start"),
        ],
        search: .init(match: "id IN (SELECT id FROM search WHERE has(?))"), narrow: ["duration"])

    private func sql(_ text: String) throws -> FilterSQL {
        FilterSQL(try FlowFilter(text), FilterClock(now: MadeFlow.noon), Self.schema)
    }

    @Test(arguments: [
        ("", "1"), ("status = 404", "status = ?"), ("status = 4xx", "status BETWEEN ? AND ?"),
        ("status > 4xx", "status > ?"),
        ("status in (200, 3xx)", "(status BETWEEN ? AND ? OR status IN (?))"), ("status", "status IS NOT NULL"),
        ("redirect", "redirect > 0"), ("redirect = no", "redirect = ?"), ("not redirect", "(redirect > 0) IS NOT TRUE"),
        ("host ~ *.x", "filter_glob(host, ?)"), ("host !~ *.x", "NOT filter_glob(host, ?)"),
        ("host contains x", "instr(host, ?) > 0"), ("host =~ a", "filter_finds_any_case(host, ?)"),
        ("status.class = 4xx", "((status) / 100) = ?"), ("time > -10m", "start > ?"),
        ("type = json", "type IN (SELECT value FROM (types) WHERE filter_media_type(value, ?))"),
        ("type contains x", "type IN (SELECT value FROM (types) WHERE instr(value, ?) > 0)"),
        (
            "duration > 1s and type = json",
            "(duration > ? AND +type IN (SELECT value FROM (types) WHERE filter_media_type(value, ?)))"
        ),
        ("type = text/html", "type = ?"), ("type", "type IS NOT NULL"),
        ("tag = bug", "EXISTS (SELECT 1 FROM tag WHERE tag.flow = flow.id AND (tag.name = ?))"),
        ("status = 1xx and host = a or redirect", "((status BETWEEN ? AND ? AND host = ?) OR redirect > 0)"),
    ])
    func whatIsInColumnsIsExact(text: String, clause: String) throws {
        let sql = try sql(text)
        #expect(sql.where == clause)
        #expect(sql.isExact)
        #expect(sql.bindings.count == clause.count { $0 == "?" })
    }

    @Test(arguments: [
        ("cookie.a", "1"), ("not cookie.a", "1"),
        ("status = 404 and query.x", "status = ?"), ("status = 404 or query.x", "1"),
        ("not (status = 404 and query.x)", "1"),
        ("url = a", "url = ?"), ("url != a", "1"), ("not url = a", "1"),
        ("note = x", "(EXISTS (SELECT 1 FROM note WHERE note.flow = flow.id AND (note.code = ?)) OR judged = 0)"),
        (
            "not note = x",
            "((EXISTS (SELECT 1 FROM note WHERE note.flow = flow.id AND (note.code = ?)) "
                + "AND (judged = 0) IS NOT TRUE)) IS NOT TRUE"
        ),
        ("not (status = 404 or query.x)", "(status = ?) IS NOT TRUE"),
        ("login", "id IN (SELECT id FROM search WHERE has(?))"), ("ab", "1"), ("not login", "1"),
        ("request.header.x-a", "id IN (SELECT id FROM search WHERE has(?))"), ("body contains secret", "1"),
    ])
    func theRestLetsMorePassAndSaysSo(text: String, clause: String) throws {
        let sql = try sql(text)
        #expect(sql.where == clause)
        #expect(!sql.isExact)
        #expect(sql.bindings.count == sql.where.count { $0 == "?" })
    }

    @Test func noValueIsPartOfTheText() throws {
        let text = "host = \"'; DROP TABLE flow; --\" or tag = \"%_\\\"\" or host ~ \"[a]*\""
        let sql = try sql(text)
        #expect(!sql.where.contains("DROP") && !sql.where.contains("%"))
        #expect(sql.bindings == [.text("'; drop table flow; --"), .text("%_\""), .text("[a]*")])
    }

    @Test func aSearchedTextIsOneParameterInLowerCase() throws {
        #expect(try sql("\"A \\\"b\\\" OR c*\"").bindings == [.text("a \"b\" or c*")])
    }

    @Test(arguments: SQLFunction.allCases)
    func aFunctionOfTheDatabaseTellsValuesApart(function: SQLFunction) throws {
        let (argument, yes, no): (Bytes, Bytes, Bytes) =
            switch function {
            case .glob: ("a*?", "a\u{0}b", "b")
            case .finds: ("^a.c$", "abc", "ABC")
            case .findsAnyCase: ("^a.c$", "ABC", "ABD")
            case .mediaType: ("json", "application/problem+json", "application/json5")
            }
        let test = try #require(function.test(argument))
        #expect(test(yes) && !test(no))
    }

    @Test func anExpressionThatIsNoneIsNotAsked() {
        #expect(SQLFunction.finds.test("(") == nil)
    }

    /// SQLite takes expressions of a depth of 1000, and reads a chain of a thousand ORs as one.
    @Test func aThousandTestsAreNotDeep() throws {
        let text = Array(repeating: "status = 404", count: 1_000).joined(separator: " or ")
        let clause = try sql(text).where
        var depth = 0
        var deepest = 0
        for character in clause {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            deepest = max(deepest, depth)
        }
        #expect(depth == 0 && deepest <= 10)
    }

    /// What a database keeps of a field is what a filter on a record reads.
    @Test func columnsHaveNamesOfTheirOwn() {
        var seen: [String: String] = [:]
        for field in FilterFields.all {
            guard let column = field.column else { continue }
            // `type` and `response.type` are two names of one thing.
            #expect(seen[column] == nil || column == "type", "\(column)")
            seen[column] = field.name
        }
    }
}
