import Bytes
import Explain
import Flow
import Foundation
import HTTPModel
import RecordTestKit
import TestKit
import Testing

@testable import Formats

/// HAR files that browsers and tools wrote, and what mitmproxy reads in them.
///
/// Deliberate differences: mitmproxy adds `content-length: 0` to requests without a body, and for entries whose content
/// was decoded it drops Content-Encoding and counts the length again; here heads stay as listed. It keeps `:authority`
/// and its kin as headers; here Host stands for them. Where no response came (status 0) it makes a response; here there
/// is none. What a browser lists as the content of a 304 it takes for the message's; here it is `decodedContent`.
@Suite(.enabled(if: Corpora.arePresent, "set HARK_CORPORA to run it"))
struct HARCorpusTests {
    @Test func everyFileIsReadWhole() throws {
        var files = 0
        for item in try Corpora.cases("har_files") {
            guard let file = item.bytes("har_b64") else { continue }
            files += 1
            let recording = HARReader.read(file)
            let listed = (try? JSONSerialization.jsonObject(with: Data(file.withoutMark))) as? [String: Any]
            let entries = (listed?["log"] as? [String: Any])?["entries"] as? [Any] ?? []
            #expect(recording.flows.count == entries.count, "\(item.id)")
            let isWhole = entries.isEmpty == recording.damage.contains { $0.entry == nil }
            #expect(isWhole, "\(item.id): \(recording.damage.map(\.text))")
        }
        #expect(files > 10)
    }

    @Test func mitmproxyReadsTheSame() throws {
        var compared = 0
        for item in try Corpora.cases("har_files") {
            guard let file = item.bytes("har_b64") else { continue }
            let flows = item.objects("expected_flows")
            guard !flows.isEmpty else { continue }
            let recording = HARReader.read(file)
            #expect(recording.flows.count == flows.count, "\(item.id)")
            for (entry, flow) in zip(recording.flows, flows) {
                compare(entry, flow, item.id + " \(entry.index)")
                compared += 1
            }
        }
        #expect(compared >= 20)
    }

    private func compare(_ entry: FlowRecord, _ flow: CorpusCase, _ name: String) {
        guard let request = flow.object("request"), let response = flow.object("response") else {
            Issue.record("\(name) has no messages")
            return
        }
        let exchange = entry
        #expect(exchange.method.name.text == request.string("method"), "\(name)")
        #expect(exchange.requestHead?.targetBytes.text == request.string("path"), "\(name)")
        let scheme = request.string("scheme") ?? ""
        #expect(exchange.url.text.hasPrefix("\(scheme)://\(request.string("host") ?? "")"), "\(name)")
        #expect(pairs(exchange.requestFields, without: ["host"]) == pairs(request, without: ["host"]), "\(name)")
        #expect(exchange.request.content.bytes?.count == request.int("contentLength"), "\(name)")

        #expect((exchange.responseHead?.status ?? 0) == response.int("status_code"), "\(name)")
        guard let head = exchange.responseHead else { return }
        let wasCounted = entry.response.content.decoded != nil ? ["content-length", "content-encoding"] : []
        #expect(pairs(head.fields, without: wasCounted) == pairs(response, without: wasCounted), "\(name)")
        let shown = entry.response.content.decoded ?? exchange.response.content.bytes
        #expect((shown?.count ?? 0) == response.int("contentLength"), "\(name)")
    }

    private func pairs(_ fields: FieldSection, without names: [String]) -> [String] {
        fields.lines.compactMap { line in
            let name = fields.name(of: line).lowercased.text
            return names.contains(name) ? nil : name + "=" + fields.value(of: line).text
        }
    }

    private func pairs(_ message: CorpusCase, without names: [String]) -> [String] {
        (message["headers"] as? [[String]] ?? []).compactMap { pair in
            let name = pair[0].lowercased()
            let isAdded =
                name == "content-length" && pair[1] == "0" && message.int("contentLength") == 0
                && message.string("method") != nil
            return names.contains(name) || name.hasPrefix(":") || isAdded ? nil : name + "=" + pair[1]
        }
    }
}

extension Bytes {
    fileprivate var withoutMark: Bytes {
        starts(with: [0xEF, 0xBB, 0xBF]) ? slice(3..<count) : self
    }
}
