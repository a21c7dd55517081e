import Foundation
import TestKit

/// A session of requests whose every byte a test decides, to be exported.
struct ExportScene {
    let home: PrivateHome
    let origin: RecordingOrigin
    let session: String

    /// Sends the requests through a proxy, each on a connection of its own. In them `ORIGIN` stands for the server's
    /// URL, `HOST` for its name and port.
    init(_ requests: [[UInt8]], answering answer: [UInt8]? = nil) throws {
        home = try PrivateHome()
        origin = try answer.map { try RecordingOrigin(answering: $0) } ?? RecordingOrigin()
        session = home.scratch.file("made.hark")
        let proxy = try RunningProxy("--store", session)
        for request in requests {
            let client = try proxy.connect()
            try client.send(filled(request))
            _ = try client.receiveHead()
            _ = try origin.next()
            client.close()
        }
        try proxy.stop()
    }

    init(_ requests: [String], answering answer: String? = nil) throws {
        try self.init(requests.map { Array($0.utf8) }, answering: answer.map { Array($0.utf8) })
    }

    func filled(_ request: [UInt8]) -> [UInt8] {
        var filled: [UInt8] = []
        var rest = request[...]
        while let first = rest.first {
            if rest.starts(with: "ORIGIN".utf8) {
                filled += origin.url.utf8
                rest = rest.dropFirst(6)
            } else if rest.starts(with: "HOST".utf8) {
                filled += origin.host.utf8
                rest = rest.dropFirst(4)
            } else {
                filled.append(first)
                rest = rest.dropFirst()
            }
        }
        return filled
    }

    func export(_ format: String, _ arguments: String...) throws -> Tool.Result {
        try home.hark(arguments: ["export", "--format", format, "--session", session] + arguments)
    }

    /// An export that ends well, in a file of this name.
    func file(_ name: String, _ format: String, _ arguments: [String] = []) throws -> String {
        let path = home.scratch.file(name)
        let result = try home.hark(
            arguments: ["export", "--format", format, "--session", session, "-o", path] + arguments)
        guard result.code == 0 else { throw Failure("export ended with \(result.code): \(result.diagnostics)") }
        return path
    }

    func content(_ name: String, _ format: String, _ arguments: String...) throws -> Data {
        try Data(contentsOf: URL(filePath: file(name, format, arguments)))
    }
}
