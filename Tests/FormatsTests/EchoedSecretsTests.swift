import Bytes
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Formats

/// Credentials without a digit that another part of the same flow repeats.
@Suite struct EchoedSecretsTests {
    private static func record(
        _ request: String, _ asked: String = "", _ response: String = "", _ answer: String = "",
        type: String = "application/json"
    ) -> FlowRecord {
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 1))
        record.requestHead = RecordedHead.request(Bytes("\(request)\r\nContent-Type: \(type)\r\n\r\n")).head
        record.request.content = FlowRecord.Content(bytes: Bytes(asked), size: UInt64(asked.utf8.count))
        let head = "HTTP/1.1 200 OK\r\n\(response)Content-Type: text/plain\r\n\r\n"
        record.responseHead = RecordedHead.response(Bytes(head), to: .get).head
        record.response.content = FlowRecord.Content(bytes: Bytes(answer), size: UInt64(answer.utf8.count))
        record.outcome = .complete
        return record
    }

    /// All that is shown of it.
    private static func shown(_ record: FlowRecord) -> [String] {
        let clean = Redactor(key: Bytes([UInt8](repeating: 7, count: 32))).redacted(record).record
        return [
            clean.requestHead?.raw.text ?? "", clean.request.content.bytes?.text ?? "",
            clean.responseHead?.raw.text ?? "", clean.response.content.bytes?.text ?? "",
        ]
    }

    private static let login = "POST http://a.test/login HTTP/1.1"

    @Test(
        "a password of letters is hidden wherever its flow repeats it",
        arguments: ["sunshine", "Sunflower", "iloveu"])
    func repeated(_ password: String) {
        let all = Self.shown(
            Self.record(
                "POST http://a.test/login?next=/\(password) HTTP/1.1",
                #"{"user":"ann","password":"\#(password)","note":"\#(password)!"}"#,
                "Location: /in?x=%20\(password)\r\nX-Echo: \(password)\r\n",
                #"<p>Wrong: "\#(password)"\n\#(password), \\n\#(password)</p>"#))
        for part in all { #expect(!part.contains(password), "\(part)") }
        #expect(all[2].contains("X-Echo: [secret ") && all[2].contains("Location: /in?x="))
        #expect(all[1].contains(#""user":"ann""#) && all[3].hasPrefix("<p>Wrong: \"[secret "))
    }

    @Test("a head that comes before the body that names it has it no more")
    func before() {
        let all = Self.shown(
            Self.record(
                "GET http://a.test/u/moonlight HTTP/1.1\r\nX-Who: moonlight", #"{"token":"moonlight"}"#))
        for part in all { #expect(!part.contains("moonlight"), "\(part)") }
        #expect(all[0].hasPrefix("GET http://a.test/u/%5Bsecret%20"))
    }

    @Test("the password of Basic credentials, and of a form")
    func otherPlaces() {
        // ann:moonlight
        let basic = Self.shown(
            Self.record("\(Self.login)\r\nAuthorization: Basic YW5uOm1vb25saWdodA==", "", "", "hello moonlight"))
        #expect(basic[3].hasPrefix("hello [secret "))
        let form = Self.shown(
            Self.record(
                Self.login, "user=ann&password=moon%2Blight", "", "moon+light moon%2Blight",
                type: "application/x-www-form-urlencoded"))
        #expect(!form[3].contains("light"), "\(form[3])")
    }

    @Test("what only contains it, ends or begins like it, or is another flow's stays")
    func wholeWords() {
        let text = "moonlights amoonlight moonlight_x xmoonlight Moonlight moonligh"
        let all = Self.shown(Self.record(Self.login, #"{"password":"moonlight"}"#, "X-A: moonlights\r\n", text))
        #expect(all[3] == text && all[2].contains("X-A: moonlights\r\n"))
        let redactor = Redactor(key: Bytes([UInt8](repeating: 7, count: 32)))
        _ = redactor.redacted(Self.record(Self.login, #"{"password":"moonlight"}"#))
        let other = redactor.redacted(Self.record("GET http://a.test/ HTTP/1.1", "", "", "the moonlight")).record
        #expect(other.response.content.bytes?.text == "the moonlight")
    }

    /// Where a value is named like a credential and is none, and of cookies, which are settings more often than not.
    @Test(
        "ordinary words stay where nothing names them",
        arguments: [
            (#"{"password":"required"}"#, "X-A: required\r\n", "the password is required"),
            (#"{"token":"string","secret":"secret"}"#, "", #"{"type":"string","secret word":1}"#),
            (#"{"password":"password"}"#, "", "your password is wrong"),
            (#"{"pin":"123456"}"#, "Content-Length: 123456\r\n", "123456 bytes"),
            (#"{"password":"abcde"}"#, "", "abcde"),
            ("", "Set-Cookie: theme=midnight; Path=/\r\n", "the midnight theme"),
            ("", "Set-Cookie: lang=english\r\n", "in english"),
        ])
    func ordinary(_ asked: String, _ response: String, _ answer: String) {
        let all = Self.shown(Self.record(Self.login, asked, response, answer))
        #expect(all[3] == answer || answer.hasPrefix("{"), "\(all[3])")
        if answer.hasPrefix("{") { #expect(all[3].contains(#""type":"string""#), "\(all[3])") }
        for line in response.split(separator: "\r\n") where !line.hasPrefix("Set-Cookie") {
            #expect(all[2].contains(line), "\(all[2])")
        }
    }

    @Test("a session's cookie is one, and so is a cookie that no person wrote")
    func cookies() {
        let named = Self.shown(
            Self.record(
                "GET http://a.test/ HTTP/1.1\r\nCookie: theme=midnight; sid=moonlight", "", "", "moonlight midnight"))
        #expect(named[3].hasPrefix("[secret ") && named[3].hasSuffix(" midnight"))
        let made = Self.shown(
            Self.record("GET http://a.test/ HTTP/1.1\r\nCookie: a=qWeRtZuI; b=a1b2c3", "", "", "qWeRtZuI a1b2c3"))
        #expect(!made[3].contains("qWeRtZuI") && !made[3].contains("a1b2c3"))
    }

    @Test("names, methods and what frames a message stay")
    func structure() {
        let all = Self.shown(
            Self.record(
                "OPTIONS http://a.test/ HTTP/1.1\r\nMoonlight: a\r\nConnection: moonlight\r\nHost: moonlight",
                #"{"password":"moonlight","auth":"OPTIONS"}"#))
        #expect(all[0].hasPrefix("OPTIONS http://a.test/ HTTP/1.1\r\nMoonlight: a\r\nConnection: moonlight\r\n"))
        #expect(all[0].contains("\r\nHost: moonlight\r\n"))
    }

    @Test("many words are looked for in time that grows with the text")
    func manyWords() {
        var echoed = EchoedSecrets()
        for number in 0..<2_000 { echoed.add(Bytes("aaaaaa-\(number)-b"), isNamed: true) }
        #expect(echoed.count == 1_000)
        var found: [Secret] = []
        echoed.find(in: Bytes(String(repeating: "aaaaaa-1-c ", count: 20_000) + "aaaaaa-1-b"), into: &found)
        #expect(found.map(\.range) == [220_000..<220_010])
    }
}
