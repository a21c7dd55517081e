import Bytes
import FilterTestKit
import Flow
import HTTPModel
import HTTPSemantics
import TestKit
import Testing

@testable import Fleet

/// `--otlp-propagate`: a server's spans are below the span of the part that went to it.
@Suite struct TracePropagationTests {
    private static let caller = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-"

    private func changed(_ lines: String..., sampler: TraceSampler = .standard) throws -> (SpanIDs, FieldSection) {
        let text = "GET http://a.test/ HTTP/1.1\nHost: a.test\n" + lines.joined(separator: "\n")
        let record = MadeFlow.make(text, number: 7)
        let head = try #require(record.requestHead)
        let run = try #require(record.run)
        let rules = TracePropagation(run: run, sampler: sampler).rules(record.id, head)
        var fields = "GET / HTTP/1.1\n"
        for rule in rules { if case .set(let value) = rule.action { fields += "\(rule.name.text): \(value.text)\n" } }
        return (SpanIDs(FlowTelemetry(record)), TestHead.request(Bytes(fields)).fields)
    }

    @Test func theCallersTraceGoesOnBelowTheClientSpan() throws {
        let (ids, fields) = try changed("traceparent: \(Self.caller)01", "tracestate: a=1")
        let context = try #require(TraceContext(fields))
        #expect(Hex.text(context.traceID) == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(context.parentID == ids.client && context.isSampled)
    }

    @Test func aTraceOfItsOwnIsThatOfTheSpans() throws {
        let (ids, fields) = try changed("traceparent: nonsense", "tracestate: a=1")
        let context = try #require(TraceContext(fields))
        #expect(context.traceID == ids.trace && context.parentID == ids.client && context.isSampled)
    }

    @Test(arguments: [("parentbased_always_on", "00", false), ("always_off", "01", false), ("always_on", "00", true)])
    func theFlagSaysWhetherTheSpansAreSent(name: String, flags: String, isSampled: Bool) throws {
        let sampler = try #require(TraceSampler(name, argument: nil))
        let (_, fields) = try changed("traceparent: \(Self.caller)\(flags)", sampler: sampler)
        #expect(TraceContext(fields)?.isSampled == isSampled)
    }

    /// The state belongs to the trace that the caller named; of none there is none.
    @Test func aStateWithoutATraceIsRemoved() throws {
        func names(_ text: String) throws -> [String] {
            let record = MadeFlow.make("GET http://a.test/ HTTP/1.1\nHost: a.test\n\(text)")
            let head = try #require(record.requestHead)
            return try TracePropagation(run: #require(record.run), sampler: .standard).rules(record.id, head).map {
                $0.name.text
            }
        }
        #expect(try names("tracestate: a=1") == ["traceparent", "tracestate"])
        #expect(try names("traceparent: \(Self.caller)01\ntracestate: a=1") == ["traceparent"])
        #expect(try names("Accept: a") == ["traceparent"])
    }
}
