import Foundation
import TestKit

/// One exchange of a client through a proxy with rules, against an origin that keeps what it gets.
struct RuledExchange {
    /// What the origin answers.
    static let ofServer =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nSet-Cookie: s=1\r\nETag: \"e\"\r\nContent-Length: 11\r\n"
        + "Connection: close\r\n\r\none two two"

    /// What reached the origin; empty when nothing did.
    let request: String
    /// What reached the client.
    let answer: String
    /// The entry of the log.
    let entry: [String: Any]

    /// What rules did, as `name action`.
    var rules: [String] {
        (entry["_rules"] as? [[String: Any]] ?? []).map { "\($0["name"] ?? "") \($0["action"] ?? "")" }
    }

    /// - Parameters:
    ///   - rules: with ORIGIN for the origin's URL and HOST for its host and port, as in `request`.
    ///   - more: options of the proxy.
    init(
        _ rules: [String],
        request: String = "GET ORIGIN/a?x=1 HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nCookie: a=1; b=2\r\n\r\n",
        answering answer: String = ofServer, reachesOrigin: Bool = true, more: [String] = []
    ) throws {
        let origin = try RecordingOrigin(answering: Array(answer.utf8))
        let scratch = try Scratch()
        let log = scratch.file("log")
        func filled(_ text: String) -> String {
            text.replacing("ORIGIN", with: origin.url).replacing("HOST", with: origin.host)
        }
        let proxy = try RunningProxy(arguments: ["--log", log] + more + rules.flatMap { ["--rule", filled($0)] })
        let client = try proxy.connect()
        try client.send(filled(request))
        self.answer = try client.receiveToEnd().text
        let sent = reachesOrigin ? String(decoding: try origin.next(), as: UTF8.self) : ""
        try proxy.stop()
        self.request = sent.replacing(origin.host, with: "HOST")
        let line = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").first ?? ""
        entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
}
