import Bytes
import Filter
import FilterTestKit
import Flow
import HTTPModel
import Store
import TestKit
import Testing

/// A filter means the same flows of a session, whether it is asked of columns or of the flows themselves.
@Suite struct FilterAgreementTests {
    private static let clock = FilterClock(now: FilterTestKit.MadeFlow.noon, utcOffset: 3_600)
    /// Checks that find what the number says.
    private static let reader = FilterReader(
        checks: "by number",
        judge: { flow in
            let found = [("a-note", "good"), ("cookie-secure-over-http", "warning"), ("broken", "bad")]
            return Array(found.prefix(Int(flow.snapshot.id.number % 4)))
        })

    /// Flows whose values filters made by chance ask for, and flows of every kind that events can make.
    private func made() throws -> (TemporarySession, [StoredFlow]) {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.reader = Self.reader
        let writer = try session.writer(nil, options)
        var random = SeededGenerator(seed: 77)
        // In several blocks of flows.
        for number in stride(from: 9, through: 1_350, by: 9) {
            var made = RandomFlow(seed: UInt64(number) * 31, number: UInt64(number))
            let changes =
                number % 27 == 0
                ? made.make().changes
                : Self.changes(FilterTestKit.RandomFlow.make(number: UInt64(number), &random))
            writer.submit(changes)
        }
        writer.finish()
        let editor = try SessionEditor(session.path)
        for number in stride(from: UInt64(9), through: 1_350, by: 9) {
            let marks = FilterTestKit.RandomFlow.context(&random)
            if marks.isPinned { _ = try editor.pin([number]) }
            if let comment = marks.comment { _ = try editor.comment([number], comment) }
            for tag in marks.tags { _ = try editor.tag([number], tag) }
        }
        editor.close()
        let flows = try SessionReader(session.path).flows(FlowQuery())
        try #require(flows.count == 150)
        return (session, flows)
    }

    private static func changes(_ record: FlowRecord) -> [FlowChange] {
        var changes: [FlowChange] = []
        var record = record
        for kind in MessageKind.allCases {
            if case .inline(let bytes) = record[kind].content.kept {
                changes.append(.content(record.id, kind, bytes))
                record[kind].content.kept = .absent
            }
        }
        return changes + [record.isFinished ? .finished(record) : .progressed(record)]
    }

    @Test func columnsAndFlowsAgreeOnFiltersMadeByChance() throws {
        let (session, flows) = try made()
        let reader = try SessionReader(session.path)
        let subjects = flows.map(FilterAgreementTests.subject)
        var random = SeededGenerator(seed: 4_711)
        var exact = 0
        for _ in 0..<1_200 {
            let text = RandomFilter.text(&random)
            let filter = try FlowFilter(text)
            let matcher = FilterMatcher(filter, Self.clock)
            let meant = subjects.filter { matcher.matches($0) }.map(\.record.id.number)
            let sql = FilterSQL(filter, Self.clock, reader.schema(judgedBy: "by number"))
            let found = try Set(reader.numbers(FlowQuery(sql)))
            #expect(found.isSuperset(of: meant), "\(text) misses \(Set(meant).subtracting(found))")
            guard sql.isExact else { continue }
            exact += 1
            #expect(found.count == meant.count, "\(text) finds \(found.subtracting(meant))")
            #expect(try reader.count(FlowQuery(sql)) == meant.count, "\(text)")
        }
        // Most fields are in columns: more than a third of the filters, of several fields each, need nothing else.
        #expect(exact > 400, "\(exact)")
    }

    /// Each field by itself, with the operators that it takes.
    @Test func columnsAndFlowsAgreeOnEachField() throws {
        let (session, flows) = try made()
        let reader = try SessionReader(session.path)
        let subjects = flows.map(FilterAgreementTests.subject)
        var random = SeededGenerator(seed: 99)
        for field in FilterFields.all {
            for _ in 0..<12 {
                let test = RandomFilter.test(of: field, &random)
                for text in [test, "not (\(test))"] {
                    let filter = try FlowFilter(text)
                    let matcher = FilterMatcher(filter, Self.clock)
                    let meant = subjects.filter { matcher.matches($0) }.map(\.record.id.number)
                    let sql = FilterSQL(filter, Self.clock, reader.schema(judgedBy: "by number"))
                    let found = try reader.numbers(FlowQuery(sql))
                    #expect(Set(found).isSuperset(of: meant), "\(text)")
                    if sql.isExact { #expect(found == meant, "\(text)") }
                }
            }
        }
    }

    /// Those that people ask most often never read a flow that they do not mean.
    @Test(arguments: [
        "status = 404", "not status = 404", "status >= 300 and status < 500", "status.class = 4xx", "id > 40",
        "host ~ \"*.example.com\"", "host = example.com", "path ~ \"/b/*\"", "method != GET", "type = json",
        "type in (html, json)", "request.type", "scheme = https", "port = 8080", "url contains \"/one\"", "query",
        "cache = fresh", "lifetime > 1m", "encoding = gzip", "redirect", "redirect.to ~ \"*one\"", "stream", "tls",
        "tls.version < 1.3", "tls.sni = a", "alpn = h2", "certificate.subject contains a", "outcome = complete",
        "outcome.by = client", "error", "error = nameNotFound", "open", "truncated", "retried", "pinned",
        "comment contains bug", "tag = bug", "not tag = bug", "quirk = bareLineFeed", "quirk = bare-line-feed",
        "quirk = folded-line", "request.size > 12",
        "response.size = 13", "duration > 1s", "wait > 500ms", "dns", "connect < 1s", "time > -10m", "not time",
        "client ~ \"127.*\"", "upstream", "connection = 1", "not reused", "protocol = websocket", "run = 1",
        "path =~ \"^/b\"", "version = HTTP/1.0", "reason contains Found", "fragment", "changed", "not changed",
        "change = via", "not change = via", "rule contains --set", "replayed", "not replayed", "redirect.hop > 1",
    ])
    func whatColumnsHaveIsAskedOfThemAlone(text: String) throws {
        let sql = FilterSQL(try FlowFilter(text), Self.clock, .session(version: 3))
        #expect(sql.isExact && sql.where != "1", "\(text): \(sql.where)")
    }

    /// A value is a parameter, whatever stands in it.
    @Test(arguments: ["'; DROP TABLE flow; --", "%_\\\"*?[", "\u{1F600}", "a\u{0}b"])
    func noValueDoesHarm(value: String) throws {
        let (session, flows) = try made()
        let reader = try SessionReader(session.path)
        let quoted = "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        for text in ["host = \(quoted)", "url contains \(quoted)", "path ~ \(quoted)", quoted, "tag in (\(quoted))"] {
            guard let filter = try? FlowFilter(text) else { continue }
            let matcher = FilterMatcher(filter, Self.clock)
            let meant = flows.filter { matcher.matches(Self.subject($0)) }.count
            let sql = FilterSQL(filter, Self.clock, .session(version: 3))
            let found = try reader.flows(FlowQuery(sql)).filter { matcher.matches(Self.subject($0)) }.count
            #expect(found == meant, "\(text)")
        }
        #expect(try reader.count(FlowQuery()) == 150)
    }

    private static func subject(_ flow: StoredFlow) -> FilterSubject {
        FilterSubject(flow.record, flow.context, reader: reader)
    }
}
