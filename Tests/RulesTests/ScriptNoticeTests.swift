import Bytes
import Flow
import HTTPModel
import Testing

@testable import Rules

/// What scripts hear of connections, WebSockets and flows that have ended.
struct ScriptNoticeTests {
    @Test("a notice has only what is known of its kind")
    func members() {
        var notice = ScriptNotice(.clientConnected, time: 1_500_000)
        notice.client = ScriptNotice.Peer(address: "127.0.0.1:9", connection: 3)
        notice.matched = [0, 2]
        #expect(
            notice.line.text
                == #"{"type":"notice","on":"client-connected","matched":[0,2],"time":1.500,"#
                + #""client":{"address":"127.0.0.1:9","connection":3}}"# + "\n")
    }

    @Test("a failed handshake says so, one that ended well says what was agreed on")
    func handshakes() {
        var notice = ScriptNotice(.tlsServer, time: 0)
        notice.host = "a.test:443"
        notice.server = ScriptNotice.Peer(address: "10.0.0.1:443", connection: 1)
        notice.tls = TLSFacts(
            .upstream,
            agreement: TLSFacts.Agreement(
                version: "TLS 1.3", cipher: "TLS_AES_128_GCM_SHA256", group: nil, applicationProtocol: "h2",
                serverName: "a.test", isResumed: false))
        #expect(notice.line.text.contains(#""host":"a.test:443""#))
        #expect(notice.line.text.contains(#""tls":{"failed":false,"version":"TLS 1.3""#))
        #expect(notice.line.text.contains(#""protocol":"h2","server_name":"a.test"}"#))
        notice.tls = TLSFacts(
            .upstream, failure: TLSFacts.Failure(code: "expired", text: "It is \"over\".", alert: nil))
        #expect(notice.line.text.contains(#""tls":{"failed":true,"code":"expired","text":"It is \"over\"."}"#))
        #expect(!notice.line.text.contains("version"))
    }

    @Test("what came from the network cannot end the line, and what is not UTF-8 is in base64")
    func hostile() {
        let offer = TLSFacts.Offer(
            serverName: Bytes([0xFF, 0x0A] as [UInt8]), serverNameProblem: nil,
            protocols: ["h2", Bytes([0x0A] as [UInt8])], versions: [],
            cipherSuites: [4_865], extensions: [], fingerprint: "t13\n", message: Bytes())
        var question = ScriptQuestion(
            on: .clientHello, flow: 1, time: 0, client: "",
            request: ScriptRequest(method: "CONNECT", url: "a\nb", version: "HTTP/1.1", fields: []))
        question.content = .hello(offer)
        let line = question.line(1).text
        #expect(line.filter { $0 == "\n" }.count == 1 && line.hasSuffix("\n"))
        #expect(line.contains(#""server_name":{"base64":"/wo="}"#))
        #expect(line.contains(#""ciphers":[4865]"#))
    }

    @Test("an event about a connection says where it leads, one about a piece of a body what came of it")
    func connectionsAndChunks() {
        let request = ScriptRequest(method: "CONNECT", url: "https://a.test/", version: "HTTP/1.1", fields: [])
        var question = ScriptQuestion(on: .serverConnect, flow: 1, time: 0, client: "", request: request)
        question.content = .server("a.test:443", via: ["http://p.test:3128"])
        #expect(question.line(1).text.contains(#""server":{"host":"a.test:443","via":["http://p.test:3128"]}"#))
        question = ScriptQuestion(on: .chunk, flow: 1, time: 0, client: "", request: request)
        question.content = .chunk(.response, Bytes([0xFF, 0x0A] as [UInt8]), isLast: false)
        #expect(question.line(1).text.contains(#""message":"response","data":{"base64":"/wo="},"last":false"#))
        question.content = .chunk(.request, Bytes(), isLast: true)
        #expect(question.line(1).text.contains(#""message":"request","data":{"text":""},"last":true"#))
    }

    @Test("a message of a WebSocket keeps its kind: what is not UTF-8 cannot be put in the place of a text")
    func messages() throws {
        let text = ScriptMessage(from: .request, isText: true, bytes: "hello")
        #expect(try ScriptChanger.change(text, by: nil) == text)
        #expect(try ScriptChanger.change(text, by: "bye").bytes == "bye")
        #expect(try ScriptChanger.change(text, by: "bye").isText)
        #expect(throws: ScriptChanger.Fault.self) { try ScriptChanger.change(text, by: Bytes([0xFF] as [UInt8])) }
        let binary = ScriptMessage(from: .response, isText: false, bytes: "hello")
        #expect(try ScriptChanger.change(binary, by: Bytes([0xFF] as [UInt8])).bytes == Bytes([0xFF] as [UInt8]))
        #expect(try !ScriptChanger.change(binary, by: "text").isText)
        let long = Bytes(Array(repeating: UInt8(ascii: "x"), count: ScriptMessage.limit + 1))
        #expect(throws: ScriptChanger.Fault.self) { try ScriptChanger.change(binary, by: long) }
    }

    @Test("an event about a message says who sent it; a binary one is in base64 though it could be text")
    func messageEvents() {
        var question = ScriptQuestion(
            on: .message, flow: 1, time: 0, client: "",
            request: ScriptRequest(method: "GET", url: "http://a.test/", version: "HTTP/1.1", fields: []))
        question.content = .webSocket(ScriptMessage(from: .request, isText: true, bytes: "a\nb"))
        #expect(question.line(1).text.contains(#""message":{"from":"client","text":"a\nb"}}"#))
        question.content = .webSocket(ScriptMessage(from: .response, isText: false, bytes: "ab"))
        #expect(question.line(1).text.contains(#""message":{"from":"server","base64":"YWI="}}"#))
        question.content = .webSocket(ScriptMessage(from: .response, isText: true, bytes: Bytes([0xFF] as [UInt8])))
        #expect(question.line(1).text.contains(#""message":{"from":"server","base64":"/w=="}}"#))
    }
}
