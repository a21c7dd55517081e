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

    /// Written by Hark they say what they said, and written again from that to the letter the same.
    @Test func whatIsWrittenAgainLosesNothing() throws {
        var entries = 0
        for item in try Corpora.cases("har_files") {
            guard let file = item.bytes("har_b64"), item.string("kind") != "must-fail-cleanly" else { continue }
            let written = ToldMembersTests.export(HARReader.read(file).flows)
            let again = ToldMembersTests.export(HARReader.read(written).flows)
            #expect(again == written, "\(item.id)")
            let log = try JSONTree(file.withoutMark.array)["log"]
            let original = log["entries"].array
            let pages = Set(log["pages"].array.compactMap { $0["id"].string })
            let copy = try JSONTree(written.array)["log"]["entries"].array
            #expect(original.count == copy.count, "\(item.id)")
            for (index, (old, new)) in zip(original, copy).enumerated() {
                for loss in Self.losses(old, new, pages) { Issue.record("\(item.id) \(index): \(loss)") }
                entries += 1
            }
        }
        #expect(entries >= 40)
    }

    /// What of an entry is not said by its copy.
    ///
    /// Said otherwise, and meaning the same: names of versions (`http/2.0`), moments in other zones, those of messages
    /// to the microsecond, Host for `:authority`, pairs of forms and cookies, which the text and the fields have. The
    /// name of a page that the file does not have says nothing.
    private static func losses(_ old: JSONTree, _ new: JSONTree, _ pages: Set<String>) -> [String] {
        var losses: [String] = []
        func same(_ path: String, _ old: JSONTree, _ new: JSONTree) {
            if old.exists, !old.isNull, old.description != new.description,
                !NSArray(object: old.value ?? 0).isEqual([new.value ?? 0])
            {
                losses.append("\(path): \(old.description.prefix(80)) and \(new.description.prefix(80))")
            }
        }
        for name in old.keys where !["request", "response", "timings", "time", "startedDateTime"].contains(name) {
            if name == "_webSocketMessages" {
                if old[name].array.count != new[name].array.count { losses.append("\(name): their number") }
                for (old, new) in zip(old[name].array, new[name].array) {
                    for part in old.keys where part != "time" { same("\(name).\(part)", old[part], new[part]) }
                    let difference = (old["time"].double ?? 0) - (new["time"].double ?? -1)
                    if abs(difference) > 0.000_001 { losses.append("\(name).time: \(difference) s") }
                }
                continue
            }
            // What no HAR has there is written under a name of its own, or left out when it says nothing.
            let isCache = name == "cache" && new["_cache"].exists
            if name == "pageref", !pages.contains(old[name].string ?? "") { continue }
            if name != "serverIPAddress" || old[name].string != "" {
                same(name, old[name], new[isCache ? "_cache" : name])
            }
        }
        for phase in ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"] {
            guard let value = old["timings"][phase].double, value > 0, old["timings"]["ssl"].double ?? -1 <= 0 else {
                continue
            }
            let copy = new["timings"][phase].double ?? -1
            if abs(copy - value) > 0.001 { losses.append("\(phase): \(value) and \(copy)") }
        }
        func pairs(_ message: JSONTree) -> [String] {
            message["headers"].array.map { "\($0["name"].string ?? ""): \($0["value"].string ?? "")" }
                .filter { !$0.hasPrefix(":") && !$0.lowercased().hasPrefix("host:") }
        }
        for message in ["request", "response"] {
            let known = [
                "headers", "cookies", "queryString", "httpVersion", "headersSize", "bodySize", "postData", "content",
                "redirectURL",
            ]
            for name in old[message].keys where !known.contains(name) {
                same("\(message).\(name)", old[message][name], new[message][name])
            }
            if pairs(old[message]) != pairs(new[message]) { losses.append("\(message).headers") }
        }
        func bytes(_ body: JSONTree, _ name: String) -> [UInt8]? {
            guard let text = body["text"].string, !text.isEmpty else { return nil }
            let isCoded = body[name].string == "base64" || body["encoding"].string == "base64"
            return isCoded ? body["text"].decoded : Array(text.utf8)
        }
        let (post, copiedPost) = (old["request"]["postData"], new["request"]["postData"])
        if let text = bytes(post, "_encoding"), bytes(copiedPost, "_encoding") != text {
            losses.append("postData.text")
        }
        let (content, copy) = (old["response"]["content"], new["response"]["content"])
        if let text = bytes(content, "encoding"), bytes(copy, "encoding") != text { losses.append("content.text") }
        for name in content.keys where !["text", "size", "compression", "encoding", "mimeType"].contains(name) {
            same("content.\(name)", content[name], copy[name])
        }
        return losses
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
            // Its own files have no pseudo-fields.
            return names.contains(name) || name.hasPrefix(":") ? nil : name + "=" + fields.value(of: line).text
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
