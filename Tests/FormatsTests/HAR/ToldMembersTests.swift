import Bytes
import Flow
import Foundation
import HTTPModel
import RecordTestKit
import TestKit
import Testing

@testable import Formats

/// What another tool wrote into a HAR goes through Hark as it is, and Hark adds nothing that nobody saw.
@Suite struct ToldMembersTests {
    static func export(_ flows: [FlowRecord]) -> Bytes {
        var written: [UInt8] = []
        let output = ExportOutput {
            written += $0
            return true
        }
        var export = HARExport(version: "0") { nil }
        export.begin(output)
        for flow in flows {
            export.flow(
                ExportedFlow(
                    JudgedFlow(flow), comment: flow.remarks?.comment, tags: flow.remarks?.tags ?? [], redactor: nil),
                output)
        }
        export.end(output)
        output.flush()
        return Bytes(written)
    }

    private func again(_ text: String) throws -> JSONTree {
        let read = HARReader.read(Bytes(text))
        #expect(read.damage.map(\.text) == [])
        return try JSONTree(Self.export(read.flows).array)["log"]
    }

    private func one(_ more: String) throws -> JSONTree { try again(har([foreignEntry("/1", more)]))["entries"][0] }

    @Test func membersThatAreNotHarksStayAtTheirPlaces() throws {
        let text = """
            {"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{
            "startedDateTime":"2026-11-21T12:00:00Z","time":5,
            "_priority":"High","_initiator":{"stack":[1.50,-0.0,null,true]},
            "serverIPAddress":"192.0.2.7","connection":"443","comment":"look","cache":{"beforeRequest":null},
            "request":{"method":"POST","url":"http://a.test/","httpVersion":"HTTP/1.1","headers":[],"cookies":[],
              "queryString":[],"headersSize":-1,"bodySize":2,"_x":1,"comment":"r",
              "postData":{"mimeType":"text/plain","text":"hi","_y":"\\u00e9"}},
            "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[],"cookies":[],
              "content":{"size":2,"mimeType":"text/css","text":"yo","comment":"c"},"redirectURL":"","headersSize":-1,
              "bodySize":2,"_transferSize":99,"_error":null},
            "timings":{"send":1,"wait":3,"receive":1,"_queue":0.25}}]}}
            """
        let entry = try again(text)["entries"][0]
        #expect(entry["_priority"].string == "High" && entry["_initiator"]["stack"].count == 4)
        #expect(entry["serverIPAddress"].string == "192.0.2.7" && entry["connection"].string == "443")
        #expect(entry["comment"].string == "look" && entry["cache"].keys == ["beforeRequest"])
        #expect(entry["request"]["_x"].int == 1 && entry["request"]["comment"].string == "r")
        #expect(entry["request"]["postData"]["_y"].string == "\u{E9}")
        // The request has no Content-Type: the type is the recording's.
        #expect(entry["request"]["postData"]["mimeType"].string == "text/plain")
        #expect(entry["response"]["_transferSize"].int == 99 && entry["response"]["_error"].isNull)
        #expect(entry["response"]["content"]["comment"].string == "c")
        #expect(entry["response"]["content"]["mimeType"].string == "text/css")
        #expect(entry["timings"]["_queue"].double == 0.25)
    }

    @Test func nothingIsMadeUpThatNobodySaw() throws {
        let entry = try one("")
        for name in ["_outcome", "_connection", "connection", "serverIPAddress", "_run", "comment", "pageref"] {
            #expect(!entry[name].exists, "\(name)")
        }
        for message in ["request", "response"] {
            #expect(!entry[message]["_raw"].exists && !entry[message]["_sent"].exists, "\(message)")
            #expect(entry[message]["headersSize"].int == -1, "\(message)")
        }
    }

    /// Read again it is no more certain than it was.
    @Test func whatWasAssumedStaysSo() throws {
        let first = HARReader.read(Bytes(har([foreignEntry("/1"), foreignEntry("/2", #","timings":{}"#)]))).flows
        let second = HARReader.read(Self.export(first)).flows
        #expect(second.map(\.assumed) == first.map(\.assumed) && second.map(\.outcome) == first.map(\.outcome))
        #expect(second.allSatisfy { $0.provenance(of: .requestBytes) == .assumed })
    }

    @Test func aPageIsListedOnceAndOnlyWhereItIsKnown() throws {
        let entries = ["p1", "p1", "gone"].enumerated().map { foreignEntry("/\($0)", #","pageref":"\#($1)""#) }
        let pages = #"{"id":"p1","title":"A","pageTimings":{"onLoad":12.5}},{"id":"p2","title":"B"},{"title":"C"},7"#
        let text = har(entries).replacing(#""pages":[]"#, with: #""pages":[\#(pages)]"#)
        let log = try again(text)
        #expect(log["pages"].count == 1 && log["pages"][0]["pageTimings"]["onLoad"].double == 12.5)
        #expect(log["entries"].array.map { $0["pageref"].string } == ["p1", "p1", nil])
        #expect(!log["entries"][0]["_page"].exists)
    }

    /// Hark's own export lists pages behind the entries.
    @Test func pagesAreFoundBeforeAndBehindTheEntries() throws {
        let entry = foreignEntry("/1", #","pageref":"p""#)
        let page = #""pages":[{"id":"p","title":"A"}]"#
        for text in [#"{"log":{\#(page),"entries":[\#(entry)]}}"#, #"{"log":{"entries":[\#(entry)],\#(page)}}"#] {
            let log = try again(text)
            #expect(log["entries"][0]["pageref"].string == "p" && log["pages"][0]["title"].string == "A", "\(text)")
        }
    }

    @Test func whatItsRecorderCountedStays() throws {
        let text = har([foreignEntry("/1")]).replacing(#""bodySize":0}"#, with: #""bodySize":0,"headersSize":77}"#)
        let log = try again(text)
        #expect(log["entries"][0]["request"]["headersSize"].int == 77)
        #expect(log["entries"][0]["response"]["headersSize"].int == -1)
    }

    @Test func aNameThatComesTwiceIsWrittenOnce() throws {
        let text = har([foreignEntry("/1", #","_x":1,"_x":2,"\u005fx":3"#)])
        let written = Self.export(HARReader.read(Bytes(text)).flows).text
        #expect(written.components(separatedBy: "\"_x\":").count == 2 && written.contains("\"_x\":3"))
    }

    /// Numbers that JSON has not, strings of any bytes, depth: what is written is JSON.
    @Test(
        arguments: [
            #","_x":007"#, #","_x":-00"#, #","_x":NaN"#, #","_x":[Infinity,-Infinity]"#, #","_x":"\ud800""#,
            #","_x":"\#u{1}\#u{7F}""#, #","_x\"},{":1"#, #","_x":[1,]"#,
            #","_x":"# + String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000),
        ])
    func whateverTheyHoldTheyAreJSON(more: String) throws {
        let entry = try one(more)
        #expect(entry["request"]["method"].string == "GET")
    }

    /// What breaks the schema elsewhere is not handed on as HAR 1.2.
    @Test func whatHAR12HasNoPlaceForGetsItsOwn() throws {
        let more = #","serverIPAddress":"","connection":7,"comment":{},"cache":{"afterRequest":{"fetchCount":""}}"#
        let read = HARReader.read(Bytes(har([foreignEntry("/1", more)])))
        let entry = try JSONTree(Self.export(read.flows).array)["log"]["entries"][0]
        #expect(!entry["serverIPAddress"].exists && !entry["connection"].exists && !entry["comment"].exists)
        #expect(entry["cache"].keys.isEmpty && entry["_cache"]["afterRequest"]["fetchCount"].string == "")
        let good = #","cache":{"beforeRequest":{"lastAccess":"2026-11-21T12:00:00Z","eTag":"","hitCount":2}}"#
        #expect(try one(good)["cache"]["beforeRequest"]["hitCount"].int == 2)
    }

    @Test func membersOfHarksOwnAreNotTakenFromOthers() throws {
        let entry = try one(#","_notes":[{"code":"x"}],"_redacted":{"places":{}},"_page":{"id":"p"}"#)
        #expect(entry["_notes"].array.allSatisfy { $0["code"].string != "x" })
        #expect(!entry["_redacted"].exists && !entry["_page"].exists)
    }

    /// A browser lists what its cache had for an answer that had no content of its own.
    @Test func contentOfACacheIsWrittenAgain() throws {
        let text = har([foreignEntry("/1")]).replacing("200", with: "304")
            .replacing(#""text":"ok""#, with: #""text":"cached""#)
        let read = HARReader.read(Bytes(text))
        try #require(read.flows.first?.responseHead?.status == 304)
        let content = try JSONTree(Self.export(read.flows).array)["log"]["entries"][0]["response"]["content"]
        #expect(content["text"].string == "cached")
    }
}
