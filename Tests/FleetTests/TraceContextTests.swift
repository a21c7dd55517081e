import Bytes
import HTTPModel
import HTTPSemantics
import TestKit
import Testing

/// `traceparent`: what is valid, and what is not (W3C Trace Context, section 3.2).
@Suite struct TraceContextTests {
    private func context(_ lines: String...) -> TraceContext? {
        TraceContext(TestHead.request(Bytes("GET / HTTP/1.1\n" + lines.joined(separator: "\n"))).fields)
    }

    private static let valid = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func partsAreRead() {
        let context = context("traceparent: \(Self.valid)", "tracestate: a=1", "Tracestate: b=2")
        #expect(context?.traceID.count == 16 && context?.parentID.count == 8)
        #expect(context?.isSampled == true && context?.state == "a=1,b=2")
    }

    @Test(arguments: [
        "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01more",
        "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
        "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ])
    func whatIsInvalidNamesNoTrace(value: String) {
        #expect(context("traceparent: \(value)") == nil)
    }

    @Test func laterVersionsMayAddParts() {
        let later = "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00-more"
        #expect(context("traceparent: \(later)")?.isSampled == false)
    }

    @Test func twoLinesAreNone() {
        #expect(context("traceparent: \(Self.valid)", "traceparent: \(Self.valid)") == nil)
        #expect(context("X-Traceparent: \(Self.valid)") == nil)
    }
}
