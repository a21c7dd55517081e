import Bytes
import Explain
import Foundation
import HTTPModel
import HTTPSemantics
import HTTPWire
import Testing

/// The examples on the pages of the libraries: compiled here, run, and compared with the pages letter by letter.
@Suite struct LibraryExamplesTests {
    @Test func theWiresExample() throws {
        // HTTPWire: begin
        /// The method, the target and the content of each request.
        func requests(in input: Bytes) throws(WireError) -> [(method: String, target: String, content: [UInt8])] {
            var decoder = HTTP1Decoder(role: .request)
            var unread = input
            var found: [(method: String, target: String, content: [UInt8])] = []
            while !unread.isEmpty {
                let decoded = try unread.withSpan { (span) throws(WireError) in try decoder.decode(span) }
                // nil: more bytes are needed. Keep what is unread, and ask again with what has come since.
                guard let decoded else { break }
                switch decoded.part {
                case .requestHead(let head, _): found.append((head.method.name.text, head.targetBytes.text, []))
                case .content: found[found.count - 1].content += unread.slice(0..<decoded.consumed).array
                case .end: decoder.startNextMessage()
                default: break
                }
                unread = unread.slice(decoded.consumed..<unread.count)
            }
            return found
        }
        // HTTPWire: end
        let found = try requests(in: "POST /a HTTP/1.1\r\nHost: a.example\r\nContent-Length: 2\r\n\r\nok")
        #expect(found.count == 1)
        #expect(
            found.first?.method == "POST" && found.first?.target == "/a" && found.first?.content == Array("ok".utf8))
        let two = try requests(in: "GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(two.map(\.target) == ["/a", "/b"])
        #expect(throws: WireError.self) { try requests(in: "GET / HTTP/1.1\r\nHost : a.example\r\n\r\n") }
        try compare("HTTPWire")
    }

    @Test func theMeaningsExample() throws {
        // HTTPSemantics: begin
        /// Which cookies a browser sends to `url` after an answer from `origin` with these Set-Cookie values.
        func cookies(for url: Bytes, setBy origin: Bytes, _ values: [Bytes], at now: Int64) -> [String] {
            var jar = CookieJar()
            for value in values {
                // What was decided, with the step of RFC 6265bis that decided it, is the answer.
                _ = jar.store(SetCookie(value), from: CookieContext(url: origin), at: now)
            }
            return jar.cookies(for: CookieContext(url: url), at: now).map(\.pair.text)
        }
        // HTTPSemantics: end
        let set: [Bytes] = ["a=1; Secure", "b=2; Path=/in", "c=3; Max-Age=0", "d=4"]
        let sent = cookies(for: "http://a.example/", setBy: "https://a.example/in/x", set, at: 1_780_000_000)
        #expect(sent.isEmpty, "d has the default path /in, a wants TLS, c is over")
        let inside = cookies(for: "https://a.example/in/y", setBy: "https://a.example/in/x", set, at: 1_780_000_000)
        #expect(Set(inside) == ["a=1", "b=2", "d=4"])
        try compare("HTTPSemantics")
    }

    @Test func theExplanationsExample() throws {
        // Explain: begin
        /// What each line of a message is, and why its body ends where it does.
        func explain(_ input: Bytes) -> [String] {
            MessageReader().read(input).messages.flatMap { message in
                message.spans.map { "\($0.offset): \($0.rule). \($0.text)" }
                    + [message.framing?.reasoning.conclusion.text ?? "The head cannot be read."]
            }
        }
        // Explain: end
        let lines = explain("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        #expect(lines.first?.hasPrefix("0: ") == true)
        #expect(lines.last?.contains("2") == true)
        #expect(explain("HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\nok").last != lines.last)
        try compare("Explain")
    }

    /// The lines between the marks here are the lines of the page's only block of Swift.
    private func compare(_ target: String, here: String = #filePath) throws {
        let source = try String(contentsOfFile: here, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(source.firstIndex { $0.hasSuffix("// \(target): begin") })
        let end = try #require(source.firstIndex { $0.hasSuffix("// \(target): end") })
        let code = source[(start + 1)..<end].map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : $0 }
        let root = URL(filePath: here).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(path: "Sources/\(target)/\(target).docc/\(target).md"), encoding: .utf8)
        let block = try #require(page.components(separatedBy: "```swift\n").last?.components(separatedBy: "```").first)
        #expect(block == code.joined(separator: "\n") + "\n")
    }
}
