import Doctor
import Engine
import Foundation
import TestKit
import Testing

/// The way through a proxy, step by step, with stand-ins for the proxy.
@Suite struct PathDoctorTests {
    private static let status = #"{"version":"1","uptimeSeconds":1,"listeners":[]}"#

    private static func answer(_ code: String, _ body: String, fields: String = "") -> String {
        "HTTP/1.1 \(code)\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func diagnoses(at port: UInt16) -> [Diagnosis] {
        PathDoctor(proxy: HostPort(host: "127.0.0.1", port: port), authority: nil).diagnoses()
    }

    @Test func nobodyIsSaidWithTheCommandThatListensThere() throws {
        let (descriptor, port) = try Loopback.listen()
        close(descriptor)
        let found = diagnoses(at: port)
        #expect(found.map(\.name) == ["listening"] && found.verdict == .bad, "what cannot be tried is not judged")
        #expect(found.first?.remedy == "hark proxy --listen 127.0.0.1:\(port)")
    }

    @Test func anotherServerIsNotTakenForHarkAndSentNothingMore() throws {
        let origin = try ScriptedOrigin(
            answering: Self.answer("404 Not Found", "no", fields: "Server: nginx\r\n"), closing: true)
        let found = diagnoses(at: origin.port)
        #expect(found.map(\.name) == ["listening", "identity"] && found.verdict == .bad)
        #expect(found.last?.text.contains("404 (Server: nginx)") == true, "\(found)")
        #expect(found.last?.text.contains("--reverse") == true)
        // One connection to see whether somebody listens, one with the question who it is.
        #expect(origin.connectionCount <= 2)
    }

    @Test func aPageThatMerelySpeaksOfStatusIsNotHark() throws {
        let origin = try ScriptedOrigin(answering: Self.answer("200 OK", #"{"version":"1"}"#), closing: true)
        #expect(diagnoses(at: origin.port).map(\.verdict) == [.ok, .bad])
    }

    @Test func harkIsRecognisedAndHTTPSNotJudgedWithoutAnAuthority() throws {
        let origin = try ScriptedOrigin(answering: Self.answer("200 OK", Self.status), closing: true)
        let found = diagnoses(at: origin.port)
        #expect(found.map(\.name) == ["listening", "identity", "http", "https"])
        #expect(found.map(\.verdict) == [.ok, .ok, .ok, .warn])
    }
}
