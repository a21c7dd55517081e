import Bytes
import Flow
import RecordTestKit
import TestKit
import Testing

@testable import Formats

@Suite struct HARCheckerTests {
    private static let timings = #""timings":{"send":1,"wait":2,"receive":3}"#
    private static let request = """
        "request":{"method":"GET","url":"http://a.test/","httpVersion":"HTTP/1.1","cookies":[],"headers":[],\
        "queryString":[],"headersSize":-1,"bodySize":0}
        """
    private static let response = """
        "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","cookies":[],"headers":[],\
        "content":{"size":2,"mimeType":"text/plain","text":"aGk=","encoding":"base64"},"redirectURL":"",\
        "headersSize":-1,"bodySize":2}
        """

    private static func har(
        start: String = #""2024-02-29T12:00:00.000Z""#, time: String = "6", request: String = request,
        response: String = response, timings: String = timings, more: String = ""
    ) -> String {
        """
        {"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{"startedDateTime":\(start),\
        "time":\(time),\(request),\(response),"cache":{},\(timings)\(more)}]}}
        """
    }

    private func problems(_ text: String) -> [String] {
        HARChecker(Bytes(text)).findings.map { $0.path.isEmpty ? $0.problem : "\($0.path): \($0.problem)" }
    }

    @Test(arguments: [("[]", "an array"), ("null", "null")])
    func otherJSONIsNoFaultOfTheJSON(text: String, kind: String) {
        #expect(problems(text) == ["It is \(kind); an object with \"log\" was expected."])
    }

    @Test func nothingIsFoundInWhatIsRight() {
        #expect(problems(Self.har()) == [])
        let measured = #""timings":{"blocked":-1,"dns":-1,"connect":2.5,"ssl":1.5,"send":0,"wait":2,"receive":1.5}"#
        #expect(problems(Self.har(timings: measured, more: #","_own":{"x":[1]},"comment":"y""#)) == [])
    }

    @Test(arguments: [
        (har(start: #""yesterday""#), "startedDateTime: \"yesterday\" is not a date and time in ISO 8601."),
        (har(time: "9"), "time: It is 9 ms, but the phases add up to 6."),
        (har(time: "\"6\""), "time: It is a string (expected a number)."),
        (
            har(timings: #""timings":{"connect":2,"ssl":5,"send":0,"wait":3,"receive":1}"#),
            "timings.ssl: ssl is 5 ms, but connect is 2; connect includes ssl."
        ),
        (
            har(timings: #""timings":{"send":-1,"wait":3,"receive":3}"#),
            "timings.send: It is -1 ms. This phase always applies."
        ),
        (har(more: #","serverIPAddress":"""#), "serverIPAddress: \"\" is not an IP address."),
        (har(more: #","pageref":"page_9""#), "pageref: There is no page \"page_9\"."),
        (
            har(request: request.replacing(#""/""#, with: "").replacing("http://a.test/", with: "/x")),
            "request.url: \"/x\" is not absolute."
        ),
        (
            har(response: response.replacing(#""redirectURL":"""#, with: #""redirectURL":null"#)),
            "response.redirectURL: It is null (expected a string)."
        ),
        (
            har(response: response.replacing(#""size":2"#, with: #""size":3"#)),
            "response.content.size: It is 3, but the text has 2 bytes."
        ),
        (
            har(response: response.replacing("aGk=", with: "a*")),
            "response.content.text: It is not valid base64."
        ),
        (har(response: response.replacing("200", with: "2000")), "response.status: 2000 is not a status code."),
    ])
    func eachFaultIsFoundWhereItIsAndNothingElse(text: String, expected: String) {
        #expect(problems(text) == ["log.entries[0].\(expected)"])
    }

    /// A type that no field named is no type that was lost.
    @Test func anEmptyTypeIsRightWhereNoneWasSent() {
        func of(_ fields: String) -> [String] {
            problems(
                Self.har(
                    response: Self.response.replacing("text/plain", with: "")
                        .replacing(#""headers":[]"#, with: #""headers":[\#(fields)]"#)))
        }
        #expect(of(#"{"name":"Date","value":"x"}"#).allSatisfy { !$0.contains("mimeType") })
        #expect(of(#"{"name":"content-type","value":"text/plain"}"#).contains { $0.contains("mimeType") })
        #expect(of("").contains { $0.contains("mimeType") })
    }

    @Test(arguments: [
        (har(start: #""2024-02-29T12:00:00.000""#), "startedDateTime", HARReaders.zones),
        (har(request: request.replacing("HTTP/1.1", with: "banana")), "request.httpVersion", HARReaders.versions),
        (har(response: response.replacing("HTTP/1.1", with: "")), "response.httpVersion", HARReaders.versions),
        (har(response: response.replacing("text/plain", with: "")), "response.content.mimeType", HARReaders.types),
        (
            har(request: request.replacing(#""queryString":[]"#, with: #""queryString":[{"name":"a","value":"1"}]"#)),
            "request.queryString", HARReaders.twice
        ),
        (
            har(response: response.replacing(#""redirectURL":"""#, with: #""redirectURL":"http://b.test/""#)),
            "response.redirectURL", HARReaders.twice
        ),
        (
            har(request: request.replacing(#""cookies":[]"#, with: #""cookies":[{"name":"a","value":"1"}]"#)),
            "request.cookies", HARReaders.twice
        ),
        (
            har(
                request: request.replacing(
                    #""bodySize":0"#,
                    with: #""bodySize":0,"postData":{"mimeType":"application/x-www-form-urlencoded","text":"a=1","#
                        + #""params":[{"name":"a","value":"2"}]}"#)), "request.postData.params", HARReaders.twice
        ),
    ])
    func whatReadersStumbleOverIsFound(text: String, path: String, reader: String) throws {
        let findings = HARChecker(Bytes(text)).findings
        #expect(findings.map(\.path) == ["log.entries[0].\(path)"])
        #expect(findings.first?.reader == reader)
    }

    @Test func aCookiesDateIsOneOfHARs() {
        let cookie = #""cookies":[{"name":"a","value":"1","expires":"Fri, 08-May-2020"}]"#
        let found = problems(Self.har(response: Self.response.replacing(#""cookies":[]"#, with: cookie)))
        #expect(found.contains { $0.contains("cookies[0].expires") })
        let right = cookie.replacing("Fri, 08-May-2020", with: "2020-05-08T00:00:00Z")
        let other = problems(Self.har(response: Self.response.replacing(#""cookies":[]"#, with: right)))
        #expect(!other.contains { $0.contains("expires") })
    }

    @Test(arguments: [",}", "\t", "\u{1}"])
    func whatIsNoJSONIsFoundThoughItCanBeRead(sign: String) throws {
        let whole = Self.har()
        let text = sign == ",}" ? String(whole.dropLast()) + sign : whole.replacing("aGk=\"", with: "aGk=\(sign)\"")
        let finding = try #require(HARChecker(Bytes(text)).findings.last { $0.reader == HARReaders.strictJSON })
        let expected = sign == ",}" ? "," : sign
        #expect(Array(text.utf8)[finding.offset] == expected.utf8.first)
    }

    @Test func aNumberThatIsNoneIsNoJSON() throws {
        let finding = try #require(HARChecker(Bytes(Self.har(time: "NaN"))).findings.first)
        #expect(finding.path == "log.entries[0].time")
        #expect(finding.reader == HARReaders.strictJSON)
    }

    @Test func membersThatComeTwiceAreTold() {
        #expect(
            problems(Self.har(more: #","time":6"#)) == ["log.entries[0]: \"time\" appears more than once."])
    }

    @Test func ofSeveralLinesEachFindingHasItsOwn() throws {
        let text = "{\"log\":{\n\"version\":\"1.2\",\n\"creator\":{},\n\"entries\":[]}}"
        let findings = HARChecker(Bytes(text)).findings
        #expect(findings.map(\.line) == [3, 3])
        #expect(findings.map(\.path) == ["log.creator", "log.creator"])
    }

    @Test func brokenFilesAreToldToThePlaceAndNoFurther() {
        let whole = Self.har()
        for end in 1..<whole.utf8.count {
            let checker = HARChecker(Bytes(Array(whole.utf8.prefix(end))))
            #expect(!checker.findings.isEmpty, "cut at \(end)")
        }
    }

    @Test func tenMillionBracketsEnd() {
        let deep = HARChecker(Bytes([UInt8](repeating: UInt8(ascii: "["), count: 10_000_000)))
        #expect(deep.findings.count == 1)
        let nested = #"{"log":{"entries":["# + String(repeating: #"{"request":"#, count: 100_000)
        #expect(!HARChecker(Bytes(nested)).findings.isEmpty)
    }

    @Test func findingsAreBoundedAndTheOthersCounted() {
        let entries = Array(repeating: "{}", count: 500).joined(separator: ",")
        let checker = HARChecker(
            Bytes(#"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":["# + entries + "]}}"))
        #expect(checker.findings.count == HARChecker.limit)
        #expect(checker.untold == 500 * 6 - HARChecker.limit)
    }

    @Test func theOrderIsToldOnceAlsoBeyondTheLimit() {
        let times = [3, 2, 1].map { #"{"startedDateTime":"2024-02-29T12:00:0\#($0).000Z"}"# }
        let entries = (Array(repeating: "{}", count: 250) + times).joined(separator: ",")
        let checker = HARChecker(
            Bytes(#"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":["# + entries + "]}}"))
        #expect(checker.untold == 250 * 6 + 3 * 5 + 1 - HARChecker.limit)
    }

    /// What the schema says of others' files (its own findings stand in the corpus) is found here too.
    @Test(.enabled(if: Corpora.isThere("har_files")))
    func othersFilesAreCheckedAsTheSchemaDoes() throws {
        var checked = 0
        for item in try Corpora.cases("har_files") {
            guard let file = item.bytes("har_b64"), let errors = item["schema_errors"] as? [[String]] else { continue }
            checked += 1
            let findings = HARChecker(file).findings
            let others = [
                HARReaders.charles, HARReaders.byteOrderMark, HARReaders.dates, HARReaders.zones, HARReaders.types,
                HARReaders.versions, HARReaders.twice, HARReaders.packed,
            ]
            let bySchema = findings.filter { $0.reader.map { !others.contains($0) } ?? false }
            #expect(bySchema.isEmpty == errors.isEmpty, "\(item.id): \(bySchema.map(\.problem)) \(errors)")
        }
        #expect(checked >= 10)
    }
}
